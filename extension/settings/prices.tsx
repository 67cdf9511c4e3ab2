/** What a million tokens of a connection cost, if the person wants their tasks to be counted in money. */

import type { Prices } from "../wire/wire";
import type { SettingsKey, SettingsSpeech } from "./words/speech";
import { Field } from "./field";
import { readMicros, typedMicros } from "./money";

const PRICES = ["input", "output", "cache_read", "cache_write"] as const satisfies readonly (keyof Prices)[];
type Price = (typeof PRICES)[number];
export type TypedPrices = Readonly<Record<Price, string>>;
export type PricesReading =
  | { readonly type: "good"; readonly prices: Prices | null }
  | { readonly type: "bad"; readonly fields: readonly Price[] };

/** As the engine has it, in millionths. */
const MOST = 10_000_000_000;

export function readPrices(typed: TypedPrices): PricesReading {
  const read = (name: Price) => readMicros(typed[name], { least: 0, most: MOST });
  const [input, output, cacheRead, cacheWrite] = [read("input"), read("output"), read("cache_read"), read("cache_write")];
  const isEmpty = [input, output, cacheRead, cacheWrite].every((price) => price === null);
  if (isEmpty) return { type: "good", prices: null };
  // One of the two without the other would count half of every answer as free.
  const isMissing = (name: Price) => read(name) === null && (name === "input" || name === "output");
  const fields = PRICES.filter((name) => read(name) === "bad" || isMissing(name));
  if (typeof input !== "number" || typeof output !== "number" || cacheRead === "bad" || cacheWrite === "bad") return { type: "bad", fields };
  return {
    type: "good",
    prices: { input, output, ...(cacheRead === null ? {} : { cache_read: cacheRead }), ...(cacheWrite === null ? {} : { cache_write: cacheWrite }) },
  };
}

export function typedPrices(prices: Prices | undefined): TypedPrices {
  return {
    input: typedMicros(prices?.input), output: typedMicros(prices?.output),
    cache_read: typedMicros(prices?.cache_read), cache_write: typedMicros(prices?.cache_write),
  };
}

interface PriceFieldsProps {
  readonly typed: TypedPrices;
  readonly bad: readonly Price[];
  readonly speech: SettingsSpeech;
  readonly onTyped: (typed: TypedPrices) => void;
}

export function PriceFields({ typed, bad, speech, onTyped }: PriceFieldsProps) {
  const label = (name: Price): SettingsKey => `prices.${name}`;
  return (
    <details class="prices" open={PRICES.some((name) => typed[name] !== "")}>
      <summary>{speech.say("prices.title")}</summary>
      <p class="hint">{speech.say("prices.text")}</p>
      {PRICES.map((name) => (
        <Field key={name} type="decimal" label={speech.say(label(name))} value={typed[name]}
          hint={speech.say(name === "input" || name === "output" ? "prices.hint" : "prices.cache_hint")}
          complaint={bad.includes(name) ? speech.say("prices.bad", { most: speech.money(MOST) }) : null}
          onValue={(value) => onTyped({ ...typed, [name]: value })} />
      ))}
    </details>
  );
}
