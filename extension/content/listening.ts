/** A script in a document listens to the worker for as long as the extension that injected it lives. */

type Listener = Parameters<typeof chrome.runtime.onMessage.addListener>[0];

export interface Listening {
  /** False once the extension that installed it was reloaded. */
  readonly isAlive: () => boolean;
  readonly remove: () => void;
}

export function listenTo(listener: Listener): Listening {
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
