/** Which model is asked for what: the one of new messages, and the one beside it. */

import { useId } from "preact/hooks";
import { ModelSelect } from "../panel/mode/model-select";
import type { Settings } from "../wire/wire";
import { useRegistry } from "./use-registry";

export function ModelChoices() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const connections = registry.connections.value ?? [];
  const id = useId();
  if (connections.length === 0) return null;
  const field = (what: "model" | "task_model", label: string, usual: string) => (
    <div class="field">
      <label for={`${id}-${what}`}>{label}</label>
      <ModelSelect id={`${id}-${what}`} connections={connections} value={registry.settings.value[what]} usual={usual} gone={speech.say("mode.gone")}
        {...(what === "task_model" ? { describedBy: `${id}-hint` } : {})}
        onChoice={(choice) => void registry.change({ [what]: choice } as Pick<Settings, typeof what>)} />
    </div>
  );
  return (
    <>
      {field("model", speech.say("models.usual"), speech.say("models.usual_first"))}
      {field("task_model", speech.say("models.task"), speech.say("models.task_own"))}
      <p id={`${id}-hint`} class="hint">{speech.say("models.task_hint")}</p>
    </>
  );
}
