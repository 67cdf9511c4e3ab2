/** The conversation: the newest Turns mounted, older ones on demand, the end followed until the person scrolls away. */

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useState } from "preact/hooks";
import type { AttachedItem, AttachmentId, AttachmentLink, CommandBody } from "../../wire/wire";
import { filesOf } from "../attach/entry";
import { FileChips } from "../attach/file-chips";
import { useSought } from "../chats/use-sought";
import { Following } from "./follow";
import { Icon } from "./icon";
import { ofRunView, type Remedy } from "./problem";
import { ProblemView } from "./problem-view";
import { Turn } from "./turn";
import { UserMessage } from "./user-message";
import { useDesk } from "./use-desk";
import { Welcome } from "./welcome";

const MOUNTED = 40;

export function Transcript() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const thread = desk.thread.value;
  const turns = desk.turns.value;
  const { open, pending } = desk.state.value;
  const [extra, setExtra] = useState({ thread: open.id, turns: 0 });
  const { box, setBox, atEnd, follow, jump, letGo } = useFollowing(open.id);
  const mine = pending.filter((p) => p.thread === open.id);
  const more = extra.thread === open.id ? extra.turns : 0;
  const hidden = Math.max(0, turns.length - MOUNTED - more);
  useLayoutEffect(follow);
  useSought({ box, turns, hidden, letGo, mount: (count) => setExtra({ thread: open.id, turns: more + count }) });

  if (thread !== null && turns.length === 0 && mine.length === 0) {
    return <main class="transcript" aria-label={speech.say("transcript.label")}><Welcome /></main>;
  }
  return (
    <div class="transcript-frame">
      <main class="transcript" ref={setBox} tabIndex={0} aria-label={speech.say("transcript.label")}>
        {thread === null && mine.length === 0 ? <p class="aside">{speech.say("transcript.loading")}</p> : null}
        {hidden === 0 ? null : (
          <button type="button" class="button earlier" onClick={() => setExtra({ thread: open.id, turns: more + MOUNTED })}>
            {speech.count("transcript.earlier", Math.min(hidden, MOUNTED))}
          </button>
        )}
        {turns.slice(hidden).map((turn, i, shown) => (
          <Turn key={turn.id} turn={turn} place={i === shown.length - 1 ? "newest" : "earlier"} speech={speech} />
        ))}
        <RunProblem />
        {thread?.steers.map((s) => (
          <UserMessage key={s.id} text={s.text} speech={speech} state="unread">
            <FileChips files={asWhole(s.attachments ?? [])} speech={speech} />
          </UserMessage>
        ))}
        {mine.map((p) => (
          <UserMessage key={p.submission} text={p.text} speech={speech} state="sending">
            <FileChips files={asWhole(desk.tray.links(open.id, filesIn(desk.sent.value.get(p.submission))))} speech={speech} />
          </UserMessage>
        ))}
      </main>
      {atEnd.value ? null : (
        <button type="button" class="button pill" onClick={jump}><Icon name="down" /> {speech.say("transcript.latest")}</button>
      )}
    </div>
  );
}

/** Nothing that a message still waits with was given up. */
function asWhole(links: readonly AttachmentLink[]): readonly AttachedItem[] {
  return links.map((link) => ({ link, kept: "whole" }));
}

function filesIn(body: CommandBody | undefined): readonly AttachmentId[] {
  return body === undefined ? [] : filesOf(body);
}

function RunProblem() {
  const desk = useDesk();
  const run = desk.run.value;
  const speech = desk.speech.value;
  // Of a Turn on another branch there is nothing to say here.
  if (run === null || !desk.turns.value.some((t) => t.id === run.turn)) return null;
  // While the card asks, or the answer is on its way, it is not asked a second time here.
  const word = desk.pause.value?.word ?? "left";
  const problem = word === "left" ? ofRunView(run, speech) : null;
  if (problem === null) return null;
  const remedy = (wanted: Remedy) => {
    switch (wanted) {
      case "continue":
        return desk.resume(run.turn);
      case "settings":
        return desk.browser.openSettings();
      case "reload":
        return desk.reload();
      case "regenerate":
        return desk.branches.regenerate(run.turn);
    }
  };
  // A problem that is cured in the settings still needs its Turn to go on afterwards.
  const canResume = problem.remedy === "settings" && run.state !== "completed";
  return (
    <ProblemView problem={problem} speech={speech} onRemedy={remedy} {...(canResume ? { onContinue: () => desk.resume(run.turn) } : {})} />
  );
}

function useFollowing(thread: string) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const following = useMemo(() => new Following(), [thread]);
  const atEnd = useMemo(() => signal(true), [thread]);
  const follow = () => {
    if (box !== null && following.follows) box.scrollTop = box.scrollHeight;
  };
  useEffect(() => {
    if (box === null) return;
    const gesture = () => following.gesture(performance.now());
    const scrolled = () => {
      following.scrolled({ top: box.scrollTop, height: box.scrollHeight, view: box.clientHeight }, performance.now());
      atEnd.value = following.follows;
    };
    const gestures = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
    for (const name of gestures) box.addEventListener(name, gesture, { passive: true });
    box.addEventListener("scroll", scrolled, { passive: true });
    // A card that opens below takes height away; the end stays in view.
    const sizes = new ResizeObserver(follow);
    sizes.observe(box);
    return () => {
      for (const name of gestures) box.removeEventListener(name, gesture);
      box.removeEventListener("scroll", scrolled);
      sizes.disconnect();
    };
  }, [box, following]);
  const jump = () => {
    following.takeUp();
    atEnd.value = true;
    follow();
    box?.focus();
  };
  const letGo = () => {
    following.letGo();
    atEnd.value = false;
  };
  return { box, setBox, atEnd, follow, jump, letGo };
}
