// A long conversation in a small window: results go out of view, the history becomes notes, a fact of the beginning is still used, and
// a window that is full has a way on.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import { until } from "./until.ts";

const READ = "[[call read_page {}]]";
const AGAIN = "[[then read_page {}]]";

scene("a long conversation in a small window masks, makes notes and still knows its beginning", { model: "demo" }, async (world) => {
  const shop = await world.shop();
  const panel = await world.panel(shop);
  await panel.say(`Look for the Aurora Lite. ${script('[[call find_in_page {"query":"Aurora Lite"}]][[say Found.]]')}`);
  await panel.untilText(/^Found\.$/m);
  await panel.untilIdle();
  const warehouse = await world.visit(`${world.playground.base}/big/?nodes=4000`);
  await panel.say(`Read it all. ${script(`${READ}${AGAIN}${AGAIN}${AGAIN}${AGAIN}${AGAIN}${AGAIN}[[say All read.]]`)}`);
  await panel.untilText(/^All read\.$/m);
  await panel.untilIdle();
  await panel.untilText("From here on older results are out of the model's view");
  const masked = JSON.stringify((await world.playground.chats()).at(-1)?.body?.messages);
  assert.match(masked, /\[masked: the result of read_page/);
  assert.equal((await world.playground.notes()).length, 0);

  await world.widen(16_384);
  await warehouse.bringToFront();
  await panel.say(`And once more. ${script(`${READ}${AGAIN}${AGAIN}[[quote Aurora Lite]]`)}`);
  await panel.untilText("From here on the model sees notes on what came before.");
  await panel.untilIdle();
  const notes = await world.playground.notes();
  assert.ok(notes.length >= 1);
  const asked = (await world.playground.chats()).at(-1)?.body;
  const shown = JSON.stringify(asked?.messages);
  assert.match(shown, /What came before this point was taken out of view.*Facts:.*Aurora Lite.*\(node n_/);
  const answer = await panel.answer();
  assert.match(answer, /Aurora Lite/, "it stands in the notes alone");
  // The meter says how full the window is, and of what.
  const label = await panel.evaluate<string>("document.querySelector('.meter button').textContent");
  const percent = Number(/~(\d+) %/.exec(label)?.[1]);
  assert.ok(percent > 30 && percent < 93, label);
  await panel.press(/tokens/);
  await panel.untilText("Notes on earlier steps");
  await world.keep("context-notes.png", await panel.screenshot());
  // The marks are rows: another look shows the same.
  await panel.reload();
  await panel.untilText("From here on the model sees notes on what came before.");
});

scene("a full window has a card, over the death of the worker too, and it stays put away", { model: "demo" }, async (world) => {
  await world.widen(8_192);
  const panel = await world.panel(await world.shop());
  await panel.say(`Keep this. ${"and so on ".repeat(3_000)}`);
  const card = await panel.untilText("The model's window is full");
  assert.match(card, /Most of it: Messages/);
  await world.keep("context-full.png", await panel.screenshot());
  await world.killWorker();
  await until("another worker answers", async () => !(await panel.text()).includes("Reconnecting"));
  await panel.decide("Stop here");
  await panel.untilText("Paused: the conversation fills the model's window.");
  await panel.reload();
  await panel.untilText("Paused: the conversation fills the model's window.");
  assert.ok(!(await panel.text()).includes("The model's window is full"));
});

scene("a new chat from a full one has room and goes on", { model: "demo" }, async (world) => {
  await world.widen(8_192);
  const panel = await world.panel(await world.shop());
  await panel.say(`Keep this. ${"and so on ".repeat(3_000)}`);
  await panel.untilText("The model's window is full");
  await panel.decide("New chat from here");
  await panel.untilText("This chat goes on from the other one");
  await panel.untilText("From here on the model sees notes on what came before.");
  await panel.say(script("[[say Here it goes on.]]"));
  await panel.untilText(/^Here it goes on\.$/m);
  await panel.untilIdle();
  assert.ok(!(await panel.text()).includes("The model's window is full"));
});

scene("a window that is widened in the settings lets the same task go on", { model: "demo" }, async (world) => {
  await world.widen(8_192);
  const panel = await world.panel(await world.shop());
  await panel.say(`${script("[[say All of it was read.]]")} ${"and so on ".repeat(3_000)}`);
  await panel.untilText("The model's window is full");
  await world.widen(64_000);
  await panel.decide("Continue");
  await panel.untilText(/^All of it was read\.$/m);
  await panel.untilIdle();
});
