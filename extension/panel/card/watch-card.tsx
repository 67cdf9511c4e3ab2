/** The task waits for a page to show something. The person may go on before it does, or stop. */

import { useId } from "preact/hooks";
import type { Interaction, Watch } from "../../wire/wire";
import { Icon } from "../view/icon";
import { CARD, useDesk } from "../view/use-desk";
import type { Speech } from "../words/speech";
import { SiteName } from "./site-name";
import { usePress } from "./use-press";
import { useTab } from "./use-tab";
import { shorten } from "./wording";

export function WatchCard({ interaction, watch }: { interaction: Interaction; watch: Watch }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const pressed = usePress(interaction.id);
  const titleId = useId();
  const { show, isClosed } = useTab(watch.tab);
  const time = speech.clock(watch.until, Date.now());
  const minutes = watch.every_ms / 60_000;
  const how = minutes < 1 ? speech.say("watch.often", { time }) : speech.count("watch.how", Math.round(minutes), { time });
  return (
    <section class="card is-timer" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}>
        <Icon name="eye" />{" "}
        {speech.pieces("watch.title").map((piece, at) => ("text" in piece ? piece.text : <SiteName key={at} address={watch.tab.url} />))}
      </h2>
      <p dir="auto">{conditionText(watch, speech)}</p>
      <p class="card-why" role="status">{isClosed ? speech.say("card.tab_closed") : how}</p>
      <div class="card-answers">
        <button type="button" class="button is-primary" onClick={pressed(() => desk.respond(interaction, { type: "skip" }))}>
          {speech.say("timer.now")}
        </button>
        <button type="button" class="button" onClick={show}>{speech.say("handover.show")}</button>
        <button type="button" class="button is-danger" onClick={pressed(() => desk.interrupt())}>{speech.say("timer.stop")}</button>
      </div>
    </section>
  );
}

function conditionText(watch: Watch, speech: Speech): string {
  const { condition } = watch;
  switch (condition.for) {
    case "text":
      return speech.say("watch.text", { text: shorten(condition.text, 200) });
    case "text_gone":
      return speech.say("watch.text_gone", { text: shorten(condition.text, 200) });
    case "url":
      return speech.say("watch.url", { text: shorten(condition.contains, 200) });
    case "changed":
      return speech.say("watch.changed");
  }
}
