/** A problem on the screen: whose side, what failed, what to do, one button. */

import type { Speech } from "../words/speech";
import { Icon } from "./icon";
import type { Problem, Remedy } from "./problem";

interface ProblemProps {
  problem: Problem;
  speech: Speech;
  onRemedy: (remedy: Remedy) => void;
  onDismiss?: () => void;
  /** Where the remedy is elsewhere and the task has to go on afterwards. */
  onContinue?: () => void;
  /** `alert` is read out at once; a problem that was already there is not. */
  role?: "alert" | "note";
}

export function ProblemView({ problem, speech, onRemedy, onDismiss, onContinue, role = "note" }: ProblemProps) {
  const { remedy } = problem;
  return (
    <div class={`problem is-${problem.tone}`} role={role}>
      <p class="problem-whose"><Icon name={problem.tone === "failure" ? "warn" : "wait"} /> {speech.say(`whose.${problem.whose}`)}</p>
      <p class="problem-what">{problem.what}</p>
      <p>{problem.next}</p>
      {problem.said === null ? null : (
        <details class="problem-said"><summary>{speech.say("problem.said")}</summary><p>{problem.said}</p></details>
      )}
      {remedy === null && onDismiss === undefined ? null : (
        <div class="row">
          {remedy === null ? null : (
            <button type="button" class="button is-primary" onClick={() => onRemedy(remedy)}>{speech.say(`problem.${remedy}`)}</button>
          )}
          {onContinue === undefined ? null : (
            <button type="button" class="button" onClick={onContinue}>{speech.say("problem.continue")}</button>
          )}
          {onDismiss === undefined ? null : (
            <button type="button" class="button" onClick={onDismiss}>{speech.say("problem.dismiss")}</button>
          )}
        </div>
      )}
    </div>
  );
}
