/**
 * Whether a person can see what an element draws.
 *
 * `display`, `visibility`, `opacity`, clipping, zero size, off-page positions, a place behind the page, `inert` and `aria-hidden` are
 * looked at; what else lies on top of an element is not (covering is a matter of the moment of acting).
 */

import { attribute, boxOf, carries, composedHolds, composedParent, documentOf, elementAt, isElement, isFrame, localName, styleOf } from "./dom.ts";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const EVERYWHERE: Box = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

export type Hiding = "display" | "opacity" | "aria" | "clip" | "behind";

/** Why nothing of an element's subtree can be seen, or null. Visibility is told apart: descendants may turn it on again. */
export function hiding(of: Element, style: CSSStyleDeclaration): Hiding | null {
  if (style.display === "none" || style.contentVisibility === "hidden") return "display";
  if (attribute(of, "aria-hidden") === "true" || carries(of, "inert")) return "aria";
  if (Number(style.opacity) < 0.02 || /opacity\(0%?\)/.test(style.filter)) return "opacity";
  if (isClippedAway(of, style)) return "clip";
  if (liesBehind(of, style)) return "behind";
  return null;
}

/** Put behind the flow, where something else of the page lies over its middle. */
function liesBehind(of: Element, style: CSSStyleDeclaration): boolean {
  if (style.position === "static" || !(Number.parseInt(style.zIndex, 10) < 0)) return false;
  const box = boxOf(of);
  const over = elementAt(documentOf(of), (box.left + box.right) / 2, (box.top + box.bottom) / 2);
  return over !== null && !composedHolds(of, over) && !composedHolds(over, of) && channels(styleOf(over).backgroundColor) !== null;
}

function isClippedAway(of: Element, style: CSSStyleDeclaration): boolean {
  const placed = style.position === "absolute" || style.position === "fixed";
  if (placed && /^rect\(\s*(0|1)(px)?[ ,]+(0|1)(px)?[ ,]+(0|1)(px)?[ ,]+(0|1)(px)?\s*\)$/.test(style.clip)) return true;
  if (style.clipPath !== "none" && /inset\(\s*(100|50)%|circle\(0(px|%)?[ )]|polygon\(0px 0px(, 0px 0px)*\)/.test(style.clipPath)) return true;
  if (/(^|[ (])scale(3d)?\(0[,)]|^matrix\(0, 0, 0, 0,/.test(style.transform) || style.scale === "0") return true;
  const clips = style.overflowX !== "visible" || style.overflowY !== "visible";
  if (clips && localName(of) !== "body" && localName(of) !== "html") {
    const box = boxOf(of);
    if (box.width <= 1 || box.height <= 1) return style.display !== "contents" && style.display !== "inline";
  }
  // Far outside to the left or above the page nothing can be scrolled to.
  if (placed || style.position === "relative") {
    const box = boxOf(of);
    const { scrollX, scrollY } = of.ownerDocument.defaultView ?? window;
    if (box.width > 0 && box.right + scrollX <= -100) return style.direction !== "rtl";
    if (box.height > 0 && box.bottom + scrollY <= -100 && style.position !== "fixed") return true;
    if (style.position === "fixed" && box.bottom <= -100) return true;
  }
  return false;
}

/** Text that is set so that nobody can read it. `of` is what holds it, if that is an element. */
export function textIsDrawn(of: Element | null, style: CSSStyleDeclaration): boolean {
  if (style.visibility !== "visible") return false;
  if (Number.parseFloat(style.fontSize) < 2) return false;
  if (Number.parseFloat(style.textIndent) < -500) return false;
  const color = style.getPropertyValue("-webkit-text-fill-color") || style.color;
  // Transparent letters over a clipped background are drawn by the background.
  if (style.getPropertyValue("-webkit-background-clip") === "text") return true;
  return !/rgba\(.*, 0\)$/.test(color) && (of === null || !isOnItsOwnColour(of, style, color));
}

/** Channels that differ by no more than this look the same. */
const SAME = 6;
const WHITE = [255, 255, 255] as const;
/** So far up a background is looked for. */
const GROUND_DEPTH = 8;

type Channels = readonly [number, number, number];

/** Of an opaque colour. */
function channels(color: string): Channels | null {
  const [, r, g, b] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? [];
  return r === undefined || g === undefined || b === undefined ? null : [Number(r), Number(g), Number(b)];
}

function areAlike(a: Channels, b: Channels): boolean {
  return a.every((channel, at) => Math.abs(channel - (b[at] ?? 0)) <= SAME);
}

/**
 * Letters in the colour of what they stand on. Of what an element stands on only its own background is certain; a page's is looked for
 * where the letters are white, as they then are on no page that means them to be read.
 */
function isOnItsOwnColour(of: Element, style: CSSStyleDeclaration, color: string): boolean {
  const letters = channels(color);
  if (letters === null || style.backgroundImage !== "none") return false;
  const own = channels(style.backgroundColor);
  if (own !== null) return areAlike(letters, own);
  return areAlike(letters, WHITE) && standsOn(letters, of, style);
}

/** Whether the page behind an element without a background of its own is of this colour, as far as that is certain. */
function standsOn(letters: Channels, of: Element, own: CSSStyleDeclaration): boolean {
  let [at, style] = [of, own];
  for (let depth = 0; depth < GROUND_DEPTH && isInTheFlow(style); depth += 1) {
    const ground = channels(style.backgroundColor);
    if (ground !== null) return areAlike(letters, ground);
    const parent = composedParent(at);
    if (parent === null || isFrame(parent)) return !/dark/.test(style.colorScheme);
    [at, style] = [parent, styleOf(parent)];
    if (/grid/.test(style.display)) return false;
  }
  return false;
}

/** What is not may stand on anything: a picture, say, that is no ancestor of it. */
function isInTheFlow({ position, transform, backgroundImage, backgroundColor }: CSSStyleDeclaration): boolean {
  return position === "static" && transform === "none" && backgroundImage === "none" && !/rgba\(.*, 0\.\d/.test(backgroundColor);
}

/** Whether an element is painted at all: its own chain, out of every frame. */
export function isPainted(of: Element): boolean {
  let first = true;
  for (let at: Element | null = of; at; at = composedParent(at)) {
    const style = styleOf(at);
    if (first && style.visibility !== "visible") return false;
    if (style.display === "none") return false;
    if (Number(style.opacity) < 0.02) return false;
    if (isFrame(at)) first = true;
    else first = false;
    if (isClippedAway(at, style)) return false;
  }
  const box = boxOf(of);
  return (box.width > 0 && box.height > 0) || hasPaintedChild(of);
}

function hasPaintedChild(of: Element): boolean {
  for (const child of Array.from(of.querySelectorAll("*")).slice(0, 50)) {
    const box = boxOf(child);
    if (box.width > 0 && box.height > 0 && isElement(child) && styleOf(child).visibility === "visible") return true;
  }
  return false;
}

export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

export function meets(a: Box, b: Box): boolean {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}
