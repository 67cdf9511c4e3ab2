/** The rules that make exceptions from the policy: those there are, one more, sites with which more care is taken, what would
 * be done, and the sites that Chrome has opened. */

import { useState } from "preact/hooks";
import type { Rule } from "../../wire/wire";
import { Section } from "../section";
import { useRegistry } from "../use-registry";
import { Granted } from "./granted";
import { OwnSites } from "./own-sites";
import { RuleForm } from "./rule-form";
import { TrialForm } from "./trial-form";
import { siteWords, toolWords } from "./wording";

export function Rules() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const rules = registry.rules.value ?? [];
  const [undone, setUndone] = useState<Rule | null>(null);
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
            <tbody>{rules.map((rule) => <RuleRow key={rule.id} rule={rule} onDeleted={() => setUndone(rule)} />)}</tbody>
          </table>
        </div>
      )}
      {undone === null ? null : (
        <p role="status">
          {speech.say("rules.deleted", { tool: toolWords(undone.tool, speech), site: siteWords(undone.origin, speech) })}{" "}
          <button type="button" class="quiet" onClick={() => void registry.saveRule(undone).then(() => setUndone(null))}>{speech.say("rules.undo")}</button>
        </p>
      )}
      <RuleForm />
      <OwnSites />
      <TrialForm />
      <Granted />
    </Section>
  );
}

function RuleRow({ rule, onDeleted }: { rule: Rule; onDeleted: () => void }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const tool = toolWords(rule.tool, speech);
  const site = siteWords(rule.origin, speech);
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
          onClick={() => void registry.deleteRule(rule).then(onDeleted)}>
          {speech.say("rules.delete")}
        </button>
      </td>
    </tr>
  );
}
