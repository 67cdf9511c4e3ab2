/** What this extension draws into a page: it is no part of it and no activity of it. */

import { handHost } from "./hand/place.ts";

const own = new WeakSet<Node>();

export function disown(node: Node): void {
  own.add(node);
}

export function isOurs(node: Node): boolean {
  return own.has(node) || node === handHost();
}
