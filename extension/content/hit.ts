/** Whether an element can take a real person's action at this moment: visible, at rest, enabled, and not covered. */

import {
  boxesOf, boxOf, carries, composedHolds, composedParent, documentOf, elementAt, frameOf, isInput, isLabel, labelsOf, localName, selectIn,
} from "./dom.ts";
import { Refusal } from "./failure.ts";
import { nextFrame, pause } from "./pace.ts";
import { saying, shownName } from "./print.ts";
import type { RefBook } from "./refs.ts";
import { kindOfInput, roleOf } from "./role.ts";
import { CONTROLS } from "./role_kinds.ts";
import { isPainted } from "./sight.ts";
import { isDisabled } from "./state.ts";

export interface Point {
  readonly x: number;
  readonly y: number;
  /** The innermost element there: what a real pointer would touch. */
  readonly on: Element;
}

export function requireEnabled(of: Element): void {
  if (!isDisabled(of)) return;
  throw new Refusal("disabled", `${describe(of)} is disabled.`, "Do first what the page waits for (a required field, a choice), then read it again.");
}

export function describe(of: Element): string {
  const role = roleOf(of);
  return saying({ role, name: shownName(of, role) });
}

/** The element that takes the pointer for a target: itself, or the label that stands for a hidden native control. */
export function surfaceOf(of: Element): Element {
  if (isPainted(of)) return of;
  if (isInput(of) && ["checkbox", "radio", "file"].includes(kindOfInput(of))) {
    const label = labelsOf(of).find(isPainted);
    if (label) return label;
    const box = boxOf(of);
    if (box.width >= 6 && box.height >= 6) return of;
  }
  throw new Refusal("not_visible", `${describe(of)} is on the page but cannot be seen.`, "Open what contains it, or scroll, then read the page again.");
}

/** A point of the target that receives a real pointer, after scrolling if need be. */
export async function reach(of: Element, refs: RefBook): Promise<Point> {
  const surface = await surfaceSoon(of);
  await atRest(surface);
  let found = pointOn(surface, of);
  if (found.point) return found.point;
  for (const block of ["center", "start", "end", "nearest"] as const) {
    surface.scrollIntoView({ block, inline: "center", behavior: "instant" });
    await atRest(surface);
    const again = pointOn(surface, of);
    if (again.point) return again.point;
    if (again.cover) found = again;
  }
  if (found.cover) throw covered(of, found.cover, refs);
  throw new Refusal("not_visible", `${describe(of)} could not be brought into view.`, "Scroll its container, then read the page again.");
}

/** What is only just fading or sliding in is given a moment. */
async function surfaceSoon(of: Element): Promise<Element> {
  for (let tries = 0; tries < APPEARING_TRIES; tries += 1) {
    try {
      return surfaceOf(of);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await pause(APPEARING_MS);
    }
  }
  return surfaceOf(of);
}

const APPEARING_TRIES = 8;
const APPEARING_MS = 50;

/** Two frames with the same box. Hidden tabs paint no frames and animate nothing. */
async function atRest(of: Element): Promise<void> {
  let before = boxOf(of);
  for (let frames = 0; frames < 30; frames += 1) {
    await nextFrame();
    const after = boxOf(of);
    if (Math.abs(after.x - before.x) < 1 && Math.abs(after.y - before.y) < 1 && after.width === before.width && after.height === before.height) return;
    before = after;
  }
}

interface Found {
  readonly point: Point | null;
  readonly cover: Element | null;
}

const SPOTS = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.04, 0.5], [0.04, 0.2], [0.9, 0.5], [0.1, 0.9]] as const;

function pointOn(surface: Element, target: Element): Found {
  const own = documentOf(surface);
  let cover: Element | null = null;
  let inner: Point | null = null;
  for (const { x, y } of spotsOn(surface)) {
    const on = elementAt(own, x, y);
    if (!on) continue;
    if (takes(surface, target, on)) {
      const outside = coverOfFrames(own, x, y);
      if (outside) {
        cover ??= outside;
        continue;
      }
      if (!ownTarget(on, surface)) inner ??= { x, y, on };
      else return { point: { x, y, on }, cover: null };
    } else {
      cover ??= on;
    }
  }
  // Only nested targets were hit: the element itself is named instead of what happens to lie in its middle.
  if (inner) return { point: isLabel(surface) ? { ...inner, on: target } : { ...inner, on: surface }, cover: null };
  return { point: null, cover };
}

type Spot = Pick<Point, "x" | "y">;

/** Places of the part in view, the likeliest first. Of what is a target by signs alone, the words may be the target. */
function* spotsOn(surface: Element): Generator<Spot> {
  const words = ownWords(surface);
  if (words && roleOf(surface) === "generic") yield words;
  const view = documentOf(surface).defaultView ?? window;
  for (const box of Array.from(boxesOf(surface)).concat(boxOf(surface)).slice(0, 4)) {
    const left = Math.max(box.left, 0);
    const top = Math.max(box.top, 0);
    const right = Math.min(box.right, view.innerWidth);
    const bottom = Math.min(box.bottom, view.innerHeight);
    if (right - left < 1 || bottom - top < 1) continue;
    for (const [across, down] of SPOTS) yield { x: left + (right - left) * across, y: top + (bottom - top) * down };
  }
  if (words) yield words;
}

/** Beside them only nested targets may lie. */
function ownWords(surface: Element): Spot | null {
  const texts = documentOf(surface).createTreeWalker(surface, NodeFilter.SHOW_TEXT);
  for (let looked = 0, text = texts.nextNode(); text && looked < TEXTS_LOOKED_AT; looked += 1, text = texts.nextNode()) {
    if (!/\S/.test(text.textContent ?? "") || !text.parentElement || !ownTarget(text.parentElement, surface)) continue;
    const range = documentOf(surface).createRange();
    range.selectNodeContents(text);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    if (right > left) return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  return null;
}

const TEXTS_LOOKED_AT = 20;

function takes(surface: Element, target: Element, on: Element): boolean {
  if (composedHolds(surface, on) || composedHolds(target, on)) return true;
  return labelsOf(target).some((label) => composedHolds(label, on));
}

/** No other control lies between the point and the target. */
function ownTarget(on: Element, surface: Element): boolean {
  for (let at: Element | null = on; at && at !== surface; at = composedParent(at)) {
    const tag = localName(at);
    if ((tag === "a" && carries(at, "href")) || tag === "button" || tag === "input" || tag === "select" || tag === "textarea") return false;
    if (carries(at, "role") && CONTROLS.has(roleOf(at))) return false;
  }
  return true;
}

function coverOfFrames(of: Document, x: number, y: number): Element | null {
  let frame = frameOf(of);
  let point = { x, y };
  while (frame) {
    const box = boxOf(frame);
    point = { x: point.x + box.left + frame.clientLeft, y: point.y + box.top + frame.clientTop };
    const outer = documentOf(frame);
    const on = elementAt(outer, point.x, point.y);
    if (on !== frame) return on ?? frame;
    frame = frameOf(outer);
  }
  return null;
}

function covered(of: Element, cover: Element, refs: RefBook): Refusal {
  let blocker = cover;
  for (let at: Element | null = cover; at; at = composedParent(at)) {
    if (composedHolds(at, of)) break;
    blocker = at;
    if (["dialog", "alertdialog", "banner", "region"].includes(roleOf(at))) break;
  }
  const ways = Array.from(selectIn(blocker, "button, [role=button], a[href], input[type=button]"))
    .filter(isPainted)
    .slice(0, 4)
    .map((way) => {
      const role = roleOf(way);
      const name = shownName(way, role);
      return `${saying({ role, name })} [ref=${refs.name(way, role, name)}]`;
    });
  const next = ways.length > 0 ? `Close it first; in it: ${ways.join(", ")}.` : "Close or move what covers it, or scroll, then read the page again.";
  return new Refusal("covered", `${describe(of)} is covered by ${describe(blocker)}: a click would land there. Nothing was done.`, next);
}
