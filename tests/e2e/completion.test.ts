// An answer that no step shows is not accepted, and one that is shown leads to the steps that show it.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";

const CART = "Put the Aurora Lite into my cart.";
const BOAST = "[[boast Done, the Aurora Lite is in your cart.]]";
const WORK = '[[call read_page {}]][[then click {"element":"Add Aurora Lite to cart","ref":"@Add Aurora Lite to cart"}]][[then read_page {}]]';

scene("a model that claims work and does none is told twice what is missing, and its answer is marked", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(`${CART} ${script(`${BOAST}${BOAST}[[say It is in your cart.]]`)}`);
  await panel.untilText("Not verified");
  await panel.untilIdle();
  const shown = await panel.untilText("no step did it");
  assert.equal(shown.match(/Not accepted: no step did it/g)?.length, 2, shown);
  const asked = await world.playground.chats();
  assert.equal(asked.length, 3);
  assert.match(JSON.stringify(asked[2]), /The answer is not shown by this turn's results: no step did what the answer says/);
  // Opening the chat anew shows the same.
  await panel.reload();
  await panel.untilText("Not verified");
  assert.equal((await panel.untilText("no step did it")).match(/Not accepted/g)?.length, 2);
});

scene("a model that then does the work is believed, and a claim leads to its step", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(`${CART} ${script(`${BOAST}${WORK}[[say The Aurora Lite is in your cart.]]`)}`);
  await panel.decide("Allow once");
  await panel.untilText("Backed by this task's steps");
  await panel.untilIdle();
  await panel.press("Backed by this task's steps");
  await panel.press("Step 2: Click Add Aurora Lite to cart");
  await panel.untilText("You allowed it once.");
  await panel.untilText("Not accepted: no step did it");
});
