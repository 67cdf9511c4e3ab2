/**
 * One Thread's part of `reduce`. A Turn whose items did not change stays the same object, so that the transcript draws
 * only what moved; a delta touches one Turn and one item.
 */

import type { Event, Item, ItemBody, NodeId, Snapshot, TurnId } from "../../wire/wire";
import type { ThreadView, TurnView } from "./state";

export type ThreadEvent = Extract<
  Event,
  {
    type:
      | "turn.start" | "turn.complete" | "item.start" | "item.delta" | "item.complete" | "run.updated" | "run.retrying"
      | "run.recovery_required" | "approval.request" | "approval.closed" | "interaction.request" | "interaction.closed"
      | "queue.updated" | "steers.updated" | "plan.updated" | "token.usage" | "context.occupancy";
  }
>;
type Delta = Extract<Event, { type: "item.delta" }>;
type AssistantBody = Extract<ItemBody, { type: "assistant_message" }>;

export function threadFromSnapshot(snapshot: Snapshot): ThreadView {
  const live = snapshot.live ?? null;
  const items = live === null ? snapshot.items : [...snapshot.items, live];
  const turns = new Map<TurnId, Item[]>();
  for (const item of items) {
    const known = turns.get(item.turn);
    if (known === undefined) turns.set(item.turn, [item]);
    else known.push(item);
  }
  const run = snapshot.run ?? null;
  return {
    id: snapshot.thread.id,
    turns: [...turns].map(([id, its]) => ({ id, items: its, stop: run?.turn === id ? (run.stop ?? null) : null })),
    run,
    approvals: snapshot.approvals.filter((a) => a.status.status === "open"),
    interactions: snapshot.interactions.filter((i) => i.status.status === "open"),
    queue: snapshot.queue,
    queueMode: snapshot.queue_mode,
    steers: snapshot.steers,
    forks: snapshot.forks,
    plan: snapshot.plan ?? null,
    retry: null,
  };
}

export function reduceThread(thread: ThreadView, event: ThreadEvent): ThreadView {
  switch (event.type) {
    case "turn.start":
      return changeTurn(thread, event.turn, (turn) => ({ ...turn, stop: null }));
    case "item.start":
      return putItem({ ...thread, retry: null }, event.item, "start");
    case "item.complete":
      return putItem({ ...thread, retry: null }, event.item, "complete");
    case "item.delta":
      return appendDelta(thread, event);
    case "run.updated":
      return withoutUnsent({ ...thread, run: event.run, retry: null });
    case "run.retrying":
      return { ...thread, retry: event.retry };
    case "run.recovery_required":
      return thread.run?.turn === event.turn
        ? { ...thread, run: { ...thread.run, state: "paused_uncertain", uncertain: event.call } }
        : thread;
    case "turn.complete": {
      const run = thread.run?.turn === event.turn ? { ...thread.run, counters: event.counters, stop: event.stop } : thread.run;
      return changeTurn({ ...thread, run, retry: null }, event.turn, (turn) => ({ ...turn, stop: event.stop }));
    }
    case "plan.updated":
      return { ...thread, plan: event.plan };
    case "token.usage":
      return thread.run?.turn === event.turn ? { ...thread, run: { ...thread.run, counters: event.counters } } : thread;
    case "context.occupancy":
      return thread.run?.turn === event.turn ? { ...thread, run: { ...thread.run, occupancy: event.occupancy } } : thread;
    case "approval.request":
      return { ...thread, approvals: [...thread.approvals.filter((a) => a.id !== event.approval.id), event.approval] };
    case "approval.closed":
      return { ...thread, approvals: thread.approvals.filter((a) => a.id !== event.approval) };
    case "interaction.request": {
      const others = thread.interactions.filter((i) => i.id !== event.interaction.id);
      return { ...thread, interactions: [...others, event.interaction] };
    }
    case "interaction.closed":
      return { ...thread, interactions: thread.interactions.filter((i) => i.id !== event.interaction) };
    case "queue.updated":
      return { ...thread, queue: event.queue, queueMode: event.mode };
    case "steers.updated":
      return { ...thread, steers: event.steers };
  }
}

/** The reply that was to come has no place while nobody is asked for it; the next request brings its own. */
function withoutUnsent(thread: ThreadView): ThreadView {
  const run = thread.run;
  if (run?.state !== "waiting_keys") return thread;
  return changeTurn(thread, run.turn, (turn) => ({ ...turn, items: turn.items.filter((item) => liveAttempt(item.body) === null) }));
}

export function hasMessageOf(thread: ThreadView, turn: TurnId): boolean {
  return thread.turns.some((t) => t.id === turn && t.items.some((i) => i.body.type === "user_message"));
}

/** A steer that waits, or the message that it became. */
export function hasSteer(thread: ThreadView, node: NodeId): boolean {
  return thread.steers.some((s) => s.id === node) || thread.turns.some((t) => t.items.some((i) => i.id === node));
}

function changeTurn(thread: ThreadView, id: TurnId, change: (turn: TurnView) => TurnView): ThreadView {
  const at = thread.turns.findLastIndex((t) => t.id === id);
  const turn = thread.turns[at];
  if (turn === undefined) return { ...thread, turns: [...thread.turns, change({ id, items: [], stop: null })] };
  return { ...thread, turns: thread.turns.with(at, change(turn)) };
}

function putItem(thread: ThreadView, item: Item, stroke: "start" | "complete"): ThreadView {
  return changeTurn(thread, item.turn, (turn) => {
    const at = turn.items.findLastIndex((i) => i.id === item.id);
    const known = turn.items[at];
    if (known === undefined) return { ...turn, items: [...turn.items, item] };
    if (stroke === "start" && isOlder(item, known)) return turn;
    return { ...turn, items: turn.items.with(at, item) };
  });
}

/** A start that comes late must not undo what is already whole, nor a later attempt. */
function isOlder(item: Item, known: Item): boolean {
  const [now, then] = [liveAttempt(item.body), liveAttempt(known.body)];
  if (known.body.type === "assistant_message" && then === null) return true;
  return now !== null && then !== null && now <= then;
}

function liveAttempt(body: ItemBody): number | null {
  return body.type === "assistant_message" && body.ending.type === "live" ? body.ending.attempt : null;
}

function appendDelta(thread: ThreadView, delta: Delta): ThreadView {
  for (let at = thread.turns.length - 1; at >= 0; at -= 1) {
    const turn = thread.turns[at];
    const index = turn?.items.findLastIndex((i) => i.id === delta.item) ?? -1;
    const item = turn?.items[index];
    if (turn === undefined || item === undefined) continue;
    if (item.body.type !== "assistant_message" || liveAttempt(item.body) !== delta.attempt) return thread;
    const body = lengthened(item.body, delta);
    if (body === item.body) return thread;
    const items = turn.items.with(index, { ...item, body });
    return { ...thread, retry: null, turns: thread.turns.with(at, { ...turn, items }) };
  }
  return thread;
}

function lengthened(body: AssistantBody, delta: Delta): AssistantBody {
  switch (delta.channel) {
    case "text":
      return { ...body, text: body.text + delta.text };
    case "reasoning":
      return { ...body, reasoning: body.reasoning + delta.text };
    case "progress":
      // Progress belongs to tool calls, which have no place for it in their item.
      return body;
  }
}
