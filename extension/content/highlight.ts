/**
 * A frame around one element, for the person who looks at an approval card. Decoration only: a closed shadow root, no text, no
 * reaction to the pointer, gone by itself.
 */

import { boxOf } from "./dom.ts";
import { cover, outside } from "./overlay.ts";
import { pause } from "./pace.ts";

const SHOWN_MS = 4_000;

let shown: Element | null = null;

export function highlight(of: Element): void {
  shown?.remove();
  of.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = boxOf(of);
  const around = outside(of);
  const [left, top] = [around.left + box.left, around.top + box.top];
  const { host, root } = cover();
  const mark = document.createElement("div");
  mark.style.cssText =
    `position:fixed;left:${left - 4}px;top:${top - 4}px;width:${box.width + 8}px;height:${box.height + 8}px;` +
    "box-sizing:border-box;border:3px solid #2563eb;border-radius:6px;box-shadow:0 0 0 3px rgba(37,99,235,.25)";
  root.append(mark);
  document.documentElement.append(host);
  shown = host;
  void pause(SHOWN_MS).then(() => host.remove());
}
