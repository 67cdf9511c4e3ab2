/** When room is made in a model's window. */

import type { Saving } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const SAVING = ["normal", "saver"] as const satisfies readonly Saving[];

export function SavingChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  return (
    <Section id="saving" title={speech.say("settings.saving")} text={speech.say("settings.saving_text")}>
      <Choices
        legend={speech.say("settings.saving")}
        value={registry.settings.value.saving ?? "normal"}
        choices={SAVING.map((value) => ({ value, label: speech.say(`saving.${value}`), text: speech.say(`saving.${value}_text`) }))}
        onChoice={(saving) => void registry.change({ saving })}
      />
    </Section>
  );
}
