/** What a check of a connection found: its stages, and for the one that failed the cause and the one next step. */

import type { VerifyStep } from "../../wire/wire";
import { Icon } from "../../panel/view/icon";
import { ofRefusal } from "../../panel/view/problem";
import type { Outcome } from "../registry";
import { useRegistry } from "../use-registry";
import { Cause, Failure, type Failed } from "./cause";
import type { NextStep } from "./next-step";

export function Report({ outcome, onStep }: { outcome: Outcome<readonly VerifyStep[]>; onStep: (step: NextStep) => void }) {
  const speech = useRegistry().speech.value;
  if (outcome.type === "refused") return <Cause problem={ofRefusal(outcome.refusal.code, outcome.refusal.field ?? null, speech)} />;
  const failed = failureOf(outcome.value);
  return (
    <>
      <ol class="report">
        {outcome.value.map(({ step, outcome: { type } }) => (
          <li key={step} class={`is-${type}`}>
            <Icon name={type === "passed" ? "done" : "failed"} /> {speech.say(`verify.${step}`)}{" "}
            <span class="report-word">{speech.say(`verify.${type}`)}</span>
          </li>
        ))}
      </ol>
      {failed === null ? <p>{speech.say("verify.all_passed")}</p> : <Failure {...failed} onStep={onStep} />}
    </>
  );
}

function failureOf(steps: readonly VerifyStep[]): Failed | null {
  for (const { step, outcome } of steps) {
    if (outcome.type === "failed") return { stage: step, error: outcome.error };
  }
  return null;
}
