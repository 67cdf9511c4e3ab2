/** What a finished element keeps of its content: runs of text in one line, names not said twice, cells in their row. */

import { SEARCHED_CHARS, TEXT_CHARS } from "./caps.ts";
import { CONTROLS } from "./role_kinds.ts";
import type { Seen } from "./seen.ts";
import { says, shorten, wordsOf } from "./text.ts";

/** Roles whose plain text stands in their own line. */
const HOLDS_TEXT = new Set(["listitem", "cell", "gridcell", "columnheader", "rowheader", "alert", "status", "term", "definition", "log", "tooltip", "timer", "generic"]);
/** Text up to this length is joined into one line; more is better read line by line. */
const OWN_TEXT_CHARS = 160;
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);

export function finish(seen: Seen): void {
  seen.children = unsaid(joinText(seen.children), seen);
  if (seen.role === "heading") seen.children = seen.children.filter((child) => child.ref !== undefined);
  else if (seen.role === "row") row(seen);
  else if (seen.marks.some((mark) => BY_SIGNS.has(mark))) bySigns(seen);
  else if (CELLS.has(seen.role) && seen.ref !== undefined) seen.children = seen.children.filter((child) => child.role !== "text");
  else if (HOLDS_TEXT.has(seen.role)) ownText(seen);
}

function joinText(children: Seen[]): Seen[] {
  const joined: Seen[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (child.role === "text" && child.joins && last?.role === "text") {
      last.name = last.name.length > SEARCHED_CHARS ? last.name : last.name + child.name;
      last.onScreen ||= child.onScreen;
    } else {
      joined.push(child);
    }
  }
  return joined;
}

/** Leaves out what the name of the control around or beside it says. */
function unsaid(children: Seen[], { role, name, ref }: Seen): Seen[] {
  const named = ref !== undefined && CONTROLS.has(role);
  return children.filter((child, at) => {
    if (child.role !== "text") return true;
    if (named && says(name, child.name)) return false;
    const words = wordsOf(child.name);
    return words === "" || ![children[at - 1], children[at + 1]].some((beside) => beside?.ref !== undefined && wordsOf(beside.name) === words);
  });
}

/** The name of a plain target is what it says; a card with parts shows the parts and not the same again as a name. */
function bySigns(seen: Seen): void {
  const plain = seen.children.every((child) => child.role === "text");
  if (plain && seen.name !== "" && seen.name.length < TEXT_CHARS) {
    seen.children = [];
  } else if (seen.children.some((child) => child.name !== "" && seen.name.includes(child.name.slice(0, 40)))) {
    seen.name = "";
    ownText(seen);
  }
}

const BY_SIGNS = new Set(["[clickable]", "[draggable]"]);

function ownText(seen: Seen): void {
  const texts: string[] = [];
  while (seen.children[0]?.role === "text" && seen.name === "") {
    const text = seen.children[0];
    if (texts.length > 0 && texts.join(" ").length + text.name.length > OWN_TEXT_CHARS) break;
    texts.push(text.name);
    seen.children.shift();
  }
  if (texts.length > 0) seen.name = texts.join(" ");
}

/** Cells of text are one line, `a | b | c`; what can be operated in them follows below. */
function row(seen: Seen): void {
  const cells: string[] = [];
  const rest: Seen[] = [];
  for (const child of seen.children) {
    if (CELLS.has(child.role) && child.ref === undefined) {
      const words = [child.name, ...child.children.filter((inner) => inner.role === "text").map((inner) => inner.name)].filter(Boolean);
      cells.push(words.join(" "));
      rest.push(...child.children.filter((inner) => inner.role !== "text"));
    } else {
      rest.push(child);
    }
  }
  if (cells.some(Boolean)) seen.name = shorten(cells.filter(Boolean).join(" | "), SEARCHED_CHARS);
  seen.children = rest;
}

export function isEmpty(seen: Seen): boolean {
  return seen.children.length === 0 && seen.name === "" && seen.ref === undefined && !seen.marks.some((mark) => !STILL_EMPTY.test(mark)) && !WORTH_ALONE.has(seen.role);
}

/** Only its children make it worth a line. */
export function holdsNothingElse(seen: Seen): boolean {
  return seen.name === "" && seen.ref === undefined && seen.marks.length === 0;
}

const STILL_EMPTY = /^\[(unchecked|level=\d)\]$/;

const WORTH_ALONE = new Set(["img", "iframe", "canvas", "video", "audio", "progressbar", "meter"]);

export function remove(seen: Seen, from: Seen): void {
  const at = from.children.lastIndexOf(seen);
  if (at >= 0) from.children.splice(at, 1);
}

export function unwrap(seen: Seen, from: Seen): void {
  const at = from.children.lastIndexOf(seen);
  if (at >= 0) from.children.splice(at, 1, ...seen.children);
}

/** A generic element is shown if it is a target of its own, or holds one of several like things together. */
export function settleGeneric(seen: Seen, from: Seen): void {
  const targets = seen.children.filter((child) => child.ref !== undefined).length;
  if (seen.ref !== undefined) {
    // Nothing of its own to say or to hit: the frame of the controls inside.
    if (targets > 0 && targets === seen.children.length && seen.marks.includes("[clickable]")) unwrap(seen, from);
    return;
  }
  if (seen.children.length >= 2 && targets >= 1) return;
  unwrap(seen, from);
}
