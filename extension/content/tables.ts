/** `extract_table`: one table with the whole text of its cells, row by row; of several, which there are. */

import { EXTRACT_CHARS } from "./caps.ts";
import type { Desk } from "./desk.ts";
import { attribute, bodyOf, composedHolds, documentOf, isHtml, selectIn, styleOf } from "./dom.ts";
import { walkElements } from "./elements.ts";
import { Refusal } from "./failure.ts";
import { markdownOf } from "./markdown.ts";
import { shownName } from "./print.ts";
import { roleOf } from "./role.ts";
import { hiding, isPainted } from "./sight.ts";
import { count, quoted, shorten } from "./text.ts";

const TABLES = new Set(["table", "grid", "treegrid"]);
const CELLS = new Set(["cell", "gridcell", "columnheader", "rowheader"]);
const NAMED_TABLES = 12;
const SPAN = 50;

export async function extractTable(desk: Desk, scope: Element | undefined, fromRow: number): Promise<string> {
  const tables = tablesIn(scope ?? bodyOf(document) ?? document.documentElement);
  const [only] = tables;
  if (!only) throw new Refusal("not_found", "There is no table here.", "Use extract or read_page: what looks like a table may be a list.");
  if (tables.length > 1) return several(desk, tables);
  const rows = await rowsOf(only);
  if (rows.length === 0) throw new Refusal("not_found", "The table has no rows yet.", "It may still be loading: wait_for a text of it, then try again.");
  return printed(rows, fromRow);
}

function tablesIn(around: Element): Element[] {
  const found: Element[] = [];
  for (const of of walkElements(around)) {
    // A table that only lays out the page holds the tables that are meant.
    if (!TABLES.has(roleOf(of)) || !isPainted(of) || (isHtml(of, "table") && selectIn(of, "table").length > 0)) continue;
    if (!found.some((outer) => composedHolds(outer, of))) found.push(of);
  }
  return found;
}

function several(desk: Desk, tables: readonly Element[]): string {
  const lines = tables.slice(0, NAMED_TABLES).map((table) => {
    const role = roleOf(table);
    const name = shownName(table, role);
    const head = rowElements(table)[0];
    const says = shorten(cellsOf(head).map((cell) => (cell.textContent ?? "").trim()).join(" | "), 120);
    return `- ${role}${name ? ` ${quoted(shorten(name, 80))}` : ""} ${count(rowElements(table).length, "row")}, first: ${quoted(says)} [ref=${desk.refs.name(table, role, name)}]`;
  });
  const more = tables.length - lines.length;
  return [`There are ${tables.length} tables; pass the ref of one as scope.`, ...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join("\n");
}

function rowElements(table: Element): Element[] {
  return Array.from(walkElements(table)).filter((row) => roleOf(row) === "row" && hiding(row, styleOf(row)) === null);
}

function cellsOf(row: Element | undefined): Element[] {
  if (!row) return [];
  return Array.from(walkElements(row)).filter((cell) => CELLS.has(roleOf(cell)) && hiding(cell, styleOf(cell)) === null && documentOf(cell) === documentOf(row));
}

/** Text by row and column. A cell that spans rows is told again in each, one that spans columns once. */
async function rowsOf(table: Element): Promise<string[][]> {
  const rows: string[][] = [];
  const down = new Map<number, { text: string; rows: number }>();
  for (const row of rowElements(table)) {
    const texts: string[] = [];
    const carry = (): void => {
      for (let kept = down.get(texts.length); kept && kept.rows > 0; kept = down.get(texts.length)) {
        kept.rows -= 1;
        texts.push(kept.text);
      }
    };
    for (const cell of cellsOf(row)) {
      carry();
      const text = (await markdownOf(cell)).replace(/\s*\n\s*/g, " ").replace(/\|/g, "\\|");
      const below = span(cell, "rowspan") - 1;
      if (below > 0) down.set(texts.length, { text, rows: below });
      texts.push(text, ...Array.from({ length: span(cell, "colspan") - 1 }, () => ""));
    }
    carry();
    if (texts.length > 0) rows.push(texts);
  }
  return rows;
}

function span(of: Element, name: "rowspan" | "colspan"): number {
  return Math.min(SPAN, Math.max(1, Number.parseInt(attribute(of, name) ?? "1", 10) || 1));
}

function printed(rows: readonly string[][], fromRow: number): string {
  const width = Math.max(...rows.map((cells) => cells.length));
  const line = (cells: readonly string[]): string => `| ${Array.from({ length: width }, (_none, at) => cells[at] ?? "").join(" | ")} |`;
  const [head = [], ...body] = rows;
  const lines = [line(head), line(Array.from({ length: width }, () => "---"))];
  let size = lines.join("").length;
  let next = Math.min(fromRow, body.length);
  for (; next < body.length && size < EXTRACT_CHARS; next += 1) {
    const text = line(body[next] ?? []);
    size += text.length;
    lines.push(text);
  }
  const rest = body.length - next;
  const which = fromRow > 0 || rest > 0 ? `Rows ${Math.min(fromRow + 1, body.length)} to ${next} of ${body.length} below the head` : `${count(body.length, "row")} below the head`;
  return [`${which}, ${count(width, "column")}${rest > 0 ? `; ${rest} more follow: extract_table with from_row ${next}` : ""}.`, ...lines].join("\n");
}
