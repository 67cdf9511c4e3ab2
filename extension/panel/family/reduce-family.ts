/**
 * The children of the open Thread: delegated tasks, each a Thread of its own that is listened to beside it. An event of a
 * Thread that no step names is not ours.
 */

import type { Approval, CommandBody, Interaction, RunView, Snapshot, ThreadId } from "../../wire/wire";
import { reduceThread, type ThreadEvent, threadFromSnapshot } from "../view/reduce-thread";
import { isLive, type PanelState, type ThreadView, type TurnView } from "../view/state";

export function childSnapshot(state: PanelState, snapshot: Snapshot): PanelState {
  const id = snapshot.thread.id;
  if (!childrenOf(state.thread).some((child) => child.id === id)) return state;
  return { ...state, children: new Map(state.children).set(id, threadFromSnapshot(snapshot)) };
}

export function reduceChild(state: PanelState, event: ThreadEvent): PanelState {
  const child = state.children.get(event.thread);
  if (child === undefined) return state;
  const next = reduceThread(child, event);
  return next === child ? state : { ...state, children: new Map(state.children).set(event.thread, next) };
}

/** Those that the Thread still names. */
export function keepChildren(state: PanelState): PanelState {
  const named = new Set(childrenOf(state.thread).map((child) => child.id));
  const kept = [...state.children].filter(([id]) => named.has(id));
  return kept.length === state.children.size ? state : { ...state, children: new Map(kept) };
}

/** An answer that was taken closes its card, even if word of the closing comes later. */
export function withoutAnswer(state: PanelState, command: CommandBody | undefined): PanelState {
  if (command?.type !== "approval.respond") return state;
  const child = state.children.get(command.thread);
  if (child === undefined) return state;
  const approvals = child.approvals.filter((a) => a.id !== command.approval);
  return { ...state, children: new Map(state.children).set(child.id, { ...child, approvals }) };
}

export interface Child {
  readonly id: ThreadId;
  readonly role: string;
  readonly is: "working" | "over";
}

/** In the order of their steps. */
export function childrenOf(thread: ThreadView | null): readonly Child[] {
  return (thread?.turns ?? []).flatMap((turn) => turn.items.flatMap(({ body }) => {
    if (body.type !== "tool_call" || !body.child) return [];
    return [{ id: body.child, role: roleIn(body.arguments), is: body.status.type === "running" ? "working" as const : "over" as const }];
  }));
}

export function roleIn(args: unknown): string {
  const role = typeof args === "object" && args !== null && "role" in args ? args.role : "";
  return typeof role === "string" ? role : "";
}

/** Open questions of the Thread and its children, oldest first. */
export function approvalsIn(state: PanelState): readonly Approval[] {
  return openIn(state, (thread) => thread.approvals);
}

export function interactionsIn(state: PanelState): readonly Interaction[] {
  return openIn(state, (thread) => thread.interactions);
}

function openIn<T extends { readonly asked_at: number }>(state: PanelState, open: (thread: ThreadView) => readonly T[]): readonly T[] {
  const own = state.thread === null ? [] : open(state.thread);
  if (state.children.size === 0) return own;
  return [...own, ...[...state.children.values()].flatMap(open)].sort((a, b) => a.asked_at - b.asked_at);
}

export interface Loss {
  readonly thread: ThreadId;
  readonly run: RunView;
  readonly turns: readonly TurnView[];
}

/** A call of which nobody knows the outcome, here or in a child. */
export function lossIn(state: PanelState): Loss | null {
  for (const { id, run, turns } of familyOf(state)) {
    if (run !== null && isLive(run) && run.state === "paused_uncertain" && run.uncertain) return { thread: id, run, turns };
  }
  return null;
}

/** A task, here or in a child, stands still because the keys are locked. */
export function waitsForKeys(state: PanelState): boolean {
  return familyOf(state).some(({ run }) => run?.state === "waiting_keys");
}

function familyOf(state: PanelState): readonly ThreadView[] {
  return state.thread === null ? [] : [state.thread, ...state.children.values()];
}

export function roleOf(state: PanelState, thread: ThreadId): string | null {
  return childrenOf(state.thread).find((child) => child.id === thread)?.role ?? null;
}

/** The open Thread, or one of its children. */
export function isHeard(state: PanelState, thread: ThreadId): boolean {
  return thread === state.open.id || state.children.has(thread);
}
