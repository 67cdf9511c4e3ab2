/** Listening to the worker: for whom the tab is held, and until when. */

import { listenTo } from "../listening.ts";
import { signIn } from "../messages.ts";
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
        if (held?.thread !== sign.thread || held.turn !== sign.turn) {
          release();
          isTaken = false;
          held = new Held(sign.thread, sign.turn, { felt: () => (isTaken = true), ours: () => (isTaken = false), over: release });
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
    const sign = signIn(message, sender, chrome.runtime.id);
    if (!sign) return;
    hear(sign);
    respond(true);
  };
  const listening = listenTo(listener);
  return {
    isAlive: listening.isAlive,
    remove: () => {
      release();
      listening.remove();
    },
    host: () => held?.bar?.host ?? null,
    isTaken: () => isTaken,
  };
}
