/** Keys as `Input.dispatchKeyEvent` wants them (UI Events `key` and `code`, and the key codes that Windows gives them). */

import type { Params } from "./chrome-debugger.ts";

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly windowsVirtualKeyCode: number;
  /** What it writes; empty for nothing. */
  readonly text: string;
}

export const ENTER: Key = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
export const BACKSPACE: Key = { key: "Backspace", code: "Backspace", windowsVirtualKeyCode: 8, text: "" };
/** All that is in the field with the focus is selected, whatever key that takes on this system. */
export const SELECT_ALL: Params = { type: "rawKeyDown", commands: ["selectAll"] };

/** The key that writes this character. */
export function writing(letter: string): Key {
  const upper = letter.toUpperCase();
  const code = upper === " " ? "Space" : /^[A-Z]$/.test(upper) ? `Key${upper}` : /^[0-9]$/.test(upper) ? `Digit${upper}` : "";
  return { key: letter, code, windowsVirtualKeyCode: code === "" ? 0 : upper.charCodeAt(0), text: letter };
}

export function strokes(key: Key): [Params, Params] {
  const { text, ...rest } = key;
  const down = text === "" ? { type: "rawKeyDown", ...rest } : { type: "keyDown", ...rest, text };
  return [down, { type: "keyUp", ...rest }];
}
