/**
 * Where the person writes. It is never disabled and never replaced: whatever state the engine is in, text can be written
 * and sent, and what cannot be delivered comes back here.
 */

import { useLayoutEffect, useRef } from "preact/hooks";
import { siteText } from "../card/site";
import { isComposing } from "../card/typist";
import { Icon } from "./icon";
import { Meter } from "./meter";
import { messagesOf } from "./parts";
import { ofRefusal, ofSystem, type Remedy } from "./problem";
import { ProblemView } from "./problem-view";
import { recall } from "./recall";
import { COMPOSER, useDesk } from "./use-desk";

/** As high as its text. Set through the CSSOM: the page's policy allows no style attribute. */
function fit(el: HTMLTextAreaElement): void {
  el.style.height = "auto";
  el.style.height = `${el.scrollHeight}px`;
}

export function Composer() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const text = desk.draft.value;
  const isRunning = desk.live.value !== null;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) fit(field.current);
  }, [text]);
  // A side panel is measured first while it slides open, a few pixels wide: what fitted there does not fit afterwards.
  useLayoutEffect(() => {
    const el = field.current;
    if (el === null) return undefined;
    let width = el.clientWidth;
    const observer = new ResizeObserver(() => {
      if (el.clientWidth === width) return;
      width = el.clientWidth;
      fit(el);
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, []);
  const onKeyDown = (e: KeyboardEvent) => {
    if (isComposing(e)) return;
    if (e.key === "Enter" && sends(e)) {
      e.preventDefault();
      desk.submit(text);
      return;
    }
    if (e.key !== "ArrowUp" && e.key !== "ArrowDown") return;
    const found = recall(messagesOf(desk.turns.value), text, e.key === "ArrowUp" ? "older" : "newer");
    if (found === null) return;
    e.preventDefault();
    desk.write(found);
  };
  return (
    <footer class="foot">
      <ComplaintView />
      <div class="composer">
        <label class="sr" for={COMPOSER}>{speech.say("composer.label")}</label>
        <textarea
          id={COMPOSER}
          ref={field}
          rows={2}
          value={text}
          placeholder={speech.say(isRunning ? "composer.hint_running" : "composer.hint")}
          onInput={(e) => desk.write(e.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="composer-row">
          <PageChip />
          <span class="spring" />
          <Meter />
          <button type="button" class="button is-primary send" aria-label={speech.say(isRunning ? "composer.queue" : "composer.send")}
            title={speech.say(isRunning ? "composer.queue" : "composer.send")} onClick={() => {
              desk.submit(text);
              field.current?.focus();
            }}>
            <Icon name="send" />
          </button>
        </div>
      </div>
    </footer>
  );
}

/** Enter alone; Shift and Alt with it say "after this one", which is what a message does while a Turn runs. */
function sends(e: KeyboardEvent): boolean {
  return !e.ctrlKey && !e.metaKey && e.shiftKey === e.altKey;
}

function PageChip() {
  const desk = useDesk();
  const tab = desk.tab.value;
  const speech = desk.speech.value;
  if (tab === null) return <span class="chip">{speech.say("composer.page_none")}</span>;
  if (isRestricted(tab.url)) return <span class="chip is-restricted">{speech.say("composer.page_restricted")}</span>;
  const title = tab.title || siteText(tab.url);
  return (
    <span class="chip" title={tab.url}>
      <Icon name="page" />
      <span class="sr">{speech.say("composer.page", { title: "" })}</span>
      <span class="chip-text">{title}</span>
    </span>
  );
}

/** Pages that no extension may touch, whatever it is allowed. */
export function isRestricted(address: string): boolean {
  if (!/^https?:/i.test(address)) return true;
  return /^https?:\/\/(chromewebstore\.google\.com|chrome\.google\.com\/webstore|microsoftedge\.microsoft\.com\/addons)/i.test(address);
}

function ComplaintView() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { complaint, open, notices } = desk.state.value;
  const remedy = (wanted: Remedy) => {
    switch (wanted) {
      case "settings":
        return desk.browser.openSettings();
      case "reload":
        return desk.reload();
      case "regenerate":
        desk.readComplaint();
        if (complaint !== null && complaint.turn !== null) desk.branches.regenerate(complaint.turn);
        return;
      case "continue":
        return desk.readComplaint();
    }
  };
  return (
    <>
      {notices.map((notice, index) => (
        <ProblemView key={notice.code} problem={ofSystem(notice.code, speech)} speech={speech} role="alert" onRemedy={remedy}
          onDismiss={() => desk.readNotice(index)} />
      ))}
      {complaint === null || (complaint.thread !== null && complaint.thread !== open.id) ? null : (
        <ProblemView problem={ofRefusal(complaint.refusal.code, complaint.refusal.field ?? null, speech)} speech={speech} role="alert"
          onRemedy={remedy} onDismiss={() => desk.readComplaint()} />
      )}
    </>
  );
}
