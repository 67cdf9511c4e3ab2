// The worker dies at the worst moments. The panel comes back to the same conversation, and nothing happens twice.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { until } from "./until.ts";

const REQUEST = "Find the cheapest headphones in stock and put them in my cart";

scene("killed in mid-stream, the reply starts over and comes to its end", { model: "demo-slow:30" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("count to 60");
  await panel.untilText("19 20");
  await world.killWorker();
  const text = await panel.untilText("59 60", 30_000);
  await panel.untilIdle();
  assert.equal(text.match(/\b37\b/g)?.length ?? 0, 1, "the dead attempt's text is gone");
  assert.equal((await world.playground.chats()).length, 2);
});

scene("killed while a card waits, the card is there again and works", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(REQUEST);
  await panel.untilText("Allow once");
  await world.killWorker();
  await world.untilBack(panel, "Allow once");
  assert.equal((await world.playground.cart()).count, 0);
  await panel.decide("Allow once");
  await panel.untilIdle();
  assert.match(await panel.answer(), /\$39\.90/);
  assert.equal((await world.playground.cart()).count, 1);
});

scene("killed between dispatch and result, the click is not repeated and the person is asked", { model: "demo" }, async (world) => {
  const shop = await world.shop();
  // A page that never comes to rest keeps the answer of the click back for seconds.
  await shop.evaluate(() => {
    const restless = document.createElement("p");
    document.body.append(restless);
    setInterval(() => (restless.textContent = String(performance.now())), 40);
  });
  const panel = await world.panel(shop);
  await panel.say(REQUEST);
  await panel.decide("Allow once");
  await until("the click reached the shop", async () => (await world.playground.cart()).count === 1);
  await world.killWorker();
  await panel.untilText("Did this happen?", 30_000);
  assert.equal((await world.playground.cart()).count, 1, "nothing is repeated by itself");
  await panel.decide("It worked");
  await panel.untilIdle();
  assert.match(await panel.answer(), /\$39\.90/);
  assert.equal((await world.playground.cart()).count, 1, "the click was made once");
});

scene("a panel that opens later shows the same conversation", { model: "demo" }, async (world) => {
  const first = await world.panel(await world.shop());
  await first.say("[[say remember me]]");
  await first.untilText(/^remember me$/m);
  await first.untilIdle();
  await first.close();
  await world.killWorker();
  const second = await world.panel();
  await second.press("Chats");
  await second.press(/^Remember me/);
  await second.untilText(/^remember me$/m);
});
