/**
 * Which frames answer for themselves, and how they are told apart. A frame of the page's own origin is read by the script of the
 * page; one of another origin has a script of its own, and the worker puts both texts together.
 */

import { frameWindow, frameOf } from "./dom.ts";

/** True of the page, and of a frame that nobody else can read. */
export function answersForItself(): boolean {
  return window === window.top || frameOf(document) === null;
}

/**
 * Place of a window among the frames of its tab, from the page down: `0.2`; empty for the page. Windows of any origin may be
 * counted and compared, so no word has to pass between them. `?` stands for a frame that the count leaves out, as in a shadow root.
 */
export function placeOf(of: Window): string {
  const path: string[] = [];
  for (let at = of; at !== at.parent; at = at.parent) {
    const up = at.parent;
    let index = up.length - 1;
    while (index >= 0 && up[index] !== at) index -= 1;
    path.unshift(index < 0 ? "?" : String(index));
  }
  return path.join(".");
}

/** Place of what an unreadable frame shows. */
export function placeIn(frame: HTMLIFrameElement): string {
  const inner = frameWindow(frame);
  return inner ? placeOf(inner) : "?";
}
