/** The list of chats: switch, rename, delete. A modal dialog in a narrow panel, a column beside the chat in a wide one. */

import { useEffect, useRef, useState } from "preact/hooks";
import type { ThreadSummary } from "../../wire/wire";
import { Icon } from "./icon";
import { useDesk } from "./use-desk";

export function ChatsDialog({ onClose }: { onClose: () => void }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="chats-dialog" ref={dialog} aria-labelledby="chats-title" onClose={onClose}>
      <div class="chats-head">
        <h2 id="chats-title">{speech.say("chats.title")}</h2>
        <button type="button" class="icon-button" aria-label={speech.say("chats.close")} onClick={() => dialog.current?.close()}>
          <Icon name="failed" />
        </button>
      </div>
      <ChatList onChosen={() => dialog.current?.close()} />
    </dialog>
  );
}

export function ChatsColumn() {
  const speech = useDesk().speech.value;
  return (
    <nav class="chats-column" aria-labelledby="chats-title">
      <div class="chats-head"><h2 id="chats-title">{speech.say("chats.title")}</h2></div>
      <ChatList onChosen={() => undefined} />
    </nav>
  );
}

type RowMode = "shown" | "renaming" | "deleting";

function ChatList({ onChosen }: { onChosen: () => void }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { threads, open } = desk.state.value;
  const [row, setRow] = useState<{ id: string; mode: RowMode } | null>(null);
  if (threads.length === 0) return <p class="aside">{speech.say("chats.empty")}</p>;
  return (
    <ul class="chats">
      {threads.map((thread) => (
        <ChatRow
          key={thread.id}
          thread={thread}
          place={thread.id === open.id ? "open" : "other"}
          mode={row?.id === thread.id ? row.mode : "shown"}
          onMode={(mode) => setRow({ id: thread.id, mode })}
          onChosen={() => {
            desk.openThread(thread.id);
            onChosen();
          }}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  thread: ThreadSummary;
  place: "open" | "other";
  mode: RowMode;
  onMode: (mode: RowMode) => void;
  onChosen: () => void;
}

function ChatRow({ thread, place, mode, onMode, onChosen }: RowProps) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const title = thread.title || speech.say("header.untitled");
  switch (mode) {
    case "shown":
      return (
        <li class="chat">
          <button type="button" class="chat-open" aria-current={place === "open" ? "true" : undefined} onClick={onChosen}>
            <span class="chat-title">{title}</span>
            <span class="chat-note">{speech.when(thread.updated_at)} · {speech.count("chats.turns", thread.turns)}</span>
          </button>
          <button type="button" class="icon-button" aria-label={speech.say("chats.rename_one", { title })} onClick={() => onMode("renaming")}>
            <Icon name="pen" />
          </button>
          <button type="button" class="icon-button" aria-label={speech.say("chats.delete_one", { title })} onClick={() => onMode("deleting")}>
            <Icon name="bin" />
          </button>
        </li>
      );
    case "renaming":
      return <li class="chat"><RenameForm title={thread.title} onDone={(name) => {
        if (name !== null) desk.rename(thread.id, name);
        onMode("shown");
      }} /></li>;
    case "deleting":
      return (
        <li class="chat is-asking">
          <p>{speech.say("chats.delete_sure", { title })}</p>
          <div class="row">
            <button type="button" class="button" ref={takeFocus} onClick={() => onMode("shown")}>{speech.say("chats.cancel")}</button>
            <button type="button" class="button is-danger" onClick={() => desk.delete(thread.id)}>{speech.say("chats.delete")}</button>
          </div>
        </li>
      );
  }
}

function RenameForm({ title, onDone }: { title: string; onDone: (name: string | null) => void }) {
  const speech = useDesk().speech.value;
  const field = useRef<HTMLInputElement>(null);
  return (
    <form class="rename" onSubmit={(e) => {
      e.preventDefault();
      onDone(field.current?.value ?? null);
    }}>
      <label class="field">
        <span class="sr">{speech.say("chats.name")}</span>
        <input ref={field} defaultValue={title} maxLength={80} autoFocus />
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
