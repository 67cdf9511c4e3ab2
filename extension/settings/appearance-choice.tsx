/** How the pages look and which language they speak. */

import type { Language, Theme } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const THEMES = ["auto", "light", "dark"] as const satisfies readonly Theme[];
const LANGUAGES = ["auto", "en", "zh-CN"] as const satisfies readonly Language[];

export function AppearanceChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const { theme, language } = registry.settings.value;
  return (
    <Section id="appearance" title={speech.say("settings.appearance")}>
      <Choices
        legend={speech.say("settings.theme")}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: speech.say(`theme.${value}`) }))}
        onChoice={(value) => void registry.change({ theme: value })}
      />
      <Choices
        legend={speech.say("settings.language")}
        value={language}
        choices={LANGUAGES.map((value) => ({
          value, label: speech.say(`language.${value}`), ...(value === "auto" ? {} : { lang: value }),
        }))}
        onChoice={(value) => void registry.change({ language: value })}
      />
    </Section>
  );
}
