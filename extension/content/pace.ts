/** Waiting and yielding that also works in background tabs, where animation frames do not come and timers fire once a second. */

import { SLICE_MS } from "./caps.ts";

export const now = (): number => performance.now();

const turns: (() => void)[] = [];
let bell: MessagePort | null = null;

/** Lets the page work before going on. */
export function yieldToPage(): Promise<void> {
  if (!bell) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => turns.shift()?.();
    bell = port2;
  }
  const ring = bell;
  return new Promise((resolve) => {
    turns.push(resolve);
    ring.postMessage(0);
  });
}

/** Short waits in a hidden tab are made of turns of the event loop, since a timer there may sleep for a second or more. */
export async function pause(ms: number): Promise<void> {
  if (document.visibilityState === "hidden" && ms <= 400) {
    const until = now() + ms;
    while (now() < until) await yieldToPage();
    return;
  }
  await new Promise((resolve) => setTimeout(resolve, ms));
}

/** The next frame, or 60 ms where none comes. */
export async function nextFrame(): Promise<void> {
  if (document.visibilityState === "hidden") return yieldToPage();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, 60);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Cuts long work into slices: `await slice.turn()` when `slice.isOver()`. */
export class Slice {
  #started = now();

  isOver(): boolean {
    return now() - this.#started > SLICE_MS;
  }

  async turn(): Promise<void> {
    await yieldToPage();
    this.#started = now();
  }
}
