/** The plan of the open chat, as the model last wrote it: one line, and on demand all steps. */

import type { PlanStep } from "../../wire/wire";
import type { Speech } from "../words/speech";
import { Icon, type IconName } from "./icon";
import { doneIn, isOver, underWay } from "./plan";
import { useDesk } from "./use-desk";

export function PlanView() {
  const desk = useDesk();
  const plan = desk.plan.value;
  if (plan === null) return null;
  const speech = desk.speech.value;
  const now = underWay(plan);
  return (
    <section aria-label={speech.say("plan.title")}>
      <details class="plan">
        <summary>
          <b>{speech.say(isOver(plan) ? "plan.over" : "plan.title")}</b>
          <span class="plan-progress"> {speech.say("plan.progress", { done: doneIn(plan), n: plan.steps.length })}</span>
          {now === null ? null : <span class="plan-now"> {now.text}</span>}
        </summary>
        <ol aria-label={speech.say("plan.title")}>
          {plan.steps.map((step, at) => <Step key={at} step={step} speech={speech} />)}
        </ol>
      </details>
    </section>
  );
}

function Step({ step, speech }: { step: PlanStep; speech: Speech }) {
  return (
    <li class={`is-${step.status}`} aria-current={step.status === "in_progress" ? "step" : undefined}>
      <Icon name={ICONS[step.status]} />
      <span class="plan-text">{step.text}<span class="sr"> ({speech.say(`plan.${step.status}`)})</span></span>
    </li>
  );
}

const ICONS: Readonly<Record<PlanStep["status"], IconName>> = {
  pending: "dot",
  in_progress: "run",
  done: "done",
  dropped: "failed",
};
