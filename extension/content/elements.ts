/** Every element of the painted tree in document order, bounded; through open shadow roots, slots and same-origin frames. */

import { documentIn, firstChildOf, isElement, isFrame, isSlot, nextOf, rootOf, shadowOf, slotted } from "./dom.ts";
import { WALK_NODES } from "./caps.ts";

export function* walkElements(from: Document | Element): Generator<Element> {
  const start = isElement(from as Node) ? (from as Element) : rootOf(from as Document);
  if (!start) return;
  const stack: Node[] = [start];
  let visited = 0;
  while (stack.length > 0 && visited < WALK_NODES) {
    const node = stack.pop() as Node;
    visited += 1;
    const from = stack.length;
    if (isElement(node)) {
      yield node;
      if (isFrame(node)) {
        const inner = documentIn(node);
        const root = inner && rootOf(inner);
        if (root) stack.push(root);
        continue;
      }
      const given = isSlot(node) ? slotted(node) : [];
      if (given.length > 0) stack.push(...given);
      else for (let child = firstChildOf(shadowOf(node) ?? node); child; child = nextOf(child)) if (isElement(child)) stack.push(child);
    }
    // Pushed in document order, taken from the end.
    for (let low = from, high = stack.length - 1; low < high; low += 1, high -= 1) {
      const swap = stack[low] as Node;
      stack[low] = stack[high] as Node;
      stack[high] = swap;
    }
  }
}
