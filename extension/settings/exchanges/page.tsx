/** Requests to models: all of them, or those of the task that the address names. */

import { useEffect, useId, useMemo, useState } from "preact/hooks";
import type { Exchange, Purpose } from "../../wire/wire";
import type { Registry } from "../registry";
import { RegistryContext, useRegistry } from "../use-registry";
import { Entry } from "./entry";
import { isFound, PURPOSES } from "./told";
import { type Tell, telling } from "./words";

/** As the engine keeps them. */
const KEPT = 200;

export function ExchangesPage({ registry, turn }: { registry: Registry; turn: string | null }) {
  const speech = registry.speech.value;
  const tell = useMemo(() => telling(speech.tongue), [speech.tongue]);
  const title = `${speech.say("app.name")} · ${tell("title")}`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <RegistryContext.Provider value={registry}>
      <main class="exchanges">
        <h1>{title}</h1>
        <p class="section-text">{tell("text", { n: KEPT })}</p>
        {turn === null ? null : <p>{tell("of_turn")} <a href="exchanges.html">{tell("show_all")}</a></p>}
        <List turn={turn} tell={tell} />
      </main>
    </RegistryContext.Provider>
  );
}

function List({ turn, tell }: { turn: string | null; tell: Tell }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [all, setAll] = useState<readonly Exchange[] | "reading" | "failed">("reading");
  const [text, setText] = useState("");
  const [purpose, setPurpose] = useState<Purpose | "all">("all");
  const read = () => void registry.exchanges(turn).then((found) => setAll(found ?? "failed"));
  useEffect(read, [turn]);
  if (all === "reading") return <p role="status">{tell("loading")}</p>;
  if (all === "failed") {
    return <p role="alert">{tell("failed")} <button type="button" class="button" onClick={read}>{tell("retry")}</button></p>;
  }
  const shown = all.filter((exchange) => isFound(exchange, text, purpose, tell));
  return (
    <>
      <div class="exchanges-filter" role="search">
        <Search text={text} onText={setText} tell={tell} />
        <Kind purpose={purpose} onPurpose={setPurpose} tell={tell} />
        <button type="button" class="button" onClick={read}>{tell("refresh")}</button>
      </div>
      <p class="hint" role="status">{all.length === 0 ? tell("none") : tell("count", { n: speech.amount(shown.length), all: speech.amount(all.length) })}</p>
      {all.length > 0 && shown.length === 0 ? <p>{tell("none_found")}</p> : null}
      <ol class="exchanges-list" aria-label={tell("title")}>{shown.map((exchange) => <Entry key={keyOf(exchange)} exchange={exchange} tell={tell} />)}</ol>
      {all.length === 0 ? null : <Clear tell={tell} onCleared={read} />}
    </>
  );
}

/** One that has ended since is read anew. */
function keyOf({ id, state }: Exchange): string {
  return `${id} ${state.type}`;
}

function Search({ text, onText, tell }: { text: string; onText: (text: string) => void; tell: Tell }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{tell("search")}</label>
      <input id={id} type="search" autoComplete="off" value={text} onInput={(e) => onText(e.currentTarget.value)} />
    </div>
  );
}

function Kind({ purpose, onPurpose, tell }: { purpose: Purpose | "all"; onPurpose: (purpose: Purpose | "all") => void; tell: Tell }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{tell("purpose")}</label>
      <select id={id} value={purpose} onChange={(e) => onPurpose(PURPOSES.find((one) => one === e.currentTarget.value) ?? "all")}>
        <option value="all">{tell("all")}</option>
        {PURPOSES.map((one) => <option key={one} value={one}>{tell(`purpose.${one}`)}</option>)}
      </select>
    </div>
  );
}

/** It cannot be taken back, so it is asked twice. */
function Clear({ tell, onCleared }: { tell: Tell; onCleared: () => void }) {
  const registry = useRegistry();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking) return <div class="row"><button type="button" class="button" onClick={() => setAsking(true)}>{tell("clear")}</button></div>;
  return (
    <div class="entry-delete" role="group" aria-label={tell("clear")}>
      <p>{tell("clear_sure")}</p>
      <div class="row">
        <button type="button" class="button is-danger" onClick={() => void registry.clearExchanges().then(onCleared)}>{tell("clear_yes")}</button>
        <button type="button" class="button" onClick={() => setAsking(false)}>{tell("cancel")}</button>
      </div>
    </div>
  );
}
