/** The task has used what it may use. What was done stays, whatever the person says; saying nothing leaves it paused. */

import { useId } from "preact/hooks";
import { Icon } from "../view/icon";
import { CARD, useDesk } from "../view/use-desk";
import { grantWords, type Pause, usedWords } from "./limit";
import { usePress } from "./use-press";

export function LimitCard({ pause }: { pause: Pause }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const pressed = usePress(pause.id);
  const titleId = useId();
  const others = pause.others.map((measure) => usedWords(measure, speech));
  return (
    <section class="card" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}><Icon name="pause" /> {speech.say("limit.title", { used: usedWords(pause.reached, speech) })}</h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        {others.length === 0 ? null : <p>{speech.say("limit.also", { list: speech.list(others) })}</p>}
        <p>{speech.say("limit.kept")}</p>
        <p>{speech.say("limit.again", { list: grantWords(pause, speech) })}</p>
        <p class="card-why">{speech.say("limit.later")}</p>
      </div>
      <div class="card-answers">
        <button type="button" class="button is-primary" onClick={pressed(() => desk.resume(pause.turn))}>{speech.say("limit.go_on")}</button>
        <button type="button" class="button" onClick={pressed(() => desk.leavePaused(pause))}>{speech.say("limit.stop_here")}</button>
      </div>
    </section>
  );
}
