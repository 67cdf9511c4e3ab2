/** A look at a page that is waited for. What goes back is whether the condition holds, and never what the page says. */

import type { Desk } from "./desk.ts";
import { searchable } from "./find.ts";
import { linesOf } from "./lines.ts";
import { now, pause } from "./pace.ts";
import { firstChange } from "./settle.ts";
import { folded } from "./text.ts";
import { lineWith } from "./waiting.ts";
import { walk } from "./walk.ts";
import type { Glimpse, WatchCondition } from "../wire/wire.ts";

export async function watch(desk: Desk, condition: WatchCondition, print: string | undefined, patience: number): Promise<Glimpse> {
  const until = now() + Math.min(patience, 60_000);
  if (condition.for === "changed" && print === undefined) return { type: "began", print: await printOfPage(desk) };
  for (;;) {
    if (await holds(desk, condition, print)) return { type: "met" };
    if (now() >= until) return { type: "not_yet" };
    // Changes inside shadow roots and frames go unseen by the observer, so it looks again from time to time. A page that never
    // rests is not read without a pause either.
    await firstChange(Math.min(until - now(), 2_000));
    await pause(1_000);
  }
}

async function holds(desk: Desk, condition: WatchCondition, print: string | undefined): Promise<boolean> {
  switch (condition.for) {
    case "text":
      return (await lineWith(desk, condition.text)) !== null;
    case "text_gone":
      return (await lineWith(desk, condition.text)) === null;
    case "url":
      return location.href.includes(condition.contains);
    case "changed":
      return (await printOfPage(desk)) !== print;
  }
}

/** Of the text that can be seen. FNV-1a of 64 bits: it tells one text from another, and the text cannot be had back from it. */
async function printOfPage(desk: Desk): Promise<string> {
  const scene = await walk(desk.refs);
  const text = [scene.title, ...(await linesOf(scene)).map((line) => searchable(line.seen))].map(folded).join("\n");
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16);
}
