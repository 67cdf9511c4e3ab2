/**
 * What changed between two scenes: `+` is new, `~` is an element that says something else now, and `gone:` (never a dash, which
 * begins the lines of a snapshot) tells the outermost lines of what is gone. What is new stands under the nearest line that stayed.
 */

import { DIFF_LINES, GONE_LINES } from "./caps.ts";
import { compared, type Matched, match } from "./matching.ts";
import { type Line, printed } from "./lines.ts";
import { shorten } from "./text.ts";

export interface Difference {
  readonly text: string;
  /** Changed lines in all, shown or not. */
  readonly lines: number;
}

export function difference(before: readonly Line[], after: readonly Line[]): Difference {
  const { gone, fresh } = match(before.map(compared), after.map(compared));
  const changed = pairs(before, after, { gone, fresh });
  const lines = gone.size + fresh.size;
  if (lines === 0) return { text: "", lines: 0 };
  const young = told(after, fresh, changed);
  const old = outermost(before, gone);
  const out = [...young.slice(0, DIFF_LINES), ...old.slice(0, GONE_LINES)];
  const more = Math.max(0, young.length - DIFF_LINES) + Math.max(0, old.length - GONE_LINES);
  if (more > 0) out.push(`… and ${more} more changed lines; read_page shows the page as it is now.`);
  return { text: out.join("\n"), lines };
}

/** Lines of one and the same element on both sides: told once, as it is now, and no longer among the gone. */
function pairs(before: readonly Line[], after: readonly Line[], { gone, fresh }: Matched): Set<number> {
  const old = new Map<Element, number>();
  for (const at of gone) {
    const element = before[at]?.seen.element;
    if (element) old.set(element, at);
  }
  const changed = new Set<number>();
  for (const at of fresh) {
    const element = after[at]?.seen.element;
    const was = element ? old.get(element) : undefined;
    if (was === undefined) continue;
    gone.delete(was);
    changed.add(at);
  }
  return changed;
}

function told(after: readonly Line[], fresh: ReadonlySet<number>, changed: ReadonlySet<number>): string[] {
  const out: string[] = [];
  let shownUnder: number | null = null;
  for (const at of fresh) {
    const line = after[at] as Line;
    let under = line.parent;
    while (under >= 0 && fresh.has(under)) under = after[under]?.parent ?? -1;
    if (under !== shownUnder) {
      shownUnder = under;
      const holder = after[under];
      out.push(holder ? `  in ${shorten(holder.text, 120)}` : "  on the page");
    }
    const depth = line.depth - (under >= 0 ? (after[under]?.depth ?? 0) + 1 : 0);
    out.push(`${changed.has(at) ? "~" : "+"} ${printed({ depth, text: line.text }).replace("- ", "")}`);
  }
  return out;
}

/** A ref of something that is gone is of no use. */
const REF = / \[ref=[^\]]*\]/g;

function outermost(before: readonly Line[], gone: ReadonlySet<number>): string[] {
  const within = new Map<number, number[]>();
  for (const at of gone) {
    let root = at;
    for (let up = before[at]?.parent ?? -1; up >= 0; up = before[up]?.parent ?? -1) if (gone.has(up)) root = up;
    const inner = within.get(root);
    if (inner) inner.push(at);
    else within.set(root, [at]);
  }
  return [...within].map(([root, inner]) => {
    const line = before[root] as Line;
    const first = line.seen.name === "" ? before[inner.find((at) => before[at]?.seen.name !== "") ?? root] : undefined;
    const what = first && first !== line ? `${line.text} with ${first.text}` : line.text;
    return `gone: ${what.replace(REF, "")}${inner.length > 1 ? ` (${inner.length} lines)` : ""}`;
  });
}
