/**
 * What a person who looks on sees of each action: a frame around the element, and a pointer that moves to it. Decoration only, as the
 * mark for a card is: a closed shadow root, no reaction to the pointer, gone by itself. Who is at work says the bar, in `hand`.
 */

import { boxOf, documentOf, frameOf } from "./dom.ts";
import { disown } from "./own.ts";
import { pause } from "./pace.ts";
import { veil } from "./veil.ts";

const LINGERS_MS = 1_500;
const COLOUR = "#2563eb";
const LOOK = `
  div{position:fixed;box-sizing:border-box;transition:left .2s,top .2s,width .2s,height .2s}
  .frame{border:2px solid ${COLOUR};border-radius:6px;box-shadow:0 0 0 3px rgba(37,99,235,.2)}
  .pointer{width:16px;height:22px;background:${COLOUR};clip-path:polygon(0 0,0 82%,26% 62%,44% 100%,62% 92%,44% 56%,78% 56%)}
  @media (prefers-reduced-motion:reduce){div{transition:none}}
`;

interface Drawn {
  readonly host: HTMLElement;
  readonly frame: HTMLElement;
  readonly pointer: HTMLElement;
}

let drawn: Drawn | null = null;
let times = 0;

/** Shows where the next action lands; a tab that nobody looks at is left as it is. */
export function accompany(of: Element, at: { readonly x: number; readonly y: number } | null): void {
  if (document.visibilityState === "hidden") return;
  const { frame, pointer, host } = draw();
  const box = boxOf(of);
  const { left, top } = outside(of);
  place(frame, { left: left + box.left - 4, top: top + box.top - 4, width: box.width + 8, height: box.height + 8 });
  place(pointer, { left: left + (at?.x ?? box.left + box.width / 2), top: top + (at?.y ?? box.top + box.height / 2) });
  times += 1;
  const mine = times;
  void pause(LINGERS_MS).then(() => {
    if (mine !== times) return;
    host.remove();
    drawn = null;
  });
}

/** How far the frames around an element's document are from the corner of the page. */
export function outside(of: Element): { readonly left: number; readonly top: number } {
  let [left, top] = [0, 0];
  for (let frame = frameOf(documentOf(of)); frame; frame = frameOf(documentOf(frame))) {
    const box = boxOf(frame);
    left += box.left + frame.clientLeft;
    top += box.top + frame.clientTop;
  }
  return { left, top };
}

function draw(): Drawn {
  if (drawn?.host.isConnected) return drawn;
  const look = new CSSStyleSheet();
  look.replaceSync(LOOK);
  const [frame, pointer] = [part("frame"), part("pointer")];
  const { host, root } = cover();
  root.adoptedStyleSheets = [look];
  root.append(frame, pointer);
  document.documentElement.append(host);
  drawn = { host, frame, pointer };
  return drawn;
}

function part(name: string): HTMLElement {
  const made = document.createElement("div");
  made.className = name;
  return made;
}

/** Drawn by this script: no activity of the page. */
export function cover(): ReturnType<typeof veil> {
  const drawn = veil();
  disown(drawn.host);
  return drawn;
}

function place(of: HTMLElement, where: Readonly<Record<string, number>>): void {
  for (const [name, pixels] of Object.entries(where)) of.style.setProperty(name, `${Math.round(pixels)}px`);
}
