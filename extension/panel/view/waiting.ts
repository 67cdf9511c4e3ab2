/** What the person may do with messages that wait for their Turn. Each stays a message of its own: nothing is ever merged. */

import { computed, type ReadonlySignal } from "@preact/signals";
import type { CommandBody, QueuedMessage, RunView, ThreadId, TurnId } from "../../wire/wire";
import type { Key } from "../words/speech";
import { liveRun, type PanelState } from "./state";

export interface WaitingParts {
  readonly state: ReadonlySignal<PanelState>;
  send(body: CommandBody): void;
}

const NONE: readonly QueuedMessage[] = [];

export class Waiting {
  readonly queue;
  /** Why they do not go on by themselves; null while they do. */
  readonly held;

  constructor(private readonly parts: WaitingParts) {
    this.queue = computed(() => parts.state.value.thread?.queue ?? NONE);
    this.held = computed(() => {
      const { thread } = parts.state.value;
      return thread?.queueMode === "held" ? heldBy(thread.run) : null;
    });
  }

  update(turn: TurnId, text: string): void {
    if (text.trim() !== "") this.parts.send({ type: "queue.update", thread: this.thread(), turn, text });
  }

  remove(turn: TurnId): void {
    this.parts.send({ type: "queue.remove", thread: this.thread(), turn });
  }

  move(turn: TurnId, to: number): void {
    this.parts.send({ type: "queue.move", thread: this.thread(), turn, to });
  }

  /** Into the running Turn, instead of after it. */
  steer(turn: TurnId): void {
    const live = liveRun(this.parts.state.value);
    if (live !== null) this.parts.send({ type: "queue.steer", thread: this.thread(), turn, expected_turn: live.turn });
  }

  /** Before all others, while nothing runs. */
  sendNow(turn: TurnId): void {
    this.parts.send({ type: "run.resume", thread: this.thread(), turn });
  }

  hold(): void {
    this.parts.send({ type: "queue.hold", thread: this.thread() });
  }

  release(): void {
    this.parts.send({ type: "queue.release", thread: this.thread() });
  }

  private thread(): ThreadId {
    return this.parts.state.value.open.id;
  }
}

/** The engine says that they are held; how the last task ended says why. */
export function heldBy(run: RunView | null): Key {
  switch (run?.state) {
    case "interrupted":
      return "queue.held_stop";
    case "failed":
      return "queue.held_failure";
    case "paused_budget":
    case "paused_limit":
    case "paused_context":
    case "paused_takeover":
      return "queue.held_pause";
    case undefined:
    case "queued":
    case "ready":
    case "streaming_model":
    case "compacting":
    case "executing_tool":
    case "waiting_approval":
    case "waiting_interaction":
    case "waiting_keys":
    case "completed":
    case "paused_uncertain":
      return "queue.held";
  }
}
