/** Headers that every request of a connection carries beside its own. No credentials: those are keys. */

import type { SettingsSpeech } from "./words/speech";
import { Field } from "./field";
import { replaced, without } from "./rows";
import { type Flaw, type TypedHeader, typedHeader } from "./typed-connection";

interface HeaderFieldsProps {
  readonly headers: readonly TypedHeader[];
  readonly flaws: readonly Flaw[];
  readonly speech: SettingsSpeech;
  readonly onHeaders: (headers: readonly TypedHeader[]) => void;
}

export function HeaderFields({ headers, flaws, speech, onHeaders }: HeaderFieldsProps) {
  return (
    <details class="rows" open={headers.length > 0}>
      <summary>{speech.say("headers.title")}</summary>
      <p class="hint">{speech.say("headers.text")}</p>
      {headers.map((header, at) => {
        const isBad = flaws.some((flaw) => flaw.field === "header" && flaw.row === header.row);
        const set = (change: Partial<TypedHeader>) => onHeaders(replaced(headers, at, { ...header, ...change }));
        return (
          <div key={header.row} class="row-fields">
            <Field type="text" label={speech.say("headers.name")} hint="" value={header.name}
              complaint={isBad ? speech.say("form.required") : null} onValue={(name) => set({ name })} />
            <Field type="text" label={speech.say("headers.value")} hint="" value={header.value} complaint={null} onValue={(value) => set({ value })} />
            <div class="row">
              <button type="button" class="button" aria-label={speech.say("rows.remove_one", { name: header.name })}
                onClick={() => onHeaders(without(headers, at))}>{speech.say("rows.remove")}</button>
            </div>
          </div>
        );
      })}
      <div class="row">
        <button type="button" class="button" onClick={() => onHeaders([...headers, typedHeader()])}>{speech.say("headers.add")}</button>
      </div>
    </details>
  );
}
