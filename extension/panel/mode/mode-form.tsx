/** The choices themselves. Each names what the settings say, so that leaving it is a choice too. */

import { useId } from "preact/hooks";
import type { LimitsProfile, Policy, Saving } from "../../wire/wire";
import { useDesk } from "../view/use-desk";
import { chosenModel } from "./mode";
import { ModelSelect, modelName } from "./model-select";

const POLICIES = ["always", "untrusted", "auto"] as const satisfies readonly Policy[];
/** Limits of one's own are written on the settings page. */
const PROFILES = ["open", "guarded"] as const satisfies readonly LimitsProfile["profile"][];
const SAVING = ["normal", "saver"] as const satisfies readonly Saving[];

export function ModeForm() {
  const desk = useDesk();
  const speech = desk.speech.value;
  const { mode } = desk;
  const chosen = mode.chosen.value;
  const { settings, connections } = desk.state.value;
  const usual = modelName(connections, settings.model);
  const model = chosenModel(chosen);
  const modelId = useId();
  return (
    <>
      <p class="mode-text">{speech.say("mode.text")}</p>
      {(connections.flatMap((c) => c.models).length < 2 && model === undefined) || usual === null ? null : (
        <>
          <label for={modelId}>{speech.say("mode.model")}</label>
          {/* A choice that cannot be carried out any more is shown as what it is; the engine refuses it until another is made. */}
          <ModelSelect id={modelId} connections={connections} value={model} usual={speech.say("mode.usual", { usual })}
            gone={speech.say("mode.gone")} onChoice={(choice) => mode.chooseModel(choice)} />
        </>
      )}
      <Choice label={speech.say("settings.policy")} usual={speech.say(`policy.${settings.policy}`)} value={chosen.policy}
        choices={POLICIES.map((policy) => [policy, speech.say(`policy.${policy}`)] as const)}
        onChoice={(value) => mode.choose("policy", POLICIES.find((policy) => policy === value))} />
      <Choice label={speech.say("settings.limits")} usual={speech.say(`limits.${settings.limits.profile}`)} value={chosen.limits?.profile}
        choices={PROFILES.map((profile) => [profile, speech.say(`limits.${profile}`)] as const)}
        onChoice={(value) => {
          const profile = PROFILES.find((known) => known === value);
          mode.choose("limits", profile === undefined ? undefined : { profile });
        }} />
      <Choice label={speech.say("settings.saving")} usual={speech.say(`saving.${settings.saving ?? "normal"}`)} value={chosen.saving}
        choices={SAVING.map((saving) => [saving, speech.say(`saving.${saving}`)] as const)}
        onChoice={(value) => mode.choose("saving", SAVING.find((saving) => saving === value))} />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  /** What holds if nothing is chosen. */
  readonly usual: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly onChoice: (value: string | undefined) => void;
}

function Choice({ label, usual, value, choices, onChoice }: ChoiceProps) {
  const speech = useDesk().speech.value;
  const id = useId();
  return (
    <>
      <label for={id}>{label}</label>
      <select id={id} value={value ?? ""} onChange={(e) => onChoice(e.currentTarget.value === "" ? undefined : e.currentTarget.value)}>
        <option value="">{speech.say("mode.usual", { usual })}</option>
        {choices.map(([choice, text]) => <option key={choice} value={choice}>{text}</option>)}
      </select>
    </>
  );
}
