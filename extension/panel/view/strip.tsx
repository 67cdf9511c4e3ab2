/** While a Run lives: what it is doing, in which tab, and Stop. Above it, how the connection to the engine stands. */

import type { Interaction, RunView, Timestamp } from "../../wire/wire";
import { siteText } from "../card/site";
import { targetOf, verb } from "../card/wording";
import type { Speech } from "../words/speech";
import { Icon, type IconName } from "./icon";
import type { TurnView } from "./state";
import { useDesk } from "./use-desk";

export function RunStrip() {
  const desk = useDesk();
  const run = desk.live.value;
  if (run === null) return null;
  const speech = desk.speech.value;
  const retry = desk.thread.value?.retry ?? null;
  const tab = run.tab ?? null;
  const timer = timerOf(run, desk.interactions.value);
  const doing = retry === null
    ? activity(run, desk.turns.value, timer, speech)
    : speech.say("strip.retry", { wait: speech.duration(retry.wait_ms), n: retry.attempt, of: retry.of });
  return (
    <section class="strip" aria-label={speech.say("strip.label")}>
      <Icon name={iconOf(run, timer)} />
      <span class="strip-text">
        <b>{doing}</b>
        {tab === null ? null : <span class="strip-tab"> {tab.title || siteText(tab.url)}</span>}
      </span>
      <button type="button" class="button is-danger" onClick={() => desk.interrupt()}>
        {speech.say("strip.stop")}<kbd aria-hidden="true">Esc</kbd>
      </button>
    </section>
  );
}

/** When a Run that waits for a time goes on by itself. */
function timerOf(run: RunView, interactions: readonly Interaction[]): Timestamp | null {
  const wait = interactions.find((i) => i.turn === run.turn)?.wait;
  return run.state === "waiting_interaction" && wait?.type === "until" ? wait.at : null;
}

function iconOf(run: RunView, timer: Timestamp | null): IconName {
  if (timer !== null) return "wait";
  return run.state === "streaming_model" || run.state === "executing_tool" || run.state === "ready" ? "run" : "warn";
}

function activity(run: RunView, turns: readonly TurnView[], timer: Timestamp | null, speech: Speech): string {
  if (timer !== null) return speech.say("strip.waiting_until", { time: speech.clock(timer, Date.now()) });
  const words = speech.say(STATES[run.state] ?? "strip.ready");
  if (run.state !== "executing_tool") return words;
  const step = turns.at(-1)?.items.findLast((i) => i.body.type === "tool_call" && i.body.status.type === "running")?.body;
  if (step?.type !== "tool_call") return words;
  return `${verb(step.tool, speech)} ${targetOf(step.arguments)}`.trim();
}

const STATES: Readonly<Partial<Record<RunView["state"], "strip.ready" | "strip.streaming_model" | "strip.executing_tool"
  | "strip.waiting_approval" | "strip.waiting_interaction" | "strip.paused_uncertain">>> = {
  ready: "strip.ready",
  streaming_model: "strip.streaming_model",
  executing_tool: "strip.executing_tool",
  waiting_approval: "strip.waiting_approval",
  waiting_interaction: "strip.waiting_interaction",
  paused_uncertain: "strip.paused_uncertain",
};

export function LinkNotice() {
  const desk = useDesk();
  const speech = desk.speech.value;
  switch (desk.status.value) {
    case "ready":
      return null;
    case "reconnecting":
      return <div class="link-notice" role="status">{speech.say("link.reconnecting")}</div>;
    case "lost":
      return (
        <div class="link-notice" role="status">
          <span>{speech.say("link.lost")}</span>
          <button type="button" class="button" onClick={() => desk.restart()}>{speech.say("link.restart")}</button>
        </div>
      );
    case "outdated":
      return (
        <div class="link-notice" role="alert">
          <span>{speech.say("link.outdated")}</span>
          <button type="button" class="button is-primary" onClick={() => desk.reload()}>{speech.say("link.reload")}</button>
        </div>
      );
  }
}
