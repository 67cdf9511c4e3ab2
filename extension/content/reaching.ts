/** Reaching what a ref means, at the moment when it is reached. */

import type { Desk } from "./desk.ts";
import { Refusal } from "./failure.ts";
import { describe, type Point, reach } from "./hit.ts";
import { accompany } from "./overlay.ts";

/** Reaching takes time, in which a page may draw the element anew; what is reached is what the ref means at that moment. */
export async function reachNow(desk: Desk, ref: string): Promise<{ target: Element; point: Point }> {
  for (let tries = 0; ; tries += 1) {
    const target = desk.refs.resolve(ref);
    const point = await reach(target, desk.refs);
    if (desk.refs.resolve(ref) === target) {
      accompany(target, point);
      return { target, point };
    }
    if (tries > 2) throw new Refusal("not_visible", `${describe(target)} is being drawn anew all the time.`, "Wait until the page is quiet, then read it again.");
  }
}
