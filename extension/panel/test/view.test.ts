/** Smaller pieces of the view: layout of a Turn, following the end, recalling, announcing, problems and addresses. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { readBaseUrl } from "../../settings/base-url";
import { announce, Sentences } from "../view/announce";
import { Frames } from "../view/batch";
import { isRestricted } from "../view/composer";
import { Following } from "../view/follow";
import { messagesOf, partsOf, sumUp } from "../view/parts";
import { ofModel, ofRunView } from "../view/problem";
import { recall } from "../view/recall";
import { speech } from "../words/speech";
import { approval, COUNTERS, item, opened, runView, said, step, T, whole } from "./speaking";

const EN = speech("en");

function thought(id: string, reasoning: string) {
  return item(id, { type: "assistant_message", text: "", reasoning, ending: { type: "whole", stop: { type: "tool_use" } } });
}

test("steps in a row are one list, with thoughts between them and answers around them", () => {
  const failed = step("k2", { type: "failed", took_ms: 30, failure: { code: "covered", message: "", next: "" } });
  const parts = partsOf({
    id: "u1", stop: null,
    items: [
      said("n1", "hi"), whole("n2", "I look."), step("k1", { type: "done", content: "", took_ms: 12 }), thought("n3", "hm"), thought("n4", ""), failed,
      whole("n5", "Done."), item("n6", { type: "notice", code: "change_approach", text: "" }),
    ],
  });
  assert.deepEqual(parts.map((p) => (p.type === "steps" ? p.entries.map((e) => e.id) : `${p.type} ${p.item.id}`)), [
    "message n1", "answer n2", ["k1", "n3", "k2"], "answer n5", "notice n6",
  ]);
  const steps = parts.find((p) => p.type === "steps");
  assert.deepEqual(steps?.type === "steps" ? sumUp(steps.entries) : null, { steps: 2, failed: 1, tookMs: 42 });
});

test("an empty reply that was cut short still has a place for saying so", () => {
  const cut = item("n1", { type: "assistant_message", text: "", reasoning: "", ending: { type: "partial", why: "stream_broke" } });
  assert.deepEqual(partsOf({ id: "u1", stop: null, items: [cut, thought("n2", "")] }).map((p) => p.type), ["answer"]);
});

test("the end is followed until the person scrolls up, and again when they come back to it", () => {
  const f = new Following();
  const at = (top: number, height = 1_000) => ({ top, height, view: 400 });
  f.scrolled(at(600), 0);
  f.scrolled(at(600, 1_400), 10);
  assert.equal(f.follows, true, "growing content does not let go");
  f.scrolled(at(500, 1_400), 2_000);
  assert.equal(f.follows, true, "a layout that moves up without a gesture does not let go");
  f.gesture(2_500);
  f.scrolled(at(500, 1_600), 2_550);
  assert.equal(f.follows, true, "a key that scrolls nothing does not let go, though the content grew meanwhile");
  f.gesture(3_000);
  f.scrolled(at(300, 1_400), 3_050);
  assert.equal(f.follows, false);
  f.gesture(4_000);
  f.scrolled(at(990, 1_400), 4_050);
  assert.equal(f.follows, true);
  f.gesture(5_000);
  f.scrolled(at(100, 1_400), 5_050);
  f.takeUp();
  assert.equal(f.follows, true);
});

test("Up and Down go through one's own messages, and never over something that was typed", () => {
  const messages = messagesOf([{ id: "u1", stop: null, items: [said("a", "first")] }, { id: "u2", stop: null, items: [said("b", "second", "u2")] }]);
  assert.deepEqual(messages, ["second", "first"]);
  assert.equal(recall(messages, "", "older"), "second");
  assert.equal(recall(messages, "second", "older"), "first");
  assert.equal(recall(messages, "first", "older"), null);
  assert.equal(recall(messages, "first", "newer"), "second");
  assert.equal(recall(messages, "second", "newer"), "");
  assert.equal(recall(messages, "", "newer"), null);
  assert.equal(recall(messages, "something else", "older"), null);
});

test("an answer is spoken in finished sentences, each once", () => {
  const s = new Sentences();
  assert.equal(s.next("n1", "It costs 49.9", "growing"), "");
  assert.equal(s.next("n1", "It costs 49.90 €. It is **in", "growing"), "It costs 49.90 €.");
  assert.equal(s.next("n1", "It costs 49.90 €. It is **in stock**. ", "growing"), "It is in stock .");
  assert.equal(s.next("n1", "It costs 49.90 €. It is **in stock**. End", "whole"), "End");
  assert.equal(s.next("n2", "价格是49.90。有货", "growing"), "价格是49.90。");
});

test("decisions are announced at once, ends politely, other chats not at all", () => {
  const state = opened({ type: "run.updated", thread: T, run: runView("waiting_approval") });
  assert.deepEqual(announce(state, { type: "approval.request", thread: T, approval: approval("a1") }, EN), {
    text: "Your decision is needed: Click an element on shop.example?", urgency: "now",
  });
  const done = { type: "turn.complete", thread: T, turn: "u1", stop: "end", counters: COUNTERS } as const;
  assert.deepEqual(announce(state, done, EN), { text: "Finished.", urgency: "polite" });
  assert.equal(announce(state, { ...done, thread: "t_other" }, EN), null);
});

test("a problem says what, whose side and what to do, and offers one remedy", () => {
  assert.deepEqual(ofModel("auth", "bad key", EN), {
    what: "The provider did not accept the key.", next: "Check the key of this connection in the settings, then continue.", whose: "person",
    remedy: "settings", said: "bad key", tone: "failure",
  });
  const failed = runView("failed", { error: { code: { type: "model", kind: "network" }, message: "" } });
  assert.deepEqual([ofRunView(failed, EN)?.whose, ofRunView(failed, EN)?.remedy, ofRunView(failed, EN)?.said], ["network", "continue", null]);
});

test("every state in which a Run stands still can be continued, and one that works has no problem", () => {
  for (const state of ["interrupted", "paused_budget", "paused_limit", "paused_context", "paused_takeover"] as const) {
    assert.equal(ofRunView(runView(state), EN)?.remedy, "continue", state);
  }
  for (const state of ["queued", "ready", "streaming_model", "executing_tool", "waiting_approval", "paused_uncertain"] as const) {
    assert.equal(ofRunView(runView(state), EN), null, state);
  }
  assert.equal(ofRunView(runView("completed", { stop: "end" }), EN), null);
  assert.equal(ofRunView(runView("completed", { stop: "unverified" }), EN), null, "the answer says it");
});

test("pages of the browser are explained, pages of the web are not", () => {
  for (const url of ["chrome://settings", "about:blank", "file:///a", "devtools://x", "https://chromewebstore.google.com/detail/x", "view-source:https://a"]) {
    assert.equal(isRestricted(url), true, url);
  }
  for (const url of ["https://a.example", "http://127.0.0.1:1/x", "https://google.com/chromewebstore"]) assert.equal(isRestricted(url), false, url);
});

test("a base URL is cleaned, and needs https unless it stays on this machine", () => {
  const good = (typed: string) => {
    const found = readBaseUrl(typed);
    return found.type === "good" ? [found.url, found.pattern] : found.why;
  };
  assert.deepEqual(good(" https://api.example.com/v1/ "), ["https://api.example.com/v1", "https://api.example.com/*"]);
  assert.deepEqual(good("https://api.example.com/v1/chat/completions"), ["https://api.example.com/v1", "https://api.example.com/*"]);
  assert.deepEqual(good("https://api.example.com/v1/messages"), ["https://api.example.com/v1", "https://api.example.com/*"]);
  assert.deepEqual(good("https://api.example.com/v1/responses/"), ["https://api.example.com/v1", "https://api.example.com/*"]);
  assert.deepEqual(good("http://127.0.0.1:8787/v1"), ["http://127.0.0.1:8787/v1", "http://127.0.0.1/*"]);
  assert.deepEqual(good("http://localhost:11434/v1"), ["http://localhost:11434/v1", "http://localhost/*"]);
  for (const plain of ["http://api.example.com/v1", "http://127.0.0.1.evil.example"]) assert.equal(good(plain), "form.url_plain", plain);
  for (const bad of ["", "api.example.com", "ftp://a.example", "javascript:1", "https://key@a.example"]) assert.equal(good(bad), "form.url_bad", bad);
});

test("events are drawn once a frame, in order, and at once when asked", () => {
  const drawn: number[][] = [];
  const due: (() => void)[] = [];
  const frames = new Frames<number>((batch) => drawn.push(batch), (run) => {
    due.push(run);
    return () => due.splice(0);
  });
  for (let n = 0; n < 1_000; n += 1) frames.push(n);
  assert.equal(due.length, 1);
  due[0]?.();
  frames.push(-1);
  frames.flush();
  assert.deepEqual(drawn.map((b) => b.length), [1_000, 1]);
  assert.equal(due.length, 0);
});
