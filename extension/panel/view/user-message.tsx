/**
 * A message of the person: on its way, not read yet, or part of a Turn. The one that opened a Turn is edited in its own
 * place; sending it makes a Turn beside the old one, so nothing is lost by it.
 */

import type { ComponentChildren } from "preact";
import { useCallback, useLayoutEffect, useRef } from "preact/hooks";
import type { NodeId, TurnId } from "../../wire/wire";
import { isComposing } from "../card/typist";
import type { Speech } from "../words/speech";
import { type Editing, editKey } from "./branches";
import { fitToText } from "./fit";
import { focusComposer, useDesk, useLayer } from "./use-desk";

export type MessageState = "sending" | "unread" | "steered" | "settled";

interface UserMessageProps {
  text: string;
  speech: Speech;
  state: MessageState;
  node?: NodeId;
  /** What came with it. */
  children?: ComponentChildren;
}

export function UserMessage({ text, speech, state, node, children }: UserMessageProps) {
  const note = noteOf(state, speech);
  return (
    <div class={`user is-${state}`} data-node={node}>
      <h2 class="sr">{speech.say("transcript.you")}</h2>
      <p>{text}</p>
      {children}
      {note === null ? null : <p class="user-note">{note}</p>}
    </div>
  );
}

function noteOf(state: MessageState, speech: Speech): string | null {
  switch (state) {
    case "sending":
      return speech.say("transcript.sending");
    case "unread":
      return speech.say("turn.unread");
    case "steered":
      return speech.say("turn.steered");
    case "settled":
      return null;
  }
}

export function OpeningMessage({ turn, node, text, speech, children }: Omit<UserMessageProps, "state"> & { turn: TurnId }) {
  const { branches } = useDesk();
  const editing = branches.editing.value;
  if (editing?.turn === turn) return <EditForm editing={editing} speech={speech}>{children}</EditForm>;
  const state = branches.resending.value === turn ? "sending" : "settled";
  return <UserMessage node={node} text={text} speech={speech} state={state}>{children}</UserMessage>;
}

function EditForm({ editing, speech, children }: { editing: Editing; speech: Speech; children?: ComponentChildren }) {
  const { turn, text } = editing;
  const desk = useDesk();
  const { branches } = desk;
  const field = useRef<HTMLTextAreaElement>(null);
  const close = useCallback(() => {
    desk.keep(editKey(turn), "");
    branches.closeEdit();
    focusComposer();
  }, [desk, turn]);
  useLayer(close);
  useLayoutEffect(() => {
    const el = field.current;
    if (el === null) return;
    fitToText(el);
    if (editing.opened === "back") return;
    el.focus();
    el.setSelectionRange(el.value.length, el.value.length);
  }, []);
  const send = () => {
    const written = field.current?.value ?? "";
    if (written.trim() === "") return;
    branches.resend(turn, written);
    focusComposer();
  };
  return (
    <form class="user is-edited" onSubmit={(e) => {
      e.preventDefault();
      send();
    }}>
      <h2 class="sr">{speech.say("turn.edit")}</h2>
      <textarea ref={field} rows={2} defaultValue={text} aria-label={speech.say("turn.edit_field")} onInput={(e) => {
          fitToText(e.currentTarget);
          desk.keep(editKey(turn), e.currentTarget.value);
        }}
        onKeyDown={(e) => {
          if (isComposing(e) || e.key !== "Enter" || e.shiftKey || e.ctrlKey || e.metaKey || e.altKey) return;
          e.preventDefault();
          send();
        }} />
      {children}
      <div class="row">
        <button type="button" class="button" onClick={close}>{speech.say("turn.cancel")}</button>
        <button type="submit" class="button is-primary">{speech.say("turn.resend")}</button>
      </div>
    </form>
  );
}
