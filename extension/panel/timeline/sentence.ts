/** One entry in a few words: what happened, and the codes that make the difference. Codes are said as they are stored. */

import type { Speech } from "../words/speech";
import { countOf, isPayload, type Payload, textOf } from "./line";
import type { Step } from "./story";
import { isTimelineKey, type Tell } from "./words";

export interface Sentence {
  readonly what: string;
  readonly codes: readonly string[];
}

export function sentenceOf(step: Step, tell: Tell, speech: Speech): Sentence {
  const { type, payload } = step.line;
  const key = `type.${type}`;
  const codes = codesOf(payload, speech);
  if (step.tool !== null) codes.unshift(step.tool);
  return { what: isTimelineKey(key) ? tell(key) : type, codes };
}

function codesOf(payload: Payload, speech: Speech): string[] {
  const codes: string[] = [];
  for (const key of ["kind", "verdict", "reason", "answer", "outcome", "resolution", "wait", "why", "stop", "limit", "activity"]) {
    const text = textOf(payload, key);
    if (text !== null) codes.push(text);
  }
  const code = codeOf(payload["code"]);
  if (code !== null) codes.push(code);
  const usage = payload["usage"];
  if (isPayload(usage)) codes.push(`${speech.number(countOf(usage, "input") ?? 0)} → ${speech.number(countOf(usage, "output") ?? 0)}`);
  const attempt = countOf(payload, "attempt");
  if (attempt !== null && attempt > 1) codes.push(`×${attempt}`);
  const calls = payload["calls"];
  if (Array.isArray(calls)) codes.push(`×${calls.length}`);
  return codes;
}

/** `model`, or with what makes it so: `model network`. */
function codeOf(code: unknown): string | null {
  if (typeof code === "string") return code;
  if (!isPayload(code)) return null;
  return ["type", "kind", "drift"].flatMap((key) => textOf(code, key) ?? []).join(" ");
}
