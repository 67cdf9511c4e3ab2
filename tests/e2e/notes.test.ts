// A plan that is shown live, and a note that goes from one chat to the next until the person deletes it.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";

const PLAN = (status: string) =>
  `plan_update {"steps":[{"text":"Look at the tabs","status":"${status}"},{"text":"Say which","status":"pending"}]}`;

scene("a plan is shown while the task runs, and is still there after the death of the worker", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(`[[call ${PLAN("in_progress")}]][[then ask_user {"question":"Which one?","options":["red","blue"]}]][[then ${PLAN("done")}]][[say that is all]]`);
  await panel.untilText(/Plan\s+0 of 2\s+Look at the tabs/);
  await world.killWorker();
  await panel.reload();
  await panel.untilText(/Plan\s+0 of 2\s+Look at the tabs/);
  await panel.untilText("A question for you");
  await panel.decide("blue");
  await panel.untilText(/Plan\s+1 of 2\s+Say which/);
  await panel.untilText(/^that is all$/m);
});

scene("what is remembered in one chat is known in the next, until it is deleted on the settings page", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  const sent = async () => JSON.stringify((await world.playground.chats()).at(-1)?.body ?? {});
  await panel.say('[[call remember {"text":"Takes shoes in size 42","topic":"shoes"}]][[say noted]]');
  await panel.untilText(/^noted$/m);
  await panel.untilIdle();

  await panel.press(/New chat/);
  await panel.say("[[say the shoes, then]]");
  await panel.untilText(/^the shoes, then$/m);
  assert.match(await sent(), /Takes shoes in size 42/);
  await panel.untilIdle();

  const settings = await world.visit(world.url("settings.html#memory"));
  await settings.getByText("Takes shoes in size 42").waitFor();
  await settings.getByRole("button", { name: /^Delete the note/ }).click();
  await settings.getByText("Nothing is remembered.").waitFor();

  await panel.press(/New chat/);
  await panel.say("[[say no shoes any more]]");
  await panel.untilText(/^no shoes any more$/m);
  assert.doesNotMatch(await sent(), /size 42/);
});
