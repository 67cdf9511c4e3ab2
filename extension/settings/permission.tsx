/** What may be done without asking: the policy, and the rules that make exceptions from it. */

import type { Policy, Rule } from "../wire/wire";
import { verb } from "../panel/card/wording";
import type { SettingsSpeech } from "./words/speech";
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

export function Rules() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const rules = registry.rules.value ?? [];
  return (
    <Section id="rules" title={speech.say("settings.rules")} text={speech.say("settings.rules_text")}>
      {rules.length === 0 ? <p>{speech.say("settings.rules_none")}</p> : (
        <div class="table" role="group" aria-labelledby="rules" tabIndex={0}>
          <table>
            <thead>
              <tr>
                {(["rules.tool", "rules.site", "rules.verdict", "rules.actions"] as const).map((key) => (
                  <th key={key} scope="col">{speech.say(key)}</th>
                ))}
              </tr>
            </thead>
            <tbody>{rules.map((rule) => <RuleRow key={rule.id} rule={rule} />)}</tbody>
          </table>
        </div>
      )}
    </Section>
  );
}

function RuleRow({ rule }: { rule: Rule }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const tool = toolWords(rule.tool, speech);
  const site = rule.origin === "*" ? speech.say("rules.every_site") : rule.origin;
  return (
    <tr>
      <td>
        {tool}
        <span class="rule-source">{speech.say(`source.${rule.source}`)}</span>
      </td>
      <td class="rule-site">{site}</td>
      <td class={`is-${rule.verdict}`}>{speech.say(`verdict.${rule.verdict}`)}</td>
      <td>
        <button type="button" class="quiet" aria-label={speech.say("rules.delete_one", { tool, site })}
          onClick={() => void registry.deleteRule(rule)}>
          {speech.say("rules.delete")}
        </button>
      </td>
    </tr>
  );
}

function toolWords(tool: string, speech: SettingsSpeech): string {
  if (tool === "*") return speech.say("rules.every_tool");
  return /[:*]/.test(tool) ? tool : `${verb(tool, speech)}`;
}
