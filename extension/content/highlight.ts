/**
 * A frame around one element, for the person who looks at an approval card. Decoration only: a closed shadow root, no text, no
 * reaction to the pointer, gone by itself.
 */

import { boxOf, documentOf, frameOf } from "./dom.ts";
import { pause } from "./pace.ts";
import { disown } from "./settle.ts";

const SHOWN_MS = 4_000;

let shown: Element | null = null;

export function highlight(of: Element): void {
  shown?.remove();
  of.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = boxOf(of);
  let { left, top } = box;
  for (let frame = frameOf(documentOf(of)); frame; frame = frameOf(documentOf(frame))) {
    const outer = boxOf(frame);
    left += outer.left;
    top += outer.top;
  }
  const host = document.createElement("div");
  const mark = document.createElement("div");
  host.setAttribute("aria-hidden", "true");
  host.style.cssText = "all:initial;position:fixed;inset:0;pointer-events:none;z-index:2147483647";
  mark.style.cssText =
    `position:fixed;left:${left - 4}px;top:${top - 4}px;width:${box.width + 8}px;height:${box.height + 8}px;` +
    "box-sizing:border-box;border:3px solid #2563eb;border-radius:6px;box-shadow:0 0 0 3px rgba(37,99,235,.25)";
  host.attachShadow({ mode: "closed" }).append(mark);
  disown(host);
  document.documentElement.append(host);
  shown = host;
  void pause(SHOWN_MS).then(() => host.remove());
}

