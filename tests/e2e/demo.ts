// The main job, played in a real Chromium: by itself with --headless, by a person without.

import { World } from "./world.ts";
import { until } from "./until.ts";

const REQUEST = "Find the cheapest headphones in stock and put them in my cart";

const headless = process.argv.includes("--headless");
const started = Date.now();
const step = (what: string) => console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);

const world = await World.open({ headless, model: "demo" });
try {
  const shop = await world.shop();
  step("the shop is open");
  const panel = await world.panel(shop);
  step("the side panel is open");
  if (headless) await play();
  else {
    console.log(`\nAsk in the panel: ${REQUEST}\nClose the browser to end the demo.`);
    await new Promise<void>((resolve) => world.context.once("close", () => resolve()));
  }

  async function play(): Promise<void> {
    await panel.press(REQUEST);
    step("the suggestion is pressed");
    await panel.untilText("Allow once", 30_000);
    step("the approval card is there");
    await world.keep("demo-card.png", await panel.screenshot());
    const before = await world.playground.cart();
    if (before.count !== 0) throw new Error("something is in the cart before anybody allowed it");
    await panel.decide("Allow once");
    step("Allow once is pressed");
    const cart = await until("the cart holds one item", async () => {
      const cart = await world.playground.cart();
      return cart.count > 0 && cart;
    });
    step(`the cart holds: ${cart.items.map((item) => `${item.quantity} × ${item.name}`).join(", ")}, ${cart.total}`);
    const price = ((cart.items[0]?.price_cents ?? 0) / 100).toFixed(2);
    await panel.untilIdle();
    const answer = await panel.answer();
    step("the answer is there");
    await world.keep("demo-panel.png", await panel.screenshot());
    await world.keep("demo-page.png", await shop.screenshot());
    const wrong = cart.items.length !== 1 || cart.items[0]?.id !== "aurora-lite" || cart.count !== 1;
    if (wrong) throw new Error(`the cart is not right: ${JSON.stringify(cart)}`);
    const told = answer.includes(cart.items[0]!.name) && answer.includes(`$${price}`);
    if (!told) throw new Error(`the answer does not have the item and its price:\n${answer}`);
    step("the cart is right, and the answer's price is the page's");
  }
} catch (error) {
  for (const panel of world.panels) {
    console.error(`The panel shows:\n${await panel.text()}`);
    await world.keep("demo-failure.png", await panel.screenshot());
  }
  throw error;
} finally {
  if (headless) await world.close();
}
