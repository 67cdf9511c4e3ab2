/** What becomes of an answer that the steps of its task do not show. */

import type { Completion } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const MODES = ["enforce", "mark", "off"] as const satisfies readonly Completion[];

export function CompletionChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  return (
    <Section id="completion" title={speech.say("settings.completion")} text={speech.say("settings.completion_text")}>
      <Choices
        legend={speech.say("settings.completion")}
        value={registry.settings.value.completion}
        choices={MODES.map((value) => ({ value, label: speech.say(`completion.${value}`), text: speech.say(`completion.${value}_text`) }))}
        onChoice={(completion) => void registry.change({ completion })}
      />
    </Section>
  );
}
