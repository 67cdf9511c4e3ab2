/**
 * One Turn as an article. It is drawn again only when its own items change; everything it needs comes in as properties,
 * because a component that decides for itself when to draw must not read signals.
 */

import { Component, Fragment } from "preact";
import { useId, useState } from "preact/hooks";
import type { Item, ItemEnding } from "../../wire/wire";
import { MarkdownView } from "../answer/markdown-view";
import { FileChips } from "../attach/file-chips";
import { shorten } from "../card/wording";
import type { Speech } from "../words/speech";
import { EvidenceBadge } from "./evidence";
import { Figures } from "./figures";
import { Icon } from "./icon";
import { type ItemOf, type Part, partsOf, type StepEntry, sumUp } from "./parts";
import { badgeWords } from "./showing";
import type { TurnView } from "./state";
import { Step } from "./step";
import { TurnActions } from "./turn-actions";
import { OpeningMessage, UserMessage } from "./user-message";

interface TurnProps {
  turn: TurnView;
  /** Steps of the newest Turn lie open. */
  place: "newest" | "earlier";
  speech: Speech;
}

export class Turn extends Component<TurnProps> {
  override shouldComponentUpdate(next: TurnProps): boolean {
    return next.turn !== this.props.turn || next.place !== this.props.place || next.speech !== this.props.speech;
  }

  override render({ turn, place, speech }: TurnProps) {
    const parts = partsOf(turn);
    const message = parts.find((p) => p.type === "message");
    const title = message?.type === "message" ? shorten(message.item.body.text, 60) : speech.say("transcript.agent");
    return (
      <article class="turn" aria-label={title}>
        {parts.map((part, index) => (
          <Fragment key={keyOf(part)}>
            {beginsReply(parts, index) ? <h2 class="who">{speech.say("transcript.agent")}</h2> : null}
            <PartView part={part} items={turn.items} place={place} speech={speech} />
          </Fragment>
        ))}
        <TurnActions turn={turn} />
      </article>
    );
  }
}

function keyOf(part: Part): string {
  return part.type === "steps" ? part.key : part.item.id;
}

/** After each message of the person it is the other one's turn to speak. */
function beginsReply(parts: readonly Part[], at: number): boolean {
  return parts[at]?.type !== "message" && (at === 0 || parts[at - 1]?.type === "message");
}

function PartView({ part, items, place, speech }: { part: Part; items: readonly Item[]; place: TurnProps["place"]; speech: Speech }) {
  switch (part.type) {
    case "message":
      return <MessageView item={part.item} speech={speech} />;
    case "steps":
      return <Steps entries={part.entries} place={place} speech={speech} />;
    case "answer":
      return <AnswerView item={part.item} items={items} speech={speech} />;
    case "notice":
      return <NoticeView item={part.item} speech={speech} />;
  }
}

function NoticeView({ item, speech }: { item: ItemOf<"notice">; speech: Speech }) {
  const { code, text } = item.body;
  const words = speech.say(`notice.${code}`);
  // The notes themselves; what the others hold is for the model.
  if (code !== "context_compacted" || text === "") return <p class="aside" data-node={item.id}>{words}</p>;
  return (
    <details class="aside" data-node={item.id}>
      <summary>{words}</summary>
      <p class="noted">{text}</p>
    </details>
  );
}

function MessageView({ item, speech }: { item: ItemOf<"user_message">; speech: Speech }) {
  const { text, delivery = "opening", attachments = [] } = item.body;
  const files = <FileChips files={attachments} speech={speech} />;
  switch (delivery) {
    case "opening":
      return <OpeningMessage turn={item.turn} node={item.id} text={text} speech={speech}>{files}</OpeningMessage>;
    case "steered":
      return <UserMessage node={item.id} text={text} speech={speech} state="steered">{files}</UserMessage>;
  }
}

function Steps({ entries, place, speech }: { entries: readonly StepEntry[]; place: TurnProps["place"]; speech: Speech }) {
  const [choice, setChoice] = useState<boolean | null>(null);
  const sum = sumUp(entries);
  const list = <ol>{entries.map((entry) => <StepOrThought key={entry.id} entry={entry} speech={speech} />)}</ol>;
  if (sum.steps === 0) return <div class="steps">{list}</div>;
  const facts = [
    speech.count("steps", sum.steps),
    ...(sum.failed === 0 ? [] : [speech.count("steps.failed", sum.failed)]),
    ...(sum.tookMs === 0 ? [] : [speech.duration(sum.tookMs)]),
  ];
  const isOpen = choice ?? place === "newest";
  return (
    <details class="steps" open={isOpen} onToggle={(e) => { if (e.currentTarget.open !== isOpen) setChoice(e.currentTarget.open); }}>
      <summary>{facts.join(" · ")}</summary>
      {list}
    </details>
  );
}

function StepOrThought({ entry, speech }: { entry: StepEntry; speech: Speech }) {
  return isStep(entry)
    ? <Step item={entry} speech={speech} />
    : <li class="thought" data-node={entry.id}><Reasoning text={(entry as ItemOf<"assistant_message">).body.reasoning} speech={speech} /></li>;
}

function isStep(entry: StepEntry): entry is ItemOf<"tool_call"> {
  return entry.body.type === "tool_call";
}

function Reasoning({ text, speech }: { text: string; speech: Speech }) {
  return (
    <details class="reasoning">
      <summary>{speech.say("transcript.reasoning")}</summary>
      <p>{text}</p>
    </details>
  );
}

/** An answer that was set aside folds up where it stands: what is on the screen of it is not drawn anew. */
function AnswerView({ item, items, speech }: { item: ItemOf<"assistant_message">; items: readonly Item[]; speech: Speech }) {
  const [isUnfolded, unfold] = useState(false);
  const id = useId();
  const { text, reasoning, ending, pictures, evidence } = item.body;
  const isSetAside = evidence?.standing === "rejected";
  const end = endWords(ending, speech);
  return (
    <div class={isSetAside ? "answer is-set-aside" : "answer"} data-node={item.id} aria-busy={ending.type === "live"}>
      {isSetAside ? (
        <button type="button" class="set-aside" aria-expanded={isUnfolded} aria-controls={id} onClick={() => unfold(!isUnfolded)}>
          <Icon name="failed" /> {badgeWords(evidence, speech)}
        </button>
      ) : null}
      <div id={id} hidden={isSetAside && !isUnfolded}>
        {reasoning === "" ? null : <Reasoning text={reasoning} speech={speech} />}
        <Figures evidence={evidence} text={text} items={items} speech={speech}><MarkdownView text={text} speech={speech} /></Figures>
        <FileChips files={pictures ?? []} speech={speech} />
        {end === null ? null : <p class="aside">{end}</p>}
      </div>
      {evidence === undefined || isSetAside && !isUnfolded ? null : <EvidenceBadge evidence={evidence} text={text} items={items} speech={speech} />}
    </div>
  );
}

function endWords(ending: ItemEnding, speech: Speech): string | null {
  switch (ending.type) {
    case "live":
      return null;
    case "partial":
      return speech.say(`ending.${ending.why}`);
    case "whole":
      switch (ending.stop.type) {
        case "end":
        case "tool_use":
        case "stop_sequence":
        case "pause":
        case "error":
          return null;
        case "max_tokens":
        case "content_filter":
        case "refusal":
        case "context_window":
          return speech.say(`ending.${ending.stop.type}`);
        case "unknown":
          return speech.say("ending.unknown", { raw: ending.stop.raw });
      }
  }
}
