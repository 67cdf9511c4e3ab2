/** How large a file is, in the form of the language. */

import type { Speech } from "../words/speech";

export function sizeText(bytes: number, speech: Speech): string {
  if (bytes < 1_000) return inUnit(bytes, "byte", "narrow", speech);
  return bytes < 1_000_000 ? inUnit(bytes / 1_000, "kilobyte", "short", speech) : inUnit(bytes / 1_000_000, "megabyte", "short", speech);
}

function inUnit(n: number, unit: "byte" | "kilobyte" | "megabyte", unitDisplay: "narrow" | "short", speech: Speech): string {
  return new Intl.NumberFormat(speech.tongue, { style: "unit", unit, unitDisplay, maximumFractionDigits: n < 10 ? 1 : 0 }).format(n);
}
