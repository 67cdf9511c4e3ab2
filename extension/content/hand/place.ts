/** Where the two scripts of this extension find each other in a document: in the world that they share and the page does not. */

import type { Listening } from "../listening.ts";

const HAND = Symbol.for("fairlead.hand");

export interface Hand extends Listening {
  /** What holds the bar, while there is one. */
  readonly host: () => Element | null;
  /** The person has used the page since a Turn began to change something in it. */
  readonly isTaken: () => boolean;
}

const world = globalThis as typeof globalThis & { [HAND]?: Hand };

export function installed(): Hand | undefined {
  return world[HAND];
}

export function install(hand: Hand): void {
  world[HAND] = hand;
}

/** What has begun and is not at its end yet goes no further. */
export function isTaken(): boolean {
  return world[HAND]?.isTaken() ?? false;
}

export function handHost(): Element | null {
  return world[HAND]?.host() ?? null;
}
