/** Mouse and keyboard, as the browser's own. */

import type { Sitting } from "./desk.ts";
import { minus, type Point } from "./geometry.ts";
import { BACKSPACE, ENTER, type Key, SELECT_ALL, strokes, writing } from "./keys.ts";
import type { DebugAct, MouseButton } from "../../wire/wire.ts";

type Act<Name extends DebugAct["act"]> = Extract<DebugAct, { act: Name }>;

const MASKS: Readonly<Record<MouseButton, number>> = { left: 1, right: 2, middle: 4 };
/** Steps of a drag: pages begin one only after a few pixels. */
const STEPS = 12;
/** Pages draw what is dragged between two steps. */
const STEP_MS = 16;

export function point(sitting: Sitting, at: Point): Promise<unknown> {
  return mouse(sitting, "mouseMoved", at, "none", 0, 0);
}

export async function press(sitting: Sitting, { at, button, clicks }: Act<"press">): Promise<void> {
  for (let count = 1; count <= (clicks === "double" ? 2 : 1); count += 1) {
    await mouse(sitting, "mousePressed", at, button, MASKS[button], count);
    await mouse(sitting, "mouseReleased", at, button, 0, count);
  }
}

export async function type(sitting: Sitting, { text, mode, keys }: Act<"type">): Promise<void> {
  if (mode === "replace") {
    await sitting.send("Input.dispatchKeyEvent", SELECT_ALL);
    if (text === "") return strike(sitting, BACKSPACE);
  }
  if (keys === "none") {
    await sitting.send("Input.insertText", { text });
    return;
  }
  for (const letter of text) await strike(sitting, writing(letter));
}

export function enter(sitting: Sitting): Promise<void> {
  return strike(sitting, ENTER);
}

/**
 * The pointer goes from place to place with the button held. If the page makes a drag of its own of it, what that carries is brought
 * to the other place and dropped there.
 */
export async function drag(sitting: Sitting, { from, to }: Act<"drag">): Promise<void> {
  sitting.dragged();
  await sitting.send("Input.setInterceptDrags", { enabled: true });
  try {
    await carry(sitting, from, to);
  } finally {
    // Also when it broke off: the person's own drags must work again.
    await sitting.send("Input.setInterceptDrags", { enabled: false }).catch(() => undefined);
  }
}

async function carry(sitting: Sitting, from: Point, to: Point): Promise<void> {
  await mouse(sitting, "mousePressed", from, "left", 1, 1);
  const way = minus(to, from);
  let data: unknown = null;
  for (let step = 1; step <= STEPS; step += 1) {
    const at = { x: from.x + (way.x * step) / STEPS, y: from.y + (way.y * step) / STEPS };
    if (data === null) await mouse(sitting, "mouseMoved", at, "left", 1, 0);
    else await dragEvent(sitting, "dragOver", at, data);
    await sitting.sleep(STEP_MS);
    if (data !== null) continue;
    data = sitting.dragged() ?? null;
    if (data !== null) await dragEvent(sitting, "dragEnter", at, data);
  }
  if (data !== null) {
    await dragEvent(sitting, "dragOver", to, data);
    await dragEvent(sitting, "drop", to, data);
  }
  await mouse(sitting, "mouseReleased", to, "left", 0, 1);
}

function dragEvent(sitting: Sitting, type: string, { x, y }: Point, data: unknown): Promise<unknown> {
  return sitting.send("Input.dispatchDragEvent", { type, x, y, data });
}

function mouse(sitting: Sitting, type: string, { x, y }: Point, button: MouseButton | "none", buttons: number, clickCount: number): Promise<unknown> {
  return sitting.send("Input.dispatchMouseEvent", { type, x, y, button, buttons, clickCount });
}

async function strike(sitting: Sitting, key: Key): Promise<void> {
  for (const event of strokes(key)) await sitting.send("Input.dispatchKeyEvent", event);
}
