/**
 * The ARIA role of an element: the author's first known token, else what HTML-AAM maps the element to.
 *
 * Names are not here. Roles that ARIA forbids to elements that can be focused (presentation, none) fall back to the
 * native one, as the specification's conflict resolution says.
 */

import { attribute, carries, closestComposed, composedParent, firstElementOf, isHtml, isInput, localName, namespaceOf, nextElementOf } from "./dom.ts";

const KNOWN = new Set(
  ("alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox " +
    "complementary contentinfo definition deletion dialog document emphasis feed figure form generic grid gridcell group " +
    "heading img insertion link list listbox listitem log main marquee math menu menubar menuitem menuitemcheckbox " +
    "menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup region row " +
    "rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript superscript switch " +
    "tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid treeitem image").split(" "),
);

const BY_TAG: Readonly<Record<string, string>> = {
  address: "group",
  article: "article",
  b: "strong",
  blockquote: "blockquote",
  button: "button",
  caption: "caption",
  code: "code",
  datalist: "listbox",
  dd: "definition",
  del: "deletion",
  details: "group",
  dfn: "term",
  dialog: "dialog",
  dt: "term",
  em: "emphasis",
  fieldset: "group",
  figure: "figure",
  form: "form",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  h4: "heading",
  h5: "heading",
  h6: "heading",
  hgroup: "group",
  hr: "separator",
  iframe: "iframe",
  frame: "iframe",
  ins: "insertion",
  main: "main",
  mark: "mark",
  math: "math",
  menu: "list",
  meter: "meter",
  nav: "navigation",
  ol: "list",
  optgroup: "group",
  option: "option",
  output: "status",
  p: "paragraph",
  progress: "progressbar",
  s: "deletion",
  search: "search",
  strong: "strong",
  sub: "subscript",
  sup: "superscript",
  table: "table",
  tbody: "rowgroup",
  textarea: "textbox",
  tfoot: "rowgroup",
  thead: "rowgroup",
  time: "time",
  tr: "row",
  ul: "list",
  video: "video",
  audio: "audio",
  canvas: "canvas",
};

const BY_INPUT: Readonly<Record<string, string>> = {
  button: "button",
  checkbox: "checkbox",
  color: "color",
  date: "date",
  "datetime-local": "datetime",
  email: "textbox",
  file: "file",
  image: "button",
  month: "date",
  number: "spinbutton",
  password: "textbox",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
  tel: "textbox",
  text: "textbox",
  time: "date",
  url: "textbox",
  week: "date",
};

const SECTIONING_CONTENT = "article,aside,nav,section";
const SECTIONING = "article,aside,main,nav,section,[role=article],[role=complementary],[role=main],[role=navigation],[role=region]";

export function roleOf(of: Element): string {
  const given = attribute(of, "role");
  if (given) {
    for (const token of given.toLowerCase().split(/\s+/, 8)) {
      if (!KNOWN.has(token)) continue;
      if (token === "none" || token === "presentation") {
        if (focusableByItself(of) || carries(of, "aria-label")) continue;
        return "none";
      }
      if (token === "image") return "img";
      if (token === "region" && !named(of)) continue;
      return token;
    }
  }
  return nativeRole(of);
}

function nativeRole(of: Element): string {
  const tag = localName(of);
  if (namespaceOf(of) === "http://www.w3.org/2000/svg") return tag === "svg" ? "img" : tag === "a" ? "link" : "generic";
  switch (tag) {
    case "a":
    case "area":
      return carries(of, "href") ? "link" : "generic";
    case "input":
      return inputRole(of);
    case "select":
      return carries(of, "multiple") || Number(attribute(of, "size") ?? 0) > 1 ? "listbox" : "combobox";
    case "img":
      return attribute(of, "alt") === "" && !carries(of, "aria-label") && !carries(of, "title") ? "none" : "img";
    case "header":
      return closestComposed(of, SECTIONING) ? "generic" : "banner";
    case "footer":
      return closestComposed(of, SECTIONING) ? "generic" : "contentinfo";
    case "aside":
      return closestComposed(of.parentElement ?? of, SECTIONING_CONTENT) && !named(of) ? "generic" : "complementary";
    case "li":
      return isInList(of) ? "listitem" : "generic";
    case "summary":
      return isSummaryOfDetails(of) ? "button" : "generic";
    case "section":
      return named(of) ? "region" : "generic";
    case "td": {
      const table = closestComposed(of, "table,[role=grid],[role=treegrid]");
      const role = table ? attribute(table, "role") : null;
      return role === "grid" || role === "treegrid" ? "gridcell" : "cell";
    }
    case "th":
      return attribute(of, "scope") === "row" || isFirstBeforeData(of) ? "rowheader" : "columnheader";
    default:
      return isHtml(of, tag) ? (BY_TAG[tag] ?? "generic") : "generic";
  }
}

/** Slotted ones count as what they are shown in. */
function isInList(of: Element): boolean {
  const parent = composedParent(of);
  return parent !== null && (["ul", "ol", "menu"].some((tag) => isHtml(parent, tag)) || attribute(parent, "role") === "list");
}

function isSummaryOfDetails(of: Element): boolean {
  const details = of.parentElement;
  if (!details || !isHtml(details, "details")) return false;
  let first = firstElementOf(details);
  while (first && !isHtml(first, "summary")) first = nextElementOf(first);
  return first === of;
}

function inputRole(of: Element): string {
  if (!isInput(of)) return "generic";
  const role = BY_INPUT[kindOfInput(of)] ?? "textbox";
  return carries(of, "list") && (role === "textbox" || role === "searchbox") ? "combobox" : role;
}

/** The `type` that is in effect; an unknown one is text. */
export function kindOfInput(of: Element): string {
  const given = (attribute(of, "type") ?? "text").toLowerCase();
  return given in BY_INPUT || given === "hidden" ? given : "text";
}

function isFirstBeforeData(of: Element): boolean {
  const scope = attribute(of, "scope");
  if (scope === "col" || scope === "colgroup") return false;
  const next = nextElementOf(of);
  const row = of.parentElement;
  return next !== null && isHtml(next, "td") && row !== null && firstElementOf(row) === of;
}

function named(of: Element): boolean {
  return isLabelledByAuthor(of) || carries(of, "title");
}

/** The ids of `aria-labelledby`; browsers take its other spelling where it is missing. */
export function labelIdsOf(of: Element): string | null {
  return attribute(of, "aria-labelledby") ?? attribute(of, "aria-labeledby");
}

export function isLabelledByAuthor(of: Element): boolean {
  return carries(of, "aria-label") || labelIdsOf(of) !== null;
}

function focusableByItself(of: Element): boolean {
  const tag = localName(of);
  return carries(of, "tabindex") || tag === "button" || tag === "input" || tag === "select" || tag === "textarea" || (tag === "a" && carries(of, "href"));
}
