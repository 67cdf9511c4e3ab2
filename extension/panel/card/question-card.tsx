/**
 * The model asks the person something. Its words are somebody else's text: shown as they are, never as the panel's own. The
 * card never takes the focus by itself, and a press counts only once it has rested, as on the approval card.
 */

import { useId, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Interaction, Response, Wait } from "../../wire/wire";
import { fitToText } from "../view/fit";
import { Icon } from "../view/icon";
import { CARD, focusComposer, useDesk } from "../view/use-desk";
import { isComposing, pressCounts } from "./typist";

type Question = Extract<Wait, { type: "question" }>;

export function QuestionCard({ interaction, question }: { interaction: Interaction; question: Question }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const card = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const shownAt = useMemo(() => performance.now(), [interaction.id]);
  const titleId = useId();
  const fieldId = useId();
  useLayoutEffect(() => {
    if (field.current !== null) fitToText(field.current);
  }, []);
  const respond = (response: Response) => {
    if (!pressCounts(performance.now() - shownAt)) return;
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    desk.respond(interaction, response);
    if (hadFocus) focusComposer();
  };
  const answer = () => {
    const text = field.current?.value.trim() ?? "";
    if (text === "") field.current?.focus();
    else respond({ type: "answer", text });
  };
  return (
    <section class="card is-question" id={CARD} ref={card} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6">
      <h2 id={titleId}><Icon name="ask" /> {speech.say("question.title")}</h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <blockquote class="asked" dir="auto">{question.question}</blockquote>
        <p class="card-why">{speech.say("question.care")}</p>
      </div>
      {question.options.length === 0 ? null : (
        <div class="options" role="group" aria-label={speech.say("question.options")}>
          {question.options.map((option, at) => (
            <button key={at} type="button" class="button" dir="auto" onClick={() => respond({ type: "answer", text: option })}>{option}</button>
          ))}
        </div>
      )}
      <form class="own-answer" onSubmit={(e) => {
        e.preventDefault();
        answer();
      }}>
        <label class="sr" for={fieldId}>{speech.say("question.field")}</label>
        <textarea id={fieldId} ref={field} rows={1} placeholder={speech.say("question.field")}
          defaultValue={desk.keptFor(interaction.id)}
          onInput={(e) => {
            fitToText(e.currentTarget);
            desk.keep(interaction.id, e.currentTarget.value);
          }}
          onKeyDown={(e) => {
            if (isComposing(e) || e.repeat || e.key !== "Enter" || e.shiftKey || e.ctrlKey || e.metaKey || e.altKey) return;
            e.preventDefault();
            answer();
          }} />
        <button type="submit" class="button is-primary">{speech.say("question.answer")}</button>
        <button type="button" class="button" onClick={() => respond({ type: "skip" })}>{speech.say("question.skip")}</button>
      </form>
    </section>
  );
}
