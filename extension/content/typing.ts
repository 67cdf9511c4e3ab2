/** Text into fields and editors so that the page ends with what a person's typing would have left, and the reading back of it. */

import { attribute, carries, fire, isInput, isTextArea, selectIn } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { describe } from "./hit.ts";
import { keyDown, keyFor, keyUp } from "./keyboard.ts";
import { yieldToPage } from "./pace.ts";
import { kindOfInput } from "./role.ts";
import { dateFor } from "./dates.ts";
import { editedText, isEditableRegion, isReadOnly } from "./state.ts";
import type { TypeMode, TypePace } from "../wire/wire.ts";

export type Field =
  | { readonly kind: "line"; readonly element: HTMLInputElement }
  | { readonly kind: "picked"; readonly element: HTMLInputElement }
  | { readonly kind: "area"; readonly element: HTMLTextAreaElement }
  | { readonly kind: "editor"; readonly element: HTMLElement }
  /** Takes keys and keeps its text to itself. */
  | { readonly kind: "keys"; readonly element: HTMLElement };

const PICKED = new Set(["date", "datetime-local", "month", "week", "time", "color", "range"]);
const NOT_TEXT = new Set(["checkbox", "radio", "file", "button", "submit", "reset", "image", "hidden"]);

export function fieldOf(of: Element): Field {
  if (isReadOnly(of)) {
    throw new Refusal("not_editable", `${describe(of)} is read-only: a person cannot type into it either.`, "Click it: a calendar or list may open to choose from.");
  }
  if (isInput(of) && !NOT_TEXT.has(kindOfInput(of))) return { kind: PICKED.has(kindOfInput(of)) ? "picked" : "line", element: of };
  if (isTextArea(of)) return { kind: "area", element: of };
  if (isEditableRegion(of)) return { kind: "editor", element: of as HTMLElement };
  const inner = Array.from(selectIn(of, "input, textarea, [contenteditable]:not([contenteditable=false])")).filter((one) => attribute(one, "type") !== "hidden");
  if (inner.length === 1 && inner[0]) return fieldOf(inner[0]);
  const role = attribute(of, "role");
  if (carries(of, "tabindex") && (role === "textbox" || role === "searchbox" || role === "application")) return { kind: "keys", element: of as HTMLElement };
  throw new Refusal("not_editable", `${describe(of)} takes no text.`, of.localName === "select" ? "Use select_option." : "Use the ref of a text field.");
}

export function holding(field: Field): string {
  switch (field.kind) {
    case "line":
    case "picked":
    case "area":
      return field.element.value;
    case "editor":
    case "keys":
      return editedText(field.element);
  }
}

/** What the field should hold afterwards, for comparison. */
export function expected(field: Field, before: string, text: string, mode: TypeMode): string {
  const line = field.kind === "line" ? text.replace(/[\r\n]+/g, "") : text.replace(/\r\n?/g, "\n");
  return mode === "append" ? before + line : line;
}

export async function enter(field: Field, text: string, mode: TypeMode, pace: TypePace): Promise<void> {
  const on = field.element;
  on.focus({ preventScroll: true });
  switch (field.kind) {
    case "keys":
      return byKeys(field, text);
    case "picked":
      return pick(field.element, text);
    case "editor":
      return edit(field, text, mode, pace);
    case "line":
    case "area":
      selectField(field.element, mode);
      if (pace === "key_by_key") return byKeys(field, text, mode);
      insertIntoField(field.element, field.kind === "line" ? text.replace(/[\r\n]+/g, "") : text, mode);
      keyUp(on, keyFor(text.at(-1) ?? "a"));
  }
}

function selectField(on: HTMLInputElement | HTMLTextAreaElement, mode: TypeMode): void {
  if (mode === "replace") return on.select();
  try {
    on.setSelectionRange(on.value.length, on.value.length);
  } catch {
    // Fields such as email and number have no caret for scripts; focus leaves it at the end.
  }
}

/** The editing command first: undoable, and its input event is the browser's own. A plain value second, for fields it cannot reach. */
function insertIntoField(on: HTMLInputElement | HTMLTextAreaElement, text: string, mode: TypeMode): void {
  const before = on.value;
  const wanted = mode === "append" ? before + text : text;
  if (before === wanted) return;
  const command = text === "" ? on.ownerDocument.execCommand("delete") : on.ownerDocument.execCommand("insertText", false, text);
  if ((command && on.value !== before) || on.value === wanted) return;
  setValue(on, wanted);
  fire(on, new InputEvent("input", { bubbles: true, composed: true, inputType: text === "" ? "deleteContentBackward" : "insertText", data: text }));
  fire(on, new Event("change", { bubbles: true }));
}

/** The prototype's setter: what a framework hung on the element itself does not see it, as it does not see typing. */
function setValue(on: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const owner = isTextArea(on) ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(owner, "value")?.set?.call(on, value);
}

function pick(on: HTMLInputElement, text: string): void {
  const kind = kindOfInput(on);
  const value = kind === "range" || kind === "color" ? text.trim().toLowerCase() : dateFor(kind, text);
  const before = on.value;
  setValue(on, value);
  if (on.value === "" || (kind === "color" && on.value !== value)) {
    setValue(on, before);
    throw new Refusal("invalid_arguments", `${describe(on)} does not take "${text}".`, `Give it as ${FORMATS[kind] ?? "the field expects"}. It still holds "${before}".`);
  }
  fire(on, new InputEvent("input", { bubbles: true, composed: true }));
  fire(on, new Event("change", { bubbles: true }));
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "YYYY-MM-DD", "datetime-local": "YYYY-MM-DDTHH:MM", month: "YYYY-MM", week: "YYYY-Www", time: "HH:MM", color: "#rrggbb", range: "a number",
};

async function edit(field: Field & { kind: "editor" }, text: string, mode: TypeMode, pace: TypePace): Promise<void> {
  const on = field.element;
  const selection = on.ownerDocument.getSelection();
  const range = on.ownerDocument.createRange();
  range.selectNodeContents(on);
  if (mode === "append") range.collapse(false);
  selection?.removeAllRanges();
  selection?.addRange(range);
  // Editors that keep a model of their own follow the selection by an event that comes a turn later.
  await yieldToPage();
  if (pace === "key_by_key") return byKeys(field, text);
  insertIntoEditor(on, text);
  await yieldToPage();
}

function insertIntoEditor(on: HTMLElement, text: string): void {
  const type = text === "" ? "deleteContentBackward" : "insertText";
  const about = new InputEvent("beforeinput", { bubbles: true, cancelable: true, composed: true, inputType: type, data: text === "" ? null : text });
  // An editor that owns its content takes the text from this event and prevents the rest.
  if (!fire(on, about)) return;
  if (text === "") on.ownerDocument.execCommand("delete");
  else on.ownerDocument.execCommand("insertText", false, text);
}

async function byKeys(field: Field, text: string, mode: TypeMode = "append"): Promise<void> {
  const on = field.element;
  if (mode === "replace" && text === "" && field.kind === "area") insertIntoField(field.element, "", "replace");
  let typed = 0;
  for (const character of text) {
    const key = keyFor(character);
    const goesOn = keyDown(on, key);
    if (goesOn) insertCharacter(field, character);
    keyUp(on, key);
    typed += 1;
    if (typed % 16 === 0) await yieldToPage();
  }
}

function insertCharacter(field: Field, character: string): void {
  const own = field.element.ownerDocument;
  switch (field.kind) {
    case "line":
      if (character !== "\n") own.execCommand("insertText", false, character);
      return;
    case "area":
      own.execCommand("insertText", false, character);
      return;
    case "editor":
      insertIntoEditor(field.element, character);
      return;
    case "picked":
    case "keys":
      return;
  }
}
