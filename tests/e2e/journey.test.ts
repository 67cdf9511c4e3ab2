// The main job and its variations, with the production build, a real side panel and real input.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { until } from "./until.ts";

const REQUEST = "Find the cheapest headphones in stock and put them in my cart";

scene("a person asks, allows once, and gets the item and the page's price", { model: "demo" }, async (world) => {
  const shop = await world.shop();
  const panel = await world.panel(shop);
  await panel.say(REQUEST);
  await panel.untilText("Allow once");
  assert.equal((await world.playground.cart()).count, 0, "nothing happens before the answer");
  await panel.decide("Allow once");
  await panel.untilIdle();
  assert.match(await panel.answer(), /Aurora Lite.*\$39\.90/);
  const cart = await world.playground.cart();
  assert.deepEqual(
    cart.items.map(({ id, quantity }) => ({ id, quantity })),
    [{ id: "aurora-lite", quantity: 1 }],
  );
  assert.match(await shop.innerText("#cart-status"), /1/);
});

scene("another price and another stock make another choice", { model: "demo" }, async (world) => {
  await world.playground.shop({ set: [{ id: "aurora-lite", stock: "out" }] });
  const panel = await world.panel(await world.shop());
  await panel.say(REQUEST);
  await panel.decide("Allow once");
  await panel.untilIdle();
  const [item] = (await world.playground.cart()).items;
  assert.ok(item && item.id !== "aurora-lite", "the cheapest one is out of stock now");
  const answer = await panel.answer();
  assert.ok(answer.includes(item.name) && answer.includes((item.price_cents / 100).toFixed(2)), answer);
});

scene("a decline with a note is heard, and nothing is done", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(REQUEST);
  await panel.untilText("Allow once");
  await panel.press("Deny and say why…");
  await panel.insertAt(".card textarea", "I only wanted to look");
  await panel.decide("Deny with this note");
  await panel.untilIdle();
  assert.match(await panel.text(), /You declined: “I only wanted to look”|I only wanted to look/);
  assert.equal((await world.playground.cart()).count, 0);
  const asked = JSON.stringify((await world.playground.chats()).at(-1)?.body);
  assert.ok(asked.includes("I only wanted to look"), "the model reads the note");
});

scene("allowed for the session, the same action is not asked about again", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("[[call read_page {}]][[then click {\"element\":\"Add\",\"ref\":\"@Add Aurora Lite to cart\"}]][[say first]]");
  await panel.untilText("Allow once");
  await panel.press("More ways to allow");
  await panel.decide("Allow on this site for this session");
  await panel.untilText(/^first$/m);
  await panel.untilIdle();
  await panel.say("[[call read_page {}]][[then click {\"element\":\"Add\",\"ref\":\"@Add Aurora Lite to cart\"}]][[say second]]");
  await until("the second click", async () => (await world.playground.cart()).count === 2);
  await panel.untilIdle();
  assert.ok(!(await panel.text()).includes("Allow once"));
});

scene("a site that Chrome has not opened to the extension is asked about first", { model: "demo" }, async (world) => {
  const page = await world.visit(`http://shop.example:${world.playground.port}/shop/`);
  const panel = await world.panel(page);
  await panel.say("[[call read_page {}]][[say then not]]");
  await panel.untilText("Let Fairlead work on");
  await panel.decide("Deny");
  await panel.untilText(/^then not$/m);
  const last = JSON.stringify((await world.playground.chats()).at(-1)?.body);
  assert.ok(!last.includes("Aurora"), "nothing of the page was read");
});

scene("in Chinese the same journey reads and answers Chinese", { model: "demo" }, async (world) => {
  await world.command({ type: "settings.set", settings: { policy: "untrusted", language: "zh-CN", theme: "dark", titles: "model", completion: "enforce", limits: { profile: "open" } } });
  const panel = await world.panel(await world.shop());
  await panel.say("找出有现货的最便宜的耳机并放进购物车");
  await panel.decide("允许一次");
  await panel.untilIdle();
  assert.match(await panel.answer(), /购物车[\s\S]*39\.90|39\.90[\s\S]*购物车/);
  assert.equal((await world.playground.cart()).count, 1);
});
