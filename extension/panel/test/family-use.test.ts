/** Delegated tasks in use: their steps below their step, their questions in the one place for questions. Real presses in Chromium. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { COMPARER, READER } from "./harness/family-scene";
import { theatre } from "./harness/theatre";

const house = theatre();

test("the steps of a part that works lie below it, those of one that is over come on demand", async () => {
  const stage = await house.stage("delegated");
  const working = stage.page.getByRole("list", { name: "Steps of the comparer of shipping costs" });
  await working.getByText("Open tab").waitFor();
  assert.equal(await stage.page.getByRole("list", { name: /reader of the headphones page/ }).count(), 0);
  await stage.button(/^Delegate to reader of the headphones page/).click();
  const over = stage.page.getByRole("list", { name: "Steps of the reader of the headphones page" });
  await over.getByText("Read page").waitFor();
  const asked = (await stage.sent("thread.subscribe")).map((body) => body.thread).filter((thread) => thread.startsWith("child-"));
  assert.deepEqual(asked, [COMPARER, READER], "each is listened to once");
});

test("a part's question says who asks, and its answer goes to the part", async () => {
  const stage = await house.stage("delegated");
  const card = stage.page.locator(".card");
  await card.getByText("Delegated: comparer of shipping costs").waitFor();
  await stage.rest();
  await stage.answer({ "approval.respond": { type: "done" } });
  await stage.button(/^Allow once/).click();
  await card.waitFor({ state: "detached" });
  const { thread, approval } = await stage.one("approval.respond");
  assert.deepEqual([thread, approval], [COMPARER, "a_child"]);
});

test("one part is stopped alone", async () => {
  const stage = await house.stage("delegated");
  await stage.button("Stop this part").click();
  assert.equal((await stage.one("turn.interrupt")).thread, COMPARER);
});
