/** The choices of a chat in use: real keys and presses in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { theatre } from "./harness/theatre";

const house = theatre();

test("a choice goes with the next task, and with doing one again", async () => {
  const stage = await house.stage("answer");
  await stage.button("For this chat").click();
  await stage.page.getByLabel("Permission").selectOption("always");
  await stage.page.getByLabel("Limits").selectOption("guarded");
  const overrides = { policy: "always", limits: { profile: "guarded" } };
  await stage.composer.focus();
  assert.equal(await stage.page.getByLabel("Permission").count(), 0, "the form closes when the focus leaves it");
  await stage.button("For this chat: 2 choices of its own").waitFor();
  await stage.composer.fill("Only black ones");
  await stage.page.keyboard.press("Enter");
  assert.deepEqual((await stage.one("turn.submit")).overrides, overrides);
});

test("the form says what the settings say, is closed by Escape, and a choice can be taken back", async () => {
  const stage = await house.stage("answer");
  const button = stage.button(/^For this chat/);
  await button.click();
  const permission = stage.page.getByLabel("Permission");
  assert.equal(await permission.locator("option:checked").innerText(), "As in the settings: Ask before changes");
  await permission.selectOption("auto");
  await permission.selectOption("");
  await stage.page.keyboard.press("Escape");
  await permission.waitFor({ state: "detached" });
  assert.equal(await stage.focused(), "For this chat");
  await stage.composer.fill("Again");
  await stage.page.keyboard.press("Enter");
  assert.equal((await stage.one("turn.submit")).overrides, undefined);
});

test("a model of any connection is chosen for a chat, and the usual one is named", async () => {
  const stage = await house.stage("answer");
  await stage.button("For this chat").click();
  const model = stage.page.getByLabel("Model");
  assert.equal(await model.locator("option:checked").innerText(), "As in the settings: Playground · scripted-1");
  assert.deepEqual(await model.locator("optgroup").evaluateAll((all) => all.map((one) => (one as HTMLOptGroupElement).label)), ["Playground"]);
  await model.selectOption({ label: "scripted-small" });
  await stage.composer.focus();
  await stage.button("For this chat: 1 choice of its own").waitFor();
  await stage.composer.fill("Cheaper ones");
  await stage.page.keyboard.press("Enter");
  assert.deepEqual((await stage.one("turn.submit")).overrides, { connection: "c_1", model: "scripted-small" });
});
