/**
 * What can be done with a Turn that is over, in one row below it. While something runs the row stays and says why it waits:
 * changing the tree under a running task is refused by the engine. Of the one that runs its timeline can be looked at.
 */

import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Fork } from "../../wire/wire";
import { shorten } from "../card/wording";
import type { Speech } from "../words/speech";
import { editKey } from "./branches";
import { useCopying } from "./copying";
import { lazily } from "./lazily";
import type { TurnView } from "./state";
import { Tool, Toolbar } from "./toolbar";
import { focusComposer, isFocusLost, useDesk, useLayer } from "./use-desk";

const TimelineDialog = lazily(async () => (await import("../timeline/timeline-dialog")).TimelineDialog);

export function TurnActions({ turn }: { turn: TurnView }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { branches } = desk;
  const [isTimeline, setTimeline] = useState(false);
  const closeTimeline = useCallback(() => setTimeline(false), []);
  const [question, setQuestion] = useState<"unasked" | "open" | "taken back">("unasked");
  const message = messageOf(turn);
  const last = turn.items.at(-1);
  const fork = branches.forks.value.find((f) => f.turn === turn.id);
  if (message === null || last === undefined) return null;
  if (question === "open") return <DeleteQuestion turn={turn} speech={speech} onClose={() => setQuestion("taken back")} />;
  const timeline = <Tool icon="timeline" name="timeline" label={speech.say("turn.timeline")} onPress={() => setTimeline(true)} />;
  const label = speech.say("turn.tools", { text: shorten(message, 40) });
  // Beside the row and not in it: the row counts its buttons.
  const opened = isTimeline ? <TimelineDialog turn={turn.id} onClose={closeTimeline} /> : null;
  if (branches.running.value === turn.id) return <><Toolbar label={label}>{timeline}</Toolbar>{opened}</>;
  const standing = branches.standing.value;
  const refused = standing === "free" ? null : speech.say("turn.not_now");
  return (
    <>
      <Toolbar label={label}>
        <CopyTool text={answerOf(turn) ?? message} speech={speech} />
        <Tool icon="pen" label={speech.say("turn.edit")} refused={refused} onPress={() => branches.edit(turn.id, desk.keptFor(editKey(turn.id)) || message)} />
        <Tool icon="again" label={speech.say("turn.regenerate")} refused={refused} onPress={() => {
          branches.regenerate(turn.id);
          if (standing === "free") focusComposer();
        }} />
        <Tool icon="branch" label={speech.say("turn.copy_chat")} refused={refused} onPress={() => branches.copyUpTo(last.id)} />
        {timeline}
        <Tool icon="bin" label={speech.say("turn.delete")} refused={refused} focus={question === "taken back" ? "take" : "leave"} onPress={() => {
          if (standing === "free") setQuestion("open");
          else branches.erase(turn.id);
        }} />
        {fork === undefined ? null : <Versions fork={fork} refused={refused} speech={speech} />}
      </Toolbar>
      {opened}
    </>
  );
}

/** The Turns that stand beside this one, and the way to them. */
function Versions({ fork, refused, speech }: { fork: Fork; refused: string | null; speech: Speech }) {
  const { branches } = useDesk();
  const box = useRef<HTMLDivElement>(null);
  const place = { n: fork.at + 1, of: fork.siblings.length };
  // The Turn that was left is gone with its buttons; the focus goes on where the person can press on.
  useLayoutEffect(() => {
    const { landing } = branches;
    if (landing === null || landing.node !== fork.siblings[fork.at]) return;
    branches.landing = null;
    if (isFocusLost()) box.current?.querySelector<HTMLElement>(`[data-tool="${landing.tool}"]`)?.focus({ preventScroll: true });
  });
  const isFirst = fork.at === 0;
  const isLast = fork.at >= fork.siblings.length - 1;
  return (
    <div class="versions" role="group" aria-label={speech.say("turn.version", place)} ref={box}>
      <Tool icon="left" name="previous" label={speech.say("turn.previous")} onPress={() => branches.step(fork, "previous")}
        refused={isFirst ? speech.say("turn.first_version") : refused} />
      <span class="versions-place">{speech.say("turn.version_short", place)}</span>
      <Tool icon="right" name="next" label={speech.say("turn.next")} onPress={() => branches.step(fork, "next")}
        refused={isLast ? speech.say("turn.last_version") : refused} />
    </div>
  );
}

function CopyTool({ text, speech }: { text: string; speech: Speech }) {
  const desk = useDesk();
  const { isCopied, copy } = useCopying(text, () => desk.whisper(speech.say("copy.done")));
  return <Tool icon={isCopied ? "done" : "copy"} label={speech.say(isCopied ? "copy.done" : "copy.do")} onPress={copy} />;
}

function DeleteQuestion({ turn, speech, onClose }: { turn: TurnView; speech: Speech; onClose: () => void }) {
  const { branches } = useDesk();
  const close = useCallback(onClose, []);
  useLayer(close);
  const cancel = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => cancel.current?.focus(), []);
  return (
    <div class="question" role="group" aria-label={speech.say("turn.delete")}>
      <p>{speech.say("turn.delete_sure")}</p>
      <div class="row">
        <button type="button" class="button" ref={cancel} onClick={onClose}>{speech.say("turn.cancel")}</button>
        <button type="button" class="button is-danger" onClick={() => {
          onClose();
          branches.erase(turn.id);
          focusComposer();
        }}>{speech.say("turn.delete_do")}</button>
      </div>
    </div>
  );
}

function messageOf(turn: TurnView): string | null {
  const opening = turn.items.find((i) => i.body.type === "user_message")?.body;
  return opening?.type === "user_message" ? opening.text : null;
}

/** The last word of the Turn: what was said on the way to it is nothing to take along. */
function answerOf(turn: TurnView): string | null {
  const said = turn.items.findLast((i) => i.body.type === "assistant_message" && i.body.text.trim() !== "")?.body;
  return said?.type === "assistant_message" ? said.text : null;
}
