/**
 * What a screen reader is told: finished sentences of an answer, politely; decisions and ends of tasks, once. Pure, apart
 * from remembering how far an answer has been spoken.
 */

import type { Event, Plan, Wait } from "../../wire/wire";
import { type Halt, haltOf, usedWords } from "../card/limit";
import { headlineText, shorten } from "../card/wording";
import { isHeard } from "../family/reduce-family";
import type { Speech } from "../words/speech";
import { percentOf } from "./occupancy";
import { doneIn, underWay } from "./plan";
import { ofRunView, ofStop } from "./problem";
import { badgeWords } from "./showing";
import type { PanelState } from "./state";

export interface Announcement {
  readonly text: string;
  /** `now` interrupts what is being read; only for what waits for the person. */
  readonly urgency: "polite" | "now";
}

export function announce(after: PanelState, event: Event, speech: Speech): Announcement | null {
  switch (event.type) {
    case "approval.request":
      if (!isHeard(after, event.thread)) return null;
      return { text: speech.say("say.approval", { what: headlineText(event.approval, speech) }), urgency: "now" };
    case "run.recovery_required":
      if (!isHeard(after, event.thread)) return null;
      return { text: speech.say("recovery.title"), urgency: "now" };
    case "interaction.request":
      return event.thread === after.open.id ? waiting(event.interaction.wait, speech) : null;
    case "item.complete": {
      const { body } = event.item;
      if (event.thread !== after.open.id || body.type !== "assistant_message" || body.evidence?.standing !== "rejected") return null;
      return polite(badgeWords(body.evidence, speech));
    }
    case "approval.closed":
      if (!isHeard(after, event.thread)) return null;
      return polite(speech.say(OUTCOME[event.outcome.type]));
    case "turn.complete": {
      if (event.thread !== after.open.id) return null;
      return polite(ending(after, event, speech));
    }
    case "run.updated": {
      if (event.run.state === "waiting_keys" && isHeard(after, event.thread)) return { text: speech.say("run.keys_locked.what"), urgency: "now" };
      // `turn.complete` comes before it and does not know which limit.
      const halt = event.thread === after.open.id && event.run.asking !== "left" ? haltOf(event.run) : null;
      return halt === null ? null : polite(halted(halt, speech));
    }
    case "plan.updated":
      return event.thread === after.open.id ? polite(planned(event.plan, speech)) : null;
    case "command.ack":
      if (event.body.type === "steered") return polite(speech.say("say.steered"));
      return event.body.type === "turn_queued" ? polite(speech.say("say.queued")) : null;
    default:
      return null;
  }
}

function halted(halt: Halt, speech: Speech): string {
  switch (halt.at) {
    case "limit":
      return speech.say("say.limit", { used: usedWords(halt.pause.reached, speech) });
    case "takeover":
      return speech.say(`say.takeover.${halt.pause.how}`);
    case "full":
      return speech.say("say.full", { percent: percentOf(halt.pause.occupancy) });
  }
}

function planned(plan: Plan, speech: Speech): string {
  return speech.say("say.plan", { done: doneIn(plan), n: plan.steps.length, step: underWay(plan)?.text ?? "" });
}

function waiting(wait: Wait, speech: Speech): Announcement {
  switch (wait.type) {
    case "question":
      return { text: speech.say("say.question", { question: shorten(wait.question, 400) }), urgency: "now" };
    case "action":
      return { text: speech.say("say.action", { what: shorten(wait.what, 400) }), urgency: "now" };
    case "watch":
      return polite(speech.say("say.watch", { time: speech.clock(wait.watch.until, Date.now()) }));
    case "until":
      return polite(speech.say("say.timer", { time: speech.clock(wait.at, Date.now()) }));
  }
}

const OUTCOME = { allowed: "say.allowed", denied: "say.denied", closed: "say.closed" } as const;

function ending(after: PanelState, event: Extract<Event, { type: "turn.complete" }>, speech: Speech): string {
  switch (event.stop) {
    case "end":
      return speech.say("say.finished");
    case "interrupted":
      return speech.say("say.stopped");
    case "error": {
      const run = after.thread?.run ?? null;
      const found = run?.turn === event.turn ? ofRunView(run, speech) : ofStop("error", speech);
      return speech.say("say.failed", { what: found?.what ?? "" });
    }
    case "budget_pause":
    case "limit_pause":
    case "context_full":
    case "takeover":
    case "uncertain":
      return speech.say("say.paused");
    case "max_tokens":
    case "content_filter":
    case "refusal":
    case "unverified":
      return ofStop(event.stop, speech)?.what ?? "";
  }
}

function polite(text: string): Announcement {
  return { text, urgency: "polite" };
}

/** Follows one growing answer and gives out its sentences as they are finished. */
export class Sentences {
  private item = "";
  private spoken = 0;

  next(item: string, text: string, is: "growing" | "whole"): string {
    if (item !== this.item || text.length < this.spoken) {
      this.item = item;
      this.spoken = 0;
    }
    const rest = text.slice(this.spoken);
    const length = is === "whole" ? rest.length : lastEnd(rest);
    this.spoken += length;
    return plain(rest.slice(0, length));
  }
}

function lastEnd(text: string): number {
  let end = 0;
  // A full stop ends a sentence once something that is not a digit follows; its Chinese sister always does.
  for (const match of text.matchAll(/[.!?]["”’)]*\s|[。！？][”’）]*|\n+/g)) end = match.index + match[0].length;
  return end;
}

function plain(text: string): string {
  return text.replaceAll(/[*_`#>|]+/g, " ").replaceAll(/\]\([^)]*\)/g, "]").replaceAll(/\s+/g, " ").trim();
}
