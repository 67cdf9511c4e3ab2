/** Under a step that remembered something: the way to take it back. */

import type { ItemOf } from "./parts";
import { useDesk } from "./use-desk";

/** The id of a memory is that of the step which made it. A step that found it remembered before made none. */
export function Keepsake({ item }: { item: ItemOf<"tool_call"> }) {
  const desk = useDesk();
  const { tool, status } = item.body;
  if (tool !== "remember" || status.type !== "done" || !status.content.includes(item.id)) return null;
  const speech = desk.speech.value;
  return desk.forgotten.value.has(item.id)
    ? <p class="aside">{speech.say("memory.forgotten")}</p>
    : <button type="button" class="quiet" onClick={() => desk.forget(item.id)}>{speech.say("memory.forget")}</button>;
}
