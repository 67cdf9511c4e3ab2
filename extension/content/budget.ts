/**
 * Fitting a scene into a number of tokens. What is left out is counted by kind, at its place and at the end.
 *
 * Order of keeping: what is pinned (dialogs, alerts, headings, focus) with the way to it, what is on screen, controls off
 * screen, text off screen. Rows that repeat fold first.
 */

import { limitOf, type Line, linesOf, printed } from "./lines.ts";
import { Slice } from "./pace.ts";
import type { Scene, Seen } from "./seen.ts";
import { count, tokensOf } from "./text.ts";

export interface Printed {
  readonly text: string;
  /** Place of a frame whose content belongs below. */
  readonly frame?: string | undefined;
}

export interface Fitted {
  readonly lines: readonly Printed[];
  readonly shown: number;
  readonly cut: ReadonlyMap<string, number>;
  /** Shown lines whose text did not fit into a line. */
  readonly shortened: number;
}

const RUN = 6;
/** Kept free for the notes on what is cut. */
const NOTES_TOKENS = 90;

export async function fit(scene: Scene, budget: number): Promise<Fitted> {
  const all = await linesOf(scene);
  const costs = new Uint32Array(all.length);
  const slice = new Slice();
  let total = 0;
  for (let at = 0; at < all.length; at += 1) {
    costs[at] = tokensOf(printed(all[at] as Line)) + 1;
    total += costs[at] ?? 0;
    if ((at & 255) === 0 && slice.isOver()) await slice.turn();
  }
  if (total <= budget) return { lines: all.map(withFrame), shown: all.length, cut: new Map(), shortened: all.filter(isShortened).length };
  const folds = foldable(all);
  await slice.turn();
  const keep = choose(all, costs, folds, budget);
  await slice.turn();
  return print(all, keep, budget);
}

function choose(all: readonly Line[], costs: Uint32Array, folds: Uint8Array, budget: number): Uint8Array {
  const keep = new Uint8Array(all.length);
  // The notes on what is cut have to find room as well.
  let spent = NOTES_TOKENS;
  const take = (at: number, limit: number): boolean => {
    let cost = 0;
    for (let up = at; up >= 0 && !keep[up]; up = all[up]?.parent ?? -1) cost += costs[up] ?? 0;
    if (spent + cost > limit) return false;
    spent += cost;
    for (let up = at; up >= 0 && !keep[up]; up = all[up]?.parent ?? -1) keep[up] = 1;
    return true;
  };
  const pass = (limit: number, wanted: (seen: Seen, at: number) => boolean): void => {
    let misses = 0;
    for (let at = 0; at < all.length && misses < 40; at += 1) {
      const line = all[at] as Line;
      if (!keep[at] && wanted(line.seen, at) && !take(at, limit)) misses += 1;
    }
  };
  pass(budget * 0.45, (seen) => seen.pinned && seen.role !== "heading");
  pass(budget * 0.6, (seen, at) => seen.pinned && !folds[at]);
  pass(budget, (seen, at) => seen.onScreen && seen.ref !== undefined && !folds[at]);
  pass(budget, (seen, at) => seen.onScreen && !folds[at]);
  pass(budget, (seen, at) => seen.ref !== undefined && !folds[at]);
  pass(budget, (_seen, at) => !folds[at]);
  pass(budget, (seen) => seen.onScreen);
  pass(budget, () => true);
  dropHollow(all, keep);
  return keep;
}

function isShortened({ seen }: Line): boolean {
  return seen.name.length > limitOf(seen);
}

/** A nameless holder of which nothing fitted says nothing. */
function dropHollow(all: readonly Line[], keep: Uint8Array): void {
  const filled = new Uint8Array(all.length);
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const { seen, parent } = all[at] as Line;
    if (keep[at] && seen.name === "" && seen.ref === undefined && !seen.pinned && seen.children.length > 0 && !filled[at]) keep[at] = 0;
    if (keep[at] && parent >= 0) filled[parent] = 1;
  }
}

/** Lines of siblings that look alike beyond the first few of their run. */
function foldable(all: readonly Line[]): Uint8Array {
  const folds = new Uint8Array(all.length);
  const runs = new Map<number, { shape: string; length: number }>();
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] as Line;
    if (line.parent >= 0 && folds[line.parent]) {
      folds[at] = 1;
      continue;
    }
    const shape = shapeOf(line.seen);
    const run = runs.get(line.parent);
    if (run?.shape === shape) {
      run.length += 1;
      if (run.length > RUN && !(line.seen.pinned && line.seen.role !== "heading")) folds[at] = 1;
    } else {
      runs.set(line.parent, { shape, length: 1 });
    }
  }
  return folds;
}

function shapeOf(seen: Seen): string {
  return `${seen.role}/${seen.children.slice(0, 3).map((child) => child.role).join()}`;
}

const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  link: ["link", "links"], button: ["button", "buttons"], text: ["line of text", "lines of text"], row: ["row", "rows"],
  listitem: ["list item", "list items"], heading: ["heading", "headings"], img: ["image", "images"], checkbox: ["checkbox", "checkboxes"],
  radio: ["radio button", "radio buttons"], textbox: ["text field", "text fields"], option: ["option", "options"], generic: ["group", "groups"],
  combobox: ["list box", "list boxes"], searchbox: ["search field", "search fields"], gridcell: ["cell", "cells"], cell: ["cell", "cells"],
  switch: ["switch", "switches"], status: ["status", "statuses"],
};

export function kindsOf(cut: ReadonlyMap<string, number>): string {
  return [...cut]
    .sort((a, b) => b[1] - a[1])
    .map(([role, number]) => {
      const [one, many] = KINDS[role] ?? [role, `${role}s`];
      return count(number, one, many);
    })
    .join(", ");
}

interface Gap {
  /** Index among the printed lines before which it stands. */
  readonly before: number;
  readonly depth: number;
  readonly cut: ReadonlyMap<string, number>;
  readonly number: number;
}

function withFrame(line: Line): Printed {
  return { text: printed(line), frame: line.seen.frame };
}

function print(all: readonly Line[], keep: Uint8Array, budget: number): Fitted {
  const lines: Printed[] = [];
  const gaps: Gap[] = [];
  const cut = new Map<string, number>();
  let here = new Map<string, number>();
  let depth = 0;
  let shortened = 0;
  const close = (): void => {
    const number = [...here.values()].reduce((sum, of) => sum + of, 0);
    if (number > 0) gaps.push({ before: lines.length, depth, cut: here, number });
    here = new Map();
  };
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] as Line;
    if (keep[at]) {
      close();
      lines.push(withFrame(line));
      if (isShortened(line)) shortened += 1;
      continue;
    }
    const role = line.seen.ref !== undefined && line.seen.role === "generic" ? "clickable" : line.seen.role;
    cut.set(role, (cut.get(role) ?? 0) + 1);
    depth = here.size === 0 ? line.depth : Math.min(depth, line.depth);
    here.set(role, (here.get(role) ?? 0) + 1);
  }
  close();
  return { lines: withNotes(lines, gaps, budget), shown: lines.length, cut, shortened };
}

/** Says at their place what the largest gaps hold, as far as the budget reaches; the sum at the end holds them all. */
function withNotes(lines: readonly Printed[], gaps: readonly Gap[], budget: number): Printed[] {
  let room = budget - lines.reduce((sum, line) => sum + tokensOf(line.text) + 1, 0);
  const notes = new Map<number, string>();
  for (const gap of [...gaps].sort((a, b) => b.number - a.number)) {
    const note = `${"  ".repeat(Math.min(gap.depth, 12))}- … left out here: ${kindsOf(gap.cut)}`;
    room -= tokensOf(note) + 1;
    if (room < 0 || gap.number < 3) break;
    notes.set(gap.before, note);
  }
  const out: Printed[] = [];
  for (let at = 0; at <= lines.length; at += 1) {
    const note = notes.get(at);
    if (note !== undefined) out.push({ text: note });
    const line = lines[at];
    if (line !== undefined) out.push(line);
  }
  return out;
}
