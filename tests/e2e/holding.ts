// Who has it on disk? A profile is searched file by file.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Files that hold it: bytes as they are, a text also as UTF-16 and as base64. */
export async function holding(folder: string, what: string | Buffer): Promise<string[]> {
  const forms = typeof what === "string" ? formsOf(what) : [what];
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    // Chrome may still be tidying up.
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    if (forms.some((form) => bytes.includes(form))) found.push(file);
  }
  return found;
}

function formsOf(text: string): Buffer[] {
  return [Buffer.from(text, "latin1"), Buffer.from(text, "utf16le"), Buffer.from(Buffer.from(text).toString("base64").slice(0, -4))];
}
