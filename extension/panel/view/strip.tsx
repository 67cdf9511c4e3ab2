/** While a Run lives: what it is doing, in which tab, and Stop. Above it, how the connection to the engine stands. */

import type { Interaction, RunView, Wait } from "../../wire/wire";
import { siteText } from "../card/site";
import type { Speech } from "../words/speech";
import { Icon, type IconName } from "./icon";
import type { TurnView } from "./state";
import { underWay } from "./under-way";
import { useDesk } from "./use-desk";

export function RunStrip() {
  const desk = useDesk();
  const run = desk.live.value;
  if (run === null) return null;
  const speech = desk.speech.value;
  const retry = desk.thread.value?.retry ?? null;
  // Of several pages none is named alone.
  const pages = run.state === "executing_tool" ? (underWay(desk.turns.value.at(-1)?.items ?? [], speech)?.pages ?? 1) : 1;
  const tab = pages > 1 ? null : (run.tab ?? null);
  const wait = waitOf(run, desk.interactions.value);
  const doing = retry === null
    ? activity(run, desk.turns.value, wait, speech)
    : speech.say("strip.retry", { wait: speech.duration(retry.wait_ms), n: retry.attempt, of: retry.of });
  return (
    <section class="strip" aria-label={speech.say("strip.label")}>
      <Icon name={iconOf(run, wait)} />
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

/** What a Run waits for outside of the model and the browser. */
function waitOf(run: RunView, interactions: readonly Interaction[]): Wait | null {
  if (run.state !== "waiting_interaction") return null;
  return interactions.find((i) => i.turn === run.turn)?.wait ?? null;
}

function iconOf(run: RunView, wait: Wait | null): IconName {
  if (wait?.type === "until" || wait?.type === "watch") return "wait";
  return run.state === "streaming_model" || run.state === "compacting" || run.state === "executing_tool" || run.state === "ready" ? "run" : "warn";
}

function activity(run: RunView, turns: readonly TurnView[], wait: Wait | null, speech: Speech): string {
  if (wait?.type === "until") return speech.say("strip.waiting_until", { time: speech.clock(wait.at, Date.now()) });
  if (wait?.type === "watch") return speech.say("strip.watching", { time: speech.clock(wait.watch.until, Date.now()) });
  if (wait?.type === "action") return speech.say("strip.with_you");
  const words = speech.say(STATES[run.state] ?? "strip.ready");
  if (run.state !== "executing_tool") return words;
  return underWay(turns.at(-1)?.items ?? [], speech)?.words ?? words;
}

const STATES: Readonly<Partial<Record<RunView["state"], "strip.ready" | "strip.streaming_model" | "strip.executing_tool"
  | "strip.waiting_approval" | "strip.waiting_interaction" | "strip.paused_uncertain">>> = {
  ready: "strip.ready",
  streaming_model: "strip.streaming_model",
  executing_tool: "strip.executing_tool",
  waiting_approval: "strip.waiting_approval",
  waiting_interaction: "strip.waiting_interaction",
  waiting_keys: "strip.waiting_interaction",
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
