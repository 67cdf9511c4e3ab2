/** The tree of what a person can perceive, between the DOM and the printed snapshot. */

import type { ElementRef } from "../wire/wire.ts";

export interface Seen {
  readonly role: string;
  name: string;
  /** Printed after the name, in brackets: states, value, options. */
  marks: string[];
  ref: ElementRef | undefined;
  readonly element: Element | undefined;
  onScreen: boolean;
  /** Stays whatever the budget: dialogs, alerts, headings, the focused element. */
  pinned: boolean;
  children: Seen[];
  /** Place of a frame that answers for itself. */
  frame?: string;
  /** Of text: whether it goes on in the line of the text before it. */
  joins: boolean;
}

export interface Scene {
  readonly title: string;
  readonly address: string;
  readonly roots: Seen[];
  /** What the reader must know and cannot see: modal on top, unread frames, bounds that were hit. */
  readonly notes: string[];
  /** False if a bound ended the reading before the page ended. */
  readonly whole: boolean;
}

export function seenText(text: string, onScreen: boolean, joins: boolean): Seen {
  return { role: "text", name: text, marks: [], ref: undefined, element: undefined, onScreen, pinned: false, children: [], joins };
}

export function* everySeen(roots: readonly Seen[]): Generator<Seen> {
  for (const seen of roots) {
    yield seen;
    yield* everySeen(seen.children);
  }
}
