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

export interface Fitted {
  readonly lines: string[];
  readonly shown: number;
  readonly cut: ReadonlyMap<string, number>;
  /** Shown lines whose text did not fit into a line. */
  readonly shortened: number;
}

const RUN = 6;

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
  if (total <= budget) return { lines: all.map(printed), shown: all.length, cut: new Map(), shortened: all.filter(isShortened).length };
  const folds = foldable(all);
  await slice.turn();
  const keep = choose(all, costs, folds, budget);
  await slice.turn();
  return print(all, keep);
}

function choose(all: readonly Line[], costs: Uint32Array, folds: Uint8Array, budget: number): Uint8Array {
  const keep = new Uint8Array(all.length);
  let spent = 60;
  // A note at the place of what is cut costs too; it is paid by what is kept, line by line.
  const take = (at: number, limit: number): boolean => {
    let cost = 0;
    for (let up = at; up >= 0 && !keep[up]; up = all[up]?.parent ?? -1) cost += (costs[up] ?? 0) + (folds[up] ? 3 : 1);
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
  pass(budget * 0.95, (seen, at) => seen.onScreen && !folds[at]);
  pass(budget * 0.95, (seen, at) => seen.ref !== undefined && !folds[at]);
  pass(budget * 0.95, (_seen, at) => !folds[at]);
  pass(budget * 0.95, (seen) => seen.onScreen);
  pass(budget * 0.9, () => true);
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

function print(all: readonly Line[], keep: Uint8Array): Fitted {
  const lines: string[] = [];
  const cut = new Map<string, number>();
  let gap = new Map<string, number>();
  let gapDepth = 0;
  let shown = 0;
  let shortened = 0;
  const flush = (): void => {
    const number = [...gap.values()].reduce((sum, of) => sum + of, 0);
    if (number >= 3) lines.push(`${"  ".repeat(Math.min(gapDepth, 12))}- … left out here: ${kindsOf(gap)}`);
    gap = new Map();
  };
  for (let at = 0; at < all.length; at += 1) {
    const line = all[at] as Line;
    if (keep[at]) {
      flush();
      lines.push(printed(line));
      shown += 1;
      if (isShortened(line)) shortened += 1;
      continue;
    }
    const role = line.seen.ref !== undefined && line.seen.role === "generic" ? "clickable" : line.seen.role;
    cut.set(role, (cut.get(role) ?? 0) + 1);
    if (gap.size === 0) gapDepth = line.depth;
    gapDepth = Math.min(gapDepth, line.depth);
    gap.set(role, (gap.get(role) ?? 0) + 1);
  }
  flush();
  return { lines, shown, cut, shortened };
}
