/**
 * A run file as somebody hands it over. It is read with bounds and checked field by field; what is not understood is left aside.
 * Nothing of it is stored, sent or carried out, and all of it reaches the screen as text.
 */

import { isPayload, type Line, type Payload } from "./line";

export const MOST_BYTES = 64_000_000;
const MOST_ENTRIES = 50_000;
const MOST_TYPE = 80;
const VERSION = 1;

export interface RunFile {
  readonly contents: "redacted" | "whole";
  readonly lines: readonly Line[];
}

export type Misfit =
  | { readonly is: "large" }
  | { readonly is: "json" }
  | { readonly is: "version"; readonly version: number }
  | { readonly is: "field"; readonly field: string };

export type Opened = { readonly type: "file"; readonly file: RunFile } | { readonly type: "misfit"; readonly misfit: Misfit };

export async function openRunFile(blob: Blob): Promise<Opened> {
  if (blob.size > MOST_BYTES) return { type: "misfit", misfit: { is: "large" } };
  return readRunFile(await blob.text());
}

export function readRunFile(text: string): Opened {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return { type: "misfit", misfit: { is: "json" } };
  }
  if (!isPayload(whole) || whole["format"] !== "fairlead-run") return field("format");
  const { version, contents, journal } = whole;
  if (typeof version !== "number") return field("version");
  if (version !== VERSION) return { type: "misfit", misfit: { is: "version", version } };
  if (contents !== "redacted" && contents !== "whole") return field("contents");
  if (!Array.isArray(journal) || journal.length > MOST_ENTRIES) return field("journal");
  const lines: Line[] = [];
  for (const [at, entry] of journal.entries()) {
    const line = lineIn(entry, at);
    if (typeof line === "string") return field(`journal[${at}]${line}`);
    lines.push(line);
  }
  return { type: "file", file: { contents, lines } };
}

function field(name: string): Opened {
  return { type: "misfit", misfit: { is: "field", field: name } };
}

/** The line, or the field that is wrong. */
function lineIn(entry: unknown, at: number): Line | string {
  if (!isPayload(entry)) return "";
  const { run_id, thread_id, seq, ts, depth, type, payload } = entry;
  if (typeof run_id !== "string") return ".run_id";
  if (typeof thread_id !== "string") return ".thread_id";
  if (seq !== at + 1) return ".seq";
  if (!isWhole(ts)) return ".ts";
  if (!isWhole(depth)) return ".depth";
  if (typeof type !== "string" || type === "" || type.length > MOST_TYPE) return ".type";
  if (!isPayload(payload)) return ".payload";
  return { run_id, thread_id, seq, ts, depth, type, payload: payload satisfies Payload };
}

function isWhole(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}
