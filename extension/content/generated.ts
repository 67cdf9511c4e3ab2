/** Text that a style sheet puts before or after the content of an element. */

import { attribute, documentOf, namespaceOf, viewOf } from "./dom.ts";

/** Functions first: their arguments may be quoted too. */
const PARTS = /attr\(([\w-]+)\)|[\w-]+\((?:"[^"]*"|[^")])*\)|"((?:[^"\\]|\\.)*)"|\//g;

export function generated(of: Element, pseudo: "::before" | "::after"): string {
  if (namespaceOf(of) !== "http://www.w3.org/1999/xhtml") return "";
  const { content } = (viewOf(documentOf(of)) ?? window).getComputedStyle(of, pseudo);
  if (content === "none" || content === "normal") return "";
  let text = "";
  for (const [part, name, words] of content.matchAll(PARTS)) {
    // What follows the slash is said instead of what is drawn.
    if (part === "/") text = "";
    else if (name !== undefined) text += attribute(of, name) ?? "";
    else text += words?.replace(/\\(.)/g, "$1") ?? "";
  }
  // Icon fonts put a private-use character there; it names nothing.
  return text.replace(/[\ue000-\uf8ff]/g, "");
}
