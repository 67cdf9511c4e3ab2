/** Listening to the worker, for one document. */

import type { Desk } from "./desk.ts";
import { accepts } from "./messages.ts";
import { Requests } from "./requests.ts";

export interface Installed {
  /** False once the extension that installed it was reloaded. */
  readonly isAlive: () => boolean;
  readonly remove: () => void;
}

export function install(desk: Desk): Installed {
  const requests = new Requests(desk);
  const listener = (message: unknown, sender: chrome.runtime.MessageSender, respond: (reply: unknown) => void): boolean => {
    const request = accepts(message, sender, chrome.runtime.id);
    if (!request) return false;
    void requests.answer(request).then(respond);
    return true;
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
      try {
        chrome.runtime.onMessage.removeListener(listener);
      } catch {
        // The context of a reloaded extension is gone, and its listener with it.
      }
    },
  };
}
