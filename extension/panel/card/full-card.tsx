/** The model's window is full. What was done stays, whatever the person says; saying nothing leaves the task paused. */

import { useId } from "preact/hooks";
import { Icon } from "../view/icon";
import { percentOf } from "../view/occupancy";
import { CARD, useDesk } from "../view/use-desk";
import { type Full, hasRoomElsewhere, mostOf } from "./full";
import { usePress } from "./use-press";

export function FullCard({ full }: { full: Full }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const pressed = usePress(full.id);
  const titleId = useId();
  const { occupancy } = full;
  const canGoOn = full.relief === "possible";
  const canMove = hasRoomElsewhere(occupancy);
  const answer = (isBest: boolean) => (isBest ? "button is-primary" : "button");
  const goOn = (
    <button type="button" class={answer(canGoOn)} onClick={pressed(() => desk.resume(full.turn))}>{speech.say("full.go_on")}</button>
  );
  return (
    <section class="card" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}><Icon name="pause" /> {speech.say("full.title", { percent: percentOf(occupancy) })}</h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <p>{speech.say("full.by", { used: speech.number(occupancy.used), room: speech.number(occupancy.room), list: mostOf(occupancy, speech) })}</p>
        <p>{speech.say(canGoOn ? "full.continue" : "full.no_use")}</p>
        <p>{speech.say(canMove ? "full.copy" : "full.no_copy")}</p>
        <p class="card-why">{speech.say("full.wider_text")}</p>
      </div>
      <div class="card-answers">
        {canGoOn ? goOn : null}
        {canMove ? (
          <button type="button" class={answer(!canGoOn)} onClick={pressed(() => desk.carryOver())}>{speech.say("full.new_chat")}</button>
        ) : null}
        <button type="button" class={answer(!canGoOn && !canMove)} onClick={pressed(() => desk.browser.openSettings(WINDOW))}>
          {speech.say("full.wider")}
        </button>
        {canGoOn ? null : goOn}
        <button type="button" class="button" onClick={pressed(() => desk.leavePaused(full))}>{speech.say("limit.stop_here")}</button>
      </div>
    </section>
  );
}

/** The place on the settings page where a window is written down. */
const WINDOW = "window";
