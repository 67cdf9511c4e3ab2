/** Which lines of two scenes are the same line: the longest common subsequence of what they say. */

import type { Line } from "./lines.ts";

export interface Matched {
  /** Indexes before that have no partner after. */
  readonly gone: Set<number>;
  /** Indexes after that have no partner before. */
  readonly fresh: Set<number>;
}

interface Key {
  readonly text: string;
  /** A holder that says nothing itself is known by the element; it is no change by itself. */
  readonly hollow: boolean;
  readonly parent: number;
}

const numbers = new WeakMap<Element, number>();
let next = 1;

function numberOf(element: Element): number {
  const known = numbers.get(element);
  if (known !== undefined) return known;
  numbers.set(element, next);
  next += 1;
  return next - 1;
}

/** Focus moves with every action and is told apart; how far a list is scrolled is no change of the page. */
export function compared({ seen, text, parent }: Line): Key {
  const hollow = seen.name === "" && seen.ref === undefined && seen.element !== undefined && seen.marks.length === 0;
  const said = text.replace(/ \[focused\]| \[scrolls: [^\]]*\]/g, "");
  return { text: hollow && seen.element ? `${said} #${numberOf(seen.element)}` : said, hollow, parent };
}

const TABLE = 4_000_000;

export function match(before: readonly Key[], after: readonly Key[]): Matched {
  let start = 0;
  while (start < before.length && start < after.length && before[start]?.text === after[start]?.text) start += 1;
  let tail = 0;
  while (tail < before.length - start && tail < after.length - start && before.at(-1 - tail)?.text === after.at(-1 - tail)?.text) tail += 1;
  const gone = new Set<number>();
  const fresh = new Set<number>();
  for (let at = start; at < before.length - tail; at += 1) gone.add(at);
  for (let at = start; at < after.length - tail; at += 1) fresh.add(at);
  if (gone.size * fresh.size <= TABLE) dropLongest(before, after, start, gone, fresh);
  else dropSameTexts(before, after, gone, fresh);
  dropHollow(before, gone);
  dropHollow(after, fresh);
  return { gone, fresh };
}

function dropLongest(before: readonly Key[], after: readonly Key[], start: number, gone: Set<number>, fresh: Set<number>): void {
  const height = gone.size;
  const width = fresh.size;
  const same = (i: number, j: number): boolean => before[start + i]?.text === after[start + j]?.text;
  const table = new Uint16Array((height + 1) * (width + 1));
  const cell = (i: number, j: number): number => table[i * (width + 1) + j] ?? 0;
  for (let i = height - 1; i >= 0; i -= 1) {
    for (let j = width - 1; j >= 0; j -= 1) {
      table[i * (width + 1) + j] = same(i, j) ? cell(i + 1, j + 1) + 1 : Math.max(cell(i + 1, j), cell(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (same(i, j)) {
      gone.delete(start + i);
      fresh.delete(start + j);
      i += 1;
      j += 1;
    } else if (cell(i + 1, j) >= cell(i, j + 1)) i += 1;
    else j += 1;
  }
}

/** For very long stretches: order is given up, texts are matched by how often they occur. */
function dropSameTexts(before: readonly Key[], after: readonly Key[], gone: Set<number>, fresh: Set<number>): void {
  const places = new Map<string, number[]>();
  for (const at of gone) {
    const text = before[at]?.text ?? "";
    const known = places.get(text);
    if (known) known.push(at);
    else places.set(text, [at]);
  }
  for (const at of [...fresh]) {
    const partner = places.get(after[at]?.text ?? "")?.pop();
    if (partner === undefined) continue;
    gone.delete(partner);
    fresh.delete(at);
  }
}

/** A holder was drawn anew around the same content: nothing that anyone would call a change. */
function dropHollow(lines: readonly Key[], changed: Set<number>): void {
  const filled = new Set<number>();
  for (const at of [...changed].sort((a, b) => b - a)) {
    const { hollow, parent } = lines[at] as Key;
    if (hollow && !filled.has(at)) changed.delete(at);
    else filled.add(parent);
  }
}
