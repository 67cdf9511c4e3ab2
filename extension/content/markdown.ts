/** Markdown of what can be seen: headings, paragraphs, lists, tables, links, code, quotes. Values of fields are not text. */

import { WALK_NODES } from "./caps.ts";
import {
  attribute, carries, dataOf, documentIn, firstChildOf, isElement, isFrame, isSlot, isText, localName, nextOf, rootOf, selectIn, shadowOf, slotted, styleOf,
} from "./dom.ts";
import { nameOf } from "./name.ts";
import { Slice } from "./pace.ts";
import { hiding, textIsDrawn } from "./sight.ts";
import { tidy, withoutInvisible } from "./text.ts";

const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "svg", "canvas", "textarea", "option", "datalist", "video", "audio", "object", "embed"]);
const DEPTH = 200;

interface Writing {
  /** Pieces of the text; joined once, since looking at the end of one long text would copy it each time. */
  parts: string[];
  /** Right behind the mark of a list item, where nothing is owed. */
  fresh: boolean;
  /** Line ends owed before the next text. */
  owed: number;
  indent: string;
  nodes: number;
  slice: Slice;
}

export async function markdownOf(start: Element): Promise<string> {
  const writing: Writing = { parts: [], fresh: false, owed: 0, indent: "", nodes: 0, slice: new Slice() };
  await write(start, writing, 0);
  return writing.parts.join("").trim();
}

function put(writing: Writing, text: string): void {
  const { parts } = writing;
  const last = parts.at(-1);
  const breaks = writing.owed > 0 && last !== undefined;
  const piece = breaks || last === undefined || /\s$/.test(last.slice(-1)) ? text.replace(/^ +/, "") : text;
  if (piece.trim() === "" && (breaks || piece === "")) return;
  if (breaks) {
    parts[parts.length - 1] = last.replace(/[ \t]+$/, "");
    parts.push("\n".repeat(writing.owed) + writing.indent);
  }
  parts.push(piece);
  writing.owed = 0;
  writing.fresh = false;
}

function owe(writing: Writing, lines: number): void {
  if (!writing.fresh) writing.owed = Math.max(writing.owed, lines);
}

async function write(of: Element, writing: Writing, depth: number): Promise<void> {
  writing.nodes += 1;
  if (depth > DEPTH || writing.nodes > WALK_NODES) return;
  if (writing.slice.isOver()) await writing.slice.turn();
  const tag = localName(of);
  if (tag === "input" || tag === "select") return put(writing, " ");
  if (SKIPPED.has(tag)) return;
  const style = styleOf(of);
  if (hiding(of, style) !== null) return;
  const inner = (): Promise<void> => writeChildren(of, style, writing, depth);
  switch (tag) {
    case "br":
      return owe(writing, 1);
    case "hr":
      owe(writing, 2);
      put(writing, "---");
      return owe(writing, 2);
    case "h1":
    case "h2":
    case "h3":
    case "h4":
    case "h5":
    case "h6": {
      owe(writing, 2);
      const text = await aside(writing, inner);
      if (text) put(writing, `${"#".repeat(Number(tag.slice(1)))} ${text}`);
      return owe(writing, 2);
    }
    case "a": {
      const text = await aside(writing, inner);
      return put(writing, link(of, text));
    }
    case "img": {
      const alt = tidy(nameOf(of), 200);
      return put(writing, alt ? `![${alt}]` : "");
    }
    case "strong":
    case "b":
      return put(writing, wrapped(await aside(writing, inner), "**"));
    case "em":
    case "i":
      return put(writing, wrapped(await aside(writing, inner), "*"));
    case "s":
    case "del":
    case "strike":
      return put(writing, wrapped(await aside(writing, inner), "~~"));
    case "code":
      if (!style.whiteSpace.startsWith("pre")) return put(writing, wrapped(await aside(writing, inner), "`"));
      return inner();
    case "pre": {
      owe(writing, 2);
      const text = withoutInvisible((of as Partial<HTMLElement>).innerText ?? "").replace(/\n+$/, "");
      put(writing, `\`\`\`\n${text}\n\`\`\``);
      return owe(writing, 2);
    }
    case "blockquote": {
      owe(writing, 2);
      const text = await aside(writing, inner);
      put(writing, text.split("\n").map((line) => `> ${line}`.trimEnd()).join("\n"));
      return owe(writing, 2);
    }
    case "li":
      return item(of, writing, inner);
    case "table":
      return table(of, writing, inner);
    case "button":
      return put(writing, ` ${await aside(writing, inner)} `);
    default: {
      const inline = style.display.startsWith("inline") || style.display === "contents";
      const gap = inline ? 0 : tag === "p" || tag === "ul" || tag === "ol" || tag === "figure" || tag === "section" || tag === "article" ? 2 : 1;
      const nested = (tag === "ul" || tag === "ol") && writing.indent !== "";
      owe(writing, nested ? 1 : gap);
      await inner();
      owe(writing, nested ? 1 : gap);
    }
  }
}

async function writeChildren(of: Element, style: CSSStyleDeclaration, writing: Writing, depth: number): Promise<void> {
  if (isFrame(of)) {
    const document = documentIn(of);
    const root = document && rootOf(document);
    if (root) await write(root, writing, depth + 1);
    return;
  }
  const drawn = textIsDrawn(of, style);
  const each = async (node: Node): Promise<void> => {
    if (isText(node)) {
      if (drawn) put(writing, textOf(dataOf(node)));
    } else if (isElement(node)) {
      await write(node, writing, depth + 1);
    }
  };
  const closed = localName(of) === "details" && !carries(of, "open");
  const given = isSlot(of) ? slotted(of) : closed ? Array.from(selectIn(of, ":scope > summary")) : [];
  if (given.length > 0 || closed) {
    for (const node of given) await each(node);
    return;
  }
  for (let node = firstChildOf(shadowOf(of) ?? of); node; node = nextOf(node)) await each(node);
}

function textOf(data: string): string {
  const text = tidy(data, 100_000);
  if (text === "") return /\s/.test(data) ? " " : "";
  return `${/^\s/.test(data) ? " " : ""}${text}${/\s$/.test(data) ? " " : ""}`;
}

/** What content writes, apart from the rest. */
async function aside(writing: Writing, inner: () => Promise<void>): Promise<string> {
  const { parts, owed, indent, fresh } = writing;
  writing.parts = [];
  writing.fresh = false;
  writing.owed = 0;
  writing.indent = "";
  await inner();
  const text = writing.parts.join("");
  Object.assign(writing, { parts, owed, indent, fresh });
  // The spaces around stay outside of what wraps the text.
  if (/^\s/.test(text)) put(writing, " ");
  return text.trim();
}

function wrapped(text: string, mark: string): string {
  return text === "" ? "" : `${mark}${text.replace(/\n+/g, " ")}${mark}`;
}

function link(of: Element, text: string): string {
  const words = text.replace(/\s*\n\s*/g, " ") || nameOf(of);
  const given = attribute(of, "href");
  if (given === null || words === "") return words;
  let address: URL;
  try {
    address = new URL(given, of.ownerDocument.baseURI);
  } catch {
    return words;
  }
  if (address.protocol !== "http:" && address.protocol !== "https:" && address.protocol !== "mailto:") return words;
  const href = address.href.length > 300 ? `${address.href.slice(0, 300)}…` : address.href;
  return `[${words.replace(/[[\]]/g, "\\$&")}](${href.replace(/[()\s]/g, encodeURIComponent)})`;
}

async function item(of: Element, writing: Writing, inner: () => Promise<void>): Promise<void> {
  owe(writing, 1);
  const parent = of.parentElement;
  let mark = "- ";
  if (parent && localName(parent) === "ol") {
    const before = Array.from(parent.children).indexOf(of);
    mark = `${before + (parent as HTMLOListElement).start}. `;
  }
  const at = writing.parts.length;
  put(writing, mark);
  const started = writing.parts.length;
  writing.fresh = true;
  const indent = writing.indent;
  writing.indent = `${indent}${" ".repeat(mark.length)}`;
  await inner();
  writing.indent = indent;
  writing.fresh = false;
  // An item without text leaves no mark.
  if (writing.parts.length === started) writing.parts.length = at;
  owe(writing, 1);
}

/** A table of data becomes a Markdown table; one that only lays out the page is read as a flow. */
async function table(of: Element, writing: Writing, inner: () => Promise<void>): Promise<void> {
  const rows = Array.from(of.querySelectorAll("tr")).filter((row) => row.closest("table") === of && hiding(row, styleOf(row)) === null);
  const layout = attribute(of, "role") === "presentation" || attribute(of, "role") === "none" || of.querySelector("table") !== null || rows.length < 2;
  if (layout) {
    owe(writing, 1);
    await inner();
    return owe(writing, 1);
  }
  owe(writing, 2);
  const caption = of.querySelector("caption");
  if (caption && hiding(caption, styleOf(caption)) === null) {
    put(writing, `**${tidy(caption.textContent ?? "", 300)}**`);
    owe(writing, 2);
  }
  const lines: string[][] = [];
  for (const row of rows) {
    const cells: string[] = [];
    for (const cell of Array.from(row.children)) {
      const style = styleOf(cell);
      if (hiding(cell, style) !== null) continue;
      const text = await aside(writing, () => writeChildren(cell, style, writing, 1));
      cells.push(text.replace(/\s*\n\s*/g, " ").replace(/\|/g, "\\|"));
      const span = Number(attribute(cell, "colspan") ?? 1);
      for (let more = 1; more < Math.min(span, 20); more += 1) cells.push("");
    }
    if (cells.length > 0) lines.push(cells);
  }
  const width = Math.max(0, ...lines.map((cells) => cells.length));
  const line = (cells: readonly string[]): string => `| ${Array.from({ length: width }, (_none, at) => cells[at] ?? "").join(" | ")} |`;
  const [first, ...others] = lines;
  if (first) {
    put(writing, line(first));
    for (const next of [line(Array.from({ length: width }, () => "---")), ...others.map(line)]) {
      owe(writing, 1);
      put(writing, next);
    }
  }
  owe(writing, 2);
}
