/** What an answer rests on, as it is listed below it. Pure: what a place is called, and which claims are worth a line. */

import type { Claim, Evidence, Item, Missing, NodeId, Operation, Proof } from "../../wire/wire";
import { shorten, targetOf, verb } from "../card/wording";
import type { Speech } from "../words/speech";

/** A place that shows a claim; `node` is where it stands, if it can be gone to. */
export interface Place {
  readonly node: NodeId | null;
  readonly label: string;
}

export interface Line {
  readonly kind: Claim["kind"];
  /** The words of the answer. */
  readonly words: string;
  readonly operation: Operation | null;
  readonly lacks: Missing | null;
  readonly places: readonly Place[];
}

/** How an answer stands, in a few words. */
export function badgeWords({ standing, missing = [], claims = [] }: Evidence, speech: Speech): string {
  switch (standing) {
    case "proved":
      return speech.say(claims.some((claim) => claim.lacks !== undefined) ? "evidence.marked" : "evidence.proved");
    case "admitted":
    case "unverified":
      return speech.say(`evidence.${standing}`);
    case "rejected": {
      const [first] = missing;
      return first === undefined ? speech.say("evidence.rejected_plain") : speech.say("evidence.rejected", { what: speech.say(`missing.${first}`) });
    }
  }
}

/** One line for each claim. */
export function linesOf(evidence: Evidence, text: string, items: readonly Item[], speech: Speech): readonly Line[] {
  return (evidence.claims ?? []).map((claim) => ({
    kind: claim.kind,
    words: plain(text.slice(claim.start, claim.end)),
    operation: claim.operation ?? null,
    lacks: claim.lacks ?? null,
    places: (claim.by ?? []).map((proof) => placeOf(proof, items, speech)),
  }));
}

/** What is said again, and rests on the same, once. */
export function eachOnce(lines: readonly Line[]): readonly Line[] {
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}

/** What is missing and belongs to no claim: what the answer passes over. */
export function unclaimed(evidence: Evidence): readonly Missing[] {
  const told = new Set((evidence.claims ?? []).map((claim) => claim.lacks));
  return (evidence.missing ?? []).filter((missing) => !told.has(missing));
}

function placeOf(proof: Proof, items: readonly Item[], speech: Speech): Place {
  switch (proof.type) {
    case "step": {
      const steps = items.filter((item) => item.body.type === "tool_call");
      const at = steps.findIndex((item) => item.id === proof.call);
      const body = steps[at]?.body;
      if (body?.type !== "tool_call") return { node: null, label: speech.say("evidence.step_gone") };
      const what = `${verb(body.tool, speech)} ${targetOf(body.arguments)}`.trim();
      return { node: proof.call, label: speech.say("evidence.step", { n: at + 1, what }) };
    }
    case "attached":
      return { node: proof.message, label: speech.say("evidence.attached") };
    case "request":
      return { node: items.find((item) => item.body.type === "user_message")?.id ?? null, label: speech.say("evidence.request") };
    case "earlier":
      return { node: proof.message, label: speech.say("evidence.earlier") };
  }
}

/** Marks of Markdown say nothing in a list. */
function plain(markdown: string): string {
  return shorten(markdown.replaceAll(/[*_`#>|]+/g, " "), 90);
}
