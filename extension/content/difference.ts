// What changed between two scenes, in lines: only what is new, gone or different, under the nearest line that stayed.

import { DIFF_LINES } from "./caps.ts";
import { type Line, printed } from "./lines.ts";

export interface Difference {
  readonly text: string;
  readonly lines: number;
}

export function difference(before: readonly Line[], after: readonly Line[]): Difference {
  const changes = compare(before.map(compared), after.map(compared));
  if (changes.length === 0) return { text: "", lines: 0 };
  const out: string[] = [];
  let under = -1;
  for (const change of changes.slice(0, DIFF_LINES)) {
    if (change.sign === "+" && change.under !== under) {
      under = change.under;
      const line = after[under];
      out.push(line ? `  in ${line.text}` : "  on the page");
    }
    out.push(`${change.sign} ${printed({ depth: change.sign === "+" ? change.depth : 0, text: change.line.text }).replace("- ", "")}`);
  }
  if (changes.length > DIFF_LINES) out.push(`… and ${changes.length - DIFF_LINES} more changed lines; read_page shows them.`);
  return { text: out.join("\n"), lines: changes.length };
}

/** Focus moves with every action and is told apart; how far a list is scrolled is no change of the page. */
function compared(line: Line): Line {
  return { ...line, text: line.text.replace(/ \[focused\]| \[scrolls: [^\]]*\]/g, "") };
}

interface Change {
  readonly sign: "+" | "-";
  readonly line: Line;
  /** Of an added line: the unchanged line above it in the tree, and how far below it stands. */
  readonly under: number;
  readonly depth: number;
}

function compare(before: readonly Line[], after: readonly Line[]): Change[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start]?.text === after[start]?.text) start += 1;
  let tail = 0;
  while (tail < before.length - start && tail < after.length - start && before.at(-1 - tail)?.text === after.at(-1 - tail)?.text) tail += 1;
  const old = before.slice(start, before.length - tail);
  const young = after.slice(start, after.length - tail);
  const keptYoung = old.length * young.length <= 4_000_000 ? longest(old, young) : sameTexts(old, young);
  const added = new Set<number>();
  young.forEach((_line, at) => {
    if (!keptYoung.young.has(at)) added.add(start + at);
  });
  const changes: Change[] = old.filter((_line, at) => !keptYoung.old.has(at)).map((line) => ({ sign: "-" as const, line, under: -1, depth: 0 }));
  for (const at of added) {
    const line = after[at] as Line;
    let under = line.parent;
    while (under >= 0 && added.has(under)) under = after[under]?.parent ?? -1;
    changes.push({ sign: "+", line, under, depth: line.depth - (under >= 0 ? (after[under]?.depth ?? 0) + 1 : 0) });
  }
  return changes;
}

interface Kept {
  readonly old: Set<number>;
  readonly young: Set<number>;
}

/** The longest common subsequence, by the plain table. */
function longest(old: readonly Line[], young: readonly Line[]): Kept {
  const width = young.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = young.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        old[i]?.text === young[j]?.text
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  const kept: Kept = { old: new Set(), young: new Set() };
  for (let i = 0, j = 0; i < old.length && j < young.length; ) {
    if (old[i]?.text === young[j]?.text) {
      kept.old.add(i);
      kept.young.add(j);
      i += 1;
      j += 1;
    } else if ((table[(i + 1) * width + j] ?? 0) >= (table[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return kept;
}

/** For very long stretches: order is given up, texts are matched by how often they occur. */
function sameTexts(old: readonly Line[], young: readonly Line[]): Kept {
  const places = new Map<string, number[]>();
  old.forEach((line, at) => {
    const known = places.get(line.text);
    if (known) known.push(at);
    else places.set(line.text, [at]);
  });
  const kept: Kept = { old: new Set(), young: new Set() };
  young.forEach((line, at) => {
    const match = places.get(line.text)?.shift();
    if (match === undefined) return;
    kept.old.add(match);
    kept.young.add(at);
  });
  return kept;
}
