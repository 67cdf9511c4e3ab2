/** The snapshot as a model reads it: lines with role, name, marks and ref, and who stands below whom. */

export interface Read {
  readonly depth: number;
  readonly role: string;
  readonly name: string;
  readonly marks: readonly string[];
  readonly ref: string | null;
  readonly line: string;
  /** Indexes of the lines above it in the tree. */
  readonly above: readonly number[];
}

export function readLines(text: string): Read[] {
  const read: Read[] = [];
  const open: { depth: number; at: number }[] = [];
  for (const line of text.split("\n")) {
    const found = /^( *)- ([a-z]+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(line.replace(/^[>+] ?/, ""));
    if (!found) continue;
    const depth = (found[1] ?? "").length / 2;
    while ((open.at(-1)?.depth ?? -1) >= depth) open.pop();
    const rest = found[4] ?? "";
    const marks = Array.from(rest.matchAll(/\[((?:[^[\]"]|"(?:[^"\\]|\\.)*")*)\]/g), (mark) => mark[1] ?? "");
    read.push({
      depth,
      role: found[2] ?? "",
      name: (found[3] ?? "").replace(/\\(.)/g, "$1"),
      marks,
      ref: marks.find((mark) => mark.startsWith("ref="))?.slice(4) ?? null,
      line,
      above: open.map((one) => one.at),
    });
    open.push({ depth, at: read.length - 1 });
  }
  return read;
}

export function valueIn(read: Read): string {
  const mark = read.marks.find((one) => one.startsWith("value="));
  return mark === undefined ? "" : (JSON.parse(mark.slice(6)) as string);
}
