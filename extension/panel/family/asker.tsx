/** Who asks, on a card of a delegated task. The role is the model's word, and stands where no headline is. */

import type { ThreadId } from "../../wire/wire";
import { useDesk } from "../view/use-desk";
import type { Speech } from "../words/speech";
import { roleOf } from "./reduce-family";

export function Asker({ thread, speech }: { thread: ThreadId; speech: Speech }) {
  const role = roleOf(useDesk().state.value, thread);
  return role === null ? null : <p class="card-meta">{speech.say("child.asks", { role })}</p>;
}
