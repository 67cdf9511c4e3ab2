/** What is remembered: every note with where it came from; the person searches, rewrites and deletes them. */

import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Memory as Note, MemorySource } from "../wire/wire";
import { shorten } from "../panel/card/wording";
import type { SettingsSpeech } from "./words/speech";
import { Field } from "./field";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

/** From here on a search is quicker than looking. */
const MANY = 5;

export function Memory() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [query, setQuery] = useState("");
  const all = registry.memories.value ?? [];
  const shown = all.filter((note) => holds(note, query));
  return (
    <Section id="memory" title={speech.say("settings.memory")} text={speech.say("settings.memory_text")}>
      {all.length < MANY && query === "" ? null : <Search query={query} onQuery={setQuery} />}
      {all.length === 0 ? <p>{speech.say("memory.none")}</p> : (
        <>
          <p class="hint" role="status">{speech.count("memory.count", shown.length)}</p>
          {shown.length === 0 ? <p>{speech.say("memory.none_found")}</p> : (
            <ul class="cards" aria-labelledby="memory">{shown.map((note) => <NoteRow key={note.id} note={note} />)}</ul>
          )}
          <ClearAll count={all.length} />
        </>
      )}
    </Section>
  );
}

function holds(note: Note, query: string): boolean {
  const words = query.toLowerCase().split(/\s+/);
  const text = `${note.text} ${note.topic ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function Search({ query, onQuery }: { query: string; onQuery: (query: string) => void }) {
  const { speech } = useRegistry();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{speech.value.say("memory.search")}</label>
      <input id={id} type="search" autoComplete="off" value={query} onInput={(e) => onQuery(e.currentTarget.value)} />
    </div>
  );
}

function NoteRow({ note }: { note: Note }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <li class="entry"><NoteForm note={note} onDone={() => setEditing(false)} /></li>;
  const text = shorten(note.text, 60);
  return (
    <li class="entry">
      <p>{note.text}</p>
      <p class="entry-facts">
        {note.topic === undefined ? null : <span>{note.topic}</span>}
        <span>{sourceWords(note.source, speech)}</span>
        <span>{speech.when(note.updated_at, Date.now())}</span>
      </p>
      <div class="row">
        <button type="button" class="quiet" aria-label={speech.say("memory.edit_one", { text })} onClick={() => setEditing(true)}>
          {speech.say("memory.edit")}
        </button>
        <button type="button" class="quiet" aria-label={speech.say("memory.delete_one", { text })} onClick={() => {
          void registry.deleteMemory(note.id);
          document.getElementById("memory")?.focus();
        }}>
          {speech.say("memory.delete")}
        </button>
      </div>
    </li>
  );
}

function sourceWords(source: MemorySource, speech: SettingsSpeech): string {
  switch (source.from) {
    case "conversation":
      return speech.say("memory.from_chat");
    case "person":
      return speech.say("memory.from_person");
    case "read":
      return source.sites.length === 0 ? speech.say("memory.from_read_unnamed") : speech.say("memory.from_read", { sites: speech.list(source.sites) });
  }
}

function NoteForm({ note, onDone }: { note: Note; onDone: () => void }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(note.text);
  const [topic, setTopic] = useState(note.topic ?? "");
  useEffect(() => form.current?.querySelector("input")?.focus(), []);
  return (
    <form class="memory-form" ref={form} aria-label={speech.say("memory.edit_one", { text: shorten(note.text, 60) })} noValidate onSubmit={(e) => {
      e.preventDefault();
      void registry.updateMemory(note.id, text, topic.trim()).then((outcome) => {
        if (outcome.type === "done") onDone();
      });
    }}>
      <Field label={speech.say("memory.text")} hint={speech.say("memory.text_hint")} type="text" value={text} complaint={null} onValue={setText} />
      <Field label={speech.say("memory.topic")} hint={speech.say("memory.topic_hint")} type="text" value={topic} complaint={null} onValue={setTopic} />
      <div class="row">
        <button type="submit" class="button is-primary">{speech.say("memory.save")}</button>
        <button type="button" class="button" onClick={onDone}>{speech.say("memory.cancel")}</button>
      </div>
    </form>
  );
}

/** All at once cannot be taken back, so it is asked twice. */
function ClearAll({ count }: { count: number }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [isAsking, setAsking] = useState(false);
  const sure = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsking) sure.current?.focus();
  }, [isAsking]);
  if (!isAsking) return <button type="button" class="button" onClick={() => setAsking(true)}>{speech.say("memory.clear")}</button>;
  return (
    <div class="entry-delete" role="group" aria-label={speech.say("memory.clear")}>
      <p>{speech.say("memory.clear_sure", { n: speech.amount(count) })}</p>
      <div class="row">
        <button type="button" class="button is-danger" onClick={() => {
          setAsking(false);
          void registry.clearMemories();
          document.getElementById("memory")?.focus();
        }}>
          {speech.say("memory.clear_yes")}
        </button>
        <button type="button" class="button" ref={sure} onClick={() => setAsking(false)}>{speech.say("memory.cancel")}</button>
      </div>
    </div>
  );
}
