/** What an element is to a person: the fingerprint that a ref, an approval and the gatekeeper are bound to. */

import { attribute, isHtml, isInput, localName, styleOf } from "./dom.ts";
import { defaultButton } from "./forms.ts";
import { contentOf, labelOf, nameOf } from "./name.ts";
import { kindOfInput, roleOf } from "./role.ts";
import { CONTROLS, NAMED_BY_CONTENT } from "./role_kinds.ts";
import { scrollRoom } from "./state.ts";
import { shorten, tidy } from "./text.ts";
import type { ElementPrint } from "../wire/wire.ts";

const ADDRESS_CHARS = 4_096;
/** Roles that hold other things and are named only by their author. */
const CONTAINERS = new Set("main region list table grid treegrid tree feed log form search navigation banner contentinfo complementary dialog iframe radiogroup toolbar tablist menu menubar rowgroup".split(" "));

/** The name under which an element is shown: its accessible name, else what it says. */
export function shownName(of: Element, role: string): string {
  const name = nameOf(of);
  if (name || CONTROLS.has(role) || NAMED_BY_CONTENT.has(role) || CONTAINERS.has(role)) return name;
  // What a scroller shows changes as it scrolls; it is no name.
  return scrollRoom(of, styleOf(of)) ? "" : contentOf(of);
}

/** What an approval is bound to. Where Enter in a field leads takes a look through its form, so it is not in the print of every ref. */
export function boundPrint(of: Element): ElementPrint {
  const print = printOf(of);
  const form = linkOf(of) === null && !submits(print.kind) && !passesBy(print.kind) ? formOf(of) : null;
  const pressed = form === null ? null : defaultButton(form);
  const own = pressed === null ? null : attribute(pressed, "formaction");
  return form === null || own === null ? print : { ...print, destination: absolute(form, own) };
}

export function printOf(of: Element): ElementPrint {
  const role = roleOf(of);
  return {
    role,
    name: shownName(of, role),
    tag: localName(of).slice(0, 64),
    kind: kindOf(of),
    label: labelOf(of),
    placeholder: shorten(tidy(attribute(of, "placeholder") ?? ""), 160),
    autocomplete: tidy(attribute(of, "autocomplete") ?? "").slice(0, 160).toLowerCase(),
    destination: destinationOf(of),
  };
}

function kindOf(of: Element): string {
  if (isInput(of)) return kindOfInput(of);
  return isHtml(of, "button") ? (of as HTMLButtonElement).type : "";
}

/** Where a click would lead, as the browser would resolve it now; of a field, where its form goes. */
export function destinationOf(of: Element): string {
  const link = linkOf(of);
  if (link) return absolute(link, attribute(link, "href") ?? "");
  const form = formOf(of);
  const kind = kindOf(of);
  if (form === null || passesBy(kind)) return "";
  const own = submits(kind) ? attribute(of, "formaction") : null;
  return absolute(form, own ?? attribute(form, "action") ?? "");
}

function linkOf(of: Element): Element | null {
  return of.closest("a[href], area[href]");
}

function formOf(of: Element): HTMLFormElement | null {
  const isControl = isInput(of) || isHtml(of, "button") || isHtml(of, "textarea") || isHtml(of, "select");
  return isControl ? (of as HTMLInputElement).form : null;
}

function submits(kind: string): boolean {
  return kind === "submit" || kind === "image";
}

/** What is pressed sends no form. */
function passesBy(kind: string): boolean {
  return kind === "button" || kind === "reset";
}

function absolute(near: Element, address: string): string {
  const base = near.ownerDocument.baseURI;
  try {
    return new URL(address.trim() || base, base).href.slice(0, ADDRESS_CHARS);
  } catch {
    return address.slice(0, ADDRESS_CHARS);
  }
}

export function samePrint(a: ElementPrint, b: ElementPrint): boolean {
  return (
    a.role === b.role && a.name === b.name && a.tag === b.tag && a.kind === b.kind && a.label === b.label &&
    a.placeholder === b.placeholder && a.autocomplete === b.autocomplete && a.destination === b.destination
  );
}

/** `button "Save"`, for messages. */
export function saying(print: Pick<ElementPrint, "role" | "name">): string {
  return print.name ? `${print.role} "${shorten(print.name, 80)}"` : `unnamed ${print.role}`;
}
