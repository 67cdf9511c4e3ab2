/** The desk for components that are not handed it, and the layers that Escape closes before it stops anything. */

import { createContext } from "preact";
import { useContext, useLayoutEffect } from "preact/hooks";
import type { Desk } from "./desk";

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("no desk above this component");
  return desk;
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
