/** `find_in_page`: the whole page, also what a snapshot left out or shortened; lines with their surroundings and refs. */

import { MATCHES_SHOWN } from "./caps.ts";
import { limitOf, type Line, linesOf, printed } from "./lines.ts";
import { Slice } from "./pace.ts";
import type { Scene, Seen } from "./seen.ts";
import { count, folded, quoted } from "./text.ts";

/** All that a line says, in the form in which it is searched. */
export function searchable(seen: Seen): string {
  return folded([seen.role, seen.name, ...seen.marks].join(" "));
}

export interface Found {
  readonly text: string;
  readonly matches: number;
}

export async function findText(scene: Scene, query: string): Promise<Found> {
  const wanted = folded(query);
  if (wanted === "") return { text: "The query is empty.\nNext: give a text to look for.", matches: 0 };
  const lines = await linesOf(scene);
  const words = wanted.split(" ").filter((word) => word.length > 1);
  const whole: number[] = [];
  const scattered: number[] = [];
  const slice = new Slice();
  for (const [at, line] of lines.entries()) {
    const text = searchable(line.seen);
    if (text.includes(wanted)) whole.push(at);
    else if (words.length > 1 && words.every((word) => text.includes(word))) scattered.push(at);
    if ((at & 255) === 0 && slice.isOver()) await slice.turn();
  }
  const hits = whole.length > 0 ? whole : scattered;
  if (hits.length === 0) {
    const text = [
      `${quoted(query)} was not found on the page (${count(lines.length, "line")} searched${scene.whole ? "" : ", not the whole page"}; hidden parts are not).`,
      ...scene.notes.map((note) => `note: ${note}`),
      "Next: try a shorter or differently spelt text, scroll if the page loads more, or read_page.",
    ].join("\n");
    return { text, matches: 0 };
  }
  return { text: report(lines, hits, wanted, `${quoted(query)}${whole.length > 0 ? "" : " as separate words"}`), matches: hits.length };
}

function report(lines: readonly Line[], hits: readonly number[], wanted: string, named: string): string {
  const shown = new Set(hits.slice(0, MATCHES_SHOWN));
  const out = [`${count(hits.length, "match", "matches")} for ${named}${hits.length > shown.size ? `, the first ${shown.size} shown` : ""}:`];
  const told = new Set<number>();
  for (const hit of shown) {
    if (told.has(hit)) continue;
    for (const at of surroundings(lines, hit)) {
      const line = lines[at];
      if (!line || told.has(at)) continue;
      told.add(at);
      out.push(`${shown.has(at) ? "> " : "  "}${printed(line)}`);
      if (shown.has(at)) out.push(...excerpt(line.seen, wanted));
    }
    out.push("");
  }
  while (out.at(-1) === "") out.pop();
  return out.join("\n");
}

/** The stretch around a match that lies beyond what the line shows. */
function excerpt(seen: Seen, wanted: string): string[] {
  const limit = limitOf(seen);
  const at = seen.name.toLowerCase().indexOf(wanted);
  if (at < 0 || at + wanted.length < limit) return [];
  return [`    there: ${quoted(`…${seen.name.slice(Math.max(0, at - 120), at + wanted.length + 120)}…`)}`];
}

/** The way from the top, the line before and after, and the controls that belong to the match. */
function surroundings(lines: readonly Line[], hit: number): number[] {
  const chosen = new Set<number>([hit]);
  for (let up = lines[hit]?.parent ?? -1; up >= 0; up = lines[up]?.parent ?? -1) chosen.add(up);
  const depth = lines[hit]?.depth ?? 0;
  for (let at = Math.max(0, hit - 1); at <= Math.min(lines.length - 1, hit + 2); at += 1) {
    if ((lines[at]?.depth ?? 0) >= depth) chosen.add(at);
  }
  const parent = lines[hit]?.parent ?? -1;
  for (let at = hit + 1; at <= hit + 12 && (lines[at]?.depth ?? -1) >= depth && parent !== -1; at += 1) {
    if (lines[at]?.seen.ref !== undefined) chosen.add(at);
  }
  return [...chosen].sort((a, b) => a - b);
}
