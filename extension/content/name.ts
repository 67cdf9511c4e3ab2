/**
 * The accessible name, by the steps of W3C accname 1.2 and HTML-AAM.
 *
 * Bounded in depth and length: a page may nest what it likes. Descriptions are not computed.
 */

import {
  attribute, byId, closestComposed, dataOf, firstChildOf, isElement, isFrame, isHtml, isInput, isRendered, isSelect, isSlot, isText,
  isTextArea, labelsOf, localName, nextOf, selectIn, shadowOf, slotted, styleOf,
} from "./dom.ts";
import { generated } from "./generated.ts";
import { kindOfInput, labelIdsOf, roleOf } from "./role.ts";
import { NAMED_BY_CONTENT } from "./role_kinds.ts";
import { isSecret } from "./secret.ts";
import { NAME_CHARS } from "./caps.ts";
import { shorten, tidy } from "./text.ts";

const DEPTH = 40;
const RAW = NAME_CHARS * 3;

interface Step {
  /** Elements that were used already: a name never goes in circles. */
  readonly seen: Set<Element>;
  readonly depth: number;
  /** Inside a reference or label content names whatever the role. */
  readonly within: "self" | "reference" | "content";
  /** What cannot be seen is no part of a name, but for a reference or label that is hidden as a whole. */
  readonly hidden: "left out" | "counted";
}

const FROM_SELF = { depth: 0, within: "self", hidden: "left out" } as const;

export function nameOf(of: Element): string {
  return shorten(tidy(computed(of, { ...FROM_SELF, seen: new Set() }), RAW), NAME_CHARS);
}

/** What an element says by its content, whatever its role: for targets that have no name of their own. */
export function contentOf(of: Element): string {
  return shorten(tidy(content(of, { ...FROM_SELF, seen: new Set([of]), within: "content" }, "all"), RAW), NAME_CHARS);
}

function computed(of: Element, step: Step): string {
  if (step.depth > DEPTH || step.seen.has(of)) return "";
  const hiding = step.within === "content" && step.hidden === "left out" ? hidingOf(of) : "nothing";
  if (hiding === "all") return "";
  step.seen.add(of);
  if (hiding === "text" || isSlot(of)) return content(of, step, hiding === "text" ? "elements" : "all");
  if (step.within !== "reference") {
    const referred = byReference(of, step);
    if (referred) return referred;
  }
  const role = roleOf(of);
  if (step.within !== "self") {
    const value = embeddedValue(of, role, step);
    if (value !== null) return value;
  }
  const label = attribute(of, "aria-label");
  if (label && tidy(label, RAW)) return label.slice(0, RAW);
  const native = byHost(of, role, step);
  if (native) return native;
  if (NAMED_BY_CONTENT.has(role) || step.within !== "self") {
    const inside = content(of, step, "all");
    if (tidy(inside, RAW)) return inside;
  }
  const title = attribute(of, "title");
  if (title && tidy(title, RAW)) return title.slice(0, RAW);
  const placeholder = isInput(of) || isTextArea(of) ? (attribute(of, "placeholder") ?? attribute(of, "aria-placeholder")) : null;
  return placeholder?.slice(0, RAW) ?? "";
}

function byReference(of: Element, step: Step): string {
  const ids = labelIdsOf(of);
  if (!ids) return "";
  const parts: string[] = [];
  for (const id of ids.split(/\s+/, 16)) {
    const target = id ? byId(of, id) : null;
    if (!target) continue;
    // A control may list itself among its labels; then its own label counts, so the visited set starts anew.
    const seen = target === of ? new Set<Element>() : step.seen;
    parts.push(computed(target, { seen, depth: step.depth + 1, within: "reference", hidden: countedIn(target) }));
  }
  return parts.join(" ").trim();
}

/** Inside another name a control stands for its value. */
function embeddedValue(of: Element, role: string, step: Step): string | null {
  if (isSecret(of)) return "";
  if (isSelect(of)) return Array.from(of.selectedOptions, (option) => option.label).join(" ");
  switch (role) {
    case "textbox":
    case "searchbox":
    case "combobox":
      return isInput(of) || isTextArea(of) ? of.value.slice(0, RAW) : content(of, step, "all");
    case "listbox":
      return Array.from(selectIn(of, "[role=option][aria-selected=true]"), (option) => computed(option, { ...step, within: "content" })).join(" ");
    case "slider":
    case "spinbutton":
      return attribute(of, "aria-valuetext") ?? attribute(of, "aria-valuenow") ?? (isInput(of) ? of.value : null);
    default:
      return null;
  }
}

function byHost(of: Element, role: string, step: Step): string {
  if (isInput(of)) {
    const kind = kindOfInput(of);
    if (kind === "submit" || kind === "reset" || kind === "button") {
      return byLabels(of, step) || of.value.slice(0, RAW) || { submit: "Submit", reset: "Reset", button: "" }[kind];
    }
    if (kind === "image") return byLabels(of, step) || attribute(of, "alt") || attribute(of, "title") || "Submit";
    return byLabels(of, step);
  }
  if (isTextArea(of) || isSelect(of)) return byLabels(of, step);
  switch (localName(of)) {
    case "button":
    case "meter":
    case "output":
    case "progress":
      return byLabels(of, step);
    case "img":
    case "area":
      return attribute(of, "alt") ?? "";
    case "fieldset":
      return byChild(of, "legend", step);
    case "table":
      return role === "table" || role === "grid" ? byChild(of, "caption", step) : "";
    case "figure":
      return byChild(of, "figcaption", step);
    case "optgroup":
    case "option":
    case "track":
      return attribute(of, "label") ?? "";
    case "iframe":
    case "frame":
      return attribute(of, "title") ?? "";
    case "svg":
      return byChild(of, "title", step);
    default:
      return "";
  }
}

function byLabels(of: Element, step: Step): string {
  const labels = labelsOf(of);
  if (labels.length === 0) return "";
  return labels
    .slice(0, 4)
    .map((label) => computed(label, { seen: new Set(step.seen), depth: step.depth + 1, within: "content", hidden: countedIn(label) }))
    .join(" ");
}

function byChild(of: Element, tag: string, step: Step): string {
  for (const child of Array.from(of.children).slice(0, 64)) {
    if (localName(child) === tag) return computed(child, { ...step, depth: step.depth + 1, within: "content" });
  }
  return "";
}

/** Whether what is hidden within a reference or label is part of the name: if the whole of it is hidden, it is. */
function countedIn(named: Element): Step["hidden"] {
  return isRendered(named) && closestComposed(named, "[aria-hidden=true]") === null ? "left out" : "counted";
}

function content(of: Element, step: Step, counted: "all" | "elements"): string {
  let text = counted === "all" ? generated(of, "::before") : "";
  const add = (node: Node): void => {
    if (isText(node)) text += counted === "all" ? dataOf(node).slice(0, RAW) : "";
    else if (isElement(node) && !isFrame(node) && localName(node) !== "script" && localName(node) !== "style") {
      const inner = computed(node, { ...step, depth: step.depth + 1, within: "content" });
      text += standsApart(node) ? ` ${inner} ` : inner;
    }
  };
  if (isSlot(of)) {
    const given = slotted(of);
    if (given.length > 0) {
      for (const node of given) if (text.length < RAW) add(node);
      return text;
    }
  }
  for (let node = firstChildOf(shadowOf(of) ?? of); node && text.length < RAW; node = nextOf(node)) add(node);
  return counted === "all" ? text + generated(of, "::after") : text;
}

function standsApart(of: Element): boolean {
  if (isHtml(of, "br")) return true;
  const { display } = styleOf(of);
  return display !== "inline" && display !== "contents" && display !== "none";
}

/** What of an element a name leaves out. Of an invisible one descendants may be visible again. */
function hidingOf(of: Element): "nothing" | "text" | "all" {
  const { display, visibility } = styleOf(of);
  if (display === "none" || attribute(of, "aria-hidden") === "true") return "all";
  return visibility === "visible" ? "nothing" : "text";
}

/** The text of an element's labels, for its print. */
export function labelOf(of: Element): string {
  return shorten(tidy(byLabels(of, { ...FROM_SELF, seen: new Set([of]) }), RAW), NAME_CHARS);
}

/** A name taken from headings and text near an unnamed control. */
export function hintOf(of: Element): string {
  const image = selectIn(of, "img[src],use")[0];
  const source = image ? (attribute(image, "src") ?? attribute(image, "href") ?? "") : "";
  const icon = source.startsWith("data:") ? "" : (source.split(/[?]/)[0] ?? "").split(/[/#]/).pop();
  const classes = attribute(of, "class") ?? "";
  return shorten(tidy((icon ?? "").replace(/[^\w.-]/g, "") || (classes.match(/(?:icon|fa|btn)-([a-z-]{2,24})/i)?.[1] ?? ""), 200), 40);
}
