/** Delegated tasks: what the panel knows of them, and what of it the person is asked. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Item, ItemBody } from "../../wire/wire";
import { approvalsIn, childrenOf, isHeard, lossIn, roleOf } from "../family/reduce-family";
import { announce } from "../view/announce";
import { initialState } from "../view/state";
import { speechIn } from "../words/tongues";
import { after, approval, item, opened, runView, snapshot, step, T } from "./speaking";

const CHILD = "child-k1";

function delegated(status: Extract<ItemBody, { type: "tool_call" }>["status"] = { type: "running", since: 1 }): Item {
  return item("k1", { type: "tool_call", tool: "delegate", effects: "read", arguments: { role: "reader", task: "Read." }, status, child: CHILD });
}

const complete = (one: Item, thread = T): Event => ({ type: "item.complete", thread, item: one });
const of = (thread: string, items: Item[] = []): Event => {
  const event = snapshot({ items });
  assert.ok(event.type === "thread.snapshot");
  return { ...event, snapshot: { ...event.snapshot, thread: { ...event.snapshot.thread, id: thread } } };
};
const asks = (id: string, asked_at: number): Event => (
  { type: "approval.request", thread: CHILD, approval: { ...approval(id), thread: CHILD, asked_at } }
);

test("a child is listened to once a step names it, and nobody else is", () => {
  assert.equal(opened(of(CHILD)).children.size, 0);
  const state = opened(complete(delegated()), of(CHILD), of("t_else"), complete(step("k2", { type: "waiting" }), CHILD));
  assert.deepEqual([...state.children.keys()], [CHILD]);
  assert.equal(state.children.get(CHILD)?.turns[0]?.items[0]?.id, "k2");
  assert.equal(state.thread?.turns[0]?.items.length, 1);
  assert.deepEqual(childrenOf(state.thread), [{ id: CHILD, role: "reader", is: "working" }]);
});

test("what a child asks is asked here, the oldest question first, with its role", () => {
  const own: Event = { type: "approval.request", thread: T, approval: { ...approval("own"), asked_at: 5 } };
  const state = opened(complete(delegated()), of(CHILD), own, asks("older", 1), asks("newer", 9));
  assert.deepEqual(approvalsIn(state).map((a) => a.id), ["older", "own", "newer"]);
  assert.equal(roleOf(state, CHILD), "reader");
  assert.equal(roleOf(state, T), null);
  const closed = after(state, { type: "approval.closed", thread: CHILD, approval: "older", outcome: { type: "allowed" } });
  assert.deepEqual(approvalsIn(closed).map((a) => a.id), ["own", "newer"]);
});

test("an answer that was taken closes a child's card before word of it comes", () => {
  const body = { type: "approval.respond", thread: CHILD, approval: "a1", digest: "d", answer: { type: "deny" } } as const;
  const state = opened(complete(delegated()), of(CHILD), asks("a1", 1), { type: "panel.sent", submission: "s1", body },
    { type: "command.ack", submission_id: "s1", body: { type: "done" } });
  assert.deepEqual(approvalsIn(state), []);
});

test("a lost outcome of a child is asked about here", () => {
  const lost: Event = { type: "run.updated", thread: CHILD, run: runView("paused_uncertain", { uncertain: "k9" }) };
  const state = opened(complete(delegated()), of(CHILD));
  assert.equal(lossIn(state), null);
  assert.deepEqual([lossIn(after(state, lost))?.thread, lossIn(after(state, lost))?.run.uncertain], [CHILD, "k9"]);
});

test("a child that was not copied with its step is no complaint", () => {
  const body = { type: "thread.subscribe", thread: CHILD } as const;
  const state = opened({ type: "panel.sent", submission: "s1", body },
    { type: "command.rejected", submission_id: "s1", refusal: { code: "unknown_thread", message: "" } });
  assert.equal(state.complaint, null);
});

test("another chat, an erased step and a deleted chat take the children along", () => {
  const state = opened(complete(delegated()), of(CHILD));
  assert.equal(after(state, { type: "panel.opened", open: { id: "t_2", is: "stored" } }).children.size, 0);
  assert.equal(after(state, snapshot()).children.size, 0);
  assert.equal(after(state, snapshot({ items: [delegated()] })).children.size, 1);
  assert.equal(after(state, { type: "thread.deleted", thread: T }).children.size, 0);
});

test("a question of a child is announced as one of the chat's own is, one of another chat is not", () => {
  const state = opened(complete(delegated()), of(CHILD));
  assert.equal(announce(state, asks("a1", 1), speechIn("en"))?.urgency, "now");
  assert.equal(announce(state, { ...asks("a1", 1), thread: "t_else" } as Event, speechIn("en")), null);
  assert.equal(isHeard(initialState({ id: T, is: "stored" }), CHILD), false);
});
