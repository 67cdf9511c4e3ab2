/**
 * A step that only the person can take, in the page: the page is theirs until they say so. What to do and why are the model's
 * words and shown as such; nothing that the person types there comes back, only their word.
 */

import { useId } from "preact/hooks";
import type { Interaction, Wait } from "../../wire/wire";
import { Icon } from "../view/icon";
import { CARD, useDesk } from "../view/use-desk";
import { SiteName } from "./site-name";
import { TabLink } from "./tab-link";
import { usePress } from "./use-press";

type Action = Extract<Wait, { type: "action" }>;

export function TakeOverCard({ interaction, action }: { interaction: Interaction; action: Action }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const pressed = usePress(interaction.id);
  const titleId = useId();
  const tab = action.tab ?? null;
  return (
    <section class="card is-action" id={CARD} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}>
        <Icon name="pen" />{" "}
        {tab === null
          ? speech.say("handover.title")
          : speech.pieces("handover.title_site").map((piece, at) => ("text" in piece ? piece.text : <SiteName key={at} address={tab.url} />))}
      </h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <dl class="facts">
          <div><dt>{speech.say("handover.to_do")}</dt><dd><blockquote class="asked" dir="auto">{action.what}</blockquote></dd></div>
          {action.why.trim() === "" ? null : <div><dt>{speech.say("handover.why")}</dt><dd dir="auto">{action.why}</dd></div>}
        </dl>
        <p class="card-why">{speech.say("handover.care")}</p>
      </div>
      {tab === null ? null : <TabLink tab={tab} label="handover.show" />}
      <div class="card-answers">
        <button type="button" class="button is-primary" onClick={pressed(() => desk.respond(interaction, { type: "done" }))}>{speech.say("handover.done")}</button>
        <button type="button" class="button" onClick={pressed(() => desk.respond(interaction, { type: "skip" }))}>{speech.say("handover.cannot")}</button>
        <button type="button" class="button is-danger" onClick={pressed(() => desk.interrupt())}>{speech.say("handover.stop")}</button>
      </div>
    </section>
  );
}
