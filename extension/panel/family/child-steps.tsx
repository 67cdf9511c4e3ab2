/** What a delegated task does, below the step that it belongs to. It draws itself: its Turn does not change with it. */

import { useEffect } from "preact/hooks";
import type { ThreadId } from "../../wire/wire";
import type { Speech } from "../words/speech";
import type { ItemOf } from "../view/parts";
import { isLive } from "../view/state";
import { Step } from "../view/step";
import { useDesk } from "../view/use-desk";

export function ChildSteps({ child, role, speech }: { child: ThreadId; role: string; speech: Speech }) {
  const desk = useDesk();
  useEffect(() => desk.family.look(child), [child]);
  const view = desk.family.children.value.get(child);
  if (view === undefined) return null;
  const steps = view.turns.flatMap((turn) => turn.items.flatMap((item) => (
    item.body.type === "tool_call" ? [item as ItemOf<"tool_call">] : []
  )));
  const works = view.run !== null && isLive(view.run);
  return (
    <>
      <ol class="child-steps" aria-label={speech.say("child.steps", { role })}>
        {steps.map((step) => <Step key={step.id} item={step} speech={speech} />)}
      </ol>
      {works ? (
        <button type="button" class="quiet" onClick={() => desk.family.stop(child)}>{speech.say("child.stop")}</button>
      ) : null}
    </>
  );
}
