/** What fills a model's window: how it is told, and how a window is written. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Occupancy } from "../../wire/wire";
import { readWindow } from "../../settings/window";
import { reduceThread, threadFromSnapshot } from "../view/reduce-thread";
import { percentOf } from "../view/occupancy";

const OCCUPANCY: Occupancy = {
  room: 24_576, used: 14_746, by: "estimate", parts: { prompt: 400, tools: 2_000, messages: 1_346, results: 11_000, summary: 0, notes: 0 },
};

test("a window is a whole number in any dress, or nothing", () => {
  assert.deepEqual(["", " ", "32768", "128 000", "1,000,000", "200.000"].map(readWindow), [null, null, 32_768, 128_000, 1_000_000, 200_000]);
  assert.deepEqual(["8191", "10000001", "many", "-5", "1e6"].map(readWindow), ["bad", "bad", "bad", "bad", "bad"]);
});

test("the share of the room is told in whole percent, whatever the room", () => {
  assert.equal(percentOf(OCCUPANCY), 60);
  assert.equal(percentOf({ ...OCCUPANCY, room: 0 }), 1_474_600);
});

test("what fills the window goes to the Run that it is told of, and to no other", () => {
  const counters = {
    model_calls: 1, tool_calls: 0, tool_failures_in_row: 0, broken_arguments_in_row: 0, resumptions: 0,
    input_tokens: 0, output_tokens: 0, cache_read_tokens: 0, cache_write_tokens: 0, active_ms: 0,
  };
  const thread = threadFromSnapshot({
    thread: { id: "t1", title: "", updated_at: 0, turns: 1, activity: "running" },
    items: [], approvals: [], interactions: [], queue: [], queue_mode: "flowing", steers: [], forks: [],
    run: { turn: "r1", state: "streaming_model", counters, journal: 1, limits: {}, used: { tokens: 0, calls: 0, active_ms: 0 } },
  });
  const told = reduceThread(thread, { type: "context.occupancy", thread: "t1", turn: "r1", occupancy: OCCUPANCY });
  assert.deepEqual(told.run?.occupancy, OCCUPANCY);
  assert.equal(reduceThread(thread, { type: "context.occupancy", thread: "t1", turn: "r0", occupancy: OCCUPANCY }), thread);
});
