/** Which tools a model is told of. */

import type { ToolChoice } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const CHOICES = ["all", "by_intent"] as const satisfies readonly ToolChoice[];

export function ToolsChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  return (
    <Section id="tools" title={speech.say("settings.tools")} text={speech.say("settings.tools_text")}>
      <Choices
        legend={speech.say("settings.tools")}
        value={registry.settings.value.tools ?? "all"}
        choices={CHOICES.map((value) => ({ value, label: speech.say(`tools.${value}`), text: speech.say(`tools.${value}_text`) }))}
        onChoice={(tools) => void registry.change({ tools })}
      />
    </Section>
  );
}
