/** Messages that wait for their turn, each with a way to take it back; those that a stop holds can be sent on. */

import { shorten } from "../card/wording";
import { useDesk } from "./use-desk";

export function QueueDock() {
  const desk = useDesk();
  const queue = desk.thread.value?.queue ?? [];
  if (queue.length === 0) return null;
  const speech = desk.speech.value;
  const isHeld = desk.live.value === null;
  return (
    <section class="queue" aria-label={speech.say("queue.label")}>
      <ol>
        {queue.map(({ turn, text }) => (
          <li key={turn}>
            <span class="queue-text">{shorten(text, 200)}</span>
            {isHeld ? (
              <button type="button" class="quiet" aria-label={speech.say("queue.send_one", { text: shorten(text, 40) })}
                onClick={() => desk.resume(turn)}>
                {speech.say("queue.send")}
              </button>
            ) : null}
            <button type="button" class="quiet" aria-label={speech.say("queue.remove_one", { text: shorten(text, 40) })}
              onClick={() => desk.unqueue(turn)}>
              {speech.say("queue.remove")}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
