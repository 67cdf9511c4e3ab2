/** What can be done with a Turn that is over: real keys and presses in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, Item } from "../../wire/wire";
import { SUMMARY, type SceneName } from "./harness/scenes";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";

const house = theatre();
let stage: Stage;

async function scene(name: SceneName): Promise<void> {
  stage = await house.stage(name);
}

/** The chat as it is after another version was chosen or made. */
function version(at: number, of: number): Event {
  const turn = `turn-v${at}`;
  const items: Item[] = [
    { id: `m${at}`, turn, at: 1, body: { type: "user_message", text: `Version number ${at + 1}` } },
    { id: `r${at}`, turn, at: 2, body: { type: "assistant_message", text: `Answer ${at + 1}`, reasoning: "", ending: { type: "whole", stop: { type: "end" } } } },
  ];
  return {
    type: "thread.snapshot",
    snapshot: {
      thread: SUMMARY, items, approvals: [], interactions: [], queue: [], queue_mode: "flowing", steers: [],
      forks: [{ turn, siblings: Array.from({ length: of }, (_, i) => `m${i}`), at }],
    },
  };
}

test("a message is edited in its place and sent as another version", async () => {
  await scene("branches");
  await stage.button("Edit and resend").click();
  const field = stage.page.getByRole("textbox", { name: "Your message" });
  assert.equal(await field.inputValue(), "Find the cheapest headphones in stock and put them in my cart");
  assert.equal(await stage.focused(), "Your message");
  await stage.page.keyboard.press("Control+End");
  await stage.composeWithEnter();
  assert.deepEqual(await stage.sent("turn.fork"), []);
  await stage.page.keyboard.press("Shift+Enter");
  await stage.page.keyboard.type("Only black ones.");
  await stage.page.keyboard.press("Enter");
  const fork = await stage.one("turn.fork");
  assert.deepEqual([fork.sibling_of, fork.text, fork.tab?.id], [
    "turn-1", "Find the cheapest headphones in stock and put them in my cart你\nOnly black ones.", 7,
  ]);
  await field.waitFor({ state: "detached" });
  assert.equal(await stage.focused(), "composer");
});

test("an edit is left by Escape, which stops nothing and changes nothing", async () => {
  await scene("branches");
  await stage.button("Edit and resend").click();
  await stage.page.getByRole("textbox", { name: "Your message" }).fill("something else");
  await stage.page.keyboard.press("Escape");
  await stage.page.getByText("Find the cheapest headphones in stock and put them in my cart").waitFor();
  assert.deepEqual([await stage.sent("turn.fork"), await stage.sent("turn.interrupt")], [[], []]);
});

test("an edit outlives the panel, until it is sent or left", async () => {
  await scene("branches");
  await stage.button("Edit and resend").click();
  const field = stage.page.getByRole("textbox", { name: "Your message" });
  await field.fill("something else");
  const kept = () => stage.page.evaluate(async () => (await chrome.storage.local.get(null))["draft.edit.turn-1"]);
  await stage.until(async () => (await kept()) === "something else");
  await stage.button("Send").first().click();
  await stage.until(async () => (await kept()) === undefined);
  await stage.button("Edit and resend").click();
  await field.fill("yet another");
  await stage.until(async () => (await kept()) === "yet another");
  await stage.button("Cancel").click();
  await stage.until(async () => (await kept()) === undefined);
});

test("a refused edit is open again as it was written", async () => {
  await scene("branches");
  await stage.answer({ "turn.fork": { refused: "no_connection" } });
  await stage.button("Edit and resend").click();
  const field = stage.page.getByRole("textbox", { name: "Your message" });
  await field.fill("something else");
  await field.press("Enter");
  await stage.page.getByRole("alert").getByText("No model is connected.").waitFor();
  assert.equal(await field.inputValue(), "something else");
  assert.deepEqual([await stage.composer.inputValue(), await stage.focused()], ["", "composer"]);
});

test("the same message is done again, once for two presses", async () => {
  await scene("branches");
  await stage.page.evaluate(() => {
    window.harness.engine = "down";
  });
  await stage.button("Regenerate").dblclick();
  await stage.page.getByText("Sending…").waitFor();
  await stage.button("Regenerate").click({ force: true });
  const fork = await stage.one("turn.fork");
  assert.deepEqual([fork.sibling_of, "text" in fork], ["turn-1", false]);
});

test("versions are walked through, and the focus stays on the way", async () => {
  await scene("branches");
  const group = () => stage.page.locator(".versions").getAttribute("aria-label");
  assert.equal(await group(), "Version 2 of 3");
  await stage.button("Next version").focus();
  await stage.page.keyboard.press("Enter");
  assert.equal((await stage.one("thread.select_branch")).node, "m2");
  await stage.emit(version(2, 3));
  await stage.page.getByText("Answer 3").waitFor();
  assert.equal(await group(), "Version 3 of 3");
  assert.equal(await stage.focused(), "Next version");
  await stage.page.keyboard.press("Enter");
  assert.equal((await stage.sent("thread.select_branch")).length, 1, "there is no fourth");
  await stage.page.keyboard.press("ArrowLeft");
  await stage.page.keyboard.press("Enter");
  await stage.until(async () => (await stage.sent("thread.select_branch")).length === 2);
  assert.equal((await stage.sent("thread.select_branch"))[1]?.node, "m1");
});

test("a chat of its own is made up to here, and shown with what it is once it is stored", async () => {
  await scene("branches");
  await stage.composer.fill("half a thought");
  await stage.button("Go on from here in a new chat").click();
  const fork = await stage.one("thread.fork");
  assert.deepEqual([fork.thread, fork.at_node], ["t_harness", "n9"]);
  assert.match(fork.into, /^t_[a-z2-7]{26}$/);
  await stage.until(async () => (await stage.sent("thread.subscribe")).some((s) => s.thread === fork.into));
  await stage.page.locator(".remark").getByText("This chat is a copy of the other one up to here").waitFor();
  assert.equal(await stage.composer.inputValue(), "");
});

test("a copy that could not be made leaves the chat where it is", async () => {
  await scene("branches");
  await stage.answer({ "thread.fork": { refused: "storage_full" } });
  await stage.button("Go on from here in a new chat").click();
  await stage.page.getByRole("alert").getByText("The browser's storage is full.").waitFor();
  assert.deepEqual((await stage.sent("thread.subscribe")).map((s) => s.thread), ["t_harness"]);
});

test("deleting a Turn needs a second word, and Escape takes the question back", async () => {
  await scene("branches");
  await stage.button("Delete this message and its answer").click();
  assert.equal(await stage.page.locator(".question .button").first().evaluate((el) => el === document.activeElement), true, "the harmless answer has the focus");
  await stage.page.keyboard.press("Escape");
  await stage.page.locator(".question").waitFor({ state: "detached" });
  assert.equal(await stage.focused(), "Delete this message and its answer");
  await stage.page.keyboard.press("Enter");
  assert.deepEqual(await stage.sent("turn.delete"), []);
  await stage.button("Delete").click();
  assert.equal((await stage.one("turn.delete")).turn, "turn-1");
});

test("while a task runs the tree stays as it is, and a press says why", async () => {
  await scene("branches");
  await stage.emit({ type: "run.updated", thread: "t_harness", run: {
    turn: "turn-2", state: "streaming_model", journal: 1,
    counters: {
      model_calls: 0, tool_calls: 0, tool_failures_in_row: 0, broken_arguments_in_row: 0, resumptions: 0, input_tokens: 0, output_tokens: 0,
      cache_read_tokens: 0, cache_write_tokens: 0, active_ms: 0,
    },
    limits: {}, used: { tokens: 0, calls: 0, active_ms: 0 },
  } });
  await stage.until(async () => (await stage.button("Regenerate").getAttribute("aria-disabled")) === "true");
  assert.equal(await stage.button("Regenerate").getAttribute("title"), "Possible when no task is running");
  for (const name of ["Regenerate", "Edit and resend", "Go on from here in a new chat", "Delete this message and its answer", "Next version"]) {
    await stage.button(name).click({ force: true });
  }
  await stage.page.locator(".remark").getByText("That can be done when no task is running.").waitFor();
  const types = (await stage.commands()).map((c) => c.body.type);
  assert.deepEqual(types.filter((t) => t === "turn.fork" || t === "thread.fork" || t === "turn.delete" || t === "thread.select_branch"), []);
  assert.equal(await stage.page.locator(".question, .is-edited").count(), 0);
});

test("of the running Turn only its timeline can be looked at", async () => {
  await scene("steered");
  await stage.page.locator("article").waitFor();
  const labels = await stage.page.locator("article [role=toolbar] button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  assert.deepEqual(labels, ["Timeline"]);
});

test("the answer is copied, not what was said on the way", async () => {
  await scene("branches");
  await stage.page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(stage.page.url()).origin });
  await stage.button("Copy").click();
  await stage.button("Copied").waitFor();
  assert.equal(await stage.page.evaluate(() => navigator.clipboard.readText()), "They are in your cart.");
});

test("a task whose footing changed is not continued; the reason is said and it is done anew", async () => {
  await scene("held");
  await stage.answer({ "run.resume": { refused: "environment_drift", field: "tools" } });
  await stage.button("Continue").click();
  const alert = stage.page.getByRole("alert").filter({ hasText: "Fairlead's tools have changed since this task began." });
  await alert.waitFor();
  await alert.getByRole("button", { name: "Regenerate" }).click();
  assert.deepEqual(await stage.one("turn.fork"), { type: "turn.fork", thread: "t_harness", sibling_of: "turn-1" });
  await alert.waitFor({ state: "detached" });
  await stage.page.close();
  await scene("drifted");
  await stage.page.getByText("The connection that this task began with is gone.").waitFor();
  assert.equal(await stage.button("Continue").count(), 0);
  await stage.page.locator(".problem").getByRole("button", { name: "Regenerate" }).click();
  assert.equal((await stage.one("turn.fork")).sibling_of, "turn-1");
});

test("the end of a Turn on another branch is not told here", async () => {
  await scene("held");
  await stage.button("Continue").waitFor();
  await stage.emit(version(0, 2));
  await stage.page.getByText("Answer 1").waitFor();
  assert.equal(await stage.page.locator(".problem").count(), 0);
});
