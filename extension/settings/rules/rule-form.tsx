/** A rule that the person writes. The engine says whether it can be read, and which field cannot. */

import { useId, useState } from "preact/hooks";
import { randomId } from "../../panel/link/ids";
import type { RuleVerdict } from "../../wire/wire";
import { Choices } from "../choices";
import { Field } from "../field";
import { useRegistry } from "../use-registry";
import { PATTERNS } from "./wording";

const VERDICTS = ["allow", "ask", "deny"] as const satisfies readonly RuleVerdict[];

export function RuleForm() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const [isOpen, setOpen] = useState(false);
  const [tool, setTool] = useState("");
  const [origin, setOrigin] = useState("");
  const [verdict, setVerdict] = useState<RuleVerdict>("ask");
  const [flaw, setFlaw] = useState<string | null>(null);
  const tools = useId();
  const close = () => {
    setOpen(false);
    setTool("");
    setOrigin("");
    setFlaw(null);
  };
  const save = () => void registry.saveRule({ id: randomId("r"), tool, origin, verdict }).then((outcome) => {
    if (outcome.type === "done") close();
    else setFlaw(outcome.refusal.field ?? "");
  });
  if (!isOpen) return <button type="button" class="button" onClick={() => setOpen(true)}>{speech.say("rules.add")}</button>;
  return (
    <form class="entry" aria-label={speech.say("rules.add")} noValidate onSubmit={(e) => {
      e.preventDefault();
      save();
    }}>
      <datalist id={tools}>{PATTERNS.map((pattern) => <option key={pattern} value={pattern} />)}</datalist>
      <Field name="rule-tool" type="text" label={speech.say("rules.tool")} hint={speech.say("rules.tool_hint")} value={tool} suggested={tools}
        complaint={flaw === "rule.tool" ? speech.say("rules.tool_bad") : null} onValue={setTool} />
      <Field name="rule-site" type="text" label={speech.say("rules.site")} hint={speech.say("rules.site_hint")} value={origin}
        complaint={flaw === "rule.origin" ? speech.say("rules.site_bad") : null} onValue={setOrigin} />
      <Choices legend={speech.say("rules.verdict")} value={verdict} choices={VERDICTS.map((value) => ({ value, label: speech.say(`verdict.${value}`) }))} onChoice={setVerdict} />
      <div class="row">
        <button type="submit" class="button is-primary">{speech.say("rules.save")}</button>
        <button type="button" class="button" onClick={close}>{speech.say("form.cancel")}</button>
      </div>
    </form>
  );
}
