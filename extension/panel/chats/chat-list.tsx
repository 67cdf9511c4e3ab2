/** The chats: a search over all of them, the pinned ones, the others, and the archived ones folded away. */

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ThreadId, ThreadSummary } from "../../wire/wire";
import { isComposing } from "../card/typist";
import { ofRefusal } from "../view/problem";
import { useDesk } from "../view/use-desk";
import { ChatRow, type RowMode } from "./chat-row";
import { Finder } from "./finder";
import { Results } from "./results";
import { SearchField } from "./search-field";
import { shelve } from "./shelves";

export function ChatList({ onChosen }: { onChosen: () => void }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { threads, open } = desk.state.value;
  const [finder] = useState(() => new Finder((query) => desk.chats.search(query)));
  const [row, setRow] = useState<{ id: ThreadId; mode: RowMode } | null>(null);
  const [isArchiveOpen, setArchiveOpen] = useState(threads.some((t) => t.id === open.id && t.archived === true));
  const root = useKeptFocus();
  const shelves = shelve(threads);
  const rows = (some: readonly ThreadSummary[], label: string) => (
    <ul class="chats-shelf" aria-label={label}>
      {some.map((thread) => (
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
  if (threads.length === 0) return <div class="chats-body" ref={root} tabIndex={-1}><p class="aside">{speech.say("chats.empty")}</p></div>;
  return (
    <div class="chats-body" ref={root} tabIndex={-1} onKeyDown={goAlong}>
      <SearchField finder={finder} />
      <ExportRefusal />
      {finder.finding.value.is === "idle" ? (
        <div class="chats-scroll">
          {shelves.pinned.length === 0 ? null : (
            <>
              <h3 class="chats-label">{speech.say("chats.pinned")}</h3>
              {rows(shelves.pinned, speech.say("chats.pinned"))}
              {shelves.recent.length === 0 ? null : <h3 class="chats-label">{speech.say("chats.recent")}</h3>}
            </>
          )}
          {shelves.recent.length === 0 ? null : rows(shelves.recent, speech.say("chats.recent"))}
          {shelves.archived.length === 0 ? null : (
            <details class="chats-archive" open={isArchiveOpen} onToggle={(e) => setArchiveOpen(e.currentTarget.open)}>
              <summary>{speech.say("chats.archived", { n: shelves.archived.length })}</summary>
              {rows(shelves.archived, speech.say("chats.archived", { n: shelves.archived.length }))}
            </details>
          )}
        </div>
      ) : <Results finder={finder} onChosen={onChosen} />}
    </div>
  );
}

function ExportRefusal() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const refusal = desk.chats.refusal.value;
  // It was about what was pressed here, and is old once the list was left.
  useEffect(() => () => desk.chats.forgetRefusal(), [desk]);
  if (refusal === null) return null;
  const problem = ofRefusal(refusal.code, null, speech);
  return <p class="search-note is-refusal" role="alert">{problem.what} {problem.next}</p>;
}

/** Up and Down lead from the search field along what can be opened, and back. */
function goAlong(e: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (isComposing(e) || (e.key !== "ArrowDown" && e.key !== "ArrowUp")) return;
  const stops = [...e.currentTarget.querySelectorAll<HTMLElement>("input[type=search], .hit, .chat-open")].filter((el) => el.checkVisibility());
  const at = stops.findIndex((el) => el === document.activeElement);
  const next = stops[e.key === "ArrowDown" ? at + 1 : at - 1];
  if (at < 0 || next === undefined) return;
  e.preventDefault();
  next.focus();
}

/** A row that moves or goes takes the focus with it; it then goes to the search field, so that the keyboard stays in the list. */
function useKeptFocus() {
  const root = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    const box = root.current;
    if (box === null) return;
    const came = () => (isInside.current = true);
    const left = (e: FocusEvent) => {
      if (e.relatedTarget instanceof Node && !box.contains(e.relatedTarget)) isInside.current = false;
    };
    box.addEventListener("focusin", came);
    box.addEventListener("focusout", left);
    return () => {
      box.removeEventListener("focusin", came);
      box.removeEventListener("focusout", left);
    };
  }, []);
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) (root.current?.querySelector("input") ?? root.current)?.focus();
  });
  return root;
}
