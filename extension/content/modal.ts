/** The modal dialog that is on top, if one is open. */

import { attribute, boxOf, fits, selectInDocument, styleOf } from "./dom.ts";
import { isPainted } from "./sight.ts";

export function topModal(): Element | null {
  let top: Element | null = null;
  for (const candidate of selectInDocument(document, "dialog[open], [aria-modal=true]")) {
    if (candidate.localName === "dialog" ? !fits(candidate, ":modal") && attribute(candidate, "aria-modal") !== "true" : false) continue;
    if (!isPainted(candidate)) continue;
    const box = boxOf(candidate);
    if (box.width < 8 || box.height < 8 || styleOf(candidate).visibility !== "visible") continue;
    top = candidate;
  }
  return top;
}
