/** A full window: what fills it, in words, and what the conversation says of it once no card asks any more. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Occupancy, RunView } from "../../wire/wire";
import { fullOf, hasRoomElsewhere, mostOf } from "../card/full";
import { haltIn } from "../card/limit";
import { announce } from "../view/announce";
import { ofRunView } from "../view/problem";
import { ZH } from "../words/simplified-chinese";
import { speech } from "../words/speech";
import { opened, runView, said, snapshot, T } from "./speaking";

const EN = speech("en");
const CN = speech("zh-CN", ZH);
const PARTS = { prompt: 400, tools: 3_000, messages: 1_500, results: 18_000, summary: 0, notes: 20 };
const OCCUPANCY: Occupancy = { room: 24_576, used: 23_600, by: "estimate", parts: PARTS };
const FULL = runView("paused_context", { stop: "context_full", occupancy: OCCUPANCY });

test("the three largest parts are named, the largest first, and what is not there is not", () => {
  assert.equal(mostOf(OCCUPANCY, EN), "Results of steps ~18K, Descriptions of tools ~3K, and Messages ~1.5K");
  assert.equal(mostOf(OCCUPANCY, CN), "步骤结果 约 1.8万、工具说明 约 3000和消息 约 1500");
  assert.equal(mostOf({ ...OCCUPANCY, parts: { ...PARTS, results: 0, tools: 0, notes: 0, messages: 0 } }, EN), "Instructions ~400");
});

test("only a Run that paused because its window is full has this card", () => {
  for (const state of ["completed", "interrupted", "failed", "paused_limit", "paused_budget", "compacting", "streaming_model"] as const) {
    assert.equal(fullOf(runView(state, { occupancy: OCCUPANCY }), "x"), null, state);
  }
  assert.equal(fullOf(runView("paused_context"), "x"), null, "nothing to say of a window that is not told of");
  assert.deepEqual(fullOf(FULL, "x"), { id: "x", turn: "u1", occupancy: OCCUPANCY, relief: "possible" });
});

test("a chat for itself is no remedy where instructions and tools alone fill the window", () => {
  assert.equal(hasRoomElsewhere(OCCUPANCY), true);
  assert.equal(hasRoomElsewhere({ ...OCCUPANCY, room: 4_000 }), false);
});

test("the card is the pause of the Run that is shown, and gone when the person has left it", () => {
  const state = (run: RunView) => haltIn(opened(snapshot({ items: [said("n1", "hi")], run })));
  assert.deepEqual([state(FULL)?.at, state(FULL)?.word], ["full", "none"]);
  assert.equal(state({ ...FULL, asking: "left" })?.word, "left");
});

test("it is announced once, with how full it is, and not when it is left", () => {
  const state = opened(snapshot({ items: [said("n1", "hi")], run: FULL }));
  const told = announce(state, { type: "run.updated", thread: T, run: FULL }, EN);
  assert.equal(told?.text, "Paused. The model's window is ~96 % full. You can continue, go on in a new chat or use a larger window.");
  assert.equal(announce(state, { type: "run.updated", thread: T, run: { ...FULL, asking: "left" } }, EN), null);
});

test("in the conversation going on is offered, and said to be of no use where it is", () => {
  assert.match(ofRunView(FULL, EN)?.next ?? "", /Continue/);
  assert.equal(ofRunView({ ...FULL, relief: "none" }, EN)?.next, EN.say("full.left_none"));
});
