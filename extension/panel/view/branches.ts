/**
 * What the person may do with a Turn that is over: do it again, say it otherwise, look at what stands beside it, take the
 * chat along into a new one, erase it. All of it changes the tree, so it is for the time when nothing runs.
 */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { CommandBody, Fork, NodeId, TabRef, ThreadId, TurnId } from "../../wire/wire";
import { randomId } from "../link/ids";
import type { Carried, Mode } from "../mode/mode";
import { liveRun, type PanelState, type Remark } from "./state";

export interface BranchParts {
  readonly state: ReadonlySignal<PanelState>;
  readonly tab: ReadonlySignal<TabRef | null>;
  readonly mode: Mode;
  send(body: CommandBody): void;
  remark(about: Remark["about"]): void;
}

/** `changing`: a change of the tree is on its way. */
export type Standing = "free" | "running" | "changing";

/** Where the focus belongs once the branch that was asked for is here. */
export interface Landing {
  readonly node: NodeId;
  readonly tool: "previous" | "next";
}

export interface Editing {
  readonly turn: TurnId;
  readonly text: string;
  /** `back`: it was sent and refused; whoever types elsewhere by now is not disturbed. */
  readonly opened: "by hand" | "back";
}

const NONE: readonly Fork[] = [];

/** Under which an edited message is kept until it is stored, as drafts are. */
export function editKey(turn: TurnId): string {
  return `edit.${turn}`;
}

export class Branches {
  /** The message that is being edited; one at a time. */
  readonly editing = signal<Editing | null>(null);
  readonly forks;
  readonly standing;
  /** The Turn that runs; it has no actions of this kind. */
  readonly running;
  /** The Turn that is being done again, or said otherwise. */
  readonly resending;
  landing: Landing | null = null;

  constructor(private readonly parts: BranchParts) {
    this.forks = computed(() => parts.state.value.thread?.forks ?? NONE);
    this.running = computed(() => liveRun(parts.state.value)?.turn ?? null);
    const changes = computed(() => [...parts.state.value.sent.values()].filter(changesTree));
    this.standing = computed<Standing>(() => {
      if (this.running.value !== null) return "running";
      return changes.value.length > 0 ? "changing" : "free";
    });
    this.resending = computed(() => changes.value.find((body) => body.type === "turn.fork")?.sibling_of ?? null);
  }

  edit(turn: TurnId, text: string): void {
    if (this.mayChange()) this.editing.value = { turn, text, opened: "by hand" };
  }

  editAgain(turn: TurnId, text: string): void {
    this.editing.value = { turn, text, opened: "back" };
  }

  closeEdit(): void {
    this.editing.value = null;
  }

  /** The message as it was edited, beside the one that it was. */
  resend(turn: TurnId, text: string): void {
    if (text.trim() === "" || !this.mayChange()) return;
    const tab = this.parts.tab.value;
    this.editing.value = null;
    this.parts.send({ type: "turn.fork", thread: this.thread(), sibling_of: turn, text, ...(tab === null ? {} : { tab }), ...this.mode() });
  }

  /** The same message once more, beside what came of it. */
  regenerate(turn: TurnId): void {
    if (this.mayChange()) this.parts.send({ type: "turn.fork", thread: this.thread(), sibling_of: turn, ...this.mode() });
  }

  step(fork: Fork, to: Landing["tool"]): void {
    const node = fork.siblings[fork.at + (to === "next" ? 1 : -1)];
    if (node === undefined || !this.mayChange()) return;
    this.landing = { node, tool: to };
    this.parts.send({ type: "thread.select_branch", thread: this.thread(), node });
  }

  /** A chat of its own that begins as this one did up to here; it is opened when it is stored. */
  copyUpTo(node: NodeId): void {
    if (this.mayChange()) this.parts.send({ type: "thread.fork", thread: this.thread(), at_node: node, into: randomId("t") });
  }

  /** The same, abridged for its model: what it is asked next has room. */
  carryOver(node: NodeId): void {
    if (this.mayChange()) this.parts.send({ type: "thread.fork", thread: this.thread(), at_node: node, into: randomId("t"), carry: "abridged" });
  }

  erase(turn: TurnId): void {
    if (this.mayChange()) this.parts.send({ type: "turn.delete", thread: this.thread(), turn });
  }

  private mayChange(): boolean {
    const standing = this.standing.value;
    if (standing === "running") this.parts.remark("not_while_running");
    return standing === "free";
  }

  private mode(): Carried {
    return this.parts.mode.carried(this.thread());
  }

  private thread(): ThreadId {
    return this.parts.state.value.open.id;
  }
}

type TreeChange = Extract<CommandBody, { type: "turn.fork" | "turn.delete" | "thread.select_branch" | "thread.fork" }>;

function changesTree(body: CommandBody): body is TreeChange {
  switch (body.type) {
    case "turn.fork":
    case "turn.delete":
    case "thread.select_branch":
    case "thread.fork":
      return true;
    default:
      return false;
  }
}
