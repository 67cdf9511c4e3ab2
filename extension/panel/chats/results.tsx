/** What a search found, chat by chat, each passage with its match marked. */

import type { NodeId, ThreadId } from "../../wire/wire";
import { ofRefusal } from "../view/problem";
import { useDesk } from "../view/use-desk";
import { stretches } from "./excerpt";
import { byChat, type Finder, type Found } from "./finder";

export function Results({ finder, onChosen }: { finder: Finder; onChosen: () => void }) {
  const speech = useDesk().speech.value;
  const finding = finder.finding.value;
  switch (finding.is) {
    case "idle":
      return null;
    case "looking":
      return (
        <>
          <p class="search-note" role="status">{speech.say("search.looking")}</p>
          {finding.before === null ? null : <Hits found={finding.before} onChosen={onChosen} />}
        </>
      );
    case "refused": {
      const problem = ofRefusal(finding.code, null, speech);
      return <p class="search-note" role="alert">{problem.what} {problem.next}</p>;
    }
    case "found":
      return (
        <>
          <p class="search-note" role="status">
            {finding.hits.length === 0 ? speech.say("search.none", { query: finding.query }) : speech.count("search.hits", finding.hits.length)}
            {finding.scope === "cut" ? <span class="search-cut">{speech.say("search.cut")}</span> : null}
          </p>
          <Hits found={finding} onChosen={onChosen} />
        </>
      );
  }
}

function Hits({ found, onChosen }: { found: Found; onChosen: () => void }) {
  const desk = useDesk();
  const speech = desk.speech.value;
  const go = (thread: ThreadId, node: NodeId | null) => {
    desk.chats.seek(thread, node);
    onChosen();
  };
  return (
    <ul class="hits chats-scroll" aria-label={speech.say("search.results")}>
      {byChat(found.hits).map((hits) => {
        const [first] = hits;
        if (first === undefined) return null;
        const title = first.title || speech.say("header.untitled");
        return (
          <li key={first.thread}>
            <button type="button" class="hit hit-title" onClick={() => go(first.thread, null)}>
              <Marked text={title} query={found.query} />
            </button>
            {hits.map(({ thread, node, excerpt }) => node === undefined ? null : (
              <button key={node} type="button" class="hit" onClick={() => go(thread, node)}><Marked text={excerpt} query={found.query} /></button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  return <>{stretches(text, query).map((s, i) => (s.is === "match" ? <mark key={i}>{s.text}</mark> : s.text))}</>;
}
