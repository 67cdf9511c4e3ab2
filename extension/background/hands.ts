/**
 * Whose a tab is: a Turn acts on it, or the person. Pages feel the person's hand and tell of it; whether it was theirs is said here,
 * since a page cannot tell the debugger's input from it. What is held is only known here for as long as the worker lives: what a page
 * tells names the Turn that it is held for.
 */

import type { OwnInput } from "./debugger/own-input.ts";
import type { Felt, HandOnPage, PageSign, ThreadId, TurnId } from "../wire/wire.ts";

/** A write does not wait longer for a page that has no ears. */
const PATIENCE_MS = 300;
/** Ids are no longer than this. */
const ID_LENGTH = 256;
const PAGE = 0;

/** Chrome's side. */
export interface Pages {
  /** `frame: null`: all that listen, and the first answer. */
  send(tab: number, frame: number | null, message: unknown): Promise<unknown>;
  /** Puts the script there. */
  place(tab: number, frame: number | null): Promise<unknown>;
  tabs(): Promise<number[]>;
  sleep(ms: number): Promise<void>;
}

interface Holder {
  readonly thread: ThreadId;
  readonly turn: TurnId;
}

export class Hands {
  readonly #pages: Pages;
  readonly #own: OwnInput;
  readonly #gestured: (hand: HandOnPage) => void;
  readonly #held = new Map<number, Holder>();

  constructor(pages: Pages, own: OwnInput, gestured: (hand: HandOnPage) => void) {
    this.#pages = pages;
    this.#own = own;
    this.#gestured = gestured;
  }

  /** The page itself has heard it when this comes back; its frames hear it soon. */
  async hold(tab: number, thread: ThreadId, turn: TurnId): Promise<void> {
    this.#held.set(tab, { thread, turn });
    await Promise.race([this.#tell(tab), this.#pages.sleep(PATIENCE_MS)]);
  }

  /** A new document knows nothing yet. */
  arrived(tab: number, frame: number): void {
    const holder = this.#held.get(tab);
    if (holder === undefined) return;
    if (frame === PAGE) void this.#tell(tab);
    else void this.#place(tab, frame, holder);
  }

  handBack(thread: ThreadId, everywhere: boolean): void {
    const known = [...this.#held].flatMap(([tab, holder]) => (holder.thread === thread ? [tab] : []));
    for (const tab of known) this.#held.delete(tab);
    const sign: PageSign = { type: "hand_back", thread };
    for (const tab of known) void this.#sign(tab, null, sign);
    if (everywhere) void this.#pages.tabs().then((tabs) => tabs.forEach((tab) => void this.#sign(tab, null, sign)));
  }

  closed(tab: number): void {
    this.#held.delete(tab);
  }

  /** The debugger is about to look at a place, or to press there. */
  async stepAside(tab: number): Promise<void> {
    if (!this.#held.has(tab)) return;
    await Promise.race([this.#sign(tab, PAGE, { type: "aside" }), this.#pages.sleep(PATIENCE_MS)]);
  }

  /** What a page is answered; null: this is nothing of its. */
  felt(message: unknown, tab: number | undefined): "ours" | "taken" | null {
    const felt = feltIn(message);
    if (felt === null || tab === undefined) return null;
    if (this.#own.made(tab, felt.means, felt.at)) return "ours";
    this.#gestured(felt.hand);
    return "taken";
  }

  async #tell(tab: number): Promise<void> {
    const holder = this.#held.get(tab);
    if (holder === undefined) return;
    const sign: PageSign = { type: "hold", ...holder };
    if ((await this.#sign(tab, PAGE, sign)) === true) {
      void this.#sign(tab, null, sign);
      return;
    }
    await this.#place(tab, PAGE, holder);
    // In frames that this extension may not enter nobody places anything, and one that never loads keeps only its own waiting.
    void this.#place(tab, null, holder);
  }

  async #place(tab: number, frame: number | null, holder: Holder): Promise<void> {
    // Where no script may run the write itself will say so.
    await this.#pages.place(tab, frame).catch(() => undefined);
    if (this.#held.get(tab) === holder) await this.#sign(tab, frame, { type: "hold", ...holder });
  }

  #sign(tab: number, frame: number | null, sign: PageSign): Promise<unknown> {
    return this.#pages.send(tab, frame, { fairlead: 1, sign }).catch(() => undefined);
  }
}

/** A page's script may have been taken over with its process: nothing is read that does not look as it should. */
function feltIn(message: unknown): Felt | null {
  if (!isRecord(message) || message.fairlead !== 1 || !isRecord(message.felt)) return null;
  const { hand, means, at } = message.felt;
  if (!isRecord(hand) || !isId(hand.thread) || !isId(hand.turn) || typeof at !== "number") return null;
  const { thread, turn, gesture } = hand;
  if (gesture !== "pause" && gesture !== "stop" && gesture !== "touch") return null;
  return means === "pointer" || means === "keys" ? { hand: { thread, turn, gesture }, means, at } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= ID_LENGTH;
}
