/** The page that shows a run file. It has no line to the engine: what is opened here is read, drawn and forgotten. */

import { computed, signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useId, useMemo, useState } from "preact/hooks";
import { MOST_BYTES, type Misfit, openRunFile, type RunFile } from "../panel/timeline/run-file";
import { TimelineView } from "../panel/timeline/timeline-view";
import { type Tell, telling } from "../panel/timeline/words";
import { dressDocument } from "../panel/view/appearance";
import { type Speech, tongueOf } from "../panel/words/speech";
import { fetchWords, speechIn } from "../panel/words/tongues";
import { UNSET } from "./unset";

type Shown = { readonly name: string; readonly file: RunFile } | { readonly name: string; readonly misfit: Misfit } | null;

function RunsPage({ speech }: { speech: Speech }) {
  const tell = useMemo(() => telling(speech.tongue), [speech.tongue]);
  const [shown, setShown] = useState<Shown>(null);
  const title = `${speech.say("app.name")} · ${tell("page")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  const open = async (file: File | undefined) => {
    if (file === undefined) return;
    const opened = await openRunFile(file);
    setShown(opened.type === "file" ? { name: file.name, file: opened.file } : { name: file.name, misfit: opened.misfit });
  };
  return (
    <main class="run-page">
      <h1>{title}</h1>
      <p class="section-text">{tell("page_text")}</p>
      <Drop tell={tell} onFile={(file) => void open(file)} />
      {shown === null ? null : (
        <section aria-label={shown.name}>
          <h2>{shown.name}</h2>
          {"misfit" in shown ? (
            <p class="run-problem" role="alert">{tell("unreadable")} {told(shown.misfit, tell)}</p>
          ) : (
            <>
              <p class="section-text">{tell(shown.file.contents)}</p>
              <TimelineView key={shown.name} lines={shown.file.lines} speech={speech} tell={tell} />
            </>
          )}
        </section>
      )}
    </main>
  );
}

function Drop({ tell, onFile }: { tell: Tell; onFile: (file: File | undefined) => void }) {
  const [isOver, setOver] = useState(false);
  const id = useId();
  return (
    <div class={`run-drop${isOver ? " is-over" : ""}`}
      onDragOver={(e) => {
        e.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(e) => {
        e.preventDefault();
        setOver(false);
        onFile(e.dataTransfer?.files[0]);
      }}>
      <label for={id}>{tell("pick")}</label>
      <input id={id} type="file" accept=".json,application/json" onChange={(e) => onFile(e.currentTarget.files?.[0])} />
      <span>{tell("drop")}</span>
    </div>
  );
}

function told(misfit: Misfit, tell: Tell): string {
  switch (misfit.is) {
    case "large":
      return tell("bad.large", { n: MOST_BYTES / 1_000_000 });
    case "json":
      return tell("bad.json");
    case "version":
      return tell("bad.version", { n: misfit.version });
    case "field":
      return tell("bad.field", { field: misfit.field });
  }
}

async function start(root: HTMLElement): Promise<void> {
  const tongue = tongueOf("auto", navigator.language);
  await fetchWords(tongue);
  const speech = computed(() => speechIn(tongue));
  // The page is as the browser is: it asks the engine for nothing, not even for its settings.
  dressDocument(signal(UNSET), speech);
  render(<RunsPage speech={speech.value} />, root);
}

const root = document.getElementById("root");
if (root !== null) void start(root);
