/** `extract` and article mode: the main text as Markdown, in pages. */

import { EXTRACT_CHARS } from "./caps.ts";
import type { Desk } from "./desk.ts";
import { bodyOf, isElement, rootOf, selectInDocument, titleOf } from "./dom.ts";
import { markdownOf } from "./markdown.ts";
import { isPainted } from "./sight.ts";
import { count, quoted, tidy, tokensOf } from "./text.ts";

export async function extract(_desk: Desk, scope: Element | undefined, from: number, maxTokens = Infinity): Promise<string> {
  const start = scope ?? mainPart();
  if (!start) return "The page has no document to read.";
  const text = await markdownOf(start);
  const head = [`page ${quoted(tidy(titleOf(document), 300))}`, `url ${location.href}`];
  if (text === "") return [...head, "There is no visible text here. Next: read_page shows the controls; the page may still be loading."].join("\n");
  if (from >= text.length) return [...head, `There is nothing at character ${from}: the text ends at ${text.length}.`].join("\n");
  let end = Math.min(text.length, from + EXTRACT_CHARS);
  while (end > from + 200 && tokensOf(text.slice(from, end)) > maxTokens) end = from + Math.floor((end - from) * 0.8);
  if (end < text.length) end = pageEnd(text, from, end);
  const lines = [...head, "", text.slice(from, end).trim()];
  if (from > 0 || end < text.length) {
    const rest = text.length - end;
    lines.push("", rest > 0 ? `characters ${from} to ${end} of ${text.length}; ${count(rest, "character")} follow: extract with from_char ${end}` : `characters ${from} to ${end} of ${text.length}, the end`);
  }
  return lines.join("\n");
}

/** Between paragraphs if one ends near, else between words. */
function pageEnd(text: string, from: number, end: number): number {
  for (const border of ["\n\n", "\n", " "]) {
    const at = text.lastIndexOf(border, end);
    if (at > from + (end - from) / 2) return at + border.length;
  }
  return end;
}

/** The one main part, if it holds most of the text; else the whole body. */
function mainPart(): Element | null {
  const body = bodyOf(document) ?? rootOf(document);
  if (!body) return null;
  const size = (body as Partial<HTMLElement>).innerText?.length ?? 0;
  const mains = Array.from(selectInDocument(document, "main, [role=main]")).filter(isPainted);
  const articles = Array.from(selectInDocument(document, "article")).filter(isPainted);
  for (const parts of [articles, mains]) {
    const [only] = parts;
    if (only && parts.length === 1 && isElement(only) && ((only as Partial<HTMLElement>).innerText?.length ?? 0) > size * 0.4) return only;
  }
  return body;
}
