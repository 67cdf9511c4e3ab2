// Messages that wait for their turn: put in order, changed, taken back, joined to the running task, held and sent on. A card keeps
// the first task running for as long as a test needs.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

const ASKING = script('[[call read_page {}]][[then click {"element":"Add","ref":"@Add Aurora Lite to cart"}]][[say first]]');

async function busy(world: World): Promise<SidePanel> {
  const panel = await world.panel(await world.shop());
  await panel.say(ASKING);
  await panel.untilText("Allow once");
  return panel;
}

async function waiting(panel: SidePanel, ...texts: string[]): Promise<void> {
  await until(`${texts.join(", ")} wait in this order`, async () => {
    const shown = await panel.evaluate<string[]>("[...document.querySelectorAll('.queue-text')].map((e) => e.innerText)");
    return JSON.stringify(shown) === JSON.stringify(texts);
  });
}

const tools = (text: string) => `Actions for “${text}”`;
const turns = (panel: SidePanel) => panel.evaluate<number>("document.querySelectorAll('article.turn').length");

scene("waiting messages are put in order, changed and taken back before their turn", { model: "demo" }, async (world) => {
  const panel = await busy(world);
  for (const text of ["[[say one]]", "[[say two]]", "[[say three]]"]) await panel.queue(text);
  await waiting(panel, "[[say one]]", "[[say two]]", "[[say three]]");
  await panel.press("Move up", tools("[[say three]]"));
  await waiting(panel, "[[say one]]", "[[say three]]", "[[say two]]");
  await panel.press("Move down", tools("[[say one]]"));
  await waiting(panel, "[[say three]]", "[[say one]]", "[[say two]]");
  await panel.press("Edit", tools("[[say one]]"));
  await panel.retype("[[say changed]]");
  await panel.press("Save");
  await waiting(panel, "[[say three]]", "[[say changed]]", "[[say two]]");
  await panel.press("Remove", tools("[[say two]]"));
  await waiting(panel, "[[say three]]", "[[say changed]]");
  await panel.decide("Allow once");
  const text = await panel.untilText(/^changed$/m);
  await panel.untilIdle();
  assert.match(text, /^first$[\s\S]*^three$[\s\S]*^changed$/m);
  assert.equal(await turns(panel), 3);
});

scene("a waiting message joins the running task and is read in it", { model: "demo" }, async (world) => {
  const panel = await busy(world);
  await panel.queue("[[say joined]]");
  await waiting(panel, "[[say joined]]");
  await panel.press("Add to the running task", tools("[[say joined]]"));
  await waiting(panel);
  await panel.untilText("Not read yet");
  await panel.decide("Allow once");
  await panel.untilText(/^joined$/m);
  await panel.untilIdle();
  assert.equal(await turns(panel), 1);
});

scene("held messages stay when the task is done, until they are released", { model: "demo" }, async (world) => {
  const panel = await busy(world);
  await panel.queue("[[say second]]");
  await panel.press("Hold");
  await panel.untilText("Held");
  await panel.decide("Allow once");
  await panel.untilText(/^first$/m);
  await panel.untilIdle();
  await waiting(panel, "[[say second]]");
  assert.equal((await world.playground.chats()).length, 3, "nothing was asked for the held one");
  await panel.press("Release");
  await panel.untilText(/^second$/m);
  await waiting(panel);
});

scene("after a stop waiting messages are held until one is sent, also over a worker's death", { model: "demo" }, async (world) => {
  const panel = await busy(world);
  await panel.queue("[[say now then]]");
  await panel.queue("[[say and later]]");
  await waiting(panel, "[[say now then]]", "[[say and later]]");
  await panel.press(/^Stop/);
  await panel.untilText("Held after Stop");
  await world.killWorker();
  await world.untilBack(panel, "Held after Stop");
  await waiting(panel, "[[say now then]]", "[[say and later]]");
  await panel.press("Send now", tools("[[say now then]]"));
  await panel.untilText(/^now then$/m);
  await panel.untilIdle();
  await waiting(panel, "[[say and later]]");
});
