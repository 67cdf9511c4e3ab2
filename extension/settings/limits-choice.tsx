/** What a task may use before it pauses: nothing said, a guarded profile, or limits of one's own. */

import { useRef, useState } from "preact/hooks";
import type { Limits, LimitsProfile } from "../wire/wire";
import { Choices } from "./choices";
import { Field } from "./field";
import { DOLLARS, LIMIT_FIELDS, type LimitField, MOST, readLimits, type Typed, typedFrom } from "./limits-fields";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

const PROFILES = ["open", "guarded", "own"] as const satisfies readonly LimitsProfile["profile"][];
const NONE: Limits = {};

export function LimitsChoice() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const { limits } = registry.settings.value;
  // Own limits hold only once they are saved; until then the profile in force is another one.
  const [isWriting, setWriting] = useState(false);
  const shown = isWriting ? "own" : limits.profile;
  const choose = (profile: LimitsProfile["profile"]) => {
    setWriting(profile === "own");
    if (profile !== "own") void registry.change({ limits: { profile } });
  };
  return (
    <Section id="limits" title={speech.say("settings.limits")} text={speech.say("settings.limits_text")}>
      <Choices
        legend={speech.say("settings.limits")}
        value={shown}
        choices={PROFILES.map((value) => ({ value, label: speech.say(`limits.${value}`), text: speech.say(`limits.${value}_text`) }))}
        onChoice={choose}
      />
      {shown === "own" ? <OwnLimits stored={limits.profile === "own" ? limits.limits : NONE} onSaved={() => setWriting(false)} /> : null}
    </Section>
  );
}

function OwnLimits({ stored, onSaved }: { stored: Limits; onSaved: () => void }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState<Partial<Typed>>({});
  const [bad, setBad] = useState<readonly LimitField[]>([]);
  const values: Typed = { ...typedFrom(stored), ...typed };
  const complaint = (name: LimitField, field: string) => name === "dollars"
    ? speech.say("limits.bad_dollars", { field, most: speech.amount(DOLLARS.most / 1_000_000) })
    : speech.say("limits.bad", { field, most: speech.amount(MOST) });
  const submit = () => {
    const reading = readLimits(values);
    if (reading.type === "bad") {
      setBad(reading.fields);
      const first = LIMIT_FIELDS.findIndex((name) => reading.fields.includes(name));
      return form.current?.querySelectorAll("input")[first]?.focus();
    }
    setBad([]);
    void registry.change({ limits: { profile: "own", limits: reading.limits } }).then((outcome) => {
      if (outcome.type === "refused") return;
      setTyped({});
      onSaved();
    });
  };
  return (
    <form class="limits-form" ref={form} aria-label={speech.say("limits.own")} noValidate onSubmit={(e) => {
      e.preventDefault();
      submit();
    }}>
      {LIMIT_FIELDS.map((name) => {
        const label = speech.say(`limits.${name}`);
        return (
          <Field key={name} type={name === "dollars" ? "decimal" : "numeric"} label={label} hint={speech.say(`limits.${name}_hint`)} value={values[name]}
            complaint={bad.includes(name) ? complaint(name, label) : null}
            onValue={(value) => {
              setTyped((before) => ({ ...before, [name]: value }));
              setBad((before) => before.filter((other) => other !== name));
            }} />
        );
      })}
      <div class="row"><button type="submit" class="button is-primary">{speech.say("form.save")}</button></div>
    </form>
  );
}
