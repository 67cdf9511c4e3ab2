/**
 * A Run that paused because its model's window is full: by what, and what can be done about it. What the person has said to
 * it is told as of any other pause, in `limit.ts`.
 */

import type { ContextParts, Occupancy, Relief, RunView, TurnId } from "../../wire/wire";
import { PARTS } from "../view/occupancy";
import type { Speech } from "../words/speech";

export interface Full {
  readonly id: string;
  readonly turn: TurnId;
  readonly occupancy: Occupancy;
  /** Whether going on in the same window would help. */
  readonly relief: Relief;
}

/** The parts that are worth naming. */
const NAMED = 3;
/** What a copy is left with: what is always there takes so much of it, or there is nothing to carry over into. */
const MOST_FIXED = 0.8;

export function fullOf(run: RunView, id: string): Full | null {
  if (run.state !== "paused_context" || run.occupancy === undefined) return null;
  return { id, turn: run.turn, occupancy: run.occupancy, relief: run.relief ?? "possible" };
}

/** `Results of steps ~14,000, Messages ~6,000, and Descriptions of tools ~2,050` */
export function mostOf({ parts }: Occupancy, speech: Speech): string {
  const size = (part: keyof ContextParts) => parts[part];
  const named = PARTS.filter((part) => size(part) > 0).toSorted((a, b) => size(b) - size(a)).slice(0, NAMED);
  return speech.list(named.map((part) => `${speech.say(`context.${part}`)} ${speech.say("context.part", { n: speech.number(size(part)) })}`));
}

/** Instructions and tools go along into every chat of this model. */
export function hasRoomElsewhere({ parts, room }: Occupancy): boolean {
  return parts.prompt + parts.tools <= room * MOST_FIXED;
}
