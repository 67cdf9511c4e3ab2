/**
 * "Working · pause · stop", at the foot of the page. In a closed shadow root, which the page cannot look into, and deaf to presses that
 * a script makes up. Whoever uses a keyboard or a screen reader has the same in the side panel: the page's own order stays as it is.
 */

import { veil } from "../veil.ts";

/** How long it is out of the way once a place below it is looked at or pressed. */
const ASIDE_MS = 1_500;
const LOOK = `
  .bar{position:fixed;left:50%;bottom:12px;transform:translateX(-50%);display:flex;align-items:center;gap:4px;padding:4px 6px 4px 14px;border-radius:999px;background:#2563eb;color:#fff;font:600 13px/1.4 system-ui,sans-serif;pointer-events:auto;user-select:none}
  .bar.is-aside{visibility:hidden}
  button{all:unset;padding:4px 10px;border-radius:999px;cursor:pointer}
  button:hover{background:rgba(255,255,255,.22)}
`;

type Press = "pause" | "stop";

export class Bar {
  readonly host: HTMLElement;
  readonly #bar = document.createElement("div");
  #times = 0;

  constructor(pressed: (press: Press, event: Event) => void) {
    const look = new CSSStyleSheet();
    look.replaceSync(LOOK);
    const { host, root } = veil();
    this.host = host;
    root.adoptedStyleSheets = [look];
    const line = document.createElement("span");
    line.textContent = chrome.i18n.getMessage("working");
    this.#bar.className = "bar";
    this.#bar.append(line, button("pause", pressed), button("stop", pressed));
    // Where the page has its focus stays where it is: a field that is being filled must not lose it.
    this.#bar.addEventListener("mousedown", (event) => event.preventDefault());
    root.append(this.#bar);
  }

  show(): void {
    if (!this.host.isConnected) document.documentElement.append(this.host);
  }

  hide(): void {
    this.host.remove();
  }

  stepAside(): void {
    this.#times += 1;
    const mine = this.#times;
    this.#bar.classList.add("is-aside");
    setTimeout(() => {
      if (mine === this.#times) this.#bar.classList.remove("is-aside");
    }, ASIDE_MS);
  }
}

function button(press: Press, pressed: (press: Press, event: Event) => void): HTMLElement {
  const made = document.createElement("button");
  made.tabIndex = -1;
  made.textContent = chrome.i18n.getMessage(press);
  made.addEventListener("click", (event) => {
    if (event.isTrusted) pressed(press, event);
  });
  return made;
}
