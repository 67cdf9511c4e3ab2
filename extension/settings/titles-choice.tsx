/** Where the title of a new chat comes from, until the person writes one. */

import type { Titles } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const TITLES = ["model", "first_line"] as const satisfies readonly Titles[];

export function TitlesChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  return (
    <Section id="titles" title={speech.say("settings.titles")} text={speech.say("settings.titles_text")}>
      <Choices
        legend={speech.say("settings.titles")}
        value={registry.settings.value.titles}
        choices={TITLES.map((value) => ({ value, label: speech.say(`titles.${value}`), text: speech.say(`titles.${value}_text`) }))}
        onChoice={(titles) => void registry.change({ titles })}
      />
    </Section>
  );
}
