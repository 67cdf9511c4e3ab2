/**
 * The sentence on an approval card and the line of a step, built from fields. On a card no word of the model's stands in
 * the headline: the object is the element as the page shows it, the site is where the call would go.
 */

import type { Approval, Ask, ElementPrint } from "../../wire/wire";
import type { Key, Piece, Speech } from "../words/speech";
import { isKey } from "../words/speech";
import { siteText } from "./site";

export type HeadlinePiece = { readonly text: string } | { readonly site: string };

export function headline(ask: Ask, speech: Speech): readonly HeadlinePiece[] {
  const pieces = speech.pieces(headlineKey(ask));
  return pieces.map((piece) => fill(piece, ask, speech));
}

export function headlineText(approval: Approval, speech: Speech): string {
  return headline(approval.ask, speech).map((p) => ("text" in p ? p.text : siteText(p.site))).join("");
}

function headlineKey(ask: Ask): Key {
  if (ask.type === "host_access") return "ask.host";
  if (ask.type === "permission") return `ask.permission.${ask.permission}`;
  const key = `ask.${ask.tool}`;
  if (isKey(key)) return key;
  return ask.target.origin === "" ? "ask.other_browser" : "ask.other";
}

function fill(piece: Piece, ask: Ask, speech: Speech): HeadlinePiece {
  if ("text" in piece) return piece;
  switch (piece.slot) {
    case "site":
      return { site: siteOf(ask) };
    case "object":
      return { text: ask.type === "call" ? objectName(elementOf(ask), speech) : "" };
    default:
      return { text: ask.tool };
  }
}

function siteOf(ask: Ask): string {
  switch (ask.type) {
    case "host_access":
      return ask.origin;
    case "call":
      return ask.target.origin;
    case "permission":
      return "";
  }
}

export function elementOf(ask: Extract<Ask, { type: "call" }>): ElementPrint | null {
  return ask.target.element ?? ask.target.binding?.element ?? null;
}

function objectName(element: ElementPrint | null, speech: Speech): string {
  if (element === null) return speech.say("object.unknown");
  const name = element.name || element.label || element.placeholder;
  if (name) return speech.say("object.named", { name: shorten(name, 80) });
  const role = element.role || element.tag;
  return role ? speech.say("object.unnamed", { role }) : speech.say("object.unknown");
}

/** The reason and what goes with it, each once, as one text. */
export function whyInAll(reason: string, flags: readonly string[], speech: Speech): string {
  return [...new Set([reason, ...flags])].map((code) => why(code, speech)).join(speech.tongue === "en" ? "; " : "；");
}

export function why(reason: string, speech: Speech): string {
  const key = `why.${reason}`;
  return isKey(key) ? speech.say(key) : speech.say("why.other", { reason });
}

const BROWSER_TOOLS: ReadonlySet<string> = new Set(["tabs_list", "tab_open", "navigate", "tab_focus", "tab_close", "go_back", "go_forward", "reload", "history_search", "bookmarks_search", "top_sites", "recently_closed", "session_restore", "tab_groups_list", "tabs_group", "tab_group_update", "remember", "forget", "delegate", "artifact", "fetch_url", "download", "wait_for_download"]);

export function reachOf(tool: string): "card.in_browser" | "card.in_page" {
  return BROWSER_TOOLS.has(tool) ? "card.in_browser" : "card.in_page";
}

export function verb(tool: string, speech: Speech): string {
  const key = `verb.${tool}`;
  return isKey(key) ? speech.say(key) : speech.say("verb.other", { tool });
}

/** What a step was about, in the model's words or as an address; it is a label, nobody decides by it. */
export function targetOf(args: unknown): string {
  const fields = entriesOf(args);
  const text = (name: string) => {
    const value = fields.find(([key]) => key === name)?.[1];
    return typeof value === "string" ? value : "";
  };
  const url = text("url");
  if (url !== "") return shorten(siteText(url), 60);
  return shorten(text("element") || text("query") || text("text") || text("question") || text("what") || text("text_gone") || text("reason") || text("role") || text("name"), 60);
}

export function entriesOf(args: unknown): readonly (readonly [string, unknown])[] {
  return typeof args === "object" && args !== null && !Array.isArray(args) ? Object.entries(args) : [];
}

export function valueText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 1);
}

export function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  const points = [...line];
  return points.length <= length ? line : `${points.slice(0, length - 1).join("")}…`;
}
