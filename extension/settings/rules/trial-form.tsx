/** "What would happen if …": asked of the gatekeeper itself, which does nothing but answer. */

import { useId, useState } from "preact/hooks";
import { verb, whyInAll } from "../../panel/card/wording";
import type { Trialled } from "../../wire/wire";
import { Field } from "../field";
import { useRegistry } from "../use-registry";
import { siteWords, TOOLS, toolWords } from "./wording";

export function TrialForm() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [tool, setTool] = useState("click");
  const [address, setAddress] = useState("");
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<Trialled | "bad address" | null>(null);
  const id = useId();
  const ask = () => void registry.tryOut({ tool, address, text }).then((outcome) => setAnswer(outcome.type === "refused" ? "bad address" : outcome.value));
  const set = (change: () => void) => {
    change();
    setAnswer(null);
  };
  return (
    <form class="entry" aria-labelledby={`${id}-title`} noValidate onSubmit={(e) => {
      e.preventDefault();
      ask();
    }}>
      <h3 id={`${id}-title`}>{speech.say("trial.title")}</h3>
      <div class="field">
        <label for={id}>{speech.say("rules.tool")}</label>
        <select id={id} value={tool} onChange={(e) => set(() => setTool(e.currentTarget.value))}>
          {TOOLS.map((name) => <option key={name} value={name}>{verb(name, speech)}</option>)}
        </select>
      </div>
      <Field name="trial-address" type="url" label={speech.say("trial.address")} hint={speech.say("trial.address_hint")} value={address}
        complaint={answer === "bad address" ? speech.say("trial.address_bad") : null} onValue={(value) => set(() => setAddress(value))} />
      <Field name="trial-text" type="text" label={speech.say("trial.text")} hint={speech.say("trial.text_hint")} value={text} complaint={null}
        onValue={(value) => set(() => setText(value))} />
      <div class="row"><button type="submit" class="button">{speech.say("trial.do")}</button></div>
      <div role="status">{answer === null || answer === "bad address" ? null : <Answered answer={answer} />}</div>
    </form>
  );
}

function Answered({ answer: { verdict, reason, flags, rule } }: { answer: Trialled }) {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const decided = registry.rules.value?.find(({ id }) => id === rule);
  return (
    <>
      <p class={`is-${verdict}`}>{speech.say(`trial.${verdict}`)}</p>
      <p>{speech.say("trial.because", { reasons: whyInAll(reason, flags, speech) })}</p>
      {decided === undefined ? null : (
        <p>{speech.say("trial.by_rule", { tool: toolWords(decided.tool, speech), site: siteWords(decided.origin, speech), verdict: speech.say(`verdict.${decided.verdict}`) })}</p>
      )}
    </>
  );
}
