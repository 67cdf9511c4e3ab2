/**
 * The page's part in input that comes from the browser itself: it says where an element is, if that is still what was judged, and
 * tells afterwards what has changed since.
 */

import { accountOf, baseline, begin, requireBinding, stateAfter, type Begun, type Done } from "./acting.ts";
import { MARKS } from "./caps.ts";
import type { Desk } from "./desk.ts";
import { boxOf, documentOf, frameOf, isInput, isSelect } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { describe, reach, requireEnabled } from "./hit.ts";
import { kindOfInput } from "./role.ts";
import { isSecret } from "./secret.ts";
import { everySeen } from "./seen.ts";
import { type Field, fieldOf, holding } from "./typing.ts";
import { quoted, shorten } from "./text.ts";
import { walk } from "./walk.ts";
import type { Area, Binding, Marked, PageOp, PageOutcome } from "../wire/wire.ts";

type Located = Extract<PageOutcome, { type: "located" }>;

export class Awaited {
  #begun: Begun | null = null;
  #field: Field | null = null;

  async begin(desk: Desk, target: Element | null): Promise<void> {
    this.#begun?.activity.stop();
    this.#field = null;
    await baseline(desk);
    this.#begun = begin(target);
  }

  async locate(desk: Desk, op: Extract<PageOp, { op: "locate" }>, binding: Binding | undefined): Promise<Located> {
    const target = desk.refs.resolve(op.ref);
    if (window !== window.top) {
      throw new Refusal("unsupported_frame", `${describe(target)} is in a frame of another site, and its place in the tab is not known here.`, "Call read_page_deep and use the ref that it shows.");
    }
    if (op.purpose === "show") {
      target.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
      requireBinding(desk, binding, target);
      const area = areaOf(target);
      return { type: "located", spot: { x: Math.max(0, area.x), y: Math.max(0, area.y) }, area };
    }
    requireEnabled(target);
    const field = op.purpose === "write" ? fieldOf(target) : null;
    if (field === null && (isSelect(target) || (isInput(target) && kindOfInput(target) === "file"))) {
      throw new Refusal("ignored_by_page", `${describe(target)} opens a window outside of the page.`, isSelect(target) ? "Use select_option." : "Ask the person to choose the file.");
    }
    const surface = field?.element ?? target;
    await this.begin(desk, surface);
    this.#field = field;
    const point = await reach(surface, desk.refs);
    // From here on nothing is awaited: what was judged is what is told.
    if (desk.refs.resolve(op.ref) !== target) throw new Refusal("stale_ref", `${describe(target)} was drawn anew just now; nothing was done.`, "Do it again with the same ref.");
    requireBinding(desk, binding, target);
    const corner = cornerOf(documentOf(surface));
    return { type: "located", spot: { x: Math.round(corner.x + point.x), y: Math.round(corner.y + point.y) }, area: areaOf(surface) };
  }

  async account(desk: Desk): Promise<Done> {
    const begun = this.#begun ?? begin(null);
    const field = this.#field;
    this.#begun = null;
    this.#field = null;
    const settled = await begun.activity.settle();
    begun.activity.stop();
    return accountOf(desk, begun, settled, [], () => ({ words: field ? held(field) : begun.target ? stateAfter(begun.target) : "" }));
  }
}

function held(field: Field): string {
  if (!field.element.isConnected) return "The field is gone now.";
  const holds = holding(field);
  if (isSecret(field.element)) return holds === "" ? "The field is empty." : "The field is filled.";
  return `It holds ${quoted(shorten(holds, 300))}.`;
}

/** Controls that can be seen just now, each with its ref. */
export async function marks(desk: Desk): Promise<Marked[]> {
  const found: Marked[] = [];
  for (const { ref, element, onScreen } of everySeen((await walk(desk.refs)).roots)) {
    if (ref === undefined || element === undefined || !onScreen) continue;
    const area = areaOf(element);
    if (area.width > 0 && area.height > 0) found.push({ ref, area });
    if (found.length >= MARKS) break;
  }
  return found;
}

function areaOf(of: Element): Area {
  const box = boxOf(of);
  const corner = cornerOf(documentOf(of));
  return { x: Math.round(corner.x + box.left), y: Math.round(corner.y + box.top), width: Math.round(box.width), height: Math.round(box.height) };
}

/** Where a document begins in what the tab shows. */
function cornerOf(of: Document): { x: number; y: number } {
  let corner = { x: 0, y: 0 };
  for (let frame = frameOf(of); frame; frame = frameOf(documentOf(frame))) {
    const box = boxOf(frame);
    corner = { x: corner.x + box.left + frame.clientLeft, y: corner.y + box.top + frame.clientTop };
  }
  return corner;
}
