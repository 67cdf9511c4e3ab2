/** The card of a full window and the marks before it in use: real keys and presses in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";

const house = theatre();
const card = (stage: Stage) => stage.page.locator(".card");
const press = (stage: Stage, name: string) => card(stage).getByRole("button", { name }).click();

async function rested(scene: "full" | "full-fixed"): Promise<Stage> {
  const stage = await house.stage(scene);
  await card(stage).waitFor();
  await stage.rest();
  return stage;
}

test("the card says what fills the window and what each way on does", async () => {
  const stage = await rested("full");
  const text = await card(stage).innerText();
  for (const part of ["The model's window is full: ~96 %", "Most of it: Results of steps", "Continue takes results out", "A new chat holds the same messages"]) {
    assert.ok(text.includes(part), `${part} is not in ${text}`);
  }
  assert.equal(await card(stage).locator(".is-primary").innerText(), "Continue");
});

test("where going on is of no use the new chat comes first, and going on is still there", async () => {
  const stage = await rested("full-fixed");
  assert.ok((await card(stage).innerText()).includes("helps only with a larger window"));
  assert.deepEqual(await card(stage).locator(".card-answers button").allInnerTexts(), ["New chat from here", "Use a larger window", "Continue", "Stop here"]);
  assert.equal(await card(stage).locator(".is-primary").innerText(), "New chat from here");
});

test("Continue goes on with the same Turn, by keyboard too", async () => {
  const stage = await rested("full");
  await stage.composer.click();
  await stage.page.keyboard.press("F6");
  assert.equal(await stage.focused(), "card");
  await stage.page.keyboard.press("Tab");
  await stage.page.keyboard.press("Tab");
  await stage.page.keyboard.press("Enter");
  assert.equal((await stage.one("run.resume")).turn, "turn-1");
  await card(stage).waitFor({ state: "detached" });
});

test("New chat from here carries over an abridged copy, opens it and writes a first message that the person may change", async () => {
  const stage = await rested("full");
  await press(stage, "New chat from here");
  const { at_node, carry, into, thread } = await stage.one("thread.fork");
  assert.deepEqual([at_node, carry, thread], ["n8", "abridged", "t_harness"]);
  await stage.page.locator(".remark", { hasText: "This chat goes on from the other one" }).waitFor();
  assert.ok((await stage.sent("thread.subscribe")).some((body) => body.thread === into));
  assert.equal(await stage.composer.inputValue(), "Go on from here.");
});

test("Use a larger window opens the settings where it is written down, and the card stays", async () => {
  const stage = await rested("full");
  await press(stage, "Use a larger window");
  await stage.until(async () => (await stage.page.evaluate(() => window.harness.opened)).length > 0);
  assert.deepEqual(await stage.page.evaluate(() => window.harness.opened), ["chrome-extension://fairlead/settings.html#window"]);
  assert.equal(await card(stage).count(), 1);
});

test("that place is the window of the connection in use, with the focus in it", async () => {
  const page = await house.page("settings.html#window");
  const field = page.getByRole("textbox", { name: "Context window, tokens" });
  await field.waitFor();
  assert.equal(await field.evaluate((el) => el === document.activeElement), true);
});

test("Stop here is told to the engine and leaves the task paused", async () => {
  const stage = await rested("full");
  await press(stage, "Stop here");
  assert.equal((await stage.one("run.leave")).turn, "turn-1");
  await card(stage).waitFor({ state: "detached" });
  await stage.page.getByText("Paused: the conversation fills the model's window.").waitFor();
});

test("what went out of view is marked where it happened, and the notes can be read", async () => {
  const stage = await rested("full");
  await stage.page.getByText("From here on older results are out of the model's view").waitFor();
  const notes = stage.page.locator("details.aside");
  assert.equal(await notes.locator("p").isVisible(), false);
  await notes.locator("summary").click();
  await stage.page.getByText("Aria 2 costs 49.90 €").waitFor();
});
