/** Listening to the worker: for whom the tab is held, and until when. */

import { Held } from "./held.ts";
import type { Hand } from "./place.ts";
import type { PageSign } from "../../wire/wire.ts";

export function watchful(): Hand {
  let held: Held | null = null;
  let isTaken = false;
  const release = (): void => {
    held?.end();
    held = null;
  };
  const hear = (sign: PageSign): void => {
    switch (sign.type) {
      case "hold":
        isTaken = false;
        if (held?.thread !== sign.thread || held.turn !== sign.turn) {
          release();
          held = new Held(sign.thread, sign.turn, { felt: () => (isTaken = true), over: release });
        }
        held.renew();
        return;
      case "hand_back":
        if (held?.thread === sign.thread) release();
        return;
      case "aside":
        held?.bar?.stepAside();
    }
  };
  const listener = (message: unknown, sender: chrome.runtime.MessageSender, respond: (heard: true) => void): void => {
    const sign = signIn(message, sender);
    if (!sign) return;
    hear(sign);
    respond(true);
  };
  chrome.runtime.onMessage.addListener(listener);
  return {
    isAlive: () => {
      try {
        return typeof chrome.runtime.id === "string";
      } catch {
        return false;
      }
    },
    remove: () => {
      release();
      try {
        chrome.runtime.onMessage.removeListener(listener);
      } catch {
        // The context of a reloaded extension is gone, and its listener with it.
      }
    },
    host: () => held?.bar?.host ?? null,
    isTaken: () => isTaken,
  };
}

/** Only this extension's own worker says whose a page is; a message of a tab never does. */
function signIn(message: unknown, sender: chrome.runtime.MessageSender): PageSign | null {
  if (sender.id !== chrome.runtime.id || sender.tab !== undefined) return null;
  if (typeof message !== "object" || message === null) return null;
  const { fairlead, sign } = message as { fairlead?: unknown; sign?: PageSign };
  return fairlead === 1 && typeof sign === "object" ? sign : null;
}
