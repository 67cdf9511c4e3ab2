/** Which API an address speaks. */

import { useId } from "preact/hooks";
import type { Wire } from "../wire/wire";
import type { SettingsSpeech } from "./words/speech";

/** As their makers call them, in every language. */
const WIRES: readonly (readonly [Wire, string])[] = [
  ["openai-chat", "OpenAI Chat Completions"],
  ["anthropic", "Anthropic Messages"],
  ["openai-responses", "OpenAI Responses"],
];

export function WireField({ wire, speech, onWire }: { wire: Wire; speech: SettingsSpeech; onWire: (wire: Wire) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{speech.say("form.wire")}</label>
      <select id={id} value={wire} aria-describedby={`${id}-hint`} onChange={(e) => {
        const [chosen] = WIRES.find(([one]) => one === e.currentTarget.value) ?? [];
        if (chosen !== undefined) onWire(chosen);
      }}>
        {WIRES.map(([one, name]) => <option key={one} value={one}>{name}</option>)}
      </select>
      <p id={`${id}-hint`} class="hint">{speech.say("form.wire_hint")}</p>
    </div>
  );
}
