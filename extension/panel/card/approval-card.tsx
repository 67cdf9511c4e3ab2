/**
 * One question to the person about one call. It says everything in full, in fields, and answers only to presses that were
 * meant for it (`typist.ts`). It never takes the focus by itself: whoever has none may still be about to type, and their
 * first letter could be a Y. F6 and Shift+Tab lead here.
 */

import { useCallback, useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { Answer, Approval, Ask } from "../../wire/wire";
import type { Key, Speech } from "../words/speech";
import { Asker } from "../family/asker";
import { Icon } from "../view/icon";
import { ArgumentList } from "../view/step";
import { CARD, COMPOSER, useDesk, useLayer } from "../view/use-desk";
import { siteText } from "./site";
import { SiteName } from "./site-name";
import { allowPress, cardKey, careFor, isHeldPress, pressCounts } from "./typist";
import { elementOf, headline, reachOf, verb, whyInAll } from "./wording";

type Layer = "none" | "scopes" | "note";

export function ApprovalCard({ approval, place }: { approval: Approval; place: { n: number; of: number } }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const card = useRef<HTMLElement>(null);
  const shownAt = useMemo(() => performance.now(), [approval.id]);
  const [layer, setLayer] = useState<Layer>("none");
  const [armedAt, setArmedAt] = useState<number | null>(null);
  const [isRefused, setRefused] = useState(false);
  const closeLayer = useCallback(() => setLayer("none"), []);
  useLayer(layer === "none" ? null : closeLayer);
  const titleId = useId();
  const { ask } = approval;
  const care = ask.type === "call" ? careFor(ask.reason, ask.flags) : "ordinary";

  const respond = (answer: Answer) => {
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    desk.answer(approval, answer);
    if (hadFocus) document.getElementById(COMPOSER)?.focus();
  };
  const allow = () => {
    if (ask.type !== "call") {
      // Chrome shows its prompt only for a call made here and now, inside the press.
      const asked = ask.type === "permission" ? desk.browser.requestPermission(ask.permission) : desk.browser.requestOrigins([ask.pattern]);
      void asked.then(
        (isGranted) => (isGranted ? respond({ type: "allow", scope: "once" }) : setRefused(true)),
        () => setRefused(true),
      );
      return;
    }
    respond({ type: "allow", scope: "once" });
  };
  const pressAllow = () => {
    const now = performance.now();
    const does = allowPress(care, now - shownAt, armedAt === null ? null : now - armedAt);
    if (does === "arm") setArmedAt(now);
    if (does === "allow") allow();
  };
  const onKeyDown = (e: KeyboardEvent) => {
    if (isHeldPress(e)) return e.preventDefault();
    const meant = cardKey(e, { focus: focusPlace(e), shownFor: performance.now() - shownAt, care });
    if (meant === null) return;
    e.preventDefault();
    if (meant === "allow") allow();
    else respond({ type: "deny" });
  };
  const pressed = (act: () => void) => () => {
    if (pressCounts(performance.now() - shownAt)) act();
  };

  return (
    <section class="card" id={CARD} ref={card} tabIndex={-1} aria-labelledby={titleId} aria-keyshortcuts="F6" onKeyDown={onKeyDown}>
      <h2 id={titleId}>
        <Icon name="warn" />{" "}
        {headline(ask, speech).map((p, i) => ("text" in p ? p.text : <SiteName key={i} address={p.site} />))}
      </h2>
      <div class="card-body" tabIndex={0} role="group" aria-labelledby={titleId}>
        <Asker thread={approval.thread} speech={speech} />
        {ask.type === "call" ? <CallFacts ask={ask} place={place} speech={speech} /> : <OpeningFacts ask={ask} speech={speech} />}
      </div>
      {isRefused ? <p class="card-warning" role="alert">{speech.say("card.host_refused")}</p> : null}
      {layer === "note" ? <NoteForm speech={speech} onBack={closeLayer} onSend={(note) => respond({ type: "deny", note })} /> : (
        <>
          <div class="card-links">
            {ask.type === "call" && elementOf(ask) !== null ? (
              <button type="button" class="quiet" onClick={() => desk.show(approval)}><Icon name="eye" /> {speech.say("card.show")}</button>
            ) : null}
            <button type="button" class="quiet" onClick={() => setLayer("note")}><Icon name="pen" /> {speech.say("card.deny_note")}</button>
          </div>
          <div class="card-answers">
            <button type="button" class="button is-danger" aria-keyshortcuts="N" onClick={pressed(() => respond({ type: "deny" }))}>
              {speech.say("card.deny")}<kbd aria-hidden="true">N</kbd>
            </button>
            <span class="split">
              <button type="button" class="button is-primary" aria-keyshortcuts={care === "ordinary" ? "Y" : undefined} onClick={pressAllow}>
                {speech.say(allowWords(ask, armedAt !== null))}
                {care === "ordinary" ? <kbd aria-hidden="true">Y</kbd> : null}
              </button>
              <button type="button" class="button is-primary" aria-label={speech.say("card.more")} aria-expanded={layer === "scopes"}
                onClick={() => setLayer(layer === "scopes" ? "none" : "scopes")}>
                <Icon name="down" />
              </button>
            </span>
          </div>
          {layer === "scopes" ? <Scopes ask={ask} speech={speech} onAnswer={(answer) => pressed(() => respond(answer))()} /> : null}
        </>
      )}
    </section>
  );
}

function allowWords(ask: Ask, isArmed: boolean): Key {
  if (ask.type !== "call") return "card.allow";
  return isArmed ? "card.sure" : "card.allow_once";
}

function focusPlace(e: KeyboardEvent): "in card" | "in its text field" {
  return e.target instanceof HTMLTextAreaElement ? "in its text field" : "in card";
}

function CallFacts({ ask, place, speech }: { ask: Extract<Ask, { type: "call" }>; place: { n: number; of: number }; speech: Speech }) {
  const element = elementOf(ask);
  const tab = ask.target.tab ?? null;
  const role = element === null ? "" : [element.role || element.tag, element.name || element.label].filter(Boolean).join(" ");
  return (
    <>
      <p class="card-meta">
        <span>{speech.say(`card.${ask.effects}`)}</span>
        <span>{speech.say(reachOf(ask.tool))}</span>
        {place.of > 1 ? <span>{speech.say("card.of", place)}</span> : null}
      </p>
      <p class="card-why">{speech.say("card.why")}: {whyInAll(ask.reason, ask.flags, speech)}</p>
      <Facts speech={speech} facts={[["card.element", role], ["card.leads_to", element?.destination ?? ""]]} />
      <ArgumentList args={ask.arguments} label={speech.say("card.arguments")} />
      <Facts speech={speech} facts={[["card.page", tab?.title ?? ""], ["card.address", tab?.url ?? ask.target.origin]]} />
    </>
  );
}

function Facts({ facts, speech }: { facts: readonly (readonly [Key, string])[]; speech: Speech }) {
  const known = facts.filter(([, text]) => text !== "");
  if (known.length === 0) return null;
  return <dl class="facts">{known.map(([key, text]) => <div key={key}><dt>{speech.say(key)}</dt><dd>{text}</dd></div>)}</dl>;
}

/** What Chrome's own prompt is about to be asked for. */
function OpeningFacts({ ask, speech }: { ask: Exclude<Ask, { type: "call" }>; speech: Speech }) {
  const isSite = ask.type === "host_access";
  return (
    <>
      <p>{speech.say(isSite ? "card.host_why" : "card.permission_why")}</p>
      <Facts speech={speech} facts={[["card.address", isSite ? siteText(ask.origin) : ""], ["card.host_tool", verb(ask.tool, speech)]]} />
    </>
  );
}

function Scopes({ ask, speech, onAnswer }: { ask: Ask; speech: Speech; onAnswer: (answer: Answer) => void }) {
  const offered = ask.type === "call" ? ask.scopes : [];
  return (
    <div class="scopes" role="group" aria-label={speech.say("card.more")}>
      {offered.includes("session") ? (
        <button type="button" class="button" onClick={() => onAnswer({ type: "allow", scope: "session" })}>{speech.say("card.session")}</button>
      ) : null}
      {offered.includes("always") ? (
        <button type="button" class="button" onClick={() => onAnswer({ type: "allow", scope: "always" })}>{speech.say("card.always")}</button>
      ) : null}
      <button type="button" class="button is-danger" onClick={() => onAnswer({ type: "deny_and_stop" })}>{speech.say("card.deny_stop")}</button>
    </div>
  );
}

function NoteForm({ speech, onBack, onSend }: { speech: Speech; onBack: () => void; onSend: (note: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <form class="note" onSubmit={(e) => {
      e.preventDefault();
      onSend((field.current?.value ?? "").trim());
    }}>
      <label for={id}>{speech.say("card.note")}</label>
      <textarea id={id} ref={field} rows={2} maxLength={1_000} />
      <div class="row">
        <button type="button" class="button" onClick={onBack}>{speech.say("card.note_back")}</button>
        <button type="submit" class="button is-danger">{speech.say("card.note_send")}</button>
      </div>
    </form>
  );
}
