/**
 * What a page shows by `:hover` alone, shown for a pointer that no hand moves: the rules that speak of it are repeated for a mark
 * that the elements under the pointer carry. Style sheets of other sites cannot be read and stay without.
 */

import { documentOf, isElement, parentOf, selectInDocument, typeOf } from "./dom.ts";

/** Changes of it are our own and no activity of the page. */
export const HOVERED = "data-fairlead-hovered";

type Tree = Document | ShadowRoot;

let marked: Element[] = [];
let pointedAt: Element | null = null;
const sheets = new Map<Tree, CSSStyleSheet>();

/** Marks all that the pointer rests on for as long as it stays on `of`. A page without such rules is left as it is. */
export function markHovered(of: Element, path: readonly Element[]): void {
  pointedAt = of;
  keepHovered(path);
  const trees = new Set(path.map(treeOf).filter((tree) => tree !== null));
  const styled = new Set([...trees].filter(repeatRules));
  marked = path.filter((of) => styled.has(treeOf(of) as Tree));
  for (const of of marked) of.setAttribute(HOVERED, "");
}

/** The pointer went on: what it left is marked no more. */
export function keepHovered(path: readonly Element[]): void {
  const stays = pointedAt !== null && path.includes(pointedAt);
  const left = marked.filter((of) => !stays || !path.includes(of));
  for (const of of left) of.removeAttribute(HOVERED);
  marked = marked.filter((of) => !left.includes(of));
  for (const [tree, sheet] of sheets) if (!marked.some((of) => treeOf(of) === tree)) withdraw(tree, sheet);
}

function treeOf(of: Element): Tree | null {
  let at: Node = of;
  for (let up = parentOf(at); up; up = parentOf(at)) at = up;
  return isElement(at) || (typeOf(at) === Node.DOCUMENT_FRAGMENT_NODE && !("host" in at)) ? null : (at as Tree);
}

function repeatRules(tree: Tree): boolean {
  const own = sheets.get(tree);
  const rules = [...Array.from(tree.styleSheets), ...tree.adoptedStyleSheets]
    .filter((sheet) => sheet !== own)
    .map((sheet) => rulesOf(sheet).map(repeated).join(""))
    .join("\n");
  if (rules === "") return false;
  const view = typeOf(tree) === Node.DOCUMENT_NODE ? (tree as Document).defaultView : documentOf(tree).defaultView;
  const sheet = own ?? new (view ?? window).CSSStyleSheet();
  sheet.replaceSync(rules);
  if (!own) {
    tree.adoptedStyleSheets = [...tree.adoptedStyleSheets, sheet];
    sheets.set(tree, sheet);
  }
  return true;
}

function withdraw(tree: Tree, sheet: CSSStyleSheet): void {
  tree.adoptedStyleSheets = tree.adoptedStyleSheets.filter((one) => one !== sheet);
  sheets.delete(tree);
}

function rulesOf(sheet: CSSStyleSheet | null): CSSRule[] {
  try {
    return Array.from(sheet?.cssRules ?? []);
  } catch {
    return [];
  }
}

/** The rule for the mark; a group keeps its condition around what is left of it. */
function repeated(rule: CSSRule): string {
  const text = rule.cssText;
  if ("styleSheet" in rule) return rulesOf((rule as CSSImportRule).styleSheet).map(repeated).join("");
  if (!text.includes(":hover")) return "";
  if ("selectorText" in rule) return text.replaceAll(":hover", `[${HOVERED}]`);
  const inner = (rule as Partial<CSSGroupingRule>).cssRules;
  return inner ? `${text.slice(0, text.indexOf("{"))}{${Array.from(inner, repeated).join("")}}` : "";
}

/** Properties by which a rule shows something. */
const SHOWING = ["display", "visibility", "opacity"] as const;
const OPENERS = 2_000;

/** Elements that show something of theirs only while the pointer rests on them, by the rules of a document's style sheets. */
export function openedByHover(own: Document): Element[] {
  const found: Element[] = [];
  const look = (rule: CSSRule): void => {
    if (found.length > OPENERS || !rule.cssText.includes(":hover")) return;
    if ("selectorText" in rule) {
      const { selectorText, style } = rule as CSSStyleRule;
      if (SHOWING.some((name) => style[name] !== "")) found.push(...selectorText.split(",").flatMap((selector) => openersBy(own, selector)));
    }
    for (const inner of Array.from((rule as Partial<CSSGroupingRule>).cssRules ?? [])) look(inner);
  };
  for (const sheet of Array.from(own.styleSheets)) for (const rule of rulesOf(sheet)) look(rule);
  return found;
}

/** `holder:hover … shown`: the holders of what is hidden now. */
function openersBy(own: Document, selector: string): Element[] {
  const holders = /^(.*?):hover([^\s>+~]*)[\s>]/.exec(selector)?.slice(1).join("").trim();
  if (!holders || holders.includes(":not(")) return [];
  try {
    const hidden = Array.from(selectInDocument(own, selector.replaceAll(":hover", ""))).slice(0, OPENERS);
    return hidden.filter((of) => !of.checkVisibility({ visibilityProperty: true, opacityProperty: true })).flatMap((of) => of.parentElement?.closest(holders) ?? []);
  } catch {
    // A part of a list that is no selector by itself.
    return [];
  }
}
