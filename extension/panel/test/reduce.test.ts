/** `reduce`: what the panel knows after which events. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event } from "../../wire/wire";
import { coalesce } from "../view/batch";
import { reduce } from "../view/reduce";
import { initialState, liveRun, type PanelState } from "../view/state";
import { after, approval, COUNTERS, delta, item, live, opened, runView, said, snapshot, step, T, whole } from "./speaking";

const text = (state: PanelState, turn = 0, at = 0): string => {
  const body = state.thread?.turns[turn]?.items[at]?.body;
  return body?.type === "assistant_message" ? body.text : "";
};
const start = (i: ReturnType<typeof item>): Event => ({ type: "item.start", thread: T, item: i });
const complete = (i: ReturnType<typeof item>): Event => ({ type: "item.complete", thread: T, item: i });

test("deltas of the item's attempt are appended, to text and reasoning apart", () => {
  const state = opened(start(live("n1", 1)), delta("n1", 1, "Hel"), delta("n1", 1, "hm", "reasoning"), delta("n1", 1, "lo"));
  assert.deepEqual(state.thread?.turns[0]?.items[0]?.body, {
    type: "assistant_message", text: "Hello", reasoning: "hm", ending: { type: "live", attempt: 1 },
  });
});

test("deltas of a dead attempt are dropped", () => {
  const state = opened(start(live("n1", 2)), delta("n1", 1, "old"), delta("n1", 2, "new"), delta("n1", 3, "future"));
  assert.equal(text(state), "new");
});

test("a higher attempt begins anew, a lower one changes nothing", () => {
  const first = opened(start(live("n1", 1)), delta("n1", 1, "half"));
  assert.equal(text(after(first, start(live("n1", 2)))), "");
  const second = after(first, start(live("n1", 2)), delta("n1", 2, "whole"));
  assert.equal(text(after(second, start(live("n1", 1)))), "whole");
});

test("a complete item replaces the live one and takes no more deltas", () => {
  const done = opened(start(live("n1", 1)), delta("n1", 1, "draft"), complete(whole("n1", "final")));
  assert.equal(text(done), "final");
  assert.equal(after(done, delta("n1", 1, "!")), done);
  assert.equal(text(after(done, start(live("n1", 1)))), "final");
});

test("a step is replaced with each of its states and keeps its place", () => {
  const state = opened(
    start(step("k1", { type: "waiting" })), start(step("k2", { type: "waiting" })), complete(step("k1", { type: "running", since: 5 })),
    complete(step("k1", { type: "done", content: "ok", took_ms: 3 })),
  );
  assert.deepEqual(state.thread?.turns[0]?.items.map((i) => [i.id, i.body.type === "tool_call" ? i.body.status.type : ""]), [
    ["k1", "done"], ["k2", "waiting"],
  ]);
});

test("a Turn that did not change stays the same object", () => {
  const before = opened(complete(said("n0", "first", "u0")), complete(said("n1", "second")), start(live("n2", 1)));
  const next = after(before, delta("n2", 1, "x"));
  assert.equal(next.thread?.turns[0], before.thread?.turns[0]);
  assert.notEqual(next.thread?.turns[1], before.thread?.turns[1]);
});

test("events of another Thread change nothing", () => {
  const before = opened(start(live("n1", 1)));
  assert.equal(after(before, { ...delta("n1", 1, "x"), thread: "t_other" }), before);
  assert.equal(after(before, { type: "approval.request", thread: "t_other", approval: approval("a1") }), before);
});

test("a snapshot replaces everything of its Thread, the live reply last", () => {
  const state = opened(
    start(live("gone", 1)), { type: "approval.request", thread: T, approval: approval("gone") },
    snapshot({ items: [said("n1", "hi")], live: live("n2", 3, "so far"), run: runView("streaming_model"), approvals: [approval("a1")] }),
    delta("n2", 3, " and on"),
  );
  assert.deepEqual(state.thread?.turns.map((t) => t.items.map((i) => i.id)), [["n1", "n2"]]);
  assert.equal(text(state, 0, 1), "so far and on");
  assert.deepEqual(state.thread?.approvals.map((a) => a.id), ["a1"]);
});

test("a snapshot of a Thread that is not looked at is ignored", () => {
  const before = initialState({ id: "t_new", is: "new" });
  assert.equal(reduce(before, snapshot()), before);
});

test("a message on its way is shown until its own item is here, in either order of ack and item", () => {
  const sent: Parameters<typeof after>[1] = {
    type: "panel.sent", submission: "s1", body: { type: "turn.submit", thread: T, text: "hi" },
  };
  const ack: Event = { type: "command.ack", submission_id: "s1", body: { type: "turn_started", turn: "u1" } };
  const pending = (state: PanelState) => state.pending.map((p) => p.text);
  const waiting = opened(sent);
  assert.deepEqual(pending(waiting), ["hi"]);
  assert.deepEqual(pending(after(waiting, ack)), ["hi"]);
  assert.deepEqual(pending(after(waiting, ack, start(said("n1", "hi")))), []);
  assert.deepEqual(pending(after(waiting, start(said("n1", "hi")), ack)), []);
  assert.deepEqual(pending(after(waiting, { ...ack, body: { type: "turn_queued", turn: "u2", position: 1 } })), []);
});

test("a refused message is handed back with the reason", () => {
  const state = opened(
    { type: "panel.sent", submission: "s1", body: { type: "turn.submit", thread: T, text: "hi" } },
    { type: "command.rejected", submission_id: "s1", refusal: { code: "queue_full", message: "8 wait" } },
  );
  assert.deepEqual(state.pending, []);
  assert.deepEqual(state.complaint, {
    submission: "s1", about: "turn.submit", thread: T, turn: null, text: "hi", refusal: { code: "queue_full", message: "8 wait" },
  });
  assert.equal(after(state, { type: "panel.complaint_read" }).complaint, null);
});

test("a refusal of what nobody here sent, or of a Thread that exists already, says nothing", () => {
  const refusal = { code: "thread_exists", message: "" } as const;
  const stranger = opened({ type: "command.rejected", submission_id: "s9", refusal });
  assert.equal(stranger.complaint, null);
  const again = opened(
    { type: "panel.sent", submission: "s1", body: { type: "thread.create", thread: T } }, { type: "command.rejected", submission_id: "s1", refusal },
  );
  assert.equal(again.complaint, null);
});

test("a chat that could not be made is new again, and its message comes back with the first reason", () => {
  const refused = (submission_id: string, code: "storage_full" | "unknown_thread"): Event => ({
    type: "command.rejected", submission_id, refusal: { code, message: "" },
  });
  const state = after(
    initialState({ id: T, is: "new" }),
    { type: "panel.sent", submission: "s1", body: { type: "thread.create", thread: T } },
    { type: "panel.sent", submission: "s2", body: { type: "thread.subscribe", thread: T } },
    { type: "panel.sent", submission: "s3", body: { type: "turn.submit", thread: T, text: "hi" } },
    refused("s1", "storage_full"), refused("s2", "unknown_thread"), refused("s3", "unknown_thread"),
  );
  assert.deepEqual(state.open, { id: T, is: "new" });
  assert.deepEqual([state.complaint?.text, state.complaint?.refusal.code], ["hi", "storage_full"]);
});

test("an approval is open from its request to its end, and a repeated request is one card", () => {
  const asked = opened(
    { type: "approval.request", thread: T, approval: approval("a1") }, { type: "approval.request", thread: T, approval: approval("a2") },
    { type: "approval.request", thread: T, approval: approval("a2") },
  );
  assert.deepEqual(asked.thread?.approvals.map((a) => a.id), ["a1", "a2"]);
  const closed = after(asked, { type: "approval.closed", thread: T, approval: "a1", outcome: { type: "allowed" } });
  assert.deepEqual(closed.thread?.approvals.map((a) => a.id), ["a2"]);
});

test("an answer that was taken closes its card, whether word of the closing comes before or after", () => {
  const answered = opened(
    { type: "approval.request", thread: T, approval: approval("a1") },
    {
      type: "panel.sent", submission: "s1",
      body: { type: "approval.respond", thread: T, approval: "a1", digest: "d", answer: { type: "allow", scope: "once" } },
    },
  );
  assert.equal(answered.thread?.approvals.length, 1);
  const taken = after(answered, { type: "command.ack", submission_id: "s1", body: { type: "done" } });
  assert.deepEqual(taken.thread?.approvals, []);
  assert.deepEqual(after(taken, { type: "approval.closed", thread: T, approval: "a1", outcome: { type: "allowed" } }).thread?.approvals, []);
});

test("the Run drives the strip: it lives, is in doubt, and ends", () => {
  const running = opened({ type: "run.updated", thread: T, run: runView("executing_tool") });
  assert.equal(liveRun(running)?.state, "executing_tool");
  const doubt = after(running, { type: "run.recovery_required", thread: T, turn: "u1", call: "k1" });
  assert.deepEqual([liveRun(doubt)?.state, liveRun(doubt)?.uncertain], ["paused_uncertain", "k1"]);
  const done = after(
    running, { type: "run.updated", thread: T, run: runView("completed", { stop: "end" }) },
    { type: "turn.complete", thread: T, turn: "u1", stop: "end", counters: { ...COUNTERS, input_tokens: 7 } },
  );
  assert.equal(liveRun(done), null);
  assert.equal(done.thread?.run?.counters.input_tokens, 7);
});

test("a retry is shown until something comes", () => {
  const retry = { attempt: 1, of: 3, wait_ms: 500, kind: "overloaded", message: "" } as const;
  const waiting = opened(start(live("n1", 1)), { type: "run.retrying", thread: T, turn: "u1", retry });
  assert.deepEqual(waiting.thread?.retry, retry);
  assert.equal(after(waiting, delta("n1", 1, "x")).thread?.retry, null);
});

test("the list of chats is newest first and follows what happens", () => {
  const summary = (id: string, at: number) => ({ id, title: id, updated_at: at, turns: 1, activity: "idle" as const });
  const state = after(
    initialState({ id: "t_x", is: "new" }), { type: "thread.created", thread: summary("a", 1) }, { type: "thread.created", thread: summary("b", 2) },
    { type: "thread.updated", thread: summary("a", 3) },
  );
  assert.deepEqual(state.threads.map((t) => t.id), ["a", "b"]);
  assert.deepEqual(after(state, { type: "thread.deleted", thread: "a" }).threads.map((t) => t.id), ["b"]);
});

test("the first message makes the new Thread a stored one, so that a reconnect subscribes to it", () => {
  const state = reduce(initialState({ id: T, is: "new" }), { type: "panel.sent", submission: "s1", body: { type: "thread.create", thread: T } });
  assert.deepEqual(state.open, { id: T, is: "stored" });
});

test("a burst of deltas is one event, and nothing moves across another", () => {
  const events: Event[] = [
    ...Array.from({ length: 1_000 }, () => delta("n1", 1, "x")), delta("n1", 1, "r", "reasoning"), complete(whole("n1", "y")), delta("n2", 1, "z"),
  ];
  const found = coalesce(events);
  assert.deepEqual(found.map((e) => (e.type === "item.delta" ? [e.item, e.channel, e.text.length] : e.type)), [
    ["n1", "text", 1_000], ["n1", "reasoning", 1], "item.complete", ["n2", "text", 1],
  ]);
});
