/** The desk for components that are not handed it, the layers that Escape closes before it stops anything, and the places F6 leads to. */

import { createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import type { Desk } from "./desk";

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("no desk above this component");
  return desk;
}

/** Element ids. */
export const COMPOSER = "composer";
export const CARD = "card";

export function focusComposer(): void {
  document.getElementById(COMPOSER)?.focus();
}

/** What had it was moved or taken away, and the person has not put it elsewhere since. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

/** Between the question and the message, as F6 leads between panes elsewhere. */
export function changePane(): void {
  const card = document.getElementById(CARD);
  const isInCard = card?.contains(document.activeElement) ?? false;
  (card !== null && !isInCard ? card : document.getElementById(COMPOSER))?.focus();
}

const layers: (() => void)[] = [];

/** While `close` is given, Escape calls the newest one. */
export function useLayer(close: (() => void) | null): void {
  // Before the next key can come: a layer that is on the screen is already closable.
  useLayoutEffect(() => {
    if (close === null) return;
    layers.push(close);
    return () => {
      const at = layers.lastIndexOf(close);
      if (at >= 0) layers.splice(at, 1);
    };
  }, [close]);
}

export function closeTopLayer(): "closed" | "nothing open" {
  const close = layers.at(-1);
  if (close === undefined) return "nothing open";
  close();
  return "closed";
}
