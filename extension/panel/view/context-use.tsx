/** How full the model's window is, and of what. All parts are estimates; the whole is one until the provider has counted it. */

import type { Occupancy } from "../../wire/wire";
import type { Speech } from "../words/speech";
import { PARTS } from "./occupancy";

export function ContextUse({ occupancy, speech }: { occupancy: Occupancy; speech: Speech }) {
  const { parts } = occupancy;
  return (
    <>
      <h3>{speech.say("context.title")}</h3>
      <dl>
        <div>
          <dt>{speech.say("context.full")}</dt>
          <dd>{speech.say("context.of", { used: speech.number(occupancy.used), room: speech.number(occupancy.room) })}</dd>
        </div>
        {PARTS.filter((part) => parts[part] > 0).map((part) => (
          <div key={part}><dt>{speech.say(`context.${part}`)}</dt><dd>{speech.say("context.part", { n: speech.number(parts[part]) })}</dd></div>
        ))}
      </dl>
    </>
  );
}
