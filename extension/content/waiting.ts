/** `wait_for`: a text, its going, an element's going, an address, or time. */

import type { Desk } from "./desk.ts";
import { composedHolds, isConnected, rootOf } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { searchable } from "./find.ts";
import { linesOf } from "./lines.ts";
import { now, pause } from "./pace.ts";
import { firstChange } from "./settle.ts";
import { count, folded, quoted } from "./text.ts";
import { walk } from "./walk.ts";
import type { WaitCondition } from "../wire/wire.ts";

export async function waitFor(desk: Desk, condition: WaitCondition, timeout: number): Promise<string> {
  const began = now();
  const until = began + Math.min(timeout, 60_000);
  if (condition.for === "time") {
    await pause(Math.min(condition.ms, timeout, 60_000));
    return `Waited ${count(Math.round(now() - began), "millisecond")}.`;
  }
  for (;;) {
    const met = await holds(desk, condition);
    const waited = Math.round(now() - began);
    if (met !== null) return `${met} (after ${waited} ms).`;
    if (now() >= until) {
      throw new Refusal("timeout", `After ${waited} ms: ${missing(condition)}.`, "Read the page to see what it shows instead, or wait longer.");
    }
    // Changes inside shadow roots and frames go unseen by the observer, so it looks again from time to time.
    await firstChange(Math.min(until - now(), 500));
    await pause(30);
  }
}

async function holds(desk: Desk, condition: Exclude<WaitCondition, { for: "time" }>): Promise<string | null> {
  switch (condition.for) {
    case "text": {
      const line = await lineWith(desk, condition.text);
      return line === null ? null : `${quoted(condition.text)} is on the page: ${line}`;
    }
    case "text_gone":
      return (await lineWith(desk, condition.text)) === null ? `${quoted(condition.text)} is no longer on the page` : null;
    case "ref_gone":
      return isGone(desk, condition.ref) ? `${condition.ref} is gone` : null;
    case "url":
      return location.href.includes(condition.contains) ? `The address is ${location.href}` : null;
  }
}

export async function lineWith(desk: Desk, text: string): Promise<string | null> {
  const wanted = folded(text);
  const scene = await walk(desk.refs);
  if (folded(scene.title).includes(wanted)) return `the title is ${quoted(scene.title)}`;
  return (await linesOf(scene)).find((line) => searchable(line.seen).includes(wanted))?.text ?? null;
}

function isGone(desk: Desk, ref: string): boolean {
  const element = desk.refs.held(ref);
  const root = rootOf(document);
  return !element || !root || !isConnected(element) || !composedHolds(root, element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

function missing(condition: Exclude<WaitCondition, { for: "time" }>): string {
  switch (condition.for) {
    case "text":
      return `${quoted(condition.text)} did not appear`;
    case "text_gone":
      return `${quoted(condition.text)} is still there`;
    case "ref_gone":
      return `${condition.ref} is still there`;
    case "url":
      return `the address is ${location.href}, without ${quoted(condition.contains)}`;
  }
}
