/** The way to what was sent to models, which has a page of its own. */

import { Section } from "./section";
import { useRegistry } from "./use-registry";

export function Calls() {
  const speech = useRegistry().speech.value;
  return (
    <Section id="calls" title={speech.say("settings.calls")} text={speech.say("settings.calls_text")}>
      <a class="button" href="exchanges.html" target="_blank">{speech.say("settings.calls_open")}</a>
    </Section>
  );
}
