/**
 * What the panel knows. Nothing here is a source of truth: all of it came in events, and a snapshot replaces what it
 * speaks of. Drafts and scroll position are not here; they belong to the composer and the transcript.
 */

import type {
  Approval, CommandBody, Connection, Fork, Interaction, Item, MemoryId, NodeId, PendingSteer, Plan, QueuedMessage, QueueMode, Refusal, RetryNotice,
  Rule, RunView, Settings, StopReason, SubmissionId, SystemNoticeCode, ThreadId, ThreadSummary, TurnId,
} from "../../wire/wire";
import type { PauseWord } from "../card/limit";

export interface TurnView {
  readonly id: TurnId;
  readonly items: readonly Item[];
  /** How it ended, as far as this panel was told. */
  readonly stop: StopReason | null;
}

export interface ThreadView {
  readonly id: ThreadId;
  readonly turns: readonly TurnView[];
  readonly run: RunView | null;
  /** Open ones, oldest first. */
  readonly approvals: readonly Approval[];
  /** Open ones, oldest first. */
  readonly interactions: readonly Interaction[];
  readonly queue: readonly QueuedMessage[];
  readonly queueMode: QueueMode;
  /** Stored, and not read by the model yet. */
  readonly steers: readonly PendingSteer[];
  readonly forks: readonly Fork[];
  readonly plan: Plan | null;
  readonly retry: RetryNotice | null;
}

/** A message on its way: not stored by the engine yet, or stored and what it became not here yet. */
export interface PendingMessage {
  readonly submission: SubmissionId;
  readonly thread: ThreadId;
  readonly text: string;
  /** `instead`: it was meant for a task that could not take it any more. */
  readonly sent: "as asked" | "instead";
  readonly stored: null | { readonly as: "turn"; readonly turn: TurnId } | { readonly as: "steer"; readonly node: NodeId };
}

/** Something that went otherwise than asked, in words under the transcript until the next message is written. */
export interface Remark {
  readonly thread: ThreadId;
  readonly about: "joined_queue" | "sent_as_new" | "not_while_running" | "copied" | "carried";
}

/** A command that was refused, and the text that has to go back to the composer. */
export interface Complaint {
  readonly submission: SubmissionId;
  readonly about: CommandBody["type"];
  readonly refusal: Refusal;
  readonly thread: ThreadId | null;
  readonly turn: TurnId | null;
  readonly text: string | null;
}

export interface SystemNotice {
  readonly code: SystemNoticeCode;
  readonly message: string;
}

/** The Thread that the panel looks at. */
export interface OpenThread {
  readonly id: ThreadId;
  /** `new`: nobody but this panel knows it, until the first message makes it. */
  readonly is: "new" | "stored";
}

export interface PanelState {
  readonly boot: string | null;
  readonly settings: Settings;
  readonly connections: readonly Connection[];
  readonly threads: readonly ThreadSummary[];
  readonly rules: readonly Rule[] | null;
  /** Of those that were remembered, as far as this panel was told. */
  readonly forgotten: ReadonlySet<MemoryId>;
  readonly open: OpenThread;
  /** Null until the snapshot of the open Thread is here. */
  readonly thread: ThreadView | null;
  /** Delegated tasks of the open Thread, as far as they are listened to. */
  readonly children: ReadonlyMap<ThreadId, ThreadView>;
  readonly sent: ReadonlyMap<SubmissionId, CommandBody>;
  readonly pending: readonly PendingMessage[];
  readonly complaint: Complaint | null;
  readonly remark: Remark | null;
  /** Pauses that the person has left as they are, or let go on, as far as it was said here. */
  readonly pauses: ReadonlyMap<string, Exclude<PauseWord, "none">>;
  readonly notices: readonly SystemNotice[];
}

export function blankThread(id: ThreadId): ThreadView {
  return {
    id, turns: [], run: null, approvals: [], interactions: [], queue: [], queueMode: "flowing", steers: [], forks: [], plan: null, retry: null,
  };
}

export function initialState(open: OpenThread): PanelState {
  return {
    boot: null,
    settings: {
      policy: "untrusted",
      language: "auto",
      theme: "auto",
      titles: "model", completion: "enforce",
      limits: { profile: "open" },
    },
    connections: [],
    threads: [],
    rules: null,
    forgotten: new Set(),
    open,
    thread: open.is === "new" ? blankThread(open.id) : null,
    children: new Map(),
    sent: new Map(),
    pending: [],
    complaint: null,
    remark: null,
    pauses: new Map(),
    notices: [],
  };
}

/** The Run of the open Thread while it works or waits for the person. */
export function liveRun(state: PanelState): RunView | null {
  const run = state.thread?.run ?? null;
  return run !== null && isLive(run) ? run : null;
}

export function isLive(run: RunView): boolean {
  switch (run.state) {
    case "ready":
    case "streaming_model":
    case "compacting":
    case "executing_tool":
    case "waiting_approval":
    case "waiting_interaction":
    case "waiting_keys":
    case "paused_uncertain":
      return true;
    case "queued":
    case "completed":
    case "failed":
    case "interrupted":
    case "paused_budget":
    case "paused_limit":
    case "paused_context":
    case "paused_takeover":
      return false;
  }
}
