/** One request in the list. Its bodies are read when it is opened. */

import { useState } from "preact/hooks";
import type { BodyFacts, Exchange, HeaderLine } from "../../wire/wire";
import { sizeText } from "../../panel/attach/size";
import { saveFile } from "../../panel/chats/save-file";
import { useCopying } from "../../panel/view/copying";
import type { Speech } from "../../panel/words/speech";
import { useRegistry } from "../use-registry";
import { fileOf, sizes, standing, type Whole } from "./told";
import type { Tell } from "./words";

export function Entry({ exchange, tell }: { exchange: Exchange; tell: Tell }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [whole, setWhole] = useState<Whole | "unread" | "gone">("unread");
  const { is, words } = standing(exchange, tell);
  const open = () => {
    if (whole === "unread") void registry.exchange(exchange.id).then((found) => setWhole(found ?? "gone"));
  };
  const bytes = sizes(exchange);
  const { state } = exchange;
  const usage = state.type === "ended" ? state.usage : undefined;
  return (
    <li class={`exchange is-${is}`} data-purpose={exchange.purpose}>
      <details onToggle={(e) => (e.currentTarget.open ? open() : undefined)}>
        <summary>
          <span class="exchange-line">
            <time dateTime={new Date(exchange.sent_at).toISOString()}>{timeOf(exchange.sent_at, speech)}</time>
            <strong>{tell(`purpose.${exchange.purpose}`)}</strong>
            <span>{exchange.connection_name}</span>
            {exchange.model === undefined ? null : <span>{exchange.model}</span>}
            <span class="exchange-status">{words}</span>
          </span>
          <span class="exchange-line exchange-facts">
            <span>{tell("sizes", { out: sizeText(bytes.out, speech), in: sizeText(bytes.in, speech) })}</span>
            {usage === undefined ? null : (
              <span>{tell("tokens", { in: speech.amount(usage.input + usage.cache_read + usage.cache_write), out: speech.amount(usage.output) })}</span>
            )}
            {state.type === "ended" ? <span>{tell("took", { time: speech.duration(state.at - exchange.sent_at) })}</span> : null}
            {exchange.attempt > 1 ? <span>{tell("attempt", { n: exchange.attempt })}</span> : null}
          </span>
        </summary>
        {typeof whole === "string" ? <p role="status">{tell(whole === "gone" ? "gone" : "loading")}</p> : <Inside whole={whole} tell={tell} />}
      </details>
    </li>
  );
}

function Inside({ whole, tell }: { whole: Whole; tell: Tell }) {
  const { exchange, request, response } = whole;
  const { state } = exchange;
  const received = state.type === "ended" ? state.response : undefined;
  const [said, setSaid] = useState("");
  const save = () => {
    const file = fileOf(whole);
    saveFile(file);
    setSaid(tell("saved", { name: file.name }));
  };
  return (
    <div class="exchange-body">
      {state.type === "ended" && state.ending.type === "failed" ? <p role="note">{state.ending.error.message}</p> : null}
      <section aria-label={tell("request")}>
        <h2>{tell("request")}</h2>
        <pre tabIndex={0}>{`${exchange.request.method} ${exchange.request.url}`}</pre>
        <Headers label={tell("request_headers")} headers={exchange.request.headers} />
        <Body label={tell("body_request")} copy={tell("copy_request")} facts={exchange.request.body} text={request} tell={tell} onSaid={setSaid} />
      </section>
      <section aria-label={tell("response")}>
        <h2>{tell("response")}</h2>
        {received === undefined ? <p>{tell("no_response")}</p> : (
          <>
            <pre tabIndex={0}>{received.status}</pre>
            <Headers label={tell("response_headers")} headers={received.headers} />
            <Body label={tell("body_response")} copy={tell("copy_response")} facts={received.body} text={response} tell={tell} onSaid={setSaid} />
          </>
        )}
      </section>
      <div class="row"><button type="button" class="button" onClick={save}>{tell("export")}</button></div>
      <p class="hint" role="status">{said}</p>
    </div>
  );
}

function Headers({ label, headers }: { label: string; headers: readonly HeaderLine[] }) {
  if (headers.length === 0) return null;
  return (
    <>
      <p class="hint">{label}</p>
      <pre tabIndex={0} aria-label={label}>{headers.map(({ name, value }) => `${name}: ${value}`).join("\n")}</pre>
    </>
  );
}

interface BodyProps {
  label: string;
  copy: string;
  facts: BodyFacts | undefined;
  text: string | undefined;
  tell: Tell;
  onSaid: (said: string) => void;
}

function Body({ label, copy, facts, text = "", tell, onSaid }: BodyProps) {
  const copying = useCopying(text, () => onSaid(tell("copied")));
  if (facts === undefined) return <p class="hint">{tell("no_body")}</p>;
  const { bytes, kept, digest, form, masked = 0 } = facts;
  return (
    <>
      <p class="hint">{label}. {tell(kept < bytes ? "cut" : "sum", { kept, n: bytes, digest })}</p>
      {masked > 0 ? <p class="hint">{tell("masked", { n: masked })}</p> : null}
      {form === "bytes" ? <p class="hint">{tell("bytes")}</p> : null}
      {text === "" ? null : (
        <>
          <pre tabIndex={0} aria-label={label}>{text}</pre>
          <div class="row"><button type="button" class="button" onClick={copying.copy}>{copying.isCopied ? tell("copied") : copy}</button></div>
        </>
      )}
    </>
  );
}

/** To the second: calls follow each other quickly. */
function timeOf(at: number, speech: Speech): string {
  return new Intl.DateTimeFormat(speech.tongue, { dateStyle: "short", timeStyle: "medium" }).format(at);
}
