/** The timeline of one Turn in the panel: read page by page, followed while the Turn runs, and taken away as a file. */

import { effect } from "@preact/signals";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TurnId } from "../../wire/wire";
import { saveFile } from "../chats/save-file";
import { Icon } from "../view/icon";
import { useDesk } from "../view/use-desk";
import { jsonLines } from "./line";
import { Reader } from "./reader";
import { TimelineView } from "./timeline-view";
import { type Tell, telling } from "./words";

export function TimelineDialog({ turn, onClose }: { turn: TurnId; onClose: () => void }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const tell = useMemo(() => telling(speech.tongue), [speech.tongue]);
  const dialog = useRef<HTMLDialogElement>(null);
  const reader = useMemo(() => new Reader(turn, (body) => desk.ask(body)), [turn]);
  const isLive = desk.live.value?.turn === turn;
  useEffect(() => dialog.current?.showModal(), []);
  // Whatever changes the conversation may have appended to the journal.
  useEffect(() => effect(() => {
    void desk.thread.value;
    void reader.read();
  }), [reader]);
  const state = reader.state.value;
  return (
    <dialog class="timeline-dialog" ref={dialog} aria-labelledby="timeline-title" onClose={onClose}>
      <link rel="stylesheet" href="timeline.css" />
      <div class="timeline-top">
        <h2 id="timeline-title">{tell("title")}</h2>
        <button type="button" class="icon-button" aria-label={tell("close")} onClick={() => dialog.current?.close()}><Icon name="failed" /></button>
      </div>
      <div class="timeline-body">
        {state === "failed" ? (
          <p class="timeline-note" role="alert">
            {tell("failed")} <button type="button" class="button" onClick={() => void reader.read()}>{tell("retry")}</button>
          </p>
        ) : null}
        {state === "reading" ? <p class="timeline-note" role="status">{tell("loading")}</p> : null}
        {isLive ? <p class="timeline-note">{tell("live")}</p> : null}
        <p><a href={`exchanges.html?turn=${encodeURIComponent(turn)}`} target="_blank">{tell("calls")}</a></p>
        <TimelineView lines={reader.lines.value} speech={speech} tell={tell} />
      </div>
      <TakeAway turn={turn} reader={reader} tell={tell} />
    </dialog>
  );
}

function TakeAway({ turn, reader, tell }: { turn: TurnId; reader: Reader; tell: Tell }) {
  const desk = useDesk();
  const [contents, setContents] = useState<"redacted" | "whole">("redacted");
  const [said, setSaid] = useState("");
  const saved = (name: string, media_type: string, text: string) => {
    saveFile({ name, media_type, text });
    setSaid(tell("saved", { name }));
  };
  const saveRun = async () => {
    const thread = desk.thread.peek()?.id;
    if (thread === undefined) return;
    const answer = await desk.ask({ type: "run.export", thread, turn, contents });
    if (answer.type === "command.ack" && answer.body.type === "exported") saved(answer.body.name, answer.body.media_type, answer.body.text);
    else setSaid(tell("not_saved"));
  };
  return (
    <details class="timeline-save">
      <summary>{tell("save")}</summary>
      <label class="timeline-whole">
        <input type="checkbox" checked={contents === "whole"} onChange={(e) => setContents(e.currentTarget.checked ? "whole" : "redacted")} />
        <span>{tell("save.whole")}</span>
      </label>
      <p class={contents === "whole" ? "timeline-warn" : "timeline-hint"}>{tell(contents === "whole" ? "save.whole_text" : "save.redacted_text")}</p>
      <div class="timeline-buttons">
        <button type="button" class="button" onClick={() => void saveRun()}>{tell("save.file")}</button>
        <button type="button" class="button" onClick={() => saved(`fairlead-run-${turn}.jsonl`, "application/x-ndjson", jsonLines(reader.lines.peek()))}>{tell("save.lines")}</button>
      </div>
      <p role="status" class="timeline-hint">{said}</p>
    </details>
  );
}
