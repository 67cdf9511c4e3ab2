/** States and values of an element as the snapshot shows them. */

import {
  attribute, clientHeightOf, clientWidthOf, closestComposed, fits, isInput, isSelect, isTextArea, localName, scrollHeightOf, scrollTopOf,
} from "./dom.ts";
import { OPTIONS_SHOWN, VALUE_CHARS } from "./caps.ts";
import { kindOfInput } from "./role.ts";
import { isSecret } from "./secret.ts";
import { quoted, shorten, tidy } from "./text.ts";

export function isDisabled(of: Element): boolean {
  return fits(of, ":disabled") || closestComposed(of, "[aria-disabled=true]") !== null || closestComposed(of, "[inert]") !== null;
}

export function isReadOnly(of: Element): boolean {
  if (attribute(of, "aria-readonly") === "true") return true;
  return (isInput(of) || isTextArea(of)) && of.readOnly;
}

export function isEditableRegion(of: Element): boolean {
  return (of as Partial<HTMLElement>).isContentEditable === true;
}

/** True of the element that makes its content editable, false of what is inside it. */
export function isEditingHost(of: Element): boolean {
  const own = attribute(of, "contenteditable");
  return own !== null && own.toLowerCase() !== "false" && isEditableRegion(of);
}

export function checkedOf(of: Element, role: string): "true" | "false" | "mixed" | null {
  if (isInput(of) && (kindOfInput(of) === "checkbox" || kindOfInput(of) === "radio")) {
    return of.indeterminate ? "mixed" : of.checked ? "true" : "false";
  }
  if (!["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio", "option", "treeitem"].includes(role)) return null;
  const value = attribute(of, "aria-checked");
  if (value === "true" || value === "mixed") return value;
  return value === "false" || role === "checkbox" || role === "radio" || role === "switch" ? "false" : null;
}

export function statesOf(of: Element, role: string, focus: Element | null): string[] {
  const states: string[] = [];
  if (role === "heading") states.push(`level=${headingLevel(of)}`);
  const checked = checkedOf(of, role);
  if (checked !== null) states.push(checked === "true" ? "checked" : checked === "mixed" ? "checked=mixed" : "unchecked");
  const selected = attribute(of, "aria-selected");
  if (selected === "true") states.push("selected");
  const expanded = localName(of) === "summary" ? String(fits(of, "details[open] > summary")) : attribute(of, "aria-expanded");
  if (expanded === "true") states.push("expanded");
  else if (expanded === "false") states.push("collapsed");
  const pressed = attribute(of, "aria-pressed");
  if (pressed === "true") states.push("pressed");
  else if (pressed === "false") states.push("not pressed");
  const current = attribute(of, "aria-current");
  if (current && CURRENT.has(current)) states.push(current === "true" ? "current" : `current=${current}`);
  if (isDisabled(of)) states.push("disabled");
  if (isReadOnly(of)) states.push("readonly");
  if (((isInput(of) || isTextArea(of) || isSelect(of)) && of.required) || attribute(of, "aria-required") === "true") states.push("required");
  if (isInvalid(of)) states.push("invalid");
  if (attribute(of, "aria-busy") === "true") states.push("busy");
  const popup = attribute(of, "aria-haspopup");
  if (popup && POPUPS.has(popup) && role !== "combobox") states.push(popup === "true" ? "haspopup" : `haspopup=${popup}`);
  if (isInput(of)) {
    const kind = kindOfInput(of);
    if (["email", "tel", "url", "password", "month", "week", "time"].includes(kind)) states.push(kind);
  }
  if (focus === of) states.push("focused");
  return states;
}

/** Only the words of the standard: what stands in brackets must not be the page's to write. */
const CURRENT = new Set(["true", "page", "step", "location", "date", "time"]);
const POPUPS = new Set(["true", "menu", "listbox", "tree", "grid", "dialog"]);

/** Marked wrong by the page, or by the browser once the person had a chance to fill it in. */
export function isInvalid(of: Element): boolean {
  const marked = attribute(of, "aria-invalid");
  if (marked !== null && marked !== "false" && marked !== "") return true;
  return fits(of, ":user-invalid");
}

function headingLevel(of: Element): string {
  const given = attribute(of, "aria-level");
  if (given && /^[1-9]$/.test(given)) return given;
  const tag = localName(of);
  return /^h[1-6]$/.test(tag) ? tag.slice(1) : "2";
}

export type Shown = { readonly kind: "value"; readonly text: string } | { readonly kind: "secret"; readonly filled: boolean };

/** What a field holds, as a person sees it; null where values mean nothing. */
export function valueOf(of: Element, role: string): Shown | null {
  if (isInput(of)) {
    const kind = kindOfInput(of);
    if (["checkbox", "radio", "button", "submit", "reset", "image", "hidden"].includes(kind)) return null;
    if (isSecret(of)) return { kind: "secret", filled: of.value !== "" };
    if (kind === "file") return { kind: "value", text: Array.from(of.files ?? [], (file) => file.name).join(", ") };
    return { kind: "value", text: tidy(of.value) };
  }
  if (isTextArea(of)) {
    if (isSecret(of)) return { kind: "secret", filled: of.value !== "" };
    return { kind: "value", text: tidy(of.value) };
  }
  if (isSelect(of)) return { kind: "value", text: Array.from(of.selectedOptions, (option) => tidy(option.label)).join(", ") };
  if (isEditingHost(of)) return { kind: "value", text: tidy(editedText(of)) };
  if (role === "slider" || role === "spinbutton" || role === "progressbar" || role === "meter" || role === "scrollbar") {
    const text = attribute(of, "aria-valuetext") ?? attribute(of, "aria-valuenow") ?? attribute(of, "value");
    return text === null ? null : { kind: "value", text: tidy(text) };
  }
  return null;
}

/** Text of an editor in lines, as it would be copied. */
export function editedText(of: Element): string {
  return ((of as Partial<HTMLElement>).innerText ?? of.textContent ?? "").replace(/\u00a0/g, " ").replace(/\u200b|\ufeff/g, "").replace(/\n$/, "");
}

export function printedValue(shown: Shown | null, role: string): string | null {
  if (shown === null) return null;
  if (shown.kind === "secret") return shown.filled ? "[filled]" : "[empty]";
  if (shown.text === "" && role !== "listbox") return null;
  return `[value=${quoted(shorten(shown.text, VALUE_CHARS))}]`;
}

/** The choices of a native list, a dozen of them named. */
export function printedOptions(of: Element): string | null {
  if (!isSelect(of)) return null;
  const options = Array.from(of.options).slice(0, 400);
  const labels = options
    .slice(0, OPTIONS_SHOWN)
    .map((option) => quoted(shorten(tidy(option.label, 200), 60)) + (option.disabled ? " (disabled)" : ""));
  const rest = of.options.length - labels.length;
  return `[options: ${labels.join(", ")}${rest > 0 ? `, … ${rest} more` : ""}]`;
}

/** How much of a scroller lies outside, in whole pixels; null if it does not scroll by itself. */
export function scrollRoom(of: Element, style: CSSStyleDeclaration): { above: number; below: number } | null {
  if (style.overflowY !== "auto" && style.overflowY !== "scroll") return null;
  const room = scrollHeightOf(of) - clientHeightOf(of);
  if (room < 8 || clientHeightOf(of) < 24 || clientWidthOf(of) < 24) return null;
  const above = Math.round(scrollTopOf(of));
  return { above, below: Math.max(0, Math.round(room - above)) };
}
