/** Which API an address speaks. */

import { useId } from "preact/hooks";
import type { Wire } from "../wire/wire";
import type { Key, Speech } from "../panel/words/speech";

const WIRES: readonly (readonly [Wire, Key])[] = [
  ["openai-chat", "wire.chat"],
  ["anthropic", "wire.messages"],
  ["openai-responses", "wire.responses"],
];

export function WireField({ wire, speech, onWire }: { wire: Wire; speech: Speech; onWire: (wire: Wire) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{speech.say("form.wire")}</label>
      <select id={id} value={wire} aria-describedby={`${id}-hint`} onChange={(e) => {
        const [chosen] = WIRES.find(([name]) => name === e.currentTarget.value) ?? [];
        if (chosen !== undefined) onWire(chosen);
      }}>
        {WIRES.map(([name, words]) => <option key={name} value={name}>{speech.say(words)}</option>)}
      </select>
      <p id={`${id}-hint`} class="hint">{speech.say("form.wire_hint")}</p>
    </div>
  );
}
