/** One chat of the list: open it, or do something with it through its menu. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ThreadSummary } from "../../wire/wire";
import { Icon, type IconName } from "../view/icon";
import { useDesk } from "../view/use-desk";
import { ChatMenu, type ChatAction } from "./chat-menu";
import { type Mark, markOf, originOf } from "./shelves";

export type RowMode = "shown" | "menu" | "renaming" | "deleting";

interface RowProps {
  thread: ThreadSummary;
  place: "open" | "other";
  mode: RowMode;
  onMode: (mode: RowMode) => void;
  onChosen: () => void;
}

export function ChatRow({ thread, place, mode, onMode, onChosen }: RowProps) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const more = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const { leave } = useReturn(mode, more);
  const title = thread.title || speech.say("header.untitled");
  const mark = markOf(thread, desk.chats.unread.ids);
  const act = (action: ChatAction) => {
    onMode(action === "rename" ? "renaming" : action === "delete" ? "deleting" : "shown");
    switch (action) {
      case "rename":
      case "delete":
        return;
      case "pin":
      case "unpin":
        return desk.chats.pin(thread.id, action);
      case "archive":
      case "unarchive":
        return desk.chats.archive(thread.id, action);
      case "export_markdown":
        return void desk.chats.export(thread.id, "markdown");
      case "export_json":
        return void desk.chats.export(thread.id, "json");
    }
  };
  const keep = (e: Event) => {
    // Escape goes no further: it would close the list, or stop a task.
    e.preventDefault();
    e.stopPropagation();
    leave();
    onMode("shown");
  };
  switch (mode) {
    case "shown":
    case "menu":
      return (
        <li class={mark === "unread" ? "chat is-unread" : "chat"}>
          <button type="button" class="chat-open" aria-current={place === "open" ? "true" : undefined} onClick={onChosen}>
            <span class="chat-title">{title}</span>
            <span class="chat-note">{mark === null ? null : <Marking mark={mark} />}{speech.when(thread.updated_at, Date.now())} · {speech.count("chats.turns", thread.turns)}</span>
            <Origin thread={thread} />
          </button>
          <button type="button" class="icon-button" ref={more} aria-label={speech.say("chats.actions_one", { title })} aria-haspopup="menu"
            aria-expanded={mode === "menu"}
            // Pressed again, the button has closed its menu before the click comes.
            onPointerDown={() => (wasOpen.current = mode === "menu")}
            onClick={() => {
              onMode(wasOpen.current || mode === "menu" ? "shown" : "menu");
              wasOpen.current = false;
            }}>
            <Icon name="more" />
          </button>
          {mode === "menu" ? (
            <ChatMenu thread={thread} anchor={more} label={speech.say("chats.actions_one", { title })} onAction={act} onClose={() => onMode("shown")} />
          ) : null}
        </li>
      );
    case "renaming":
      return <li class="chat"><RenameForm title={thread.title} onDone={(name) => {
        if (name !== null) desk.chats.rename(thread.id, name);
        leave();
        onMode("shown");
      }} /></li>;
    case "deleting":
      return (
        <li class="chat is-asking" onKeyDown={(e) => {
          if (e.key === "Escape") keep(e);
        }}>
          <p>{speech.say("chats.delete_sure", { title })}</p>
          {thread.activity === "idle" ? null : <p>{speech.say("chats.delete_busy")}</p>}
          <div class="row">
            <button type="button" class="button" ref={takeFocus} onClick={keep}>{speech.say("chats.cancel")}</button>
            <button type="button" class="button is-danger" onClick={() => desk.chats.delete(thread.id)}>{speech.say("chats.delete")}</button>
          </div>
        </li>
      );
  }
}

/** After a form in its place the row gets the focus back where it was taken from. */
function useReturn(mode: RowMode, more: RefObject<HTMLButtonElement | null>) {
  const isReturning = useRef(false);
  useLayoutEffect(() => {
    if (mode !== "shown" || !isReturning.current) return;
    isReturning.current = false;
    more.current?.focus();
  }, [mode]);
  return { leave: () => (isReturning.current = true) };
}

const ICONS: Readonly<Record<Mark, IconName>> = { waiting: "warn", running: "run", unread: "dot" };

function Marking({ mark }: { mark: Mark }) {
  const speech = useDesk().speech.value;
  return <span class={`mark is-${mark}`}><Icon name={ICONS[mark]} /> {speech.say(`mark.${mark}`)} · </span>;
}

function Origin({ thread }: { thread: ThreadSummary }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const origin = originOf(thread, desk.state.value.threads);
  if (origin === null) return null;
  const words = origin === "gone"
    ? speech.say("chats.forked_gone")
    : speech.say("chats.forked", { title: origin.title || speech.say("header.untitled") });
  return <span class="chat-note">{words}</span>;
}

function RenameForm({ title, onDone }: { title: string; onDone: (name: string | null) => void }) {
  const speech = useDesk().speech.value;
  const field = useRef<HTMLInputElement>(null);
  return (
    <form class="rename" onSubmit={(e) => {
      e.preventDefault();
      onDone(field.current?.value ?? null);
    }} onKeyDown={(e) => {
      if (e.key !== "Escape") return;
      e.preventDefault();
      e.stopPropagation();
      onDone(null);
    }}>
      <label class="field">
        <span class="sr">{speech.say("chats.name")}</span>
        <input ref={(el) => {
          if (el !== null && field.current !== el) {
            el.focus();
            el.select();
          }
          field.current = el;
        }} defaultValue={title} maxLength={80} />
      </label>
      <div class="row">
        <button type="button" class="button" onClick={() => onDone(null)}>{speech.say("chats.cancel")}</button>
        <button type="submit" class="button is-primary">{speech.say("chats.save")}</button>
      </div>
    </form>
  );
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
