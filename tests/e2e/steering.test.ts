// A message into a running task: the model reads it with its next step, in the same Turn; and where the task is over already, the
// message goes another way that the person can see.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { WorkerHalt } from "./worker-halt.ts";

/** Stops at a card until the person decides. */
const ASKING = script('[[call read_page {}]][[then click {"element":"Add","ref":"@Add Aurora Lite to cart"}]][[say as planned]]');

const turns = (panel: SidePanel) => panel.evaluate<number>("document.querySelectorAll('article.turn').length");

scene("what is sent while a task runs is read at its next step, in the same Turn", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(ASKING);
  await panel.untilText("Allow once");
  await panel.say("[[say with your word]]");
  await panel.untilText("Not read yet: the model reads it with its next step");
  const { length } = await world.playground.chats();
  assert.equal(length, 2, "nothing is asked for it by itself");
  await panel.decide("Allow once");
  await panel.untilText(/^with your word$/m);
  await panel.untilIdle();
  assert.match(await panel.text(), /Added while it ran/);
  assert.equal(await turns(panel), 1);
  const chats = await world.playground.chats();
  assert.equal(chats.length, 3, "no further step was needed for it");
  const roles = chats.at(-1)?.body?.messages?.map(({ role }) => role) ?? [];
  assert.deepEqual(roles.slice(-2), ["tool", "user"], "it stands behind the result, never between a call and its result");
});

scene("sent into a streaming answer, it makes one more step before the Turn ends", { model: "demo-slow:30" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("count to 40");
  await panel.untilText("5 6");
  await panel.say("[[say and one more thing]]");
  await panel.say("[[say and the very last]]");
  await panel.untilText(/^and the very last$/m);
  await panel.untilIdle();
  assert.match(await panel.text(), /39\s+40/, "the answer under way was not cut");
  assert.equal(await turns(panel), 1);
  const [, second, more] = await world.playground.chats();
  assert.equal(more, undefined, "both were read by one call");
  const said = second?.body?.messages?.slice(-2).map(({ content }) => JSON.stringify(content));
  assert.match(said?.[0] ?? "", /one more thing/);
  assert.match(said?.[1] ?? "", /the very last/);
});

scene("sent too late, it becomes a message of its own, and that is said", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  const halt = await WorkerHalt.install(world);
  // Only a Port that opens from now on is watched.
  await panel.reload();
  await halt.before("turn.complete");
  await panel.say("[[say it is over]]");
  await halt.untilHalted();
  await panel.untilText("it is over");
  await panel.say("[[say and yet it is heard]]");
  await halt.release();
  await panel.untilText("The task was over already: your message was sent as a new one.");
  await panel.untilText(/^and yet it is heard$/m);
  await panel.untilIdle();
  assert.equal(await turns(panel), 2);
});

scene("what a task has no room to read any more waits behind it", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(ASKING);
  await panel.untilText("Allow once");
  for (let at = 1; at <= 16; at += 1) {
    await panel.say(`note ${at}`);
    await panel.untilText(new RegExp(`^note ${at}$`, "m"));
  }
  await panel.say("[[say after all of it]]");
  await panel.untilText("1 message waits");
  await panel.decide("Allow once");
  await panel.untilText(/^after all of it$/m);
  assert.equal(await turns(panel), 2);
});

scene("an early end keeps what had been sent", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(ASKING);
  await panel.untilText("Allow once");
  await panel.say("remember the blue one");
  await panel.untilText("Not read yet");
  await panel.press(/^Stop/);
  await panel.untilText("Added while it ran");
  await panel.say("[[say go on]]");
  await panel.untilText(/^go on$/m);
  const asked = JSON.stringify((await world.playground.chats()).at(-1)?.body);
  assert.match(asked, /remember the blue one/, "the model reads it with the next message");
});
