/** The task waits for a time that the model chose. The person may go on before it, or stop. */

import { useId } from "preact/hooks";
import type { Interaction, Wait } from "../../wire/wire";
import { Icon } from "../view/icon";
import { CARD, useDesk } from "../view/use-desk";
import { usePress } from "./use-press";
import { shorten } from "./wording";

type Timer = Extract<Wait, { type: "until" }>;

export function TimerCard({ interaction, timer }: { interaction: Interaction; timer: Timer }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const pressed = usePress(interaction.id);
  const titleId = useId();
  const time = speech.clock(timer.at, Date.now());
  const reason = shorten(timer.reason, 200);
  return (
    <section class="card is-timer" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}>
        <Icon name="wait" /> {reason === "" ? speech.say("timer.title", { time }) : speech.say("timer.title_why", { time, reason })}
      </h2>
      <p class="card-why">{speech.say("timer.text")}</p>
      <div class="card-answers">
        <button type="button" class="button is-primary" onClick={pressed(() => desk.respond(interaction, { type: "skip" }))}>
          {speech.say("timer.now")}
        </button>
        <button type="button" class="button is-danger" onClick={pressed(() => desk.interrupt())}>{speech.say("timer.stop")}</button>
      </div>
    </section>
  );
}
