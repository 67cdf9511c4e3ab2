/** Whether a person can operate an element. Recall first: a control that is usable and not listed is the worst defect. */

import { attribute, carries, isHtml, localName } from "./dom.ts";
import { CONTROLS } from "./role_kinds.ts";
import { isEditingHost } from "./state.ts";

export type Operable = "control" | "clickable" | "draggable" | "hoverable" | "droppable" | null;

/**
 * `clickable` is a target only by signs (pointer cursor at the outermost element that sets it, inline handlers, tabindex);
 * it may turn out to be no more than the frame of a real control. What is `hoverable` or `droppable` only the page as a whole tells.
 */
export function operable(of: Element, role: string, style: CSSStyleDeclaration, pointerAround: boolean): Operable {
  if (CONTROLS.has(role)) return role === "option" && isHtml(of, "option") ? null : "control";
  const tag = localName(of);
  if (isEditingHost(of) || NATIVE.has(tag) || (tag === "a" && carries(of, "href"))) return "control";
  if (tag === "body" || tag === "html" || tag === "iframe") return null;
  if ((tag === "video" || tag === "audio") && carries(of, "controls")) return "control";
  if (tag === "label") return null;
  const tabindex = attribute(of, "tabindex");
  if (tabindex !== null && Number.parseInt(tabindex, 10) >= 0) return "clickable";
  for (const handler of HANDLERS) if (carries(of, handler)) return "clickable";
  if (style.cursor === "pointer" && !pointerAround) return "clickable";
  return attribute(of, "draggable") === "true" ? "draggable" : null;
}

/** Operated whatever role the author gave them. */
const NATIVE = new Set(["button", "input", "select", "textarea"]);
const HANDLERS = ["onclick", "onmousedown", "onpointerdown", "ondblclick", "jsaction", "ng-click", "data-action", "@click", "v-on:click"];
