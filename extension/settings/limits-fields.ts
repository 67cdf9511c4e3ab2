/** Own limits as they are typed: what can be read as limits, and which fields cannot. */

import type { Limits } from "../wire/wire";
import { readMicros, typedMicros } from "./money";

export const LIMIT_FIELDS = ["calls", "minutes", "tokens", "dollars"] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];
export type Typed = Readonly<Record<LimitField, string>>;

export type LimitsReading = { readonly type: "good"; readonly limits: Limits } | { readonly type: "bad"; readonly fields: readonly LimitField[] };

/** Far beyond any use, and within what the protocol can hold of each. */
export const MOST = 1_000_000_000;
const MINUTE_MS = 60_000;
/** A cent, and a thousand dollars. */
export const DOLLARS = { least: 10_000, most: 1_000_000_000 };

export function readLimits(typed: Typed): LimitsReading {
  const [calls, minutes, tokens, cost] = [numberIn(typed.calls), numberIn(typed.minutes), numberIn(typed.tokens), readMicros(typed.dollars, DOLLARS)];
  if (calls === "bad" || minutes === "bad" || tokens === "bad" || cost === "bad") {
    const read = { calls, minutes, tokens, dollars: cost };
    return { type: "bad", fields: LIMIT_FIELDS.filter((name) => read[name] === "bad") };
  }
  return {
    type: "good",
    limits: {
      ...(calls === null ? {} : { calls }),
      ...(minutes === null ? {} : { active_ms: minutes * MINUTE_MS }),
      ...(tokens === null ? {} : { tokens }),
      ...(cost === null ? {} : { cost_micros: cost }),
    },
  };
}

export function typedFrom({ calls, active_ms, tokens, cost_micros }: Limits): Typed {
  const text = (n: number | undefined) => (n === undefined ? "" : String(n));
  const minutes = active_ms === undefined ? undefined : active_ms / MINUTE_MS;
  return { calls: text(calls), minutes: text(minutes), tokens: text(tokens), dollars: typedMicros(cost_micros) };
}

function numberIn(typed: string): number | "bad" | null {
  // Input methods also write full-width digits.
  const text = typed.normalize("NFKC").trim();
  if (text === "") return null;
  const n = Number(text);
  return /^\d+$/.test(text) && n >= 1 && n <= MOST ? n : "bad";
}
