/** A write was sent, and nobody knows what became of it. What is known, what is not, and the person's word on it. */

import { useId } from "preact/hooks";
import type { RunView } from "../../wire/wire";
import { Asker } from "../family/asker";
import type { Loss } from "../family/reduce-family";
import { Icon } from "../view/icon";
import type { TurnView } from "../view/state";
import { ArgumentList } from "../view/step";
import { CARD, useDesk } from "../view/use-desk";
import { TabLink } from "./tab-link";
import { usePress } from "./use-press";
import { targetOf, verb } from "./wording";

export function RecoveryCard({ loss }: { loss: Loss }) {
  const { run } = loss;
  const desk = useDesk();
  const speech = desk.speech.value;
  const titleId = useId();
  const call = callOf(loss.turns, run);
  const action = call === null ? "" : `${verb(call.tool, speech)} ${targetOf(call.arguments)}`.trim();
  const tab = run.tab ?? null;
  const pressed = usePress(run.uncertain);
  return (
    <section class="card" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}><Icon name="doubt" /> {speech.say("recovery.title")}</h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <Asker thread={loss.thread} speech={speech} />
        <p>{speech.say("recovery.known", { action })}</p>
        <p>{speech.say("recovery.unknown")}</p>
        <p>{speech.say("recovery.look")}</p>
        {tab === null ? null : <dl class="facts"><div><dt>{speech.say("card.page")}</dt><dd>{tab.title} {tab.url}</dd></div></dl>}
        {call === null ? null : <ArgumentList args={call.arguments} label={speech.say("card.arguments")} />}
      </div>
      {tab === null ? null : <TabLink tab={tab} label="recovery.check" />}
      <div class="card-answers">
        <button type="button" class="button is-primary" onClick={pressed(() => desk.resolve(loss, "mark_done"))}>{speech.say("recovery.done")}</button>
        <button type="button" class="button" onClick={pressed(() => desk.resolve(loss, "fail"))}>{speech.say("recovery.fail")}</button>
        <button type="button" class="button" onClick={pressed(() => desk.resolve(loss, "retry"))}>{speech.say("recovery.retry")}</button>
        <button type="button" class="button is-danger" onClick={pressed(() => desk.interrupt())}>{speech.say("recovery.stop")}</button>
      </div>
    </section>
  );
}

function callOf(turns: readonly TurnView[], run: RunView): { tool: string; arguments: unknown } | null {
  const item = turns.find((t) => t.id === run.turn)?.items.find((i) => i.id === run.uncertain);
  return item?.body.type === "tool_call" ? item.body : null;
}
