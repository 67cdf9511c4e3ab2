// A page that is waited for: it is looked at where it stands, by whichever worker lives when it changes.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";
import { openThread, Witness } from "./witness.ts";
import type { World } from "./world.ts";

const SOON_GONE = '[[call watch_page {"text":"Out of stock today","timeout_minutes":10,"every_seconds":30}]]';
/** Longer than the alarm of a watch that looks twice a minute. */
const LOOKED_AGAIN_MS = 100_000;

async function watched(world: World, panel: SidePanel): Promise<void> {
  await panel.say(script(`${SOON_GONE}[[say it is gone]]`));
  await panel.untilText("Watching http://shop.test");
  await panel.untilText("Until “Out of stock today” is on the page.");
  assert.equal((await world.playground.chats()).length, 1);
}

scene("a page that changes is seen, and the task goes on by itself", { model: "demo" }, async (world) => {
  const shop = await world.shop();
  const panel = await world.panel(shop);
  await watched(world, panel);
  await shop.evaluate(() => document.querySelector("main")?.append("Out of stock today"));
  await panel.untilText(/^it is gone$/m, 60_000);
  await panel.untilIdle();
  assert.match(await world.playground.lastResult(), /"Out of stock today" is on the page/);
  assert.equal((await world.playground.chats()).length, 2);
});

scene(
  "with no panel open and its worker dead, an alarm alone has the page looked at, in another document of the same site",
  { model: "demo" },
  async (world) => {
    const shop = await world.shop();
    const panel = await world.panel(shop);
    await watched(world, panel);
    const thread = await openThread(panel);
    await panel.close();
    await world.killWorker();
    await world.playground.shop({ set: [{ id: "aurora-lite", name: "Out of stock today" }] });
    await shop.reload();
    await until("the model is asked to go on", async () => (await world.playground.chats()).length === 2, LOOKED_AGAIN_MS);
    assert.match(await world.playground.lastResult(), /"Out of stock today" is on the page/);
    const witness = await Witness.of(world);
    await until("the Turn is over", async () => (await witness.snapshot(thread)).run?.state === "completed");
    assert.equal((await world.playground.chats()).length, 2, "it went on once");
  },
  180_000,
);

scene(
  "a tab that goes to another site ends the wait, and nothing is read there",
  { model: "demo" },
  async (world) => {
    const shop = await world.shop();
    const panel = await world.panel(shop);
    await watched(world, panel);
    await shop.goto(`http://elsewhere.test:${world.playground.port}/article/`);
    await panel.untilText(/^it is gone$/m, LOOKED_AGAIN_MS);
    assert.match(await world.playground.lastResult(), /error target_changed: .*nothing was read there/);
  },
  180_000,
);

scene(
  "a watch that outlives the browser ends with the word that its tab is gone",
  { model: "demo" },
  async (world) => {
    const panel = await world.panel(await world.shop());
    await watched(world, panel);
    const thread = await openThread(panel);
    await world.restart();
    await until("the model is asked to go on", async () => (await world.playground.chats()).length === 2, LOOKED_AGAIN_MS);
    assert.match(await world.playground.lastResult(), /error tab_gone/);
    const witness = await Witness.of(world);
    await until("the Turn is over", async () => (await witness.snapshot(thread)).run?.state === "completed");
  },
  180_000,
);
