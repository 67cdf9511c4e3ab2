/**
 * The content script: answers the worker's requests for its own document, and is otherwise silent. It sends no message of its
 * own accord, listens to no message of the page, and is injected again without harm.
 */

import { Desk } from "./desk.ts";
import { install } from "./install.ts";
import type { Listening } from "./listening.ts";

const PLACE = Symbol.for("fairlead.content");
const world = globalThis as typeof globalThis & { [PLACE]?: Listening };

if (!world[PLACE]?.isAlive()) {
  world[PLACE]?.remove();
  world[PLACE] = install(new Desk());
}
