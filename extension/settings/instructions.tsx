/** What the person wants every task to know. Saved when they say so: half a sentence is no instruction. */

import { useId, useState } from "preact/hooks";
import { Section } from "./section";
import { useRegistry } from "./use-registry";

/** The engine counts bytes; a character is at most four of them, and three in Chinese. */
const MOST_BYTES = 8_000;

export function Instructions() {
  const registry = useRegistry();
  const speech = registry.speech.value;
  const stored = registry.settings.value.instructions ?? "";
  const [typed, setTyped] = useState<string | null>(null);
  const id = useId();
  const text = typed ?? stored;
  const isTooLong = new TextEncoder().encode(text).length > MOST_BYTES;
  const most = speech.amount(MOST_BYTES);
  const save = () => {
    if (isTooLong) return;
    void registry.change({ instructions: text.trim() }).then((outcome) => {
      if (outcome.type === "done") setTyped(null);
    });
  };
  return (
    <Section id="instructions" title={speech.say("settings.instructions")} text={speech.say("settings.instructions_text")}>
      <form class="memory-form" aria-labelledby="instructions" noValidate onSubmit={(e) => {
        e.preventDefault();
        save();
      }}>
        <div class="field">
          <label for={id}>{speech.say("instructions.label")}</label>
          <textarea id={id} rows={5} value={text} aria-describedby={`${id}-hint`} aria-invalid={isTooLong}
            onInput={(e) => setTyped(e.currentTarget.value)} />
          <p id={`${id}-hint`} class={isTooLong ? "hint is-bad" : "hint"} role={isTooLong ? "alert" : undefined}>
            {speech.say(isTooLong ? "instructions.too_long" : "instructions.hint", { most })}
          </p>
        </div>
        <div class="row"><button type="submit" class="button">{speech.say("instructions.save")}</button></div>
      </form>
    </Section>
  );
}
