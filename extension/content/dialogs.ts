/**
 * Dialogs that a page opens while it is acted on. A script in the page's own world (`dialogs_page.ts`) stands in for `alert`,
 * `confirm` and `prompt` from `hold` to the end of it; here is what they are answered with, what is told of them, and the question
 * before a page is left, which needs no stand-in.
 *
 * The two worlds share no object, so they speak by events that the page can see and imitate. All it can reach by that is what it is
 * told of its own dialogs.
 */

import { documentIn, isFrame, selectInDocument } from "./dom.ts";
import { quoted, shorten, tidy } from "./text.ts";
import { ARM, DISARM, type Opened, OPENED } from "./dialog_events.ts";
import type { DialogAnswer } from "../wire/wire.ts";

export interface Answer {
  readonly answer: DialogAnswer;
  readonly text?: string;
}

interface LeavingEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
}

const navigation = (globalThis as { navigation?: EventTarget }).navigation;
const ANSWERS = 8;
const TOLD = 8;

/** What `handle_dialog` said of the dialogs of the next action, first come first served. Of a later one it was not said. */
export class Answers {
  #next: Answer[] = [];

  add(answer: Answer): number {
    if (this.#next.length < ANSWERS) this.#next.push(answer);
    return this.#next.length;
  }

  get all(): readonly Answer[] {
    return this.#next;
  }

  used(): void {
    this.#next.shift();
  }

  clear(): void {
    this.#next = [];
  }
}

/** From its making to `end`, no dialog of this document or its frames stops the page. */
export class DialogHold {
  readonly #answers: Answers;
  readonly #documents = sameOriginDocuments();
  /** What is to be said of dialogs that came. */
  readonly told: string[] = [];

  constructor(answers: Answers) {
    this.#answers = answers;
    for (const one of this.#documents) {
      one.addEventListener(OPENED, this.#opened);
      this.#arm(one);
    }
    navigation?.addEventListener("navigate", this.#leaves);
  }

  end(): void {
    for (const one of this.#documents) {
      one.removeEventListener(OPENED, this.#opened);
      one.dispatchEvent(new CustomEvent(DISARM));
    }
    navigation?.removeEventListener("navigate", this.#leaves);
    removeEventListener("beforeunload", silence, true);
  }

  readonly #opened = (event: Event): void => {
    const opened = read((event as CustomEvent<unknown>).detail);
    if (!opened || this.told.length >= TOLD) return;
    const message = quoted(shorten(tidy(opened.message), 300));
    this.told.push(`The page opened ${opened.kind === "alert" ? "an" : "a"} ${opened.kind}: ${message}. ${wayOf(opened)}`);
    if (!opened.armed) return;
    this.#answers.used();
    // The stand-ins of the other frames hold the answers as they were.
    for (const one of this.#documents) if (one !== event.target) this.#arm(one);
  };

  #arm(one: Document): void {
    one.dispatchEvent(new CustomEvent(ARM, { detail: JSON.stringify(this.#answers.all) }));
  }

  /** A page that asks before it is left keeps what was typed into it, unless `handle_dialog` gave it up. */
  readonly #leaves = (event: Event): void => {
    const { destination, downloadRequest, cancelable } = event as LeavingEvent;
    if (destination.sameDocument || downloadRequest !== null || !cancelable || !asksBeforeLeaving()) return;
    if (this.#answers.all[0]?.answer === "accept") {
      this.#answers.used();
      addEventListener("beforeunload", silence, true);
      this.told.push("The page asked whether to leave it and lose what was not saved: accepted.");
      return;
    }
    if (this.#answers.all.length > 0) this.#answers.used();
    event.preventDefault();
    this.told.push("The page asked whether to leave it and lose what was not saved: it was not left. To leave, call handle_dialog with accept, then do the action again.");
  };
}

function wayOf(opened: Opened): string {
  if (opened.kind === "alert") return "It was closed.";
  if (opened.armed) return opened.accepted ? "It was accepted, as you said." : "It was dismissed, as you said.";
  return "It was dismissed. To accept it, call handle_dialog first, then do the action again.";
}

function read(detail: unknown): Opened | null {
  if (typeof detail !== "string" || detail.length > 20_000) return null;
  try {
    const { kind, message, armed, accepted } = JSON.parse(detail) as Partial<Opened>;
    if (kind !== "alert" && kind !== "confirm" && kind !== "prompt") return null;
    return { kind, message: String(message), armed: armed === true, accepted: accepted === true };
  } catch {
    return null;
  }
}

/** Put to the page as the browser would put it; nothing is shown to anybody. */
function asksBeforeLeaving(): boolean {
  const asking = document.createEvent("BeforeUnloadEvent") as BeforeUnloadEvent;
  asking.initEvent("beforeunload", false, true);
  dispatchEvent(asking);
  return asking.defaultPrevented || String(asking.returnValue ?? "") !== "";
}

function silence(event: Event): void {
  event.stopImmediatePropagation();
}

function sameOriginDocuments(): Document[] {
  const all = [document];
  for (const own of all) {
    for (const frame of selectInDocument(own, "iframe, frame")) {
      const inner = isFrame(frame) ? documentIn(frame) : null;
      if (inner && all.length < 20) all.push(inner);
    }
  }
  return all;
}
