/** A journal on the screen: what the Run was, a filter, and its entries with how long each took. It knows no engine and no file. */

import { useMemo, useState } from "preact/hooks";
import type { Speech } from "../words/speech";
import type { Line } from "./line";
import { sentenceOf } from "./sentence";
import { isShown, type Kind, KINDS, type Step, type Story, storyOf } from "./story";
import { isTimelineKey, type Tell } from "./words";

/** Entries that are drawn at once; a long Run has thousands. */
const PAGE = 300;

export function TimelineView({ lines, speech, tell }: { lines: readonly Line[]; speech: Speech; tell: Tell }) {
  const [kind, setKind] = useState<Kind | "all">("all");
  const [text, setText] = useState("");
  const [most, setMost] = useState(PAGE);
  const story = useMemo(() => storyOf(lines), [lines]);
  const told = useMemo(() => story.steps.map((step) => ({ step, sentence: sentenceOf(step, tell, speech) })), [story, tell, speech]);
  const shown = told.filter(({ step, sentence }) => isShown(step, [sentence.what, ...sentence.codes].join(" "), kind, text));
  const rest = shown.length - most;
  return (
    <div class="timeline">
      <Head story={story} speech={speech} tell={tell} />
      <div class="timeline-filter" role="search">
        <fieldset>
          <legend class="sr">{tell("show")}</legend>
          {(["all", ...KINDS] as const).map((one) => (
            <label key={one} class="timeline-kind">
              <input type="radio" name="timeline-kind" checked={kind === one} onChange={() => setKind(one)} />
              <span>{tell(one)}</span>
            </label>
          ))}
        </fieldset>
        <input type="search" aria-label={tell("search")} placeholder={tell("search")} value={text} maxLength={200}
          onInput={(e) => setText(e.currentTarget.value)} />
        <span class="timeline-count" role="status">{tell("entries", { n: speech.amount(shown.length), all: speech.amount(told.length) })}</span>
      </div>
      {shown.length === 0 ? <p class="timeline-empty">{tell("empty")}</p> : (
        <ol class="timeline-steps">
          {shown.slice(0, most).map(({ step, sentence }) => (
            <Entry key={step.line.seq} step={step} what={sentence.what} codes={sentence.codes} length={story.length} speech={speech} tell={tell} />
          ))}
        </ol>
      )}
      {rest > 0 ? (
        <button type="button" class="button" onClick={() => setMost(most + PAGE)}>{tell("more", { n: speech.amount(Math.min(rest, PAGE)) })}</button>
      ) : null}
    </div>
  );
}

function Head({ story, speech, tell }: { story: Story; speech: Speech; tell: Tell }) {
  const { end, sums } = story;
  const ending = end === null ? tell("not_ended") : sentenceOf({ line: end, kinds: new Set(), offset: 0, took: null, tool: null }, tell, speech);
  const facts: (readonly [string, string])[] = [
    ...(story.model === null ? [] : [[tell("name.model"), story.model] as const]),
    [tell("name.end"), typeof ending === "string" ? ending : [ending.what, ...ending.codes].join(" · ")],
    [tell("name.length"), speech.duration(story.length)],
    [tell("name.modelCalls"), speech.amount(sums.modelCalls)],
    [tell("name.toolCalls"), speech.amount(sums.toolCalls)],
    [tell("name.tokens"), speech.number(sums.tokens)],
    ...story.versions.map(([name, version]) => [nameOf(name, tell), version] as const),
  ];
  return (
    <dl class="timeline-head" aria-label={tell("head")}>
      {facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
    </dl>
  );
}

function nameOf(version: string, tell: Tell): string {
  const key = `name.${version}`;
  return isTimelineKey(key) ? tell(key) : version;
}

interface EntryProps {
  step: Step;
  what: string;
  codes: readonly string[];
  length: number;
  speech: Speech;
  tell: Tell;
}

function Entry({ step, what, codes, length, speech, tell }: EntryProps) {
  const { line, offset, took } = step;
  const [isOpen, setOpen] = useState(false);
  const isTrouble = step.kinds.has("problems");
  return (
    <li class={`timeline-step is-${family(line.type)}${isTrouble ? " is-trouble" : ""}`} data-type={line.type} style={{ "--depth": Math.min(line.depth, 4) }}>
      <details onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary>
          <span class="timeline-at"><span class="sr">{tell("at", { time: speech.duration(offset) })}</span><span aria-hidden="true">{speech.duration(offset)}</span></span>
          <span class="timeline-what">{what}{codes.map((code, at) => <code key={at}>{code}</code>)}</span>
          {took === null ? null : <span class="timeline-took">{tell("took", { time: speech.duration(took) })}</span>}
        </summary>
        {isOpen ? <pre tabIndex={0} aria-label={tell("details", { n: line.seq })}>{JSON.stringify({ seq: line.seq, type: line.type, ...line.payload }, null, 2)}</pre> : null}
      </details>
      {took === null || length === 0 ? null : <div class="timeline-bar" aria-hidden="true"><div style={place(offset, took, length)} /></div>}
    </li>
  );
}

function family(type: string): string {
  const [first = ""] = type.split(".");
  return /^[a-z]+$/.test(first) ? first : "other";
}

function place(offset: number, took: number, length: number): { marginInlineStart: string; width: string } {
  const percent = (part: number) => `${Math.min(100, (100 * part) / length).toFixed(2)}%`;
  return { marginInlineStart: percent(offset), width: percent(took) };
}
