/** Dragging as a browser tells of it: pointer events all the way, and the events of a drag where the element says that it can be dragged. */

import { attribute, boxOf, carries, closestComposed, composedHolds, documentOf, elementAt, fire, isHtml } from "./dom.ts";
import type { Point } from "./hit.ts";
import { nextFrame } from "./pace.ts";
import { hover, mouse, moveFocus, pointer } from "./pointer.ts";

/** `refused`: the page was told of the drag, and the target does not take it. */
export type Dragged = "dropped" | "refused" | "moved";

const HELD = { button: 0, buttons: 1 };
/** Libraries begin a drag only after some pixels, and look at the way in between. */
const STEPS = 6;

export async function drag(from: Point, goal: Element): Promise<Dragged> {
  hover(from.on, from);
  const goesOn = fire(from.on, pointer(from.on, from, "pointerdown", HELD));
  if (goesOn && fire(from.on, mouse(from.on, from, "mousedown", { ...HELD, detail: 1 }))) moveFocus(from.on);
  await nextFrame();
  const source = draggableAround(from.on);
  const carried = source ? begin(source, from) : null;
  if (source && carried) return carry(source, carried, from, middleOf(goal));
  return move(from, middleOf(goal));
}

/** Where it is now: a page may make room once something is held. */
function middleOf(goal: Element): Point {
  const box = boxOf(goal);
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const at = elementAt(documentOf(goal), x, y);
  return { x, y, on: at && composedHolds(goal, at) ? at : goal };
}

function draggableAround(of: Element): Element | null {
  const near = closestComposed(of, "[draggable=true], a[href], img");
  if (!near || attribute(near, "draggable") === "false") return null;
  return carries(near, "draggable") || isHtml(near, "img") || isHtml(near, "a") ? near : null;
}

/** What the drag carries; null if the page wants no drag of the browser's. */
function begin(source: Element, at: Point): DataTransfer | null {
  const carried = new DataTransfer();
  return fire(source, dragging(source, at, "dragstart", carried)) ? carried : null;
}

async function carry(source: Element, carried: DataTransfer, from: Point, to: Point): Promise<Dragged> {
  fire(source, dragging(source, from, "drag", carried));
  fire(to.on, dragging(to.on, to, "dragenter", carried));
  let takes = false;
  for (let times = 0; times < 2; times += 1) {
    takes = !fire(to.on, dragging(to.on, to, "dragover", carried));
    await nextFrame();
  }
  if (takes) fire(to.on, dragging(to.on, to, "drop", carried));
  else fire(to.on, dragging(to.on, to, "dragleave", carried));
  fire(source, dragging(source, to, "dragend", carried));
  return takes ? "dropped" : "refused";
}

async function move(from: Point, to: Point): Promise<Dragged> {
  const own = documentOf(from.on);
  for (let step = 1; step <= STEPS; step += 1) {
    const point = { x: from.x + ((to.x - from.x) * step) / STEPS, y: from.y + ((to.y - from.y) * step) / STEPS };
    const on = elementAt(own, point.x, point.y) ?? to.on;
    fire(on, pointer(on, { ...point, on }, "pointermove", HELD));
    fire(on, mouse(on, { ...point, on }, "mousemove", HELD));
    await nextFrame();
  }
  const on = elementAt(own, to.x, to.y) ?? to.on;
  fire(on, pointer(on, to, "pointerup", { button: 0, buttons: 0 }));
  fire(on, mouse(on, to, "mouseup", { button: 0, buttons: 0, detail: 1 }));
  return "moved";
}

function dragging(on: Element, at: Point, type: string, dataTransfer: DataTransfer): DragEvent {
  const { clientX, clientY, screenX, screenY, view } = mouse(on, at, "mousemove", {});
  return new DragEvent(type, {
    bubbles: true, cancelable: type !== "dragleave" && type !== "dragend", composed: true, view, clientX, clientY, screenX, screenY, buttons: 1, dataTransfer,
  });
}
