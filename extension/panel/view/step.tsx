/** One step of a Turn: verb, target and time in a line; on demand what was asked, what came of it, and what was decided. */

import { useId, useState } from "preact/hooks";
import type { Answer, StepStatus } from "../../wire/wire";
import { FileChips } from "../attach/file-chips";
import { entriesOf, targetOf, valueText, verb } from "../card/wording";
import { ChildSteps } from "../family/child-steps";
import { roleIn } from "../family/reduce-family";
import type { Speech } from "../words/speech";
import { Icon, type IconName } from "./icon";
import { Keepsake } from "./keepsake";
import type { ItemOf } from "./parts";

export function Step({ item, speech }: { item: ItemOf<"tool_call">; speech: Speech }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { tool, status, arguments: args } = item.body;
  const target = targetOf(args);
  const child = item.body.child ?? null;
  const files = status.type === "done" ? <FileChips files={status.pictures ?? []} speech={speech} /> : null;
  // What was written for the person is there at once; a picture that was looked at only for those who ask.
  const lieOpen = tool === "artifact";
  const failure = status.type === "failed" ? status.failure : null;
  return (
    <li class={`step is-${status.type}`} data-node={item.id}>
      <button type="button" class="step-line" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <Icon name={ICONS[status.type]} />
        <span class="step-text">
          {verb(tool, speech)}
          {target === "" ? null : <span class="step-target"> {target}</span>}
          {failure === null ? null : <span class="step-cause"> {speech.say(`tool.${failure.code}`)}</span>}
        </span>
        <span class="step-time">{note(status, speech)}</span>
      </button>
      <div id={id} class="step-more" hidden={!isOpen}>
        {isOpen ? <Keepsake item={item} /> : null}
        {isOpen && !lieOpen ? files : null}
        {isOpen ? <StepDetails status={status} args={args} speech={speech} /> : null}
      </div>
      {lieOpen ? files : null}
      {child === null || !(isOpen || status.type === "running") ? null : <ChildSteps child={child} role={roleIn(args)} speech={speech} />}
    </li>
  );
}

const ICONS: Readonly<Record<StepStatus["type"], IconName>> = {
  waiting: "wait",
  awaiting_approval: "warn",
  awaiting_interaction: "wait",
  running: "run",
  done: "done",
  failed: "failed",
  uncertain: "doubt",
};

function note(status: StepStatus, speech: Speech) {
  switch (status.type) {
    case "done":
    case "failed":
      return <><span class="sr">{speech.say(`step.${status.type}`)} </span>{speech.duration(status.took_ms)}</>;
    case "waiting":
    case "awaiting_approval":
    case "awaiting_interaction":
    case "running":
    case "uncertain":
      return speech.say(`step.${status.type}`);
  }
}

function StepDetails({ status, args, speech }: { status: StepStatus; args: unknown; speech: Speech }) {
  const decided = status.type === "done" || status.type === "failed" ? (status.decided ?? null) : null;
  const tab = status.type === "done" ? (status.tab ?? null) : null;
  return (
    <>
      <ArgumentList args={args} label={speech.say("step.arguments")} />
      {tab === null ? null : <Fact label={speech.say("step.page")} text={`${tab.title}\n${tab.url}`.trim()} />}
      {decided === null ? null : <Fact label={speech.say("step.decision")} text={decision(decided, speech)} />}
      {status.type === "done" ? <Fact label={speech.say("step.result")} text={status.content} form="verbatim" /> : null}
      {status.type === "failed" ? (
        <>
          <Fact label={speech.say("step.why")} text={speech.say(`tool.${status.failure.code}`)} />
          <Fact label={speech.say("step.details")} text={status.failure.message} form="verbatim" />
        </>
      ) : null}
    </>
  );
}

export function ArgumentList({ args, label }: { args: unknown; label: string }) {
  const entries = entriesOf(args);
  if (entries.length === 0) return null;
  return (
    <>
      <p class="fact-label">{label}</p>
      <dl class="arguments">
        {entries.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{valueText(value)}</dd></div>)}
      </dl>
    </>
  );
}

function Fact({ label, text, form = "prose" }: { label: string; text: string; form?: "prose" | "verbatim" }) {
  if (text === "") return null;
  return (
    <>
      <p class="fact-label">{label}</p>
      {form === "prose" ? <p class="fact">{text}</p> : <pre class="fact" tabIndex={0} aria-label={label} role="group">{text}</pre>}
    </>
  );
}

function decision(answer: Answer, speech: Speech): string {
  switch (answer.type) {
    case "allow":
      return speech.say(`decided.${answer.scope}`);
    case "deny":
      return answer.note ? speech.say("decided.deny_note", { note: answer.note }) : speech.say("decided.deny");
    case "deny_and_stop":
      return speech.say("decided.deny_and_stop");
  }
}
