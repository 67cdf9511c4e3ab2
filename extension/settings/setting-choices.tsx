/** Settings of which one of a few values holds, each with a line that explains it. */

import type { Settings } from "../wire/wire";
import { Choices } from "./choices";
import { Section } from "./section";
import { useRegistry } from "./use-registry";
import type { SettingsKey, SettingsSpeech } from "./words/speech";

type Chosen = "policy" | "completion" | "titles" | "saving" | "tools";
type Value<S extends Chosen> = NonNullable<Settings[S]>;
type Key = Parameters<SettingsSpeech["say"]>[0];

interface SettingChoiceProps<S extends Chosen> {
  readonly setting: S;
  /** Of the section, where that is called otherwise. */
  readonly id?: string;
  readonly values: readonly Value<S>[];
  /** What is meant where nothing is stored. */
  readonly usual: Value<S>;
  readonly heading: Key;
  readonly text: SettingsKey;
  readonly label: (value: Value<S>) => Key;
  readonly explained: (value: Value<S>) => Key;
}

function SettingChoice<S extends Chosen>({ setting, id = setting, values, usual, heading, text, label, explained }: SettingChoiceProps<S>) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  return (
    <Section id={id} title={speech.say(heading)} text={speech.say(text)}>
      <Choices
        legend={speech.say(heading)}
        value={registry.settings.value[setting] ?? usual}
        choices={values.map((value) => ({ value, label: speech.say(label(value)), text: speech.say(explained(value)) }))}
        onChoice={(value) => void registry.change({ [setting]: value })}
      />
    </Section>
  );
}

/** What may be done without asking, where no rule makes an exception. */
export function PolicyChoice() {
  return (
    <SettingChoice setting="policy" id="permission" values={["always", "untrusted", "auto"]} usual="untrusted" heading="settings.policy"
      text="settings.policy_text" label={(value) => `policy.${value}`} explained={(value) => `policy.${value}_text`} />
  );
}

/** What becomes of an answer that the steps of its task do not show. */
export function CompletionChoice() {
  return (
    <SettingChoice setting="completion" values={["enforce", "mark", "off"]} usual="enforce" heading="settings.completion" text="settings.completion_text"
      label={(value) => `completion.${value}`} explained={(value) => `completion.${value}_text`} />
  );
}

/** Where the title of a new chat comes from, until the person writes one. */
export function TitlesChoice() {
  return (
    <SettingChoice setting="titles" values={["model", "first_line"]} usual="model" heading="settings.titles" text="settings.titles_text"
      label={(value) => `titles.${value}`} explained={(value) => `titles.${value}_text`} />
  );
}

/** When room is made in a model's window. */
export function SavingChoice() {
  return (
    <SettingChoice setting="saving" values={["normal", "saver"]} usual="normal" heading="settings.saving" text="settings.saving_text"
      label={(value) => `saving.${value}`} explained={(value) => `saving.${value}_text`} />
  );
}

/** Which tools a model is told of. */
export function ToolsChoice() {
  return (
    <SettingChoice setting="tools" values={["all", "by_intent"]} usual="all" heading="settings.tools" text="settings.tools_text"
      label={(value) => `tools.${value}`} explained={(value) => `tools.${value}_text`} />
  );
}
