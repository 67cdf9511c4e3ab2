/** `press_key`: the events of a key or a combination, and what a browser would do on it where a page leaves that to the browser. */

import { attribute, bodyOf, carries, clientHeightOf, composedParent, documentOf, fire, fits, focused, isConnected, isHtml, isInput, isSelect, isTextArea, rootOf, selectInDocument, styleOf } from "./dom.ts";
import type { Chord } from "./chords.ts";
import { type Key, keyDown, keyUp, type Modifiers, pressEnter } from "./keyboard.ts";
import { kindOfInput } from "./role.ts";
import { isPainted } from "./sight.ts";
import { isEditableRegion, isReadOnly, scrollRoom } from "./state.ts";

/** Where a key goes that is pressed on an element: to it if it can have the focus, else to what has it. */
export function receiverOf(target: Element | null): Element {
  if (target) {
    (target as HTMLElement).focus({ preventScroll: true });
    return target;
  }
  return focused() ?? bodyOf(document) ?? document.documentElement;
}

/** Presses and releases; the words say what the browser's part of it was. */
export function pressChord(on: Element, { key, held }: Chord): string {
  const plain = !held.ctrlKey && !held.altKey && !held.metaKey;
  if (key.key === "Enter" && plain && !held.shiftKey && isInput(on) && !isClicked(on)) {
    return { submitted: "It submitted the form.", "left to the page": "", "nothing to submit": "" }[pressEnter(on)];
  }
  const goesOn = keyDown(on, key, held);
  const did = goesOn && plain ? alone(on, key, held) : "";
  if (goesOn && !plain) combined(on, key, held);
  const at = isConnected(on) ? on : (bodyOf(documentOf(on)) ?? on);
  keyUp(at, key, held);
  if (goesOn && plain && key.key === " " && isClicked(on)) clickBy(on);
  return did;
}

function alone(on: Element, key: Key, held: Modifiers): string {
  switch (key.key) {
    case "Enter":
      if (isClicked(on) || (isHtml(on, "a") && carries(on, "href"))) clickBy(on);
      else write(on, "\n");
      return "";
    case "Tab":
      moveOn(on, held.shiftKey ? -1 : 1);
      return "";
    case "Escape":
      return closeTop(on);
    case "Backspace":
    case "Delete":
      if (canWrite(on)) documentOf(on).execCommand(key.key === "Delete" ? "forwardDelete" : "delete");
      return "";
    case " ":
      if (canWrite(on)) write(on, " ");
      else if (!isClicked(on)) scrollBy(on, held.shiftKey ? "PageUp" : "PageDown");
      return "";
    default:
      if (MOVING.test(key.key)) return move(on, key.key, held);
      if (key.key.length <= 2) write(on, key.key);
      return "";
  }
}

const MOVING = /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/;
const IN_FIELDS: Readonly<Record<string, string>> = { a: "selectAll", z: "undo", Z: "redo", y: "redo" };
const IN_EDITORS: Readonly<Record<string, string>> = { b: "bold", i: "italic", u: "underline" };

/** What the browser does on a combination in a field. The clipboard is the person's own. */
function combined(on: Element, { key }: Key, held: Modifiers): void {
  if (!(held.ctrlKey || held.metaKey) || !canWrite(on)) return;
  const command = IN_FIELDS[key] ?? (isEditableRegion(on) ? IN_EDITORS[key] : undefined);
  if (command) documentOf(on).execCommand(command);
}

function isClicked(of: Element): boolean {
  if (isHtml(of, "button") || isHtml(of, "summary")) return true;
  return isInput(of) && ["button", "submit", "reset", "image", "checkbox", "radio", "file", "color"].includes(kindOfInput(of));
}

function clickBy(on: Element): void {
  if (isConnected(on)) fire(on, new PointerEvent("click", { bubbles: true, cancelable: true, composed: true, view: documentOf(on).defaultView }));
}

function canWrite(on: Element): boolean {
  if (isReadOnly(on)) return false;
  return isTextArea(on) || isEditableRegion(on) || (isInput(on) && !isClicked(on) && kindOfInput(on) !== "range");
}

function write(on: Element, text: string): void {
  if (!canWrite(on) || (text === "\n" && isInput(on))) return;
  const about = new InputEvent("beforeinput", { bubbles: true, cancelable: true, composed: true, inputType: text === "\n" ? "insertParagraph" : "insertText", data: text === "\n" ? null : text });
  if (isEditableRegion(on) && !fire(on, about)) return;
  if (text === "\n" && isEditableRegion(on)) documentOf(on).execCommand("insertParagraph");
  else documentOf(on).execCommand("insertText", false, text);
}

const FOCUSABLE = "a[href], button, input:not([type=hidden]), select, textarea, summary, iframe, [tabindex], [contenteditable]:not([contenteditable=false])";

/** To the next element in the order of tabs: those with a positive `tabindex` first, as the standard has it. */
function moveOn(on: Element, step: 1 | -1): void {
  const own = documentOf(on);
  const index = (of: Element): number => Number.parseInt(attribute(of, "tabindex") ?? "0", 10) || 0;
  const reachable = Array.from(selectInDocument(own, FOCUSABLE)).filter((of) => index(of) >= 0 && !fits(of, ":disabled") && isPainted(of));
  const ordered = [...reachable.filter((of) => index(of) > 0).sort((a, b) => index(a) - index(b)), ...reachable.filter((of) => index(of) === 0)];
  const at = ordered.indexOf(on);
  const next = ordered[at < 0 ? (step > 0 ? 0 : ordered.length - 1) : at + step];
  if (next) (next as HTMLElement).focus();
  else (on as HTMLElement).blur();
}

function closeTop(on: Element): string {
  const dialogs = Array.from(selectInDocument(documentOf(on), "dialog:modal")) as HTMLDialogElement[];
  const top = dialogs.at(-1);
  if (top) {
    if (!fire(top, new Event("cancel", { cancelable: true }))) return "";
    top.close();
    return "It closed the dialog.";
  }
  for (const popover of selectInDocument(documentOf(on), "[popover]:popover-open")) if (attribute(popover, "popover") !== "manual") (popover as HTMLElement).hidePopover();
  return "";
}

function move(on: Element, key: string, held: Modifiers): string {
  if (isSelect(on) && !on.multiple) return stepList(on, key);
  if (isInput(on)) {
    const kind = kindOfInput(on);
    if (kind === "radio") return stepRadio(on, key);
    if (kind === "range" || kind === "number") return stepNumber(on, key);
  }
  if (canWrite(on)) moveCaret(on, key, held);
  else scrollBy(on, key);
  return "";
}

const BACK = new Set(["ArrowUp", "ArrowLeft", "PageUp", "Home"]);

function stepList(on: HTMLSelectElement, key: string): string {
  const usable = Array.from(on.options).filter((option) => !option.disabled);
  const at = usable.findIndex((option) => option.selected);
  const to = key === "Home" ? 0 : key === "End" ? usable.length - 1 : Math.min(usable.length - 1, Math.max(0, at + (BACK.has(key) ? -1 : 1)));
  const next = usable[to];
  if (!next || to === at) return "";
  next.selected = true;
  changed(on);
  return `It chose "${next.label}".`;
}

function stepRadio(on: HTMLInputElement, key: string): string {
  if (!key.startsWith("Arrow")) return "";
  const group = (Array.from(selectInDocument(documentOf(on), "input[type=radio]")) as HTMLInputElement[]).filter((one) => one.name === on.name && one.form === on.form && !one.disabled);
  const next = group[(group.indexOf(on) + (BACK.has(key) ? -1 : 1) + group.length) % group.length];
  if (!next || next === on) return "";
  next.focus();
  clickBy(next);
  return "";
}

function stepNumber(on: HTMLInputElement, key: string): string {
  const before = on.value;
  if (kindOfInput(on) === "range" && (key === "Home" || key === "End")) on.value = key === "Home" ? on.min || "0" : on.max || "100";
  else if (key === "ArrowUp" || (key === "ArrowRight" && kindOfInput(on) === "range")) on.stepUp();
  else if (key === "ArrowDown" || (key === "ArrowLeft" && kindOfInput(on) === "range")) on.stepDown();
  if (on.value === before) return "";
  changed(on);
  return `It holds "${on.value}" now.`;
}

function changed(on: Element): void {
  fire(on, new Event("input", { bubbles: true, composed: true }));
  fire(on, new Event("change", { bubbles: true }));
}

function moveCaret(on: Element, key: string, held: Modifiers): void {
  const how = held.shiftKey ? "extend" : "move";
  const unit = { ArrowUp: "line", ArrowDown: "line", Home: "lineboundary", End: "lineboundary", PageUp: "paragraph", PageDown: "paragraph" }[key] ?? "character";
  documentOf(on).getSelection()?.modify(how, BACK.has(key) ? "backward" : "forward", unit);
}

function scrollBy(on: Element, key: string): void {
  if (key === "ArrowLeft" || key === "ArrowRight") return;
  let scroller: Element | null = on;
  while (scroller && !scrollRoom(scroller, styleOf(scroller))) scroller = composedParent(scroller);
  const moved = scroller ?? document.scrollingElement ?? rootOf(document);
  if (!moved) return;
  const step = { ArrowUp: -40, ArrowDown: 40, PageUp: -0.8 * clientHeightOf(moved), PageDown: 0.8 * clientHeightOf(moved), Home: -1e9, End: 1e9 }[key] ?? 0;
  moved.scrollBy({ top: step, behavior: "instant" });
}
