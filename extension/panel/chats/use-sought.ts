/** Brings the passage that a search or a claim led to into view, mounting its Turn first if need be, and puts the focus there. */

import { useEffect } from "preact/hooks";
import type { TurnView } from "../view/state";
import { useDesk } from "../view/use-desk";

export interface SoughtParts {
  readonly box: HTMLElement | null;
  readonly turns: readonly TurnView[];
  /** How many of them are not mounted, from the oldest on. */
  readonly hidden: number;
  mount(turns: number): void;
  /** The end is not followed any more. */
  letGo(): void;
}

export function useSought({ box, turns, hidden, mount, letGo }: SoughtParts): void {
  const desk = useDesk();
  const sought = desk.chats.sought.value;
  const isHere = sought !== null && desk.thread.value?.id === sought.thread;
  useEffect(() => {
    if (sought === null || !isHere || box === null) return;
    const at = turns.findIndex((turn) => turn.items.some((item) => item.id === sought.node));
    if (at < 0) return desk.chats.arrived("elsewhere");
    if (at < hidden) return mount(hidden - at);
    const target = [...box.querySelectorAll<HTMLElement>("[data-node]")].find((el) => el.dataset["node"] === sought.node);
    letGo();
    if (target !== undefined) show(target);
    desk.chats.arrived("there");
  }, [sought, isHere, box, turns, hidden]);
}

function show(target: HTMLElement): void {
  for (let at = target.closest("details"); at !== null; at = at.parentElement?.closest("details") ?? null) at.open = true;
  // A step lies folded until it is asked for, and here it is.
  target.querySelector<HTMLButtonElement>(":scope > .step-line[aria-expanded='false']")?.click();
  target.tabIndex = -1;
  target.classList.add("is-sought");
  target.addEventListener("blur", () => {
    target.classList.remove("is-sought");
    target.removeAttribute("tabindex");
  }, { once: true });
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "center" });
}
