/** Which children are listened to: those that work, because they may ask something, and those whose steps are looked at. */

import { computed, type ReadonlySignal } from "@preact/signals";
import type { CommandBody, Event, ThreadId } from "../../wire/wire";
import type { PanelState } from "../view/state";
import { childrenOf, lossIn, waitsForKeys } from "./reduce-family";

export interface FamilyParts {
  readonly state: ReadonlySignal<PanelState>;
  send(body: CommandBody): void;
}

export class Family {
  readonly children;
  readonly loss;
  readonly isLocked;
  private asked = new Set<ThreadId>();

  constructor(private readonly parts: FamilyParts) {
    this.children = computed(() => parts.state.value.children);
    this.loss = computed(() => lossIn(parts.state.value));
    this.isLocked = computed(() => waitsForKeys(parts.state.value));
  }

  /** After each event. A new Port knows nothing of what the old one was told. */
  follow(event: Event | { type: `panel.${string}` }): void {
    switch (event.type) {
      case "initialized":
      case "panel.opened":
        this.asked = new Set();
        break;
      case "thread.snapshot":
      case "item.complete":
        break;
      default:
        // No other begins a delegated task.
        return;
    }
    for (const child of childrenOf(this.parts.state.value.thread)) {
      if (child.is === "working") this.look(child.id);
    }
  }

  look(child: ThreadId): void {
    if (this.asked.has(child)) return;
    this.asked.add(child);
    this.parts.send({ type: "thread.subscribe", thread: child });
  }

  /** This one alone; whoever waits for it goes on without it. */
  stop(child: ThreadId): void {
    const run = this.children.value.get(child)?.run ?? null;
    if (run !== null) this.parts.send({ type: "turn.interrupt", thread: child, turn: run.turn });
  }
}
