/**
 * The text of HTML as a person would read it, as Markdown of the plainest kind: headings, items and links stay, all else is words. A
 * service worker has no parser. Each character is passed once, so that no page can hold the worker up.
 */

import { unescaped } from "./entities.ts";

/** With all that is in them. */
const UNREAD = new Set(["script", "style", "noscript", "template", "svg", "iframe", "object", "canvas", "select", "textarea"]);
const BLOCKS = new Set([
  "address", "article", "aside", "blockquote", "br", "dd", "details", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
  "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "thead",
  "title", "tr", "ul",
]);
/** Of a tag, in characters: an address that is longer is no use to anybody. */
const TAG_CHARS = 4_000;

export function plainText(html: string, base: string): string {
  const page = new Page(base);
  let at = 0;
  for (;;) {
    const open = html.indexOf("<", at);
    if (open === -1) break;
    page.words(html.slice(at, open));
    const tag = /^\/?[a-z][a-z0-9-]*/i.exec(html.slice(open + 1, open + 40))?.[0];
    if (html.startsWith("<!--", open)) at = after("-->", html, open + 4);
    else if (tag !== undefined) {
      at = endOfTag(html, open + 1 + tag.length);
      const name = tag.toLowerCase();
      if (UNREAD.has(name)) at = behind(name, html, at);
      else page.tag(name, html.slice(open + 1 + tag.length, Math.min(at, open + TAG_CHARS)));
    } else if (html[open + 1] === "!" || html[open + 1] === "?") at = after(">", html, open);
    else {
      page.words("<");
      at = open + 1;
    }
  }
  page.words(html.slice(at));
  return page.text();
}

function after(mark: string, html: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** A quoted `>` ends none. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; at += 1) {
    const c = html[at];
    if (c === ">") return at + 1;
    if (c === '"' || c === "'") {
      const close = html.indexOf(c, at + 1);
      if (close === -1) return html.length;
      at = close;
    }
  }
  return html.length;
}

function behind(name: string, html: string, from: number): number {
  const end = new RegExp(`</${name}`, "gi");
  end.lastIndex = from;
  return end.exec(html) === null ? html.length : after(">", html, end.lastIndex);
}

class Page {
  readonly #base: string;
  readonly #lines: string[] = [];
  #line = "";
  /** What the line begins with by itself. */
  #mark = "";
  #link: string | null = null;
  #isVerbatim = false;

  constructor(base: string) {
    this.#base = base;
  }

  words(html: string): void {
    const text = unescaped(html);
    if (!this.#isVerbatim) {
      this.#line += text.replace(/\s+/g, " ");
      return;
    }
    const [first = "", ...rest] = text.split("\n");
    this.#line += first;
    for (const line of rest) {
      this.#end();
      this.#line = line;
    }
  }

  tag(name: string, attributes: string): void {
    const isEnd = name.startsWith("/");
    const element = isEnd ? name.slice(1) : name;
    if (BLOCKS.has(element)) {
      this.#end();
      this.#mark = isEnd ? "" : markOf(element) || this.#mark;
      if (element === "pre") this.#isVerbatim = !isEnd;
    } else if ((element === "td" || element === "th") && !isEnd) {
      this.#line += this.#line.trim() === "" ? "" : " | ";
    } else if (element === "a" && !isEnd) {
      this.#link = addressOf(attributes, this.#base);
      if (this.#link !== null) this.#line += "[";
    } else if (element === "a" && this.#link !== null) {
      this.#line += `](${this.#link})`;
      this.#link = null;
    }
  }

  text(): string {
    this.#end();
    return this.#lines.join("\n");
  }

  #end(): void {
    const line = this.#isVerbatim ? this.#line.trimEnd() : this.#line.replace(/ {2,}/g, " ").trim();
    this.#line = "";
    if (line === "") return;
    this.#lines.push(this.#mark + line);
    this.#mark = "";
  }
}

function markOf(element: string): string {
  if (element === "li") return "- ";
  return /^h[1-6]$/.test(element) ? `${"#".repeat(Number(element[1]))} ` : "";
}

function addressOf(attributes: string, base: string): string | null {
  const href = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(attributes);
  const written = unescaped(href?.[1] ?? href?.[2] ?? href?.[3] ?? "#");
  if (written.startsWith("#") || !URL.canParse(written, base)) return null;
  const url = new URL(written, base);
  return /^https?:$/.test(url.protocol) ? url.href : null;
}
