/** The person used the page, or pressed Pause on it: it is theirs, and the task waits until they give it back. */

import { useId } from "preact/hooks";
import { Icon } from "../view/icon";
import { CARD, useDesk } from "../view/use-desk";
import type { TakenOver } from "./limit";
import { TabLink } from "./tab-link";
import { usePress } from "./use-press";

export function TakenOverCard({ taken }: { taken: TakenOver }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const pressed = usePress(taken.id);
  const titleId = useId();
  const tab = desk.run.value?.tab ?? null;
  return (
    <section class="card is-action" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}><Icon name="pause" /> {speech.say(`taken.title.${taken.how}`)}</h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <p>{speech.say("taken.text")}</p>
        <p class="card-why">{speech.say("limit.later")}</p>
      </div>
      {tab === null ? null : <TabLink tab={tab} label="handover.show" />}
      <div class="card-answers">
        <button type="button" class="button is-primary" onClick={pressed(() => desk.resume(taken.turn))}>{speech.say("taken.resume")}</button>
        <button type="button" class="button" onClick={pressed(() => desk.leavePaused(taken))}>{speech.say("limit.stop_here")}</button>
      </div>
    </section>
  );
}
