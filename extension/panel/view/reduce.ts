/**
 * `reduce(state, event)`: the panel's only way to learn anything. Pure; it knows no DOM, no Port and no clock. What happens
 * inside one Thread is in `reduce-thread.ts`.
 */

import type { ApprovalId, CommandBody, Event, SubmissionId, ThreadId, ThreadSummary } from "../../wire/wire";
import { hasMessageOf, reduceThread, threadFromSnapshot } from "./reduce-thread";
import { blankThread, type Complaint, type OpenThread, type PanelState, type ThreadView } from "./state";

/** What the panel itself did, as far as the view has to know. */
export type PanelEvent =
  | { type: "panel.sent"; submission: SubmissionId; body: CommandBody }
  | { type: "panel.opened"; open: OpenThread }
  | { type: "panel.complaint_read" }
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
      if (event.snapshot.thread.id !== state.open.id) return state;
      return settlePending({
        ...state,
        open: { id: state.open.id, is: "stored" },
        thread: threadFromSnapshot(event.snapshot),
      });
    }
    case "thread.created":
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
        pending: state.pending.filter((p) => p.thread !== event.thread),
      };
    case "settings.updated":
      return { ...state, settings: event.settings };
    case "connections.updated":
      return { ...state, connections: event.connections };
    case "rules.updated":
      return { ...state, rules: event.rules };
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
    case "queue.updated":
    case "token.usage": {
      if (state.thread === null || event.thread !== state.thread.id) return state;
      const thread = reduceThread(state.thread, event);
      if (thread === state.thread) return state;
      const next = { ...state, thread };
      return event.type === "item.start" || event.type === "item.complete" ? settlePending(next) : next;
    }
    case "pong":
    case "fatal.reload_required":
      return state;
    case "panel.sent":
      return sent(state, event.submission, event.body);
    case "panel.opened":
      return {
        ...state,
        open: event.open,
        thread: event.open.is === "new" ? blankThread(event.open.id) : null,
        complaint: null,
      };
    case "panel.complaint_read":
      return { ...state, complaint: null };
    case "panel.notice_read":
      return { ...state, notices: state.notices.filter((_, i) => i !== event.index) };
  }
}

function sent(state: PanelState, submission: SubmissionId, body: CommandBody): PanelState {
  const next: PanelState = { ...state, sent: new Map(state.sent).set(submission, body) };
  switch (body.type) {
    case "thread.create":
      return body.thread === state.open.id ? { ...next, open: { id: body.thread, is: "stored" } } : next;
    case "turn.submit":
      return {
        ...next,
        complaint: null,
        pending: [...state.pending, { submission, thread: body.thread, text: body.text, turn: null }],
      };
    default:
      return next;
  }
}

function acknowledged(state: PanelState, event: Extract<Event, { type: "command.ack" }>): PanelState {
  const { body, submission_id: id } = event;
  const command = state.sent.get(id);
  const thread = command?.type === "approval.respond" ? withoutApproval(state.thread, command.approval) : state.thread;
  const next: PanelState = { ...state, thread, sent: without(state.sent, id) };
  switch (body.type) {
    case "turn_started":
      return settlePending({ ...next, pending: next.pending.map((p) => (p.submission === id ? { ...p, turn: body.turn } : p)) });
    case "turn_queued":
      return { ...next, pending: next.pending.filter((p) => p.submission !== id) };
    case "settings":
      return { ...next, settings: body.settings };
    case "connections":
      return { ...next, connections: body.connections };
    case "rules":
      return { ...next, rules: body.rules };
    case "done":
    case "verified":
    case "journal":
      return next;
  }
}

/** An answer that was taken closes its card, even if word of the closing comes later. */
function withoutApproval(thread: ThreadView | null, approval: ApprovalId): ThreadView | null {
  if (thread === null || !thread.approvals.some((a) => a.id === approval)) return thread;
  return { ...thread, approvals: thread.approvals.filter((a) => a.id !== approval) };
}

function rejected(state: PanelState, event: Extract<Event, { type: "command.rejected" }>): PanelState {
  const id = event.submission_id;
  const body = state.sent.get(id);
  const next: PanelState = {
    ...state,
    sent: without(state.sent, id),
    pending: state.pending.filter((p) => p.submission !== id),
  };
  if (body === undefined || isSettled(body, event.refusal.code)) return next;
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
      text: body.type === "turn.submit" ? body.text : null,
    },
  };
}

/** Of a Thread that could not be made, whatever follows is refused too; the first reason is the one to tell. */
function failedCreation(state: PanelState, body: CommandBody): Complaint | null {
  const { complaint } = state;
  return complaint?.about === "thread.create" && complaint.thread === threadOf(body) ? complaint : null;
}

/** Refused because it had already happened: nothing to tell anybody. */
function isSettled(body: CommandBody, code: string): boolean {
  return body.type === "thread.create" && code === "thread_exists";
}

function threadOf(body: CommandBody): ThreadId | null {
  return "thread" in body ? body.thread : null;
}

/** Messages whose own item has arrived are not pending any more. */
function settlePending(state: PanelState): PanelState {
  const thread = state.thread;
  if (thread === null || state.pending.length === 0) return state;
  const pending = state.pending.filter((p) => p.thread !== thread.id || p.turn === null || !hasMessageOf(thread, p.turn));
  return pending.length === state.pending.length ? state : { ...state, pending };
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
