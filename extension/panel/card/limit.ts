/**
 * A Run that paused because it has used what it may use: what was used of what, in words. And of any pause what the person
 * has said to it: until they have said something the card asks; what was left as it is stands in the conversation.
 */

import type { Limits, RunView, Takeover, TurnId } from "../../wire/wire";
import type { PanelState } from "../view/state";
import type { Speech } from "../words/speech";
import { type Full, fullOf } from "./full";

export interface Measure {
  readonly of: keyof Limits;
  readonly used: number;
  readonly limit: number;
}

export interface Pause {
  /** The same as long as the Run stands still here, another one when it has gone on and pauses again. */
  readonly id: string;
  readonly turn: TurnId;
  readonly reached: Measure;
  /** What else is limited, and not used up. */
  readonly others: readonly Measure[];
}

const MEASURES = ["tokens", "cost_micros", "calls", "active_ms"] as const satisfies readonly (keyof Limits)[];

/** Null for a Run that works, and for one that stands still for any other reason. */
export function pauseOf(run: RunView): Pause | null {
  const of = reachedBy(run);
  const limited = MEASURES.flatMap((measure): Measure[] => {
    const limit = run.limits[measure];
    return limit === undefined ? [] : [{ of: measure, used: run.used[measure] ?? 0, limit }];
  });
  const reached = limited.find((m) => m.of === of);
  if (reached === undefined) return null;
  return { id: idOf(run), turn: run.turn, reached, others: limited.filter((m) => m !== reached) };
}

function reachedBy(run: RunView): Measure["of"] | null {
  if (run.state === "paused_budget") {
    const { cost_micros: cost } = run.limits;
    return cost !== undefined && (run.used.cost_micros ?? 0) >= cost ? "cost_micros" : "tokens";
  }
  if (run.state !== "paused_limit") return null;
  switch (run.limit) {
    case "calls":
      return "calls";
    case "active_time":
      return "active_ms";
    case "broken_arguments":
    case undefined:
      return null;
  }
}

/** Whoever went on has more to tell, also if all that came of it is the same pause. */
function idOf({ turn, journal }: RunView): string {
  return `${turn} ${journal}`;
}

/** What the person has said to a pause: nothing yet, that it may stay one, or that the Turn may go on. */
export type PauseWord = "none" | "left" | "going on";

/** A card that asks whether the task may go on. */
export type Halt =
  | { readonly at: "limit"; readonly pause: Pause }
  | { readonly at: "full"; readonly pause: Full }
  | { readonly at: "takeover"; readonly pause: TakenOver };

/** The person has the page. */
export interface TakenOver {
  readonly id: string;
  readonly turn: TurnId;
  readonly how: Takeover;
}

export function haltOf(run: RunView): Halt | null {
  const pause = pauseOf(run);
  if (pause !== null) return { at: "limit", pause };
  if (run.state === "paused_takeover") return { at: "takeover", pause: { id: idOf(run), turn: run.turn, how: run.takeover ?? "touched" } };
  const full = fullOf(run, idOf(run));
  return full === null ? null : { at: "full", pause: full };
}

/** The pause of the Turn that the person looks at, if it has come to one. */
export function haltIn({ thread, pauses }: PanelState): (Halt & { readonly word: PauseWord }) | null {
  const run = thread?.run ?? null;
  if (run === null || !thread?.turns.some((t) => t.id === run.turn)) return null;
  const halt = haltOf(run);
  if (halt === null) return null;
  return { ...halt, word: pauses.get(halt.pause.id) ?? (run.asking === "left" ? "left" : "none") };
}

/** `100 of 100 tool calls` */
export function usedWords(measure: Measure, speech: Speech): string {
  if (measure.of === "cost_micros") return speech.say("limit.used.cost", { used: speech.money(measure.used), n: speech.money(measure.limit) });
  const { unit, used, limit } = inUnits(measure.of, measure);
  return speech.count(`limit.used.${unit}`, limit, { used: speech.amount(used) });
}

/** What going on gives: everything that is limited, as much as the first time. */
export function grantWords({ reached, others }: Pause, speech: Speech): string {
  return speech.list([reached, ...others].map((measure) => {
    if (measure.of === "cost_micros") return speech.money(measure.limit);
    const { unit, limit } = inUnits(measure.of, measure);
    return speech.count(`limit.grant.${unit}`, limit);
  }));
}

type Unit = "tokens" | "calls" | "minutes" | "seconds";

function inUnits(of: Exclude<Measure["of"], "cost_micros">, { used, limit }: Measure): { unit: Unit; used: number; limit: number } {
  switch (of) {
    case "tokens":
    case "calls":
      return { unit: of, used, limit };
    case "active_ms":
      return limit < 60_000
        ? { unit: "seconds", used: tenths(used / 1_000), limit: tenths(limit / 1_000) }
        : { unit: "minutes", used: tenths(used / 60_000), limit: tenths(limit / 60_000) };
  }
}

/** Rounded here and not in the words: `1.04` is shown as 1 and must be spoken of as one. */
function tenths(n: number): number {
  return Math.round(n * 10) / 10;
}
