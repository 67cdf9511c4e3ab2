/** What a check of a connection found: its stages, and for the one that failed the cause and the one next step. */

import type { RunError, VerifyStage, VerifyStep } from "../../wire/wire";
import { Icon } from "../../panel/view/icon";
import { ofRefusal, ofRun, type Problem } from "../../panel/view/problem";
import { ProblemView } from "../../panel/view/problem-view";
import type { Outcome } from "../registry";
import { useRegistry } from "../use-registry";
import { type NextStep, nextStep } from "./next-step";
import { WORDS } from "./words";

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

interface Failed {
  readonly stage: VerifyStage;
  readonly error: RunError;
}

function failureOf(steps: readonly VerifyStep[]): Failed | null {
  for (const { step, outcome } of steps) {
    if (outcome.type === "failed") return { stage: step, error: outcome.error };
  }
  return null;
}

function Failure({ stage, error, onStep }: Failed & { onStep: (step: NextStep) => void }) {
  const speech = useRegistry().speech.value;
  const step = nextStep(stage, error);
  const { next, button } = WORDS[speech.tongue][step];
  return (
    <>
      <Cause problem={{ ...ofRun(error, speech), next }} />
      {button === undefined ? null : <button type="button" class="button" onClick={() => onStep(step)}>{button}</button>}
    </>
  );
}

/** The remedies of a problem lead to this very page, so here it has no button of theirs. */
function Cause({ problem }: { problem: Problem }) {
  const speech = useRegistry().speech.value;
  return <ProblemView problem={{ ...problem, remedy: null }} speech={speech} onRemedy={() => undefined} />;
}
