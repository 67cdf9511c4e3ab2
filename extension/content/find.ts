// `find_in_page`: the whole page, also what a snapshot left out; lines with their surroundings and refs.

import { MATCHES_SHOWN } from "./caps.ts";
import { type Line, linesOf, printed } from "./lines.ts";
import type { Scene } from "./seen.ts";
import { count, folded, quoted } from "./text.ts";

export async function findText(scene: Scene, query: string): Promise<string> {
  const wanted = folded(query);
  const lines = await linesOf(scene);
  const texts = lines.map((line) => folded(`${line.text.replace(/ \[ref=[^\]]*\]$/, "")}`));
  let hits = texts.flatMap((text, at) => (text.includes(wanted) ? [at] : []));
  let how = "";
  if (hits.length === 0) {
    const words = wanted.split(" ").filter((word) => word.length > 1);
    if (words.length > 1) {
      hits = texts.flatMap((text, at) => (words.every((word) => text.includes(word)) ? [at] : []));
      how = " as separate words";
    }
  }
  if (hits.length === 0) {
    return `${quoted(query)} was not found on the page (${count(lines.length, "line")} searched, hidden parts not).\nNext: try a shorter or differently spelt text, scroll if the page loads more, or read_page.`;
  }
  const shown = hits.slice(0, MATCHES_SHOWN);
  const out = [`${count(hits.length, "match", "matches")} for ${quoted(query)}${how}${hits.length > shown.length ? `, the first ${shown.length} shown` : ""}:`];
  const told = new Set<number>();
  for (const hit of shown) {
    if (told.has(hit)) continue;
    const around = surroundings(lines, hit);
    for (const at of around) {
      if (told.has(at)) continue;
      told.add(at);
      const line = lines[at] as Line;
      out.push(`${at === hit || shown.includes(at) ? "> " : "  "}${printed(line)}`);
    }
    out.push("");
  }
  while (out.at(-1) === "") out.pop();
  return out.join("\n");
}

/** The way from the top, the line before and after, and the controls that belong to the match. */
function surroundings(lines: readonly Line[], hit: number): number[] {
  const chosen = new Set<number>();
  for (let up = lines[hit]?.parent ?? -1; up >= 0; up = lines[up]?.parent ?? -1) chosen.add(up);
  const depth = lines[hit]?.depth ?? 0;
  for (let at = Math.max(0, hit - 1); at <= Math.min(lines.length - 1, hit + 2); at += 1) {
    if ((lines[at]?.depth ?? 0) >= depth || at === hit) chosen.add(at);
  }
  for (let at = hit + 1; at < lines.length && at <= hit + 12 && (lines[at]?.depth ?? 0) >= depth && lines[at]?.parent !== -1; at += 1) {
    if (lines[at]?.seen.ref !== undefined) chosen.add(at);
  }
  chosen.add(hit);
  return [...chosen].sort((a, b) => a - b);
}
