/**
 * The accessible name, by the steps of W3C accname 1.2 and HTML-AAM.
 *
 * Generated text of ::before and ::after counts when it is a plain string. Bounded in depth and length: a page may nest
 * what it likes. Descriptions are not computed.
 */

import {
  attribute, byId, carries, dataOf, firstChildOf, isElement, isFrame, isHtml, isInput, isSelect, isSlot, isText, isTextArea,
  labelsOf, localName, namespaceOf, nextOf, selectIn, shadowOf, slotted, styleOf,
} from "./dom.ts";
import { kindOfInput, roleOf } from "./role.ts";
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
  /** Inside a reference or label: hidden roots count and content names whatever the role. */
  readonly within: "self" | "reference" | "content";
}

export function nameOf(of: Element): string {
  return shorten(tidy(computed(of, { seen: new Set(), depth: 0, within: "self" }), RAW), NAME_CHARS);
}

/** What an element says by its content, whatever its role: for targets that have no name of their own. */
export function contentOf(of: Element): string {
  return shorten(tidy(content(of, { seen: new Set([of]), depth: 0, within: "content" }), RAW), NAME_CHARS);
}

function computed(of: Element, step: Step): string {
  if (step.depth > DEPTH || step.seen.has(of)) return "";
  if (step.within === "content" && isHidden(of)) return "";
  step.seen.add(of);
  if (step.within !== "reference") {
    const referred = byReference(of, step);
    if (referred) return referred;
  }
  const role = roleOf(of);
  if (step.within !== "self") {
    const value = embeddedValue(of, role);
    if (value !== null) return value;
  }
  const label = attribute(of, "aria-label");
  if (label && tidy(label, RAW)) return label.slice(0, RAW);
  const native = byHost(of, role, step);
  if (native) return native;
  if (NAMED_BY_CONTENT.has(role) || step.within !== "self") {
    const inside = content(of, step);
    if (tidy(inside, RAW)) return inside;
  }
  const title = attribute(of, "title");
  if (title && tidy(title, RAW)) return title.slice(0, RAW);
  const placeholder = isInput(of) || isTextArea(of) ? (attribute(of, "placeholder") ?? attribute(of, "aria-placeholder")) : null;
  return placeholder?.slice(0, RAW) ?? "";
}

function byReference(of: Element, step: Step): string {
  const ids = attribute(of, "aria-labelledby");
  if (!ids) return "";
  const parts: string[] = [];
  for (const id of ids.split(/\s+/, 16)) {
    const target = id ? byId(of, id) : null;
    if (!target) continue;
    // A control may list itself among its labels; then its own label counts, so the visited set starts anew.
    parts.push(computed(target, { seen: target === of ? new Set() : new Set(step.seen), depth: step.depth + 1, within: "reference" }));
  }
  return parts.join(" ").trim();
}

/** Inside another name a control stands for its value. */
function embeddedValue(of: Element, role: string): string | null {
  if (isSecret(of)) return "";
  if (isSelect(of)) return Array.from(of.selectedOptions, (option) => option.label).join(" ");
  if (role === "textbox" || role === "searchbox") return isInput(of) || isTextArea(of) ? of.value.slice(0, RAW) : null;
  if (role === "combobox" && isInput(of)) return of.value.slice(0, RAW);
  if (role === "slider" || role === "spinbutton") {
    return attribute(of, "aria-valuetext") ?? attribute(of, "aria-valuenow") ?? (isInput(of) ? of.value : null);
  }
  return null;
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
    .map((label) => computed(label, { seen: new Set(step.seen), depth: step.depth + 1, within: "content" }))
    .join(" ");
}

function byChild(of: Element, tag: string, step: Step): string {
  for (const child of Array.from(of.children).slice(0, 64)) {
    if (localName(child) === tag) return computed(child, { ...step, depth: step.depth + 1, within: "content" });
  }
  return "";
}

function content(of: Element, step: Step): string {
  let text = generated(of, "::before");
  const add = (node: Node): void => {
    if (isText(node)) text += dataOf(node).slice(0, RAW);
    else if (isElement(node) && !isFrame(node) && localName(node) !== "script" && localName(node) !== "style") {
      const inner = computed(node, { seen: step.seen, depth: step.depth + 1, within: "content" });
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
  return text + generated(of, "::after");
}

function generated(of: Element, pseudo: "::before" | "::after"): string {
  if (namespaceOf(of) !== "http://www.w3.org/1999/xhtml") return "";
  const value = (of.ownerDocument?.defaultView ?? window).getComputedStyle(of, pseudo).content;
  if (!value.startsWith('"')) return "";
  // Icon fonts put a private-use character there; it names nothing.
  return value.slice(1, value.indexOf('"', 1)).replace(/[\ue000-\uf8ff]/g, "");
}

function standsApart(of: Element): boolean {
  if (isHtml(of, "br")) return true;
  const { display } = styleOf(of);
  return !display.startsWith("inline") && display !== "contents" && display !== "none";
}

function isHidden(of: Element): boolean {
  if (attribute(of, "aria-hidden") === "true" || (carries(of, "hidden") && styleOf(of).display === "none")) return true;
  const style = styleOf(of);
  return style.display === "none" || style.visibility === "hidden" || style.visibility === "collapse";
}

/** The text of an element's labels, for its print. */
export function labelOf(of: Element): string {
  return shorten(tidy(byLabels(of, { seen: new Set([of]), depth: 0, within: "self" }), RAW), NAME_CHARS);
}

/** A name taken from headings and text near an unnamed control. */
export function hintOf(of: Element): string {
  const image = selectIn(of, "img[src],use")[0];
  const source = image ? (attribute(image, "src") ?? attribute(image, "href") ?? "") : "";
  const icon = source.startsWith("data:") ? "" : (source.split(/[?]/)[0] ?? "").split(/[/#]/).pop();
  const classes = attribute(of, "class") ?? "";
  return shorten(tidy((icon ?? "").replace(/[^\w.-]/g, "") || (classes.match(/(?:icon|fa|btn)-([a-z-]{2,24})/i)?.[1] ?? ""), 200), 40);
}
