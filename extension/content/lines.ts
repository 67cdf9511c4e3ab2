/** The printed form of a scene: one node a line, `- role "name" [state] [value="…"] [ref=…]`, indented by two. */

import { SHOWN_NAME_CHARS, TEXT_CHARS } from "./caps.ts";
import { Slice } from "./pace.ts";
import { CONTROLS } from "./role_kinds.ts";
import type { Scene, Seen } from "./seen.ts";
import { quoted, shorten } from "./text.ts";

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
  if (seen.name !== "") parts.push(quoted(shorten(seen.name, limitOf(seen))));
  // Of what can be clicked the ref says it.
  parts.push(...seen.marks.filter((mark) => mark !== "[clickable]"));
  if (seen.ref !== undefined) parts.push(`[ref=${seen.ref}]`);
  return parts.join(" ");
}

/** Texts that are longer are shortened in print; they are searched whole. */
export function limitOf(seen: Seen): number {
  return CONTROLS.has(seen.role) ? SHOWN_NAME_CHARS : TEXT_CHARS;
}

const known = new WeakMap<Scene, readonly Line[]>();

/** Every line of a scene in document order. A scene does not change once it is read, so they are made once. */
export async function linesOf(scene: Scene): Promise<readonly Line[]> {
  const made = known.get(scene);
  if (made) return made;
  const lines: Line[] = [];
  const slice = new Slice();
  const open: { seen: Seen; depth: number; parent: number }[] = [];
  const push = (children: readonly Seen[], depth: number, parent: number): void => {
    for (let at = children.length - 1; at >= 0; at -= 1) open.push({ seen: children[at] as Seen, depth, parent });
  };
  push(scene.roots, 0, -1);
  for (let next = open.pop(); next; next = open.pop()) {
    const { seen, depth, parent } = next;
    const at = lines.length;
    lines.push({ depth, text: lineOf(seen), seen, parent });
    push(seen.children, depth + 1, at);
    if ((at & 255) === 0 && slice.isOver()) await slice.turn();
  }
  known.set(scene, lines);
  return lines;
}

export function printed(line: Pick<Line, "depth" | "text">): string {
  return `${"  ".repeat(Math.min(line.depth, 12))}- ${line.text}`;
}
