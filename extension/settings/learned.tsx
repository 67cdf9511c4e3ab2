/** What is left out of requests because the endpoint refused it by name, each with a way back. */

import type { Connection, ConnectionDraft } from "../wire/wire";
import { filled } from "../panel/words/filled";
import type { Tongue } from "../panel/words/speech";
import { useRegistry } from "./use-registry";

interface Words {
  readonly text: string;
  readonly back: string;
  readonly back_one: string;
}

const WORDS: Readonly<Record<Tongue, Words>> = {
  "en": { text: "This endpoint refused {param}; it is left out since.", back: "Send it again", back_one: "Send {param} again" },
  "zh-CN": { text: "此端点拒绝了 {param}，此后不再发送。", back: "重新发送", back_one: "重新发送 {param}" },
};

export function Learned({ connection }: { connection: Connection }) {
  const registry = useRegistry();
  const words = WORDS[registry.speech.value.tongue];
  const learned = connection.quirks?.learned_params ?? [];
  if (learned.length === 0) return null;
  return (
    <ul class="learned">
      {learned.map((param) => (
        <li key={param}>
          {filled(words.text, { param })}{" "}
          <button type="button" class="quiet" aria-label={filled(words.back_one, { param })} onClick={() => {
            void registry.save(draftOf(connection, { learned_params: learned.filter((other) => other !== param) }));
          }}>
            {words.back}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The connection as it is, with other quirks: its keys stay. */
export function draftOf(connection: Connection, quirks: Partial<ConnectionDraft["quirks"]>): ConnectionDraft {
  const { current: _, ...written } = connection;
  return { ...written, keys: connection.keys.map(({ id }) => ({ id })), quirks: { ...connection.quirks, ...quirks } as NonNullable<ConnectionDraft["quirks"]> };
}
