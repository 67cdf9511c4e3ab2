/** What may be done without asking, where no rule makes an exception. */

import type { Policy } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const POLICIES = ["always", "untrusted", "auto"] as const satisfies readonly Policy[];

export function PolicyChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  return (
    <Section id="permission" title={speech.say("settings.policy")} text={speech.say("settings.policy_text")}>
      <Choices
        legend={speech.say("settings.policy")}
        value={registry.settings.value.policy}
        choices={POLICIES.map((value) => ({ value, label: speech.say(`policy.${value}`), text: speech.say(`policy.${value}_text`) }))}
        onChoice={(policy) => void registry.change({ policy })}
      />
    </Section>
  );
}
