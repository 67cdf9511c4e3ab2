/** Small judgements of the walk: what tells a person something, what is said already, what only repeats. */

import {
  attribute, boxOf, carries, firstElementOf, isInput, localName, nextElementOf, styleOf,
} from "./dom.ts";
import { contentOf, hintOf } from "./name.ts";
import { isLabelledByAuthor, kindOfInput } from "./role.ts";
import { hiding } from "./sight.ts";
import { says } from "./text.ts";

/** A bare figure that is struck out, mostly a former price, must not be taken for the one that holds. */
export function struck(node: Text, text: string): string {
  const parent = node.parentElement;
  return parent && STRUCK.has(localName(parent)) && text !== "" && !/\p{L}/u.test(text) ? `~~${text}~~` : text;
}

const STRUCK = new Set(["s", "del", "strike"]);

/** A word that is explained where it stands is part of its sentence, unlike the terms of a list. */
export function isInSentence(of: Element): boolean {
  return localName(of) === "dfn";
}

/** An author's label may leave out what the content says; then the content is shown too. */
export function saysItsContent(of: Element, name: string): boolean {
  if (name === "") return false;
  if (!isLabelledByAuthor(of)) return true;
  const inside = contentOf(of);
  return inside.length <= 2 || says(name, inside);
}

export function isOperatedByLabel(control: Element): boolean {
  return isInput(control) && ["checkbox", "radio", "file"].includes(kindOfInput(control));
}

export function isHiddenItself(control: Element): boolean {
  const style = styleOf(control);
  if (hiding(control, style) !== null || style.visibility !== "visible") return true;
  const box = boxOf(control);
  return box.width < 2 || box.height < 2;
}

export function isTellingImage(of: Element): boolean {
  if (carries(of, "alt") || isLabelledByAuthor(of) || carries(of, "title")) return true;
  if (localName(of) === "svg") return firstElementOf(of) !== null && localName(firstElementOf(of) as Element) === "title";
  const box = boxOf(of);
  return box.width >= 32 && box.height >= 20;
}

export function sizeOf(of: Element): string[] {
  const box = boxOf(of);
  const hint = hintOf(of);
  return [...(hint ? [`[icon ${hint}]`] : []), `[${Math.round(box.width)}x${Math.round(box.height)}]`];
}

/** The tag of children that repeat: cards without list markup, of which each still has to hold together. */
export function repeatedTag(of: Element | null): string | null {
  let first = of ? firstElementOf(of) : null;
  if (!first) return null;
  const tag = localName(first);
  if (tag !== "div" && tag !== "section" && tag !== "article" && tag !== "span" && !tag.includes("-")) return null;
  const look = attribute(first, "class");
  let alike = 0;
  for (let looked = 0; first && looked < 6; looked += 1, first = nextElementOf(first)) {
    if (localName(first) === tag && attribute(first, "class") === look && firstElementOf(first)) alike += 1;
  }
  return alike >= 3 ? tag : null;
}
