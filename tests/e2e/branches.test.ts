// The conversation as a tree: other versions of a Turn beside the first, the way between them, Turns taken out, and a copy that
// goes on in a chat of its own.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

const tools = (text: string) => `Actions for “${text}”`;

/** What the model was told in the last call, as one text. */
async function told(world: World): Promise<string> {
  return JSON.stringify((await world.playground.chats()).at(-1)?.body?.messages);
}

scene("an edited message makes a second version, and both can be gone back to", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("[[say the old answer]]");
  await panel.untilText(/^the old answer$/m);
  await panel.untilIdle();
  await panel.press("Edit and resend", tools("[[say the old answer]]"));
  await panel.retype("[[say the new answer]]");
  await panel.press("Send", "Conversation");
  await panel.untilText(/^the new answer$/m);
  await panel.untilIdle();
  await panel.untilText("2 / 2");
  assert.ok(!(await told(world)).includes("old"), "the model does not see the version beside it");
  assert.ok(!(await panel.text()).includes("the old answer"));
  await panel.press("Previous version");
  await panel.untilText(/^the old answer$/m);
  await panel.untilText("1 / 2");
  await world.killWorker();
  await panel.press("Next version");
  await panel.untilText(/^the new answer$/m);
  await panel.say("[[say further]]");
  await panel.untilText(/^further$/m);
  const model = await told(world);
  assert.ok(model.includes("the new answer") && !model.includes("the old answer"), "it goes on behind the version that is shown");
});

scene("regenerated, the same message is answered anew beside the first answer", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("[[say it]]");
  await panel.untilText(/^it$/m);
  await panel.untilIdle();
  await panel.press("Regenerate");
  await panel.untilText("2 / 2");
  await panel.untilIdle();
  const chats = await world.playground.chats();
  assert.equal(chats.length, 2);
  assert.deepEqual(chats[1]?.body?.messages, chats[0]?.body?.messages, "it is asked the very same");
});

scene("a Turn that is deleted is gone for the person and for the model", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  for (const word of ["apple", "banana", "cherry"]) {
    await panel.say(`[[say ${word}]]`);
    await panel.untilText(new RegExp(`^${word}$`, "m"));
    await panel.untilIdle();
  }
  await panel.press("Delete this message and its answer", tools("[[say banana]]"));
  await panel.press("Delete", "Delete this message and its answer");
  await until("it is gone", async () => !(await panel.text()).includes("banana"));
  await world.killWorker();
  await panel.say("[[say date]]");
  await panel.untilText(/^date$/m);
  const model = await told(world);
  assert.ok(model.includes("apple") && model.includes("cherry") && !model.includes("banana"), model);
});

scene("a copy up to a Turn goes on in a chat of its own and leaves the other as it was", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  for (const word of ["apple", "banana"]) {
    await panel.say(`[[say ${word}]]`);
    await panel.untilText(new RegExp(`^${word}$`, "m"));
    await panel.untilIdle();
  }
  await panel.press("Go on from here in a new chat", tools("[[say apple]]"));
  await panel.untilText("This chat is a copy of the other one up to here");
  await until("what came later is not in it", async () => !(await panel.text()).includes("banana"));
  await panel.say("[[say cherry]]");
  await panel.untilText(/^cherry$/m);
  await panel.untilIdle();
  const model = await told(world);
  assert.ok(model.includes("apple") && !model.includes("banana"), "the model knows the path that was copied");
  await panel.press("Chats");
  await panel.untilText(/Forked from/);
  await panel.press(/^(?!.*Forked).*2 messages/);
  await panel.untilText(/^banana$/m);
  assert.ok(!(await panel.text()).includes("cherry"), "the other chat is as it was");
});
