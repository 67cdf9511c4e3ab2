/**
 * `reduce(state, event)`: the panel's only way to learn anything. Pure; it knows no DOM, no Port and no clock. What happens
 * inside one Thread is in `reduce-thread.ts`.
 */

import type { CommandBody, Event, MemoryId, SubmissionId, ThreadId, ThreadSummary, TurnId } from "../../wire/wire";
import { haltOf } from "../card/limit";
import { childSnapshot, keepChildren, reduceChild, withoutAnswer } from "../family/reduce-family";
import { hasMessageOf, hasSteer, reduceThread, threadFromSnapshot } from "./reduce-thread";
import { canReroute, isMessage } from "./reroute";
import {
  blankThread, type Complaint, type OpenThread, type PanelState, type PendingMessage, type Remark, type ThreadView,
} from "./state";

/** What the panel itself did, as far as the view has to know. */
export type PanelEvent =
  /** `instead`: of a message that was refused as a steer. */
  | { type: "panel.sent"; submission: SubmissionId; body: CommandBody; sent?: PendingMessage["sent"] }
  | { type: "panel.opened"; open: OpenThread }
  | { type: "panel.complaint_read" }
  | { type: "panel.remarked"; remark: Remark | null }
  | { type: "panel.notice_read"; index: number };

export function reduce(state: PanelState, event: Event | PanelEvent): PanelState {
  switch (event.type) {
    case "initialized": {
      const snapshot = event.snapshot ?? null;
      const next: PanelState = {
        ...state,
        boot: event.boot,
        settings: event.settings,
        connections: event.connections,
        threads: newestFirst(event.threads),
      };
      return snapshot === null ? next : reduce(next, { type: "thread.snapshot", snapshot });
    }
    case "command.ack":
      return acknowledged(state, event);
    case "command.rejected":
      return rejected(state, event);
    case "thread.snapshot": {
      if (event.snapshot.thread.id !== state.open.id) return childSnapshot(state, event.snapshot);
      return keepChildren({
        ...state,
        open: { id: state.open.id, is: "stored" },
        thread: threadFromSnapshot(event.snapshot),
        // It tells everything that was stored before it, also what is on no path that it shows.
        pending: state.pending.filter((p) => p.thread !== state.open.id || p.stored === null),
      });
    }
    case "thread.created":
    case "thread.forked":
    case "thread.updated": {
      const summary = event.thread;
      const open: OpenThread = summary.id === state.open.id ? { id: summary.id, is: "stored" } : state.open;
      return { ...state, open, threads: newestFirst([...state.threads.filter((t) => t.id !== summary.id), summary]) };
    }
    case "thread.deleted":
      return {
        ...state,
        threads: state.threads.filter((t) => t.id !== event.thread),
        thread: state.open.id === event.thread ? null : state.thread,
        children: state.open.id === event.thread ? new Map() : state.children,
        pending: state.pending.filter((p) => p.thread !== event.thread),
      };
    case "settings.updated":
      return { ...state, settings: event.settings };
    case "connections.updated":
      return { ...state, connections: event.connections };
    case "rules.updated":
      return { ...state, rules: event.rules };
    case "memories.updated":
      return { ...state, forgotten: forgotten(state.forgotten, event) };
    case "system.notice":
      return { ...state, notices: [...state.notices.filter((n) => n.code !== event.code), { code: event.code, message: event.message }] };
    case "turn.start":
    case "turn.complete":
    case "item.start":
    case "item.delta":
    case "item.complete":
    case "run.updated":
    case "run.retrying":
    case "run.recovery_required":
    case "approval.request":
    case "approval.closed":
    case "interaction.request":
    case "interaction.closed":
    case "queue.updated":
    case "steers.updated":
    case "plan.updated":
    case "token.usage":
    case "context.occupancy": {
      if (state.thread === null || event.thread !== state.thread.id) return reduceChild(state, event);
      const thread = reduceThread(state.thread, event);
      if (thread === state.thread) return state;
      const next = { ...state, thread };
      switch (event.type) {
        case "item.start":
        case "item.complete":
        case "steers.updated":
          return settlePending(next);
        case "turn.complete":
          return next.remark?.about === "not_while_running" ? { ...next, remark: null } : next;
        default:
          return next;
      }
    }
    // A task that waits for the keys says so itself.
    case "vault.updated":
    case "pong":
    case "fatal.reload_required":
      return state;
    case "panel.sent":
      return sent(state, event);
    case "panel.opened":
      return {
        ...state,
        open: event.open,
        thread: event.open.is === "new" ? blankThread(event.open.id) : null,
        children: new Map(),
        complaint: null,
        remark: null,
      };
    case "panel.complaint_read":
      return { ...state, complaint: null };
    case "panel.remarked":
      return { ...state, remark: event.remark };
    case "panel.notice_read":
      return { ...state, notices: state.notices.filter((_, i) => i !== event.index) };
  }
}

function sent(state: PanelState, { submission, body, sent = "as asked" }: Extract<PanelEvent, { type: "panel.sent" }>): PanelState {
  const next: PanelState = { ...spoken(state, body, "sent"), sent: new Map(state.sent).set(submission, body) };
  if (body.type === "thread.create") {
    return body.thread === state.open.id ? { ...next, open: { id: body.thread, is: "stored" } } : next;
  }
  if (!isMessage(body)) return next;
  const message: PendingMessage = { submission, thread: body.thread, text: body.text, sent, stored: null };
  return { ...next, complaint: null, remark: null, pending: [...state.pending, message] };
}

function acknowledged(state: PanelState, event: Extract<Event, { type: "command.ack" }>): PanelState {
  const { body, submission_id: id } = event;
  const command = state.sent.get(id);
  const message = state.pending.find((p) => p.submission === id);
  const next: PanelState = { ...withoutAnswer(state, command), thread: withoutAnswered(state.thread, command), sent: without(state.sent, id) };
  switch (body.type) {
    case "turn_started":
      return settlePending(stored(remarked(next, message, "sent_as_new"), id, { as: "turn", turn: body.turn }));
    case "turn_queued":
      return remarked({ ...next, pending: next.pending.filter((p) => p.submission !== id) }, message, "joined_queue");
    case "steered":
      return settlePending(stored(next, id, { as: "steer", node: body.steer }));
    case "settings":
      return { ...next, settings: body.settings };
    case "connections":
      return { ...next, connections: body.connections };
    case "rules":
      return { ...next, rules: body.rules };
    case "done":
    case "verified":
    case "models":
    case "trialled":
    case "journal":
    case "memories":
    case "found":
    case "exported":
    case "attachment":
    case "exchanges":
    case "exchange":
      return next;
  }
}

function forgotten(before: ReadonlySet<MemoryId>, { kept, gone }: Extract<Event, { type: "memories.updated" }>): ReadonlySet<MemoryId> {
  const after = new Set([...before, ...gone]);
  for (const memory of kept) after.delete(memory.id);
  return after;
}

function stored(state: PanelState, id: SubmissionId, as: NonNullable<PendingMessage["stored"]>): PanelState {
  return { ...state, pending: state.pending.map((p) => (p.submission === id ? { ...p, stored: as } : p)) };
}

function remarked(state: PanelState, message: PendingMessage | undefined, about: Remark["about"]): PanelState {
  return message?.sent === "instead" ? { ...state, remark: { thread: message.thread, about } } : state;
}

/** An answer that was taken closes its card, even if word of the closing comes later. */
function withoutAnswered(thread: ThreadView | null, command: CommandBody | undefined): ThreadView | null {
  if (thread === null || command === undefined) return thread;
  switch (command.type) {
    case "approval.respond":
      return { ...thread, approvals: thread.approvals.filter((a) => a.id !== command.approval) };
    case "interaction.respond":
      return { ...thread, interactions: thread.interactions.filter((i) => i.id !== command.interaction) };
    default:
      return thread;
  }
}

/** A word on the pause that is shown holds until it is refused; the next pause of the same task is another one. */
function spoken(state: PanelState, body: CommandBody, is: "sent" | "refused"): PanelState {
  const run = state.thread?.run ?? null;
  if (run === null || (body.type !== "run.resume" && body.type !== "run.leave") || body.turn !== run.turn) return state;
  const halt = haltOf(run);
  if (halt === null) return state;
  const { id } = halt.pause;
  if (is === "refused") return { ...state, pauses: without(state.pauses, id) };
  return { ...state, pauses: new Map(state.pauses).set(id, body.type === "run.resume" ? "going on" : "left") };
}

function rejected(state: PanelState, event: Extract<Event, { type: "command.rejected" }>): PanelState {
  const id = event.submission_id;
  const body = state.sent.get(id);
  const next: PanelState = {
    ...(body === undefined ? state : spoken(state, body, "refused")),
    sent: without(state.sent, id),
    pending: state.pending.filter((p) => p.submission !== id),
  };
  if (body === undefined || isSettled(state, body, event.refusal.code) || canReroute(body, event.refusal.code)) return next;
  const cause = failedCreation(state, body);
  if (cause !== null && body.type === "thread.subscribe") return next;
  const open: OpenThread = body.type === "thread.create" && body.thread === state.open.id ? { id: body.thread, is: "new" } : state.open;
  return {
    ...next,
    open,
    complaint: {
      submission: id,
      about: body.type,
      refusal: cause?.refusal ?? event.refusal,
      thread: threadOf(body),
      turn: turnOf(body),
      text: textOf(body),
    },
  };
}

function turnOf(body: CommandBody): TurnId | null {
  if (body.type === "turn.fork") return body.sibling_of;
  return "turn" in body ? (body.turn ?? null) : null;
}

/** What the person wrote and would have to write again. */
function textOf(body: CommandBody): string | null {
  if (isMessage(body) || body.type === "queue.update") return body.text;
  return body.type === "turn.fork" ? (body.text ?? null) : null;
}

/** Of a Thread that could not be made, whatever follows is refused too; the first reason is the one to tell. */
function failedCreation(state: PanelState, body: CommandBody): Complaint | null {
  const { complaint } = state;
  return complaint?.about === "thread.create" && complaint.thread === threadOf(body) ? complaint : null;
}

/** Refused because it had already happened: nothing to tell anybody. */
function isSettled(state: PanelState, body: CommandBody, code: string): boolean {
  // A copied step names a child that was not copied.
  if (body.type === "thread.subscribe" && body.thread !== state.open.id) return true;
  return (body.type === "thread.create" && code === "thread_exists") || (body.type === "attachments.remove" && code === "unknown_attachment");
}

function threadOf(body: CommandBody): ThreadId | null {
  return "thread" in body ? body.thread : null;
}

/** Messages whose own item has arrived are not pending any more. */
function settlePending(state: PanelState): PanelState {
  const thread = state.thread;
  if (thread === null || state.pending.length === 0) return state;
  const pending = state.pending.filter((p) => p.thread !== thread.id || p.stored === null || !isHere(thread, p.stored));
  return pending.length === state.pending.length ? state : { ...state, pending };
}

function isHere(thread: ThreadView, what: NonNullable<PendingMessage["stored"]>): boolean {
  switch (what.as) {
    case "turn":
      return hasMessageOf(thread, what.turn);
    case "steer":
      return hasSteer(thread, what.node);
  }
}

function newestFirst(threads: readonly ThreadSummary[]): ThreadSummary[] {
  return [...threads].sort((a, b) => b.updated_at - a.updated_at);
}

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map;
  const next = new Map(map);
  next.delete(key);
  return next;
}
