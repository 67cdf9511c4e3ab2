/** A task that has used what it may use: when there is a card, what it says, and how limits are typed. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { CommandBody, Event, Limits, RunView, Used } from "../../wire/wire";
import { readMicros, typedMicros } from "../../settings/money";
import { readPrices, typedPrices } from "../../settings/prices";
import { readLimits, typedFrom, type Typed } from "../../settings/limits-fields";
import { grantWords, haltIn, pauseOf, usedWords } from "../card/limit";
import { announce } from "../view/announce";
import { ofRunView } from "../view/problem";
import type { PanelState } from "../view/state";
import { ZH } from "../words/simplified-chinese";
import { EN as WORDS, speech } from "../words/speech";
import { repository } from "./harness/serve";
import { after, opened, runView, said, snapshot, T } from "./speaking";

const EN = speech("en");
const CN = speech("zh-CN", ZH);
const GUARDED: Limits = { calls: 100, active_ms: 600_000 };
const use = (more: Partial<Used>): Used => ({ tokens: 0, calls: 0, active_ms: 0, ...more });

const BY_CALLS = runView("paused_limit", { limit: "calls", limits: GUARDED, used: use({ calls: 100, active_ms: 192_000 }), stop: "limit_pause" });
const BY_TIME = runView("paused_limit", { limit: "active_time", limits: GUARDED, used: use({ calls: 7, active_ms: 601_000 }), stop: "limit_pause" });
const BY_TOKENS = runView("paused_budget", { limits: { tokens: 50_000 }, used: use({ tokens: 50_000, calls: 3 }), stop: "budget_pause" });
const BY_MONEY = runView("paused_budget", {
  limits: { tokens: 50_000, cost_micros: 500_000 }, used: use({ tokens: 9_000, cost_micros: 512_300 }), stop: "budget_pause",
});
const BROKEN = runView("paused_limit", { limit: "broken_arguments", limits: GUARDED, used: use({ calls: 3 }), stop: "limit_pause" });

function paused(run: RunView, ...more: Event[]): PanelState {
  return opened(snapshot({ items: [said("n1", "hi")], run }), ...more);
}

const word = (state: PanelState) => haltIn(state)?.word ?? null;

function reachedBy(run: RunView, says = EN): string | null {
  const pause = pauseOf(run);
  return pause === null ? null : usedWords(pause.reached, says);
}

test("what was used of what is named by the limit that was reached", () => {
  assert.deepEqual([BY_CALLS, BY_TIME, BY_TOKENS].map((run) => reachedBy(run)), [
    "100 of 100 tool calls", "10 of 10 minutes at work", "50,000 of 50,000 tokens",
  ]);
  assert.deepEqual([BY_CALLS, BY_TIME, BY_TOKENS].map((run) => reachedBy(run, CN)), [
    "工具调用 100 / 100 次", "工作时间 10 / 10 分钟", "词元 50,000 / 50,000 个",
  ]);
  assert.deepEqual([reachedBy(BY_MONEY), reachedBy(BY_MONEY, CN)], ["$0.5123 of $0.50", "花费 $0.5123 / $0.50"]);
  const pause = pauseOf(BY_MONEY);
  assert.ok(pause !== null);
  assert.equal(grantWords(pause, EN), "$0.50 and 50,000 tokens");
});

test("one of something is said as one, parts of a minute as a person would, and less than a minute in seconds", () => {
  const words = (limits: Limits, used: Used) => {
    const limit = limits.calls === undefined ? "active_time" : "calls";
    return reachedBy(runView("paused_limit", { limit, limits, used }));
  };
  assert.equal(words({ calls: 1 }, use({ calls: 1 })), "1 of 1 tool call");
  assert.equal(words({ active_ms: 60_000 }, use({ active_ms: 61_900 })), "1 of 1 minute at work");
  assert.equal(words({ active_ms: 90_000 }, use({ active_ms: 97_000 })), "1.6 of 1.5 minutes at work");
  assert.equal(words({ active_ms: 2_000 }, use({ active_ms: 3_400 })), "3.4 of 2 seconds at work");
  assert.equal(reachedBy(runView("paused_budget", { limits: { tokens: 1 }, used: use({ tokens: 1_234_567 }) })), "1,234,567 of 1 token");
});

test("going on grants everything that is limited anew, and the rest of it is listed", () => {
  const pause = pauseOf(BY_CALLS);
  assert.ok(pause !== null);
  assert.deepEqual(pause.others.map((m) => usedWords(m, EN)), ["3.2 of 10 minutes at work"]);
  assert.deepEqual([grantWords(pause, EN), grantWords(pause, CN)], ["100 tool calls and 10 minutes at work", "100 次工具调用和10 分钟工作时间"]);
  const own = pauseOf({ ...BY_TOKENS, limits: { tokens: 1_000_000, calls: 1, active_ms: 60_000 } });
  assert.ok(own !== null);
  assert.equal(grantWords(own, EN), "1,000,000 tokens, 1 tool call, and 1 minute at work");
});

test("a Run that stands still for another reason has no card", () => {
  for (const state of ["completed", "interrupted", "failed", "paused_context", "paused_uncertain", "streaming_model", "queued"] as const) {
    assert.equal(pauseOf(runView(state, { limits: GUARDED, used: use({ calls: 100 }) })), null, state);
  }
  assert.equal(pauseOf(BROKEN), null);
  assert.equal(pauseOf(runView("paused_budget", { used: use({ tokens: 9 }) })), null, "nothing to say of a limit that is not told");
});

test("the card is there for the Run on the path, and not for one on another branch", () => {
  assert.equal(haltIn(paused(BY_CALLS))?.pause.turn, "u1");
  assert.equal(haltIn(paused({ ...BY_CALLS, turn: "u_elsewhere" })), null);
  assert.equal(haltIn(opened()), null);
});

test("a word that it may stay one holds at once, when it was taken and when the Run says so, until the same task pauses again", () => {
  const state = paused(BY_CALLS);
  assert.equal(word(state), "none");
  const leave: CommandBody = { type: "run.leave", thread: T, turn: "u1" };
  const sent = after(state, { type: "panel.sent", submission: "s1", body: leave });
  assert.equal(word(sent), "left");
  const taken = after(sent, { type: "command.ack", submission_id: "s1", body: { type: "done" } });
  assert.equal(word(taken), "left", "though the Run is told of later");
  const refused = after(sent, { type: "command.rejected", submission_id: "s1", refusal: { code: "storage_full", message: "" } });
  assert.deepEqual([word(refused), refused.complaint?.about], ["none", "run.leave"]);
  const left: RunView = { ...BY_CALLS, asking: "left" };
  assert.equal(word(paused(left)), "left", "on any screen, from the first moment");
  assert.equal(word(after(state, { type: "run.updated", thread: T, run: left })), "left", "said on another screen");
  const later: RunView = { ...BY_CALLS, journal: 9 };
  assert.equal(word(after(taken, { type: "run.updated", thread: T, run: later })), "none");
});

test("a word to go on holds at once and when it was taken; refused, it was never said", () => {
  const resume: CommandBody = { type: "run.resume", thread: T, turn: "u1" };
  const sent = after(paused(BY_TOKENS), { type: "panel.sent", submission: "s1", body: resume });
  assert.equal(word(sent), "going on");
  const taken = after(sent, { type: "command.ack", submission_id: "s1", body: { type: "done" } });
  assert.equal(word(taken), "going on", "though the Run is told of later");
  const again = after(sent, { type: "run.updated", thread: T, run: { ...BY_TOKENS, journal: 9 } }, { type: "command.ack", submission_id: "s1", body: { type: "done" } });
  assert.equal(word(after(taken, { type: "run.updated", thread: T, run: { ...BY_TOKENS, journal: 9 } })), "none", "it went on, and nothing came of it");
  assert.equal(word(again), "none", "whichever is told first");
  const refused = after(sent, { type: "command.rejected", submission_id: "s1", refusal: { code: "environment_drift", message: "" } });
  assert.deepEqual([word(refused), refused.complaint?.about], ["none", "run.resume"]);
  const other = after(paused(BY_TOKENS), { type: "panel.sent", submission: "s1", body: { ...resume, turn: "u2" } });
  assert.equal(word(other), "none", "a waiting message that is sent now is another Turn");
});

test("in the conversation the limit is named and can be continued; unreadable calls keep their words", () => {
  for (const run of [BY_CALLS, BY_TIME, BY_TOKENS]) {
    const found = ofRunView(run, EN);
    assert.deepEqual([found?.remedy, found?.whose, found?.tone], ["continue", "person", "pause"]);
    assert.ok(found?.what.includes(reachedBy(run) ?? "?"), found?.what);
  }
  assert.deepEqual(
    [ofRunView(BROKEN, EN)?.what, ofRunView(BROKEN, EN)?.whose],
    ["Paused: the model sent unreadable tool calls three times in a row.", "model"],
  );
});

test("reaching a limit is announced once, with what was used", () => {
  const state = paused(BY_CALLS);
  const update = (run: RunView): Event => ({ type: "run.updated", thread: T, run });
  assert.deepEqual(announce(state, update(BY_CALLS), EN), {
    text: "Paused. Limit reached: 100 of 100 tool calls. You can let it go on.", urgency: "polite",
  });
  assert.equal(announce(state, update(BROKEN), EN), null);
  assert.equal(announce(state, update(runView("streaming_model", { limits: GUARDED })), EN), null);
  assert.equal(announce(state, { ...update(BY_CALLS), thread: "t_x" } as Event, EN), null);
});

const typed = (calls: string, minutes = "", tokens = "", dollars = ""): Typed => ({ calls, minutes, tokens, dollars });

test("own limits are whole numbers from 1, minutes are kept as time, and nothing typed is no limit", () => {
  assert.deepEqual(readLimits(typed("", " ", "")), { type: "good", limits: {} });
  assert.deepEqual(readLimits(typed(" 200 ", "5", "50000")), { type: "good", limits: { calls: 200, active_ms: 300_000, tokens: 50_000 } });
  assert.deepEqual(readLimits(typed("１００")), { type: "good", limits: { calls: 100 } }, "an input method's digits are digits");
  assert.deepEqual(readLimits(typed("1000000000")), { type: "good", limits: { calls: 1_000_000_000 } });
});

test("anything else is bad, and each field at fault is named", () => {
  for (const bad of ["0", "-1", "1.5", "1e3", "1,000", "ten", "0x10", "1000000001", "9".repeat(30)]) {
    assert.deepEqual(readLimits(typed(bad)), { type: "bad", fields: ["calls"] }, bad);
  }
  assert.deepEqual(readLimits(typed("7", "0", "many")), { type: "bad", fields: ["minutes", "tokens"] });
});

test("money is read to the millionth, and shown as it can be read again", () => {
  const read = (text: string) => readMicros(text, { least: 0, most: 1_000_000_000 });
  assert.deepEqual(["0.50", "$3", "０．１５", " 12.000001 ", "0", ""].map(read), [500_000, 3_000_000, 150_000, 12_000_001, 0, null]);
  for (const bad of ["1,000", "0,5", "-1", "1.0000001", "1e3", ".5", "5.", "1001", "€5"]) assert.equal(read(bad), "bad", bad);
  for (const micros of [0, 1, 150_000, 500_000, 3_000_000, 12_345_600]) assert.equal(read(typedMicros(micros)), micros);
  assert.deepEqual([500_000, 3_000_000, undefined].map(typedMicros), ["0.50", "3", ""]);
  assert.deepEqual(readLimits(typed("", "", "", "0.5")), { type: "good", limits: { cost_micros: 500_000 } });
  assert.deepEqual(readLimits(typed("x", "", "", "0.001")), { type: "bad", fields: ["calls", "dollars"] });
});

test("prices come in pairs: what is read and what is written", () => {
  const none = { input: "", output: "", cache_read: "", cache_write: "" };
  assert.deepEqual(readPrices(none), { type: "good", prices: null });
  assert.deepEqual(readPrices({ ...none, input: "3", output: "15", cache_read: "0.3" }), {
    type: "good", prices: { input: 3_000_000, output: 15_000_000, cache_read: 300_000 },
  });
  assert.deepEqual(readPrices({ ...none, cache_read: "0.3" }), { type: "bad", fields: ["input", "output"] });
  assert.deepEqual(readPrices({ ...none, input: "3", output: "99999", cache_write: "x" }), { type: "bad", fields: ["output", "cache_write"] });
  assert.deepEqual(readPrices(typedPrices({ input: 1, output: 0 })), { type: "good", prices: { input: 1, output: 0 } });
});

test("stored limits are shown as they were typed", () => {
  const limits: Limits = { calls: 7, active_ms: 120_000, tokens: 9_000 };
  assert.deepEqual(typedFrom(limits), typed("7", "2", "9000"));
  assert.deepEqual(typedFrom({}), typed(""));
  assert.deepEqual(readLimits(typedFrom(limits)), { type: "good", limits });
});

test("the words of the guarded profile say the engine's numbers", async () => {
  const caps = await readFile(join(repository(), "crates/protocol/src/caps.rs"), "utf8");
  const cap = (name: string) => Number(new RegExp(`${name}: \\w+ = ([0-9_]+);`).exec(caps)?.[1]?.replaceAll("_", ""));
  for (const words of [WORDS, ZH]) {
    const numbers = [...words["limits.guarded_text"].matchAll(/\d+/g)].map(([n]) => Number(n));
    assert.deepEqual(numbers, [cap("GUARDED_CALLS"), cap("GUARDED_ACTIVE_MS") / 60_000]);
  }
});
