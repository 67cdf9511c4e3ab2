/** The events of a real pointer in a real browser's order, ending in the one click that runs the default action. */

import { attribute, carries, composedHolds, composedParent, documentOf, elementAt, fire, isConnected, isHtml, isInput, localName, viewOf } from "./dom.ts";
import type { Point } from "./hit.ts";
import { keepHovered } from "./hover_styles.ts";
import { isDisabled, isEditingHost } from "./state.ts";
import type { ClickCount, MouseButton } from "../wire/wire.ts";

const BUTTONS: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };
const HELD: Readonly<Record<MouseButton, number>> = { left: 1, middle: 4, right: 2 };

interface Press {
  readonly button: MouseButton;
  readonly clicks: ClickCount;
  /** Asked between press and release, in the same task: false stops before anything is set off. */
  readonly stillMeant: () => boolean;
}

/** False if the press changed what was agreed on, and nothing was clicked. */
export function press(target: Element, point: Point, how: Press): boolean {
  const on = point.on;
  hover(on, point);
  if (!once(target, on, point, how, 1)) return false;
  if (how.clicks === "double" && isConnected(on)) {
    if (!once(target, on, point, how, 2)) return false;
    fire(on, mouse(on, point, "dblclick", { button: 0, detail: 2 }));
  }
  return true;
}

/** What the pointer rests on since the last action, from the inside out. */
let under: Element[] = [];

/** Brings the pointer to a point: what it leaves is told so, as is what it comes to. Answers with all that it rests on. */
export function hover(on: Element, point: Point): readonly Element[] {
  const path: Element[] = [];
  for (let at: Element | null = on; at && documentOf(at) === documentOf(on); at = composedParent(at)) path.push(at);
  const quiet = { bubbles: false, cancelable: false };
  const left = under.filter((at) => isConnected(at) && !path.includes(at));
  const [from] = under;
  const come = path.filter((at) => !under.includes(at)).reverse();
  if (from && from !== on && isConnected(from)) {
    fire(from, pointer(from, point, "pointerout", { relatedTarget: on }));
    for (const at of left) fire(at, pointer(at, point, "pointerleave", { ...quiet, relatedTarget: on }));
    fire(from, mouse(from, point, "mouseout", { relatedTarget: on }));
    for (const at of left) fire(at, mouse(at, point, "mouseleave", { ...quiet, relatedTarget: on }));
  }
  if (from !== on) {
    fire(on, pointer(on, point, "pointerover", {}));
    for (const at of come) fire(at, pointer(at, point, "pointerenter", quiet));
    fire(on, mouse(on, point, "mouseover", {}));
    for (const at of come) fire(at, mouse(at, point, "mouseenter", quiet));
  }
  under = path;
  keepHovered(path);
  fire(on, pointer(on, point, "pointermove", {}));
  fire(on, mouse(on, point, "mousemove", {}));
  return path;
}

function once(target: Element, on: Element, point: Point, how: Press, detail: number): boolean {
  const button = BUTTONS[how.button];
  const down = { button, buttons: HELD[how.button], detail };
  const quiet = !fire(on, pointer(on, point, "pointerdown", { ...down, detail: 0 }));
  // A prevented pointerdown suppresses the mouse events that would repeat it, but not the click.
  const held = quiet ? true : fire(on, mouse(on, point, "mousedown", down));
  if (held && !quiet) moveFocus(on);
  if (!how.stillMeant()) return false;
  const under = isConnected(on) ? on : elementAt(documentOf(on), point.x, point.y);
  if (!under) return true;
  const up = { button, buttons: 0, detail };
  fire(under, pointer(under, point, "pointerup", { ...up, detail: 0 }));
  if (!quiet) fire(under, mouse(under, point, "mouseup", up));
  // A press on something that is gone by the release clicks nothing: the page has acted on the press.
  if (under !== on || !isConnected(target)) return true;
  if (how.button === "left") {
    if (!isDisabled(on)) fire(on, pointer(on, point, "click", up));
  } else {
    fire(on, pointer(on, point, how.button === "right" ? "contextmenu" : "auxclick", up));
  }
  return true;
}

/** Where focus goes when an element is pressed: its nearest focusable ancestor, else away. */
export function moveFocus(on: Element): void {
  for (let at: Element | null = on; at && documentOf(at) === documentOf(on); at = composedParent(at)) {
    if (isFocusable(at)) {
      (at as HTMLElement).focus({ preventScroll: true });
      return;
    }
  }
  const active = documentOf(on).activeElement as HTMLElement | null;
  if (active && !composedHolds(on, active)) active.blur();
}

function isFocusable(of: Element): boolean {
  if (isDisabled(of)) return false;
  const tag = localName(of);
  if (carries(of, "tabindex") || isEditingHost(of)) return true;
  if (isInput(of)) return attribute(of, "type") !== "hidden";
  return (tag === "a" && carries(of, "href")) || ["button", "select", "textarea", "summary"].some((name) => isHtml(of, name));
}

function base(on: Element, point: Point): MouseEventInit {
  return {
    bubbles: true, cancelable: true, composed: true, view: viewOf(documentOf(on)), clientX: point.x, clientY: point.y,
    screenX: point.x + window.screenX, screenY: point.y + window.screenY,
  };
}

export function mouse(on: Element, point: Point, type: string, extra: MouseEventInit): MouseEvent {
  return new MouseEvent(type, { ...base(on, point), ...extra });
}

export function pointer(on: Element, point: Point, type: string, extra: PointerEventInit): PointerEvent {
  return new PointerEvent(type, { ...base(on, point), pointerId: 1, pointerType: "mouse", isPrimary: true, ...extra });
}
