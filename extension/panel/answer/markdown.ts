/**
 * From text to blocks. marked's lexer does the reading; `Blocks` keeps the finished blocks of a growing text, so that only
 * its tail is read again with each delta. What becomes of a block on the screen is in `blocks.tsx`.
 */

import { Lexer, type MarkedOptions, type Token } from "marked";

/** Options of our own object, so that no one can change marked's behaviour for everybody. */
const OPTIONS: MarkedOptions = { async: false, breaks: false, gfm: true, pedantic: false };

export interface Block {
  /** Position in the text; a block that is finished keeps it. */
  readonly at: number;
  readonly token: Token;
}

export class Blocks {
  private text = "";
  private done: Block[] = [];
  /** Where the tail begins. */
  private from = 0;
  private links: Lexer["tokens"]["links"] = {};

  /** The blocks of `text`. Blocks of an earlier text that it continues are the same objects as before. */
  read(text: string): readonly Block[] {
    const clean = text.replaceAll(/\r\n?/g, "\n");
    if (!clean.startsWith(this.text)) this.forget();
    this.text = clean;
    const tail = this.lex(clean.slice(this.from));
    // Whatever stands last may still change its meaning: a paragraph becomes a table with its next line.
    const open = tail.findLastIndex((token) => token.type !== "space");
    const fresh: Block[] = [];
    let at = this.from;
    for (const [index, token] of tail.entries()) {
      const block: Block = { at, token };
      at += token.raw.length;
      if (index < open) {
        this.from = at;
        if (token.type !== "space") this.done.push(block);
      } else if (token.type !== "space") fresh.push(block);
    }
    return [...this.done, ...fresh];
  }

  private lex(source: string): Token[] {
    const lexer = new Lexer(OPTIONS);
    // Reference definitions in finished blocks hold for the tail too.
    lexer.tokens.links = this.links;
    const tokens = lexer.lex(source);
    this.links = tokens.links;
    const length = tokens.reduce((sum, token) => sum + token.raw.length, 0);
    // The lexer must account for every character; if it does not, positions mean nothing, so nothing is kept.
    return length === source.length ? tokens : [{ type: "text", raw: source, text: source }];
  }

  private forget(): void {
    this.done = [];
    this.from = 0;
    this.links = {};
  }
}

/** The address of a link that may be followed, or null. Only the web and mail; no script, no file, no page of ours. */
export function safeHref(href: string): string | null {
  let url: URL;
  try {
    url = new URL(href);
  } catch {
    return null;
  }
  return ["https:", "http:", "mailto:"].includes(url.protocol) ? url.href : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** Character references as text; those that are not known stay as they were written. */
export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi, (whole, dec?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = dec !== undefined ? Number.parseInt(dec, 10) : Number.parseInt(hex ?? "", 16);
    const legal = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return legal ? String.fromCodePoint(code) : "\ufffd";
  });
}
