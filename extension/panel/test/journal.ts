/** A journal as the engine writes it: a read, a question to the person, a click, an answer. */

import type { JournalRow } from "../../wire/wire";

const BEGUN = 1_790_000_000_000;
export const TURN = "turn-1";

const ENTRIES: readonly (readonly [number, string, Record<string, unknown>])[] = [
  [0, "run.created", {
    cause: { input: "command", command: "turn.submit" }, connection: "c_1", model: "demo-large", policy: "untrusted", tab: 7,
    versions: { turn_loop: "loop-2", scheduler: "groups-1", context: "budget-1", prompt: "kernel-2", gate: "gate-1" },
  }],
  [0, "node.appended", { node: "n1", kind: "user_message", chars: 61 }],
  [0, "model.requested", { reply: "n2", attempt: 1, tools: "offered" }],
  [2_100, "node.appended", { node: "n2", kind: "assistant_message", chars: 12, cause: { input: "model_replied" } }],
  [2_100, "model.responded", { reply: "n2", usage: { input: 2_400, output: 80, cache_read: 0, cache_write: 0 } }],
  [2_100, "node.appended", { node: "n3", kind: "tool_call", tool: "read_page" }],
  [2_100, "tools.proposed", { reply: "n2", calls: ["n3"] }],
  [2_100, "tool.judged", { call: "n3", verdict: "allow", reason: "policy_read", flags: [], rule: null }],
  [2_100, "tool.dispatched", { call: "n3", attempt: 1, tab: 7, origin: "https://shop.test" }],
  [2_520, "tool.completed", { call: "n3", outcome: "success", cause: { input: "tool_finished" } }],
  [2_520, "tools.ended", {}],
  [2_520, "model.requested", { reply: "n5", attempt: 1, tools: "offered" }],
  [4_900, "model.responded", { reply: "n5", usage: { input: 3_900, output: 120, cache_read: 1_024, cache_write: 0 }, cause: { input: "model_replied" } }],
  [4_900, "node.appended", { node: "n6", kind: "tool_call", tool: "click" }],
  [4_900, "tool.judged", { call: "n6", verdict: "ask", reason: "policy_untrusted", flags: [], rule: null }],
  [4_900, "approval.asked", { approval: "a1", call: "n6", digest: "d" }],
  [11_400, "approval.answered", { approval: "a1", answer: "allow", cause: { input: "command", command: "approval.respond" } }],
  [11_400, "tool.dispatched", { call: "n6", attempt: 1, tab: 7, origin: "https://shop.test" }],
  [11_800, "tool.completed", { call: "n6", outcome: "failure", cause: { input: "tool_finished" } }],
  [11_800, "model.requested", { reply: "n8", attempt: 1, tools: "offered" }],
  [13_000, "model.responded", { reply: "n8", usage: { input: 4_100, output: 60, cache_read: 3_900, cache_write: 0 }, cause: { input: "model_replied" } }],
  [13_000, "run.completed", { stop: "end", counters: { model_calls: 3, tool_calls: 2 } }],
];

export function journal(entries = ENTRIES): JournalRow[] {
  return entries.map(([at, type, payload], place) => ({ run: TURN, thread: "t_harness", seq: place + 1, at: BEGUN + at, depth: 0, type, payload }));
}

/** Without its last entries, as while the task ran. */
export function journalUntil(type: string): JournalRow[] {
  const rows = journal();
  return rows.slice(0, rows.findIndex((row) => row.type === type));
}
