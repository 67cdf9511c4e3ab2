/** What the person may do with messages that wait for their Turn. Each stays a message of its own: nothing is ever merged. */

import type { ReadonlySignal } from "@preact/signals";
import type { CommandBody, ThreadId, TurnId } from "../../wire/wire";
import { liveRun, type PanelState } from "./state";

export interface WaitingParts {
  readonly state: ReadonlySignal<PanelState>;
  send(body: CommandBody): void;
}

export class Waiting {
  constructor(private readonly parts: WaitingParts) {}

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
