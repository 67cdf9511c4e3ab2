/** Key events as a keyboard of the United States layout sends them, and what Enter sets off in a form. */

import { fire, isInput, isTextArea } from "./dom.ts";
import { controlsOf, defaultButton } from "./forms.ts";
import { kindOfInput } from "./role.ts";

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  readonly shiftKey: boolean;
}

/** Keys that are held while another is pressed. */
export interface Modifiers {
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export const NO_MODIFIERS: Modifiers = { ctrlKey: false, shiftKey: false, altKey: false, metaKey: false };

const UNSHIFTED = "`1234567890-=[]\\;',./";
const SHIFTED = '~!@#$%^&*()_+{}|:"<>?';
const CODES =
  "Backquote Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal BracketLeft BracketRight Backslash Semicolon Quote Comma Period Slash".split(" ");
const KEY_CODES = [192, 49, 50, 51, 52, 53, 54, 55, 56, 57, 48, 189, 187, 219, 221, 220, 186, 222, 188, 190, 191];

export const ENTER: Key = { key: "Enter", code: "Enter", keyCode: 13, shiftKey: false };

export function keyFor(character: string): Key {
  if (character === "\n") return ENTER;
  if (character === " ") return { key: " ", code: "Space", keyCode: 32, shiftKey: false };
  if (/^[a-z]$/i.test(character)) {
    const upper = character.toUpperCase();
    return { key: character, code: `Key${upper}`, keyCode: upper.charCodeAt(0), shiftKey: character === upper };
  }
  for (const [row, shiftKey] of [[UNSHIFTED, false], [SHIFTED, true]] as const) {
    const at = row.indexOf(character);
    if (at >= 0) return { key: character, code: CODES[at] ?? "", keyCode: KEY_CODES[at] ?? 0, shiftKey };
  }
  return { key: character, code: "", keyCode: 0, shiftKey: false };
}

function event(type: "keydown" | "keypress" | "keyup", key: Key, held: Modifiers): KeyboardEvent {
  const code = type === "keypress" ? (key.key === "Enter" ? 13 : (key.key.codePointAt(0) ?? 0)) : key.keyCode;
  return new KeyboardEvent(type, {
    bubbles: true, cancelable: true, composed: true, key: key.key, code: key.code, ...held, shiftKey: held.shiftKey || key.shiftKey,
    keyCode: code, which: code, charCode: type === "keypress" ? code : 0,
  } as KeyboardEventInit);
}

/** Presses and holds; true if the page left the default action to the browser. */
export function keyDown(on: Element, key: Key, held: Modifiers = NO_MODIFIERS): boolean {
  if (!fire(on, event("keydown", key, held))) return false;
  // Only keys that write something are followed by a keypress, as long as nothing else is held.
  const writes = (key.key.length <= 2 || key.key === "Enter") && !held.ctrlKey && !held.altKey && !held.metaKey;
  return !writes || fire(on, event("keypress", key, held));
}

export function keyUp(on: Element, key: Key, held: Modifiers = NO_MODIFIERS): void {
  fire(on, event("keyup", key, held));
}

/** Enter in a field; says what it did. */
export function pressEnter(on: Element): "submitted" | "left to the page" | "nothing to submit" {
  const goesOn = keyDown(on, ENTER);
  let did: "submitted" | "left to the page" | "nothing to submit" = "left to the page";
  if (goesOn) did = isTextArea(on) || !isInput(on) ? "nothing to submit" : submitImplicitly(on);
  if (on.isConnected) keyUp(on, ENTER);
  return did;
}

/** Implicit submission of the HTML standard: the default button is clicked, or the form goes if only one field would block it. */
function submitImplicitly(field: HTMLInputElement): "submitted" | "nothing to submit" {
  const form = field.form;
  if (!form) return "nothing to submit";
  const button = defaultButton(form);
  if (button) {
    if (button.disabled) return "nothing to submit";
    fire(button, new PointerEvent("click", { bubbles: true, cancelable: true, composed: true, view: field.ownerDocument.defaultView }));
    return "submitted";
  }
  const blocking = controlsOf(form).filter((control) => isInput(control) && BLOCKING.has(kindOfInput(control)));
  if (blocking.length > 1) return "nothing to submit";
  HTMLFormElement.prototype.requestSubmit.call(form);
  return "submitted";
}

const BLOCKING = new Set("text search tel url email password date month week time datetime-local number".split(" "));
