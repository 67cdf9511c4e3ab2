// The printed form of a scene: one node a line, `- role "name" [state] [value="…"] [ref=…]`, indented by two.

import type { Seen } from "./seen.ts";
import { quoted } from "./text.ts";

export interface Line {
  readonly depth: number;
  readonly text: string;
  readonly seen: Seen;
  /** Index of the line of the parent, -1 at the top. */
  readonly parent: number;
}

const PLAIN = new Set(["none", "paragraph"]);

export function lineOf(seen: Seen): string {
  const parts = [PLAIN.has(seen.role) ? "generic" : seen.role];
  if (seen.name !== "") parts.push(quoted(seen.name));
  parts.push(...seen.marks);
  if (seen.ref !== undefined) parts.push(`[ref=${seen.ref}]`);
  return parts.join(" ");
}

export function linesOf(roots: readonly Seen[]): Line[] {
  const lines: Line[] = [];
  const add = (seen: Seen, depth: number, parent: number): void => {
    const at = lines.length;
    lines.push({ depth, text: lineOf(seen), seen, parent });
    for (const child of seen.children) add(child, depth + 1, at);
  };
  for (const root of roots) add(root, 0, -1);
  return lines;
}

export function printed(line: Pick<Line, "depth" | "text">): string {
  return `${"  ".repeat(Math.min(line.depth, 12))}- ${line.text}`;
}
