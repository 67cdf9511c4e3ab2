/** `reduce` and what goes out: steers, the queue, branches, waits, and a snapshot in the middle of all that. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommandBody, Event, Interaction, RefusalCode, Snapshot, Wait } from "../../wire/wire";
import { announce } from "../view/announce";
import { ofComplaint, ofRunView } from "../view/problem";
import type { PanelEvent } from "../view/reduce";
import { canReroute, instead, messageBody, wayOf } from "../view/reroute";
import type { PanelState } from "../view/state";
import { heldBy } from "../view/waiting";
import { ZH } from "../words/simplified-chinese";
import { speech } from "../words/speech";
import { after, approval, item, live, opened, runView, said, snapshot, step, T, whole } from "./speaking";

const EN = speech("en");
const steer = (id: string, text = "also") => ({ id, text });
const QUESTION: Wait = { type: "question", question: "Which?", options: [] };

function interaction(id: string, wait: Wait = QUESTION): Interaction {
  return { id, thread: T, turn: "u1", call: "k1", asked_at: 1, status: { status: "open" }, wait };
}

function sent(submission: string, body: CommandBody, how: "as asked" | "instead" = "as asked"): PanelEvent {
  return { type: "panel.sent", submission, body, sent: how };
}

const steered: CommandBody = { type: "turn.steer", thread: T, expected_turn: "u1", text: "also", attachments: ["a_1"] };
const ack = (submission_id: string, body: Extract<Event, { type: "command.ack" }>["body"]): Event => ({ type: "command.ack", submission_id, body });
const refused = (submission_id: string, code: RefusalCode): Event => ({ type: "command.rejected", submission_id, refusal: { code, message: "" } });
const pending = (state: PanelState) => state.pending.map((p) => p.text);

const FULL: Partial<Snapshot> = {
  items: [said("n1", "hi")], live: live("n2", 1, "so"), run: runView("streaming_model"), approvals: [approval("a1")], interactions: [interaction("i1")],
  queue: [{ turn: "u2", text: "then" }], queue_mode: "held", steers: [steer("n3")], forks: [{ turn: "u1", siblings: ["n0", "n1"], at: 1 }],
};

test("a snapshot brings steers, waits, forks and whether the queue is held, and replaces all of it at any time", () => {
  const full = opened(snapshot(FULL));
  assert.deepEqual(
    [full.thread?.steers, full.thread?.interactions.map((i) => i.id), full.thread?.forks, full.thread?.queueMode],
    [[steer("n3")], ["i1"], FULL.forks, "held"],
  );
  const { thread } = after(full, snapshot({ items: [said("m1", "other", "u9")], run: runView("completed", { turn: "u9", stop: "end" }) }));
  assert.deepEqual(
    [thread?.turns.map((t) => t.id), thread?.steers, thread?.interactions, thread?.forks, thread?.queue, thread?.queueMode, thread?.approvals],
    [["u9"], [], [], [], [], "flowing", []],
  );
});

test("a wait that is over when the snapshot comes has no card", () => {
  const over: Interaction = { ...interaction("i1"), status: { status: "elapsed" } };
  assert.deepEqual(opened(snapshot({ interactions: [over] })).thread?.interactions, []);
});

test("a question is open from its request to its end, and a repeated request is one card", () => {
  const ask = (id: string): Event => ({ type: "interaction.request", thread: T, interaction: interaction(id) });
  const asked = opened(ask("i1"), ask("i2"), ask("i1"));
  assert.deepEqual(asked.thread?.interactions.map((i) => i.id), ["i2", "i1"]);
  assert.deepEqual(after(asked, { type: "interaction.closed", thread: T, interaction: "i2" }).thread?.interactions.map((i) => i.id), ["i1"]);
});

test("an answer that was taken closes its question, a refused one leaves it open", () => {
  const respond: CommandBody = { type: "interaction.respond", thread: T, interaction: "i1", response: { type: "skip" } };
  const asked = opened({ type: "interaction.request", thread: T, interaction: interaction("i1") }, sent("s1", respond));
  assert.equal(asked.thread?.interactions.length, 1);
  assert.deepEqual(after(asked, ack("s1", { type: "done" })).thread?.interactions, []);
  const stays = after(asked, refused("s1", "storage_full"));
  assert.deepEqual([stays.thread?.interactions.length, stays.complaint?.refusal.code, stays.complaint?.text], [1, "storage_full", null]);
});

test("the queue and its hold are what the last word says", () => {
  const state = opened({ type: "queue.updated", thread: T, mode: "held", queue: [{ turn: "u3", text: "b" }, { turn: "u2", text: "a" }] });
  assert.deepEqual([state.thread?.queue.map((q) => q.turn), state.thread?.queueMode], [["u3", "u2"], "held"]);
  assert.equal(after(state, { type: "queue.updated", thread: T, mode: "flowing", queue: [] }).thread?.queueMode, "flowing");
});

test("what holds the queue is named by how the last task ended", () => {
  assert.equal(heldBy(runView("interrupted")), "queue.held_stop");
  assert.equal(heldBy(runView("failed")), "queue.held_failure");
  for (const state of ["paused_budget", "paused_limit", "paused_context", "paused_takeover"] as const) assert.equal(heldBy(runView(state)), "queue.held_pause");
  for (const run of [null, runView("completed"), runView("streaming_model")]) assert.equal(heldBy(run), "queue.held");
});

test("Enter starts a task, joins the one that runs or waits for a place, and queues when too much is unread", () => {
  const way = (more: Partial<Snapshot>) => wayOf(opened(snapshot(more)).thread);
  assert.equal(wayOf(null), "send");
  assert.equal(way({}), "send");
  assert.equal(way({ run: runView("interrupted"), queue: [{ turn: "u2", text: "x" }], queue_mode: "held" }), "send");
  for (const state of ["ready", "streaming_model", "executing_tool", "waiting_approval", "waiting_interaction", "paused_uncertain"] as const) {
    assert.equal(way({ run: runView(state) }), "steer", state);
  }
  assert.equal(way({ run: runView("ready"), steers: Array.from({ length: 15 }, (_, i) => steer(`n${i}`)) }), "steer");
  assert.equal(way({ run: runView("ready"), steers: Array.from({ length: 16 }, (_, i) => steer(`n${i}`)) }), "queue");
});

test("each way is a command of its own; a steer names its Turn and takes no tab", () => {
  const tab = { id: 1, url: "https://a.example", title: "A" };
  const written = { thread: T, text: "x", tab, attachments: ["a_1"], live: "u1", mode: {} };
  assert.deepEqual(messageBody("steer", written), { type: "turn.steer", thread: T, expected_turn: "u1", text: "x", attachments: ["a_1"] });
  assert.deepEqual(messageBody("queue", written), { type: "turn.enqueue", thread: T, text: "x", tab, attachments: ["a_1"] });
  assert.deepEqual(messageBody("send", { ...written, tab: null, attachments: [] }), { type: "turn.submit", thread: T, text: "x" });
  assert.equal(messageBody("steer", { ...written, live: null }).type, "turn.submit");
  const chosen = { ...written, mode: { overrides: { policy: "always" } } } as const;
  assert.deepEqual((["send", "queue", "steer"] as const).map((way) => "overrides" in messageBody(way, chosen)), [true, true, false]);
});

test("a steer is on its way until it is among those that wait, in either order of ack and news", () => {
  const news: Event = { type: "steers.updated", thread: T, steers: [steer("n3")] };
  const taken = ack("s1", { type: "steered", steer: "n3" });
  const waiting = opened(sent("s1", steered));
  assert.deepEqual(pending(waiting), ["also"]);
  assert.deepEqual(pending(after(waiting, taken)), ["also"]);
  assert.deepEqual(pending(after(waiting, taken, news)), []);
  assert.deepEqual(pending(after(waiting, news, taken)), []);
});

test("a steer that was read before its ack came is not shown twice", () => {
  const read: Event = { type: "item.complete", thread: T, item: item("n3", { type: "user_message", text: "also", delivery: "steered" }) };
  const state = opened(sent("s1", steered), { type: "steers.updated", thread: T, steers: [steer("n3")] },
    { type: "steers.updated", thread: T, steers: [] }, read, ack("s1", { type: "steered", steer: "n3" }));
  assert.deepEqual([pending(state), state.thread?.steers, state.thread?.turns[0]?.items.map((i) => i.id)], [[], [], ["n3"]]);
});

test("what was stored before a snapshot is not on its way any more, even if the path does not show it", () => {
  const state = opened(sent("s1", { type: "turn.submit", thread: T, text: "one" }), sent("s2", { type: "turn.submit", thread: T, text: "two" }),
    ack("s1", { type: "turn_started", turn: "u7" }));
  assert.deepEqual(pending(state), ["one", "two"]);
  assert.deepEqual(pending(after(state, snapshot())), ["two"]);
});

test("only a steer that came too late, or was one too many, is sent otherwise", () => {
  assert.deepEqual(instead(steered, "stale_turn", null, {}), { type: "turn.submit", thread: T, text: "also", attachments: ["a_1"] });
  const tab = { id: 1, url: "https://a.example", title: "A" };
  assert.deepEqual(instead(steered, "steers_full", tab, {}), { type: "turn.enqueue", thread: T, text: "also", tab, attachments: ["a_1"] });
  assert.equal(canReroute(steered, "stale_turn") && canReroute(steered, "steers_full"), true);
  for (const code of ["unknown_thread", "too_large", "storage_full", "queue_full"] as const) assert.equal(canReroute(steered, code), false, code);
  assert.equal(canReroute({ type: "queue.steer", thread: T, turn: "u2", expected_turn: "u1" }, "stale_turn"), false);
});

test("a steer that is sent otherwise is no complaint, and what became of it is said", () => {
  const late = opened(sent("s1", steered), refused("s1", "stale_turn"));
  assert.deepEqual([late.complaint, pending(late)], [null, []]);
  const again = after(late, sent("s2", { type: "turn.submit", thread: T, text: "also" }, "instead"));
  assert.deepEqual([pending(again), again.remark], [["also"], null]);
  assert.deepEqual(after(again, ack("s2", { type: "turn_started", turn: "u2" })).remark, { thread: T, about: "sent_as_new" });
  const queued = after(again, ack("s2", { type: "turn_queued", turn: "u2", position: 1 }));
  assert.deepEqual([queued.remark?.about, pending(queued)], ["joined_queue", []]);
  const lost = after(again, refused("s2", "queue_full"));
  assert.deepEqual([lost.complaint?.text, lost.complaint?.refusal.code, lost.remark], ["also", "queue_full", null]);
});

test("a message sent as asked is not remarked on, and a remark goes with the next message, another chat or a press", () => {
  const plain = opened(sent("s1", { type: "turn.enqueue", thread: T, text: "x" }), ack("s1", { type: "turn_queued", turn: "u2", position: 1 }));
  assert.equal(plain.remark, null);
  const remarked = after(plain, { type: "panel.remarked", remark: { thread: T, about: "not_while_running" } });
  assert.equal(after(remarked, sent("s3", { type: "turn.submit", thread: T, text: "y" })).remark, null);
  assert.equal(after(remarked, { type: "panel.remarked", remark: null }).remark, null);
  assert.equal(after(remarked, { type: "panel.opened", open: { id: "t_x", is: "stored" } }).remark, null);
});

test("that something has to wait for the task is not said any longer than it runs; what became of a message stays", () => {
  const end: Event = { type: "turn.complete", thread: T, turn: "u1", stop: "end", counters: runView("completed").counters };
  const remark = (about: "not_while_running" | "sent_as_new") => opened({ type: "panel.remarked", remark: { thread: T, about } }, end).remark;
  assert.deepEqual([remark("not_while_running"), remark("sent_as_new")?.about], [null, "sent_as_new"]);
});

test("a refused steer or waiting message comes back as text; a refused edit does too, with its Turn", () => {
  const back = (body: CommandBody, code: RefusalCode) => opened(sent("s1", body), refused("s1", code)).complaint;
  assert.equal(back(steered, "storage_full")?.text, "also");
  assert.equal(back({ type: "turn.enqueue", thread: T, text: "x" }, "queue_full")?.text, "x");
  assert.equal(back({ type: "queue.update", thread: T, turn: "u2", text: "y" }, "unknown_turn")?.text, "y");
  const fork = back({ type: "turn.fork", thread: T, sibling_of: "u1", text: "z" }, "busy");
  assert.deepEqual([fork?.text, fork?.turn], ["z", "u1"]);
  assert.deepEqual([back({ type: "turn.fork", thread: T, sibling_of: "u1" }, "busy")?.text, back({ type: "run.resume", thread: T, turn: "u1" }, "environment_drift")?.turn], [null, "u1"]);
});

test("a chat made of another one is in the list, whoever made it", () => {
  const summary = { id: "t_2", title: "A copy", updated_at: 9, turns: 1, activity: "idle", parent: T } as const;
  const state = opened({ type: "thread.forked", from: T, thread: summary });
  assert.deepEqual(state.threads, [summary]);
});

test("events of waits and steers of another Thread change nothing", () => {
  const before = opened(snapshot(FULL));
  const strange: Event[] = [
    { type: "steers.updated", thread: "t_x", steers: [] }, { type: "interaction.closed", thread: "t_x", interaction: "i1" },
    { type: "queue.updated", thread: "t_x", mode: "flowing", queue: [] }, { type: "interaction.request", thread: "t_x", interaction: interaction("i9") },
  ];
  for (const event of strange) assert.equal(after(before, event), before, event.type);
});

test("a message added while the task ran keeps its place among the steps", () => {
  const added = item("n3", { type: "user_message", text: "also", delivery: "steered" });
  const state = opened(snapshot({ items: [said("n1", "hi"), step("k1", { type: "waiting" }), added, whole("n4", "Done.")] }));
  assert.deepEqual(state.thread?.turns[0]?.items.map((i) => i.id), ["n1", "k1", "n3", "n4"]);
});

test("what changed under a task is said with the offer to do it anew, whether it failed or was refused", () => {
  for (const drift of ["format", "record", "connection", "transport", "credential", "tools"] as const) {
    const failed = ofRunView(runView("failed", { error: { code: { type: "environment_drift", drift }, message: "" } }), EN);
    assert.deepEqual([failed?.what, failed?.remedy], [EN.say(`drift.${drift}`), "regenerate"], drift);
    assert.deepEqual(ofComplaint({ code: "environment_drift", field: drift, message: "" }, EN), failed, drift);
  }
  const vague = ofComplaint({ code: "environment_drift", field: "turn", message: "the tools are others" }, EN);
  assert.deepEqual([vague.what, vague.said, vague.remedy], [EN.say("refused.environment_drift.what"), "the tools are others", "regenerate"]);
  assert.equal(ofComplaint({ code: "unknown_turn", field: "turn", message: "no such turn" }, EN).said, null);
});

test("a question is announced at once, a timer and a steer politely", () => {
  const state = opened();
  const request = (wait: Wait): Event => ({ type: "interaction.request", thread: T, interaction: interaction("i1", wait) });
  assert.deepEqual(announce(state, request(QUESTION), EN), { text: "A question for you: Which?", urgency: "now" });
  const until = new Date(2026, 0, 5, 14, 5).getTime();
  assert.equal(announce(state, request({ type: "until", at: until, reason: "" }), EN)?.urgency, "polite");
  const action: Wait = { type: "action", what: "Sign in.", why: "" };
  assert.deepEqual(announce(state, request(action), EN), { text: "The task hands you the page: Sign in.", urgency: "now" });
  assert.deepEqual(announce(state, ack("s1", { type: "steered", steer: "n3" }), EN), { text: "Added to the running task.", urgency: "polite" });
  assert.equal(announce(state, { ...request(QUESTION), thread: "t_x" } as Event, EN), null);
});

test("a time on this day is a time, another one has its date", () => {
  const at = new Date(2026, 0, 5, 14, 5).getTime();
  assert.match(EN.clock(at, new Date(2026, 0, 5, 23, 59).getTime()), /^2:05\sPM$/);
  assert.match(EN.clock(at, new Date(2026, 0, 6, 0, 1).getTime()), /Jan 5/);
  assert.match(speech("zh-CN", ZH).clock(at, at), /^14:05$/);
});
