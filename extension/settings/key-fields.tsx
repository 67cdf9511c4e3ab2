/** The keys of a connection in the order in which they are tried. A key goes in here and never comes out. */

import type { Connection } from "../wire/wire";
import type { SettingsSpeech } from "./words/speech";
import { Field } from "./field";
import { raised, without } from "./rows";
import { type TypedKey, withTypedKey, type TypedConnection } from "./typed-connection";

interface KeyFieldsProps {
  readonly typed: TypedConnection;
  readonly stored: Connection | null;
  /** Where the provider makes keys. */
  readonly page: string | null;
  readonly isMissing: boolean;
  readonly speech: SettingsSpeech;
  readonly onKeys: (change: Pick<TypedConnection, "keys" | "key">) => void;
}

export function KeyFields({ typed, stored, page, isMissing, speech, onKeys }: KeyFieldsProps) {
  const { keys, key } = typed;
  const inUse = stored?.current ?? stored?.keys[0]?.id;
  const name = ({ hint }: TypedKey) => (hint === null ? speech.say("keys.nameless") : speech.say("keys.name", { hint }));
  return (
    <div class="rows">
      <ol class="keys" aria-label={speech.say("keys.title")}>
        {keys.map((one, at) => (
          <li key={one.id} class="row">
            <span>{name(one)}</span>
            {one.id === inUse ? <span class="hint">{speech.say("keys.in_use")}</span> : null}
            {at === 0 ? null : (
              <button type="button" class="button" aria-label={speech.say("rows.up_one", { name: name(one) })}
                onClick={() => onKeys({ keys: raised(keys, at), key })}>{speech.say("rows.up")}</button>
            )}
            <button type="button" class="button" aria-label={speech.say("rows.remove_one", { name: name(one) })}
              onClick={() => onKeys({ keys: without(keys, at), key })}>{speech.say("rows.remove")}</button>
          </li>
        ))}
      </ol>
      <Field name="key" type="password" label={speech.say("form.key")} value={key} complaint={isMissing ? speech.say("form.required") : null}
        hint={keys.length > 0 ? speech.say("keys.another") : page === null ? speech.say("form.key_hint") : ""} onValue={(value) => onKeys({ keys, key: value })} />
      {page === null ? null : <p class="hint"><a href={page} target="_blank" rel="noreferrer">{speech.say("keys.page")}</a></p>}
      {key.trim() === "" ? null : (
        <div class="row">
          <button type="button" class="button" onClick={() => onKeys({ keys: withTypedKey(typed), key: "" })}>{speech.say("keys.add")}</button>
        </div>
      )}
    </div>
  );
}
