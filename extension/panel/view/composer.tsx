/**
 * Where the person writes. It is never disabled and never replaced: whatever state the engine is in, text can be written
 * and sent, and what cannot be delivered comes back here.
 */

import { useLayoutEffect, useRef } from "preact/hooks";
import { AttachButton } from "../attach/attach-button";
import { TrayView } from "../attach/tray-view";
import { siteText } from "../card/site";
import { isComposing } from "../card/typist";
import { ModeButton } from "../mode/mode-button";
import type { Key } from "../words/speech";
import { Complaints } from "./complaints";
import type { Desk } from "./desk";
import { fitToText } from "./fit";
import { Icon } from "./icon";
import { Meter } from "./meter";
import { messagesOf } from "./parts";
import { recall } from "./recall";
import type { Way } from "./reroute";
import { COMPOSER, useDesk } from "./use-desk";

export function Composer() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const text = desk.draft.value;
  const way = desk.way.value;
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) fitToText(field.current);
  }, [text]);
  // A side panel is measured first while it slides open, a few pixels wide: what fitted there does not fit afterwards.
  useLayoutEffect(() => {
    const el = field.current;
    if (el === null) return undefined;
    let width = el.clientWidth;
    const observer = new ResizeObserver(() => {
      if (el.clientWidth === width) return;
      width = el.clientWidth;
      fitToText(el);
    });
    observer.observe(el);
    return () => observer.disconnect();
  }, []);
  const onKeyDown = (e: KeyboardEvent) => {
    if (isComposing(e)) return;
    const meant = e.key === "Enter" ? enterMeans(e) : null;
    if (meant !== null) {
      e.preventDefault();
      // A key held down sends once; what is sent is what is there now, not what was last drawn.
      if (e.repeat) return;
      if (meant === "submit") desk.submit(desk.draft.value);
      else desk.enqueue(desk.draft.value);
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
      <Complaints />
      <div class="composer">
        <label class="sr" for={COMPOSER}>{speech.say("composer.label")}</label>
        <TrayView />
        <textarea
          id={COMPOSER}
          ref={field}
          rows={2}
          value={text}
          placeholder={speech.say(hint(desk))}
          onInput={(e) => desk.write(e.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <div class="composer-row">
          <AttachButton />
          <ModeButton />
          <PageChip />
          <span class="spring" />
          <Meter />
          {way === "steer" ? (
            <button type="button" class="button send" aria-label={speech.say("composer.queue")} title={speech.say("composer.queue_tip")}
              aria-keyshortcuts="Shift+Alt+Enter" onClick={() => {
                desk.enqueue(desk.draft.value);
                field.current?.focus();
              }}>
              <Icon name="queue" />
            </button>
          ) : null}
          <button type="button" class="button is-primary send" aria-label={speech.say(SEND[way].label)} title={speech.say(SEND[way].tip)}
            onClick={() => {
              desk.submit(desk.draft.value);
              field.current?.focus();
            }}>
            <Icon name={SEND[way].icon} />
          </button>
        </div>
      </div>
    </footer>
  );
}

/** Enter alone sends, or joins the running task; with Shift and Alt it waits until that is done; else it breaks the line. */
function enterMeans(e: KeyboardEvent): "submit" | "enqueue" | null {
  if (e.ctrlKey || e.metaKey || e.shiftKey !== e.altKey) return null;
  return e.shiftKey ? "enqueue" : "submit";
}

const SEND = {
  send: { label: "composer.send", tip: "composer.send_tip", icon: "send" },
  steer: { label: "composer.steer", tip: "composer.steer_tip", icon: "join" },
  queue: { label: "composer.queue", tip: "composer.queue_full_tip", icon: "queue" },
} as const satisfies Readonly<Record<Way, object>>;

function hint(desk: Desk): Key {
  switch (desk.way.value) {
    case "send":
      return "composer.hint";
    case "queue":
      return "composer.hint_full";
    case "steer":
      return desk.interactions.value.some((i) => i.wait.type === "question") ? "composer.hint_question" : "composer.hint_running";
  }
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
