/** Keys and combinations by the names that models and people give them. */

import { Refusal } from "./failure.ts";
import { type Key, keyFor, type Modifiers, NO_MODIFIERS } from "./keyboard.ts";

export interface Chord {
  readonly key: Key;
  readonly held: Modifiers;
}

/** Keys that write nothing, by the names of UI Events, with the codes that old pages look at. */
const NAMED: Readonly<Record<string, number>> = {
  Enter: 13, Escape: 27, Tab: 9, Backspace: 8, Delete: 46, Insert: 45, Home: 36, End: 35, PageUp: 33, PageDown: 34,
  ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, F1: 112, F2: 113, F3: 114, F4: 115, F5: 116, F6: 117, F7: 118, F8: 119, F9: 120,
  F10: 121, F11: 122, F12: 123,
};
const OTHERWISE: Readonly<Record<string, string>> = {
  esc: "Escape", return: "Enter", del: "Delete", ins: "Insert", left: "ArrowLeft", right: "ArrowRight", up: "ArrowUp", down: "ArrowDown",
  pgup: "PageUp", pgdn: "PageDown",
};
const HELD: Readonly<Record<string, keyof Modifiers>> = {
  control: "ctrlKey", ctrl: "ctrlKey", shift: "shiftKey", alt: "altKey", option: "altKey", meta: "metaKey", cmd: "metaKey", command: "metaKey",
};

export function chordOf(text: string): Chord {
  const parts = text === "+" ? ["+"] : text.trim().split(/\+(?=.)/);
  const last = parts.pop() ?? "";
  let held = NO_MODIFIERS;
  for (const part of parts) {
    const modifier = HELD[part.trim().toLowerCase()];
    if (!modifier) throw unknownKey(text);
    held = { ...held, [modifier]: true };
  }
  const key = keyNamed(last === "" && text !== "" ? " " : last);
  if (!key) throw unknownKey(text);
  return { key: held.shiftKey && /^[a-z]$/.test(key.key) ? keyFor(key.key.toUpperCase()) : key, held: { ...held, shiftKey: held.shiftKey || key.shiftKey } };
}

function keyNamed(text: string): Key | null {
  if (/^space(bar)?$/i.test(text)) return keyFor(" ");
  const name = Object.keys(NAMED).find((one) => one.toLowerCase() === text.toLowerCase()) ?? OTHERWISE[text.toLowerCase()];
  if (name !== undefined) return { key: name, code: name, keyCode: NAMED[name] ?? 0, shiftKey: false };
  return Array.from(text).length === 1 ? keyFor(text) : null;
}

function unknownKey(text: string): Refusal {
  return new Refusal("invalid_arguments", `There is no key "${text.slice(0, 40)}".`, "Give one key such as Enter, Escape, ArrowDown or a, with Control+, Shift+, Alt+ or Meta+ before it. To write text use type.");
}
