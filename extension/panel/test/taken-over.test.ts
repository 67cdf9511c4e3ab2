/** The card of a page that the person took over in use: real presses in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";

const house = theatre();
const card = (stage: Stage) => stage.page.locator(".card");

test("whoever used the page is told that it paused the task, and Resume lets the same Turn go on", async () => {
  const stage = await house.stage("taken-over");
  await card(stage).getByRole("heading", { name: "You used the page: paused" }).waitFor();
  assert.equal(await stage.button("Continue").count(), 0, "the same is not offered twice");
  await stage.page.getByText("Held while the task is paused").waitFor();
  await stage.rest();
  await stage.answer({ "run.resume": { type: "done" } });
  await card(stage).getByRole("button", { name: "Resume" }).click();
  await card(stage).waitFor({ state: "detached" });
  assert.equal((await stage.one("run.resume")).turn, "turn-1");
});

test("Stop here leaves it paused, and it can be taken up from the conversation", async () => {
  const stage = await house.stage("taken-over");
  await card(stage).waitFor();
  await stage.rest();
  await card(stage).getByRole("button", { name: "Stop here" }).click();
  await card(stage).waitFor({ state: "detached" });
  assert.equal((await stage.one("run.leave")).turn, "turn-1");
  await stage.page.getByText("Paused: you have the page.").waitFor();
  await stage.button("Continue").click();
  assert.equal((await stage.one("run.resume")).turn, "turn-1");
});
