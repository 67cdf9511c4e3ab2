/** Amounts of US dollars as they are typed, and the millionths that the engine counts in. */

const MICROS = 1_000_000;
const DIGITS = 6;

/** Null for nothing typed. A comma is not read: it is a point to some and a separator to others. */
export function readMicros(typed: string, { least, most }: { least: number; most: number }): number | "bad" | null {
  // Input methods also write full-width digits and points.
  const text = typed.normalize("NFKC").trim().replace(/^\$\s*/, "");
  if (text === "") return null;
  const [, whole, part] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  if (whole === undefined) return "bad";
  const micros = Number(whole) * MICROS + Number((part ?? "").padEnd(DIGITS, "0"));
  return micros >= least && micros <= most ? micros : "bad";
}

/** As it would be typed: never in the form of a language, which could not be read back. */
export function typedMicros(micros: number | undefined): string {
  if (micros === undefined) return "";
  const part = String(micros % MICROS).padStart(DIGITS, "0").replace(/0+$/, "");
  return `${Math.floor(micros / MICROS)}${part === "" ? "" : `.${part.padEnd(2, "0")}`}`;
}
