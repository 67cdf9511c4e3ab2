/** Dates and times as people write them, into the one form that a native field takes. What could mean two days is refused. */

import { Refusal } from "./failure.ts";

export function dateFor(kind: string, text: string): string {
  const given = text.trim();
  if (kind !== "date") return given.replace(/^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})/, "$1T$2");
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(given);
  if (iso) return day(iso[1], iso[2], iso[3]);
  const local = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(given);
  if (local) {
    const [first, second] = [Number(local[1]), Number(local[2])];
    if (first > 12) return day(local[3], local[2], local[1]);
    if (second > 12 || first === second) return day(local[3], local[1], local[2]);
    throw new Refusal("invalid_arguments", `"${text}" may mean two different days.`, "Give the date as YYYY-MM-DD. The field was not changed.");
  }
  return given;
}

function day(year = "", month = "", date = ""): string {
  return `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
}
