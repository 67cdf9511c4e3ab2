/**
 * Messages that wait for their Turn, in their order: edited, moved, taken back, put into the running task or sent at once.
 * Whether they go on by themselves, and why not, is said above them.
 */

import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { QueuedMessage } from "../../wire/wire";
import { FileCount } from "../attach/file-chips";
import { isComposing } from "../card/typist";
import { shorten } from "../card/wording";
import type { Speech } from "../words/speech";
import { fitToText } from "./fit";
import { Icon } from "./icon";
import { Tool, Toolbar } from "./toolbar";
import { focusComposer, isFocusLost, useDesk, useLayer } from "./use-desk";

export function QueueDock() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const list = useRef<HTMLOListElement>(null);
  const moved = useRef<{ turn: string; tool: string | null } | null>(null);
  const queue = desk.waiting.queue.value;
  const held = desk.waiting.held.value;
  // A row that changes its place in the document loses the focus on the way.
  useLayoutEffect(() => {
    const wanted = moved.current;
    if (wanted === null) return;
    moved.current = null;
    if (!isFocusLost()) return;
    const row = list.current?.querySelector(`[data-turn="${wanted.turn}"]`);
    row?.querySelector<HTMLElement>(wanted.tool === null ? "button" : `[data-tool="${wanted.tool}"]`)?.focus();
  }, [queue]);
  if (queue.length === 0) return null;
  const move = (turn: string, to: number) => {
    moved.current = { turn, tool: document.activeElement?.getAttribute("data-tool") ?? null };
    desk.waiting.move(turn, to);
    desk.whisper(speech.say("queue.moved", { n: to + 1, of: queue.length }));
  };
  return (
    <section class="queue" aria-label={speech.say("queue.label")}>
      <div class="queue-head">
        <p>
          {speech.count("queue.count", queue.length)}{" · "}
          {held === null ? speech.say("queue.after_this") : <b>{speech.say(held)}</b>}
        </p>
        {held !== null
          ? <button type="button" class="quiet" title={speech.say("queue.release_tip")} onClick={() => desk.waiting.release()}>
              <Icon name="play" /> {speech.say("queue.release")}
            </button>
          : <button type="button" class="quiet" title={speech.say("queue.hold_tip")} onClick={() => desk.waiting.hold()}>
              <Icon name="pause" /> {speech.say("queue.hold")}
            </button>}
      </div>
      <ol ref={list}>
        {queue.map((message, at) => (
          <Row key={message.turn} message={message} at={at} of={queue.length} onMove={(to) => move(message.turn, to)} speech={speech} />
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  message: QueuedMessage;
  at: number;
  of: number;
  onMove: (to: number) => void;
  speech: Speech;
}

function Row({ message, at, of, onMove, speech }: RowProps) {
  const desk = useDesk();
  const { waiting } = desk;
  const { turn, text } = message;
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <li data-turn={turn}><EditForm message={message} speech={speech} onClose={() => setEditing(false)} /></li>;
  const isRunning = desk.branches.running.value !== null;
  const up = () => {
    if (at > 0) onMove(at - 1);
  };
  const down = () => {
    if (at < of - 1) onMove(at + 1);
  };
  const onKeyDown = (e: KeyboardEvent) => {
    if (!e.altKey || e.ctrlKey || e.metaKey || e.shiftKey || (e.key !== "ArrowUp" && e.key !== "ArrowDown")) return;
    e.preventDefault();
    if (e.key === "ArrowUp") up();
    else down();
  };
  return (
    <li data-turn={turn} onKeyDown={onKeyDown}>
      <p class="queue-text" title={shorten(text, 400)}>{shorten(text, 200)}</p>
      <FileCount files={message.attachments ?? []} speech={speech} />
      <Toolbar label={speech.say("queue.tools", { text: shorten(text, 40) })}>
        {isRunning
          ? <Tool icon="join" name="steer" label={speech.say("queue.steer")} onPress={() => waiting.steer(turn)} />
          : <Tool icon="play" name="send" label={speech.say("queue.send")} onPress={() => waiting.sendNow(turn)} />}
        <Tool icon="pen" name="edit" label={speech.say("queue.edit")} onPress={() => setEditing(true)} />
        <Tool icon="up" name="up" label={speech.say("queue.up")} tip={speech.say("queue.up_tip")} onPress={up}
          refused={at === 0 ? speech.say("queue.first") : null} />
        <Tool icon="down" name="down" label={speech.say("queue.down")} tip={speech.say("queue.down_tip")} onPress={down}
          refused={at === of - 1 ? speech.say("queue.last") : null} />
        <Tool icon="bin" name="remove" label={speech.say("queue.remove")} onPress={() => {
          waiting.remove(turn);
          focusComposer();
        }} />
      </Toolbar>
    </li>
  );
}

function EditForm({ message, speech, onClose }: { message: QueuedMessage; speech: Speech; onClose: () => void }) {
  const { waiting } = useDesk();
  const field = useRef<HTMLTextAreaElement>(null);
  const close = useCallback(() => {
    onClose();
    focusComposer();
  }, []);
  useLayer(close);
  useLayoutEffect(() => {
    if (field.current === null) return;
    fitToText(field.current);
    field.current.focus();
  }, []);
  const save = () => {
    const text = field.current?.value ?? "";
    if (text.trim() === "") return;
    if (text !== message.text) waiting.update(message.turn, text);
    close();
  };
  return (
    <form class="queue-edit" onSubmit={(e) => {
      e.preventDefault();
      save();
    }}>
      <textarea ref={field} rows={1} defaultValue={message.text} aria-label={speech.say("queue.edit_field")}
        onInput={(e) => fitToText(e.currentTarget)} onKeyDown={(e) => {
          if (isComposing(e) || e.key !== "Enter" || e.shiftKey || e.ctrlKey || e.metaKey || e.altKey) return;
          e.preventDefault();
          save();
        }} />
      <div class="row">
        <button type="button" class="button" onClick={close}>{speech.say("queue.cancel")}</button>
        <button type="submit" class="button is-primary">{speech.say("queue.save")}</button>
      </div>
    </form>
  );
}
