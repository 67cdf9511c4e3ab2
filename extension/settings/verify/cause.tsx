/** Why an endpoint could not be used, and the one next step. */

import { ofRun, type Problem } from "../../panel/view/problem";
import { ProblemView } from "../../panel/view/problem-view";
import type { RunError, VerifyStage } from "../../wire/wire";
import { useRegistry } from "../use-registry";
import { type NextStep, nextStep } from "./next-step";
import { WORDS } from "./words";

type Role = "alert" | "note";

export interface Failed {
  readonly stage: VerifyStage;
  readonly error: RunError;
}

interface FailureProps extends Failed {
  readonly role?: Role;
  /** Absent: the step is said, and taken elsewhere. */
  readonly onStep?: (step: NextStep) => void;
}

export function Failure({ stage, error, role = "note", onStep }: FailureProps) {
  const speech = useRegistry().speech.value;
  const step = nextStep(stage, error);
  const { next, button } = WORDS[speech.tongue][step];
  return (
    <>
      <Cause role={role} problem={{ ...ofRun(error, speech), next }} />
      {button === undefined || onStep === undefined ? null : <button type="button" class="button" onClick={() => onStep(step)}>{button}</button>}
    </>
  );
}

/** The remedies of a problem lead to this very page, so here it has no button of theirs. */
export function Cause({ problem, role = "note" }: { problem: Problem; role?: Role }) {
  const speech = useRegistry().speech.value;
  return <ProblemView role={role} problem={{ ...problem, remedy: null }} speech={speech} onRemedy={() => undefined} />;
}
