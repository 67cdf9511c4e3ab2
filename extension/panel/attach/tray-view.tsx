/** What lies ready for the next message, above its text: a chip for each file, and what was not taken or is missing. */

import { useEffect } from "preact/hooks";
import type { Desk } from "../view/desk";
import { Icon } from "../view/icon";
import { ofRefusal } from "../view/problem";
import { focusComposer, useDesk } from "../view/use-desk";
import type { Speech } from "../words/speech";
import { isPicture } from "./accept";
import type { Entry } from "./entry";
import { sizeText } from "./size";
import type { Hindrance } from "./tray";

export function TrayView() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const thread = desk.state.value.open.id;
  const entries = desk.tray.of(thread);
  const turned = desk.tray.turned.value;
  const hindrance = hindranceOf(desk);
  return (
    <>
      {entries.length === 0 ? null : (
        <ul class="files" aria-label={speech.say("files.label")}>
          {entries.map((entry) => <Chip key={entry.link.id} entry={entry} thread={thread} speech={speech} />)}
        </ul>
      )}
      {turned.length === 0 && hindrance === null ? null : (
        <div class="files-said" role="alert">
          <div>
            {turned.map(({ name, why }, i) => <p key={i}>{speech.say(`files.turned_${why}`, { name })}</p>)}
            {hindrance === null ? null : <p>{speech.say(`files.${hindrance}`)}</p>}
          </div>
          <button type="button" class="icon-button" aria-label={speech.say("files.dismiss")} onClick={() => {
            desk.tray.readTurned();
            desk.tray.readHindrance();
            focusComposer();
          }}>
            <Icon name="failed" />
          </button>
        </div>
      )}
    </>
  );
}

/** It is told until what it asks for is done. */
function hindranceOf(desk: Desk): Hindrance["why"] | null {
  const found = desk.tray.hindrance.value;
  if (found === null || found.thread !== desk.state.value.open.id) return null;
  return found.why === "wordless" && desk.draft.value.trim() !== "" ? null : found.why;
}

function Chip({ entry, thread, speech }: { entry: Entry; thread: string; speech: Speech }) {
  const { tray } = useDesk();
  const { id, name, media_type, bytes } = entry.link;
  const picture = tray.pictureOf(id);
  const isAway = picture === null && entry.state.is === "stored" && isPicture(media_type);
  useEffect(() => {
    if (isAway) void tray.recall(id);
  }, [isAway, id]);
  return (
    <li class={`file is-${entry.state.is}`}>
      {picture === null
        ? <span class="file-icon"><Icon name={isPicture(media_type) ? "picture" : "page"} /></span>
        : <img class="file-picture" src={picture} alt="" draggable={false} width="36" height="36" />}
      <span class="file-words">
        <span class="file-name" title={name}>{name}</span>
        <span class="file-note" role={entry.state.is === "failed" ? "alert" : undefined}>{note(entry, bytes, speech)}</span>
      </span>
      {entry.state.is === "failed" ? (
        <button type="button" class="quiet" aria-label={speech.say("files.retry_one", { name })} onClick={() => tray.retry(thread, id)}>
          {speech.say("files.retry")}
        </button>
      ) : null}
      <button type="button" class="icon-button" aria-label={speech.say("files.remove_one", { name })} onClick={() => {
        tray.remove(thread, id);
        focusComposer();
      }}>
        <Icon name="failed" />
      </button>
    </li>
  );
}

function note({ state }: Entry, bytes: number, speech: Speech): string {
  switch (state.is) {
    case "adding":
      return `${sizeText(bytes, speech)} · ${speech.say("files.adding")}`;
    case "stored":
      return sizeText(bytes, speech);
    case "failed":
      return ofRefusal(state.code, null, speech).what;
    case "lost":
      return speech.say("files.lost");
  }
}
