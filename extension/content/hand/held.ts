/**
 * A document that a Turn acts on. What the person does in it is told: with a pointer, a key, something dropped or pasted. Moving the
 * pointer and turning the wheel is looking. What a script makes up is not trusted, and so is none of the person's.
 */

import { Bar } from "./bar.ts";
import type { Felt, Gesture, ThreadId, TurnId } from "../../wire/wire.ts";

const TOUCHES = ["pointerdown", "touchstart", "keydown", "paste", "drop"] as const;
/** Alone they do nothing to a page: the first half of a shortcut of the browser, or a screenshot. */
const MODIFIERS: ReadonlySet<string> = new Set(["Alt", "AltGraph", "CapsLock", "Control", "Fn", "FnLock", "Meta", "NumLock", "ScrollLock", "Shift"]);

interface Told {
  /** Something real was done on the page. */
  readonly felt: () => void;
  /** It was the debugger's. */
  readonly ours: () => void;
  /** The person has been heard, and nothing is to be felt any more. */
  readonly over: () => void;
}

export class Held {
  readonly thread: ThreadId;
  readonly turn: TurnId;
  /** One is enough for a tab: that of the page itself. */
  readonly bar: Bar | null;
  readonly #told: Told;
  readonly #ended = new AbortController();

  constructor(thread: ThreadId, turn: TurnId, told: Told) {
    this.thread = thread;
    this.turn = turn;
    this.#told = told;
    this.bar = window === window.top ? new Bar((gesture, event) => void this.#tell(gesture, event)) : null;
  }

  /** A page that writes itself anew takes both away. */
  renew(): void {
    for (const kind of TOUCHES) addEventListener(kind, this.#felt, { capture: true, passive: true, signal: this.#ended.signal });
    this.bar?.show();
  }

  end(): void {
    this.#ended.abort();
    this.bar?.hide();
  }

  readonly #felt = (event: Event): void => {
    if (!event.isTrusted || (this.bar !== null && event.target === this.bar.host)) return;
    if (event instanceof KeyboardEvent && MODIFIERS.has(event.key)) return;
    void this.#tell("touch", event);
  };

  async #tell(gesture: Gesture, event: Event): Promise<void> {
    this.#told.felt();
    const felt: Felt = {
      hand: { thread: this.thread, turn: this.turn, gesture },
      means: event instanceof KeyboardEvent || event instanceof ClipboardEvent ? "keys" : "pointer",
      // The event's own clock begins with the document; the worker has only that of the day.
      at: Math.round(Date.now() - (performance.now() - event.timeStamp)),
    };
    // Nobody is there to hear it when the extension was reloaded: then nobody acts here either.
    const heard: unknown = await chrome.runtime.sendMessage({ fairlead: 1, felt }).catch(() => "taken");
    if (heard === "ours") this.#told.ours();
    else this.#told.over();
  }
}
