// A task that reaches a limit of the settings pauses with a card, over the death of the worker too, and goes on when told to.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";

scene("a limit of tool calls pauses the task with a card, and going on grants the same again", { model: "demo" }, async (world) => {
  const settings = await world.visit(world.url("settings.html#limits"));
  await settings.getByLabel("Own limits").check();
  await settings.getByRole("textbox", { name: "Tool calls" }).fill("none");
  await settings.getByRole("form", { name: "Own limits" }).getByRole("button", { name: "Save" }).click();
  await settings.getByText(/whole number/i).waitFor();
  await settings.getByRole("textbox", { name: "Tool calls" }).fill("2");
  await settings.getByRole("form", { name: "Own limits" }).getByRole("button", { name: "Save" }).click();
  const panel = await world.panel(await world.shop());
  await panel.say(script("[[call read_page {}]][[then tabs_list {}]][[then read_page {}]][[say all of it]]"));
  await panel.untilText("Limit reached: 2 of 2 tool calls");
  await world.killWorker();
  await panel.untilText("Limit reached: 2 of 2 tool calls");
  await panel.decide("Go on");
  await panel.untilText(/^all of it$/m);
  await panel.untilIdle();
  assert.equal((await world.playground.chats()).length, 4, "nothing was asked of the model twice");
});
