/**
 * Events are drawn once a frame. Deltas that follow each other on one item and channel become one, so that a burst of
 * thousands costs one state, one render and one layout.
 */

import type { Event } from "../../wire/wire";

export function coalesce<E extends { type: string }>(events: readonly (Event | E)[]): (Event | E)[] {
  const out: (Event | E)[] = [];
  let parts: string[] = [];
  const close = () => {
    const last = out.at(-1);
    if (parts.length > 1 && last !== undefined && isDelta(last)) out[out.length - 1] = { ...last, text: parts.join("") };
    parts = [];
  };
  for (const event of events) {
    const last = out.at(-1);
    if (isDelta(event) && last !== undefined && isDelta(last) && continues(last, event)) {
      parts.push(event.text);
      continue;
    }
    close();
    out.push(event);
    if (isDelta(event)) parts = [event.text];
  }
  close();
  return out;
}

type Delta = Extract<Event, { type: "item.delta" }>;

function isDelta(event: { type: string }): event is Delta {
  return event.type === "item.delta";
}

function continues(a: Delta, b: Delta): boolean {
  return a.item === b.item && a.attempt === b.attempt && a.channel === b.channel && a.thread === b.thread;
}

/** Calls back once a frame with everything that was pushed; a hidden document has no frames, so a timer stands in. */
export class Frames<T> {
  private waiting: T[] = [];
  private cancel: (() => void) | null = null;

  constructor(
    private readonly draw: (batch: T[]) => void,
    private readonly schedule: (run: () => void) => () => void = nextFrame,
  ) {}

  push(one: T): void {
    this.waiting.push(one);
    this.cancel ??= this.schedule(() => this.flush());
  }

  flush(): void {
    this.cancel?.();
    this.cancel = null;
    const batch = this.waiting;
    this.waiting = [];
    if (batch.length > 0) this.draw(batch);
  }
}

function nextFrame(run: () => void): () => void {
  if (document.visibilityState === "hidden") {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const frame = requestAnimationFrame(run);
  // A frame asked for just before the document was hidden never comes.
  const timer = setTimeout(run, 250);
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
