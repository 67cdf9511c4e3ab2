// A step that only the person can take: the page is theirs until they say so, whatever becomes of worker and browser meanwhile.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";
import { openThread, Witness } from "./witness.ts";
import type { World } from "./world.ts";

const ASKED = '[[call request_user_action {"what":"Put the Aurora Lite into the cart.","why":"The shop asks who you are."}]]';

/** The model has handed the page over and waits. */
async function handedOver(world: World, rest: string): Promise<{ panel: SidePanel; shop: Page }> {
  const shop = await world.shop();
  const panel = await world.panel(shop);
  await panel.say(script(`${ASKED}${rest}`));
  await panel.untilText("You have the page · ");
  return { panel, shop };
}

async function takesTheStep(world: World, shop: Page): Promise<void> {
  await shop.click("text=Add Aurora Lite to cart");
  await until("the step is taken", async () => (await world.playground.cart()).count === 1);
}

scene("a step of the person's is taken in the page, and the task goes on once they say so", { model: "demo" }, async (world) => {
  const { panel, shop } = await handedOver(world, "[[then find_in_page {\"query\":\"Aurora Lite\"}]][[say all right]]");
  await panel.untilText("Put the Aurora Lite into the cart.");
  await takesTheStep(world, shop);
  assert.equal((await world.playground.chats()).length, 1, "nothing goes on before they say so");
  await panel.decide("Done");
  await panel.untilText(/^all right$/m);
  await panel.untilIdle();
  const [word, page] = await world.playground.results();
  assert.match(word ?? "", /The person says that it is done; nothing was checked\. Tab \d+ is at http:\/\/shop\.test/);
  assert.match(page ?? "", /Aurora Lite/);
  assert.equal((await world.playground.cart()).count, 1);
});

scene("a step that the person cannot take is told as such", { model: "demo" }, async (world) => {
  const { panel } = await handedOver(world, "[[say without it]]");
  await panel.decide("I can't");
  await panel.untilText(/^without it$/m);
  await panel.untilIdle();
  assert.match((await world.playground.results()).join(), /^error declined_by_person/);
});

scene("a step that outlives its worker waits as before, and is handed back once", { model: "demo" }, async (world) => {
  const { panel, shop } = await handedOver(world, "[[say all right]]");
  await world.killWorker();
  await takesTheStep(world, shop);
  await world.untilBack(panel, "You have the page");
  await panel.decide("Done");
  await panel.untilText(/^all right$/m);
  await panel.untilIdle();
  const words = await world.playground.results();
  assert.equal(words.length, 1, "it was asked for once, and went on once");
  assert.match(words.join(), /Tab \d+ is at http:\/\/shop\.test/);
});

scene("a step that outlives the browser waits as before, and the model is told that its tab is gone", { model: "demo" }, async (world) => {
  const { panel } = await handedOver(world, "[[say all right]]");
  const thread = await openThread(panel);
  await world.restart();
  const witness = await Witness.of(world);
  const { run, interactions } = await witness.snapshot(thread);
  assert.deepEqual([run?.state, interactions.map(({ wait }) => wait.type)], ["waiting_interaction", ["action"]]);
  const later = await world.panel();
  await later.press("Chats");
  await later.press(/waiting for you/);
  await later.untilText("You have the page · ");
  await later.decide("Done");
  await later.untilText(/^all right$/m);
  await later.untilIdle();
  const words = await world.playground.results();
  assert.equal(words.length, 1, "it was asked for once, and went on once");
  assert.match(words.join(), /The tab cannot be seen any more: call tabs_list/);
});
