/** Entries of a Run's journal as they stand in a file: one JSON object a line, with names that do not change. */

import type { JournalRow } from "../../wire/wire";

export type Payload = Readonly<Record<string, unknown>>;

export interface Line {
  readonly run_id: string;
  readonly thread_id: string;
  readonly seq: number;
  /** Milliseconds since the Unix epoch. */
  readonly ts: number;
  readonly depth: number;
  readonly type: string;
  readonly payload: Payload;
}

export function lineOf(row: JournalRow): Line {
  const { run, thread, seq, at, depth, type, payload } = row;
  return { run_id: run, thread_id: thread, seq, ts: at, depth, type, payload: isPayload(payload) ? payload : {} };
}

/** JSON Lines (jsonlines.org): UTF-8, one value a line, a line feed behind each. */
export function jsonLines(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

export function isPayload(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function textOf(payload: Payload, key: string): string | null {
  const value = payload[key];
  return typeof value === "string" ? value : null;
}

export function countOf(payload: Payload, key: string): number | null {
  const value = payload[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
