// What a chat is called: at once by its first line, soon by a few words of the model, and for good by the person.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";

const LONG = "count to 3 and then tell me everything that you know of ships";
const SHORT = "Count to 3 and then tell";

const header = (panel: SidePanel) => panel.evaluate<string>("document.querySelector('header')?.innerText ?? ''");

scene("the model's title replaces the first line and delays nothing", { model: "demo-slow:30" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(LONG);
  await until("the title is there", async () => (await header(panel)).split("\n").includes(SHORT));
  await panel.untilIdle();
  const [title, more] = await world.playground.titles();
  assert.equal(more, undefined, "a title is asked for once");
  assert.ok(title?.body && !("tools" in title.body), "without tools");
  assert.ok(JSON.stringify(title.body).length < 4_000, "with a small request");
  await panel.say("[[say more]]");
  await panel.untilText(/^more$/m);
  assert.equal((await world.playground.titles()).length, 1, "and only beside the first message");
});

scene("the person's own title stays", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(LONG);
  await until("the title is there", async () => (await header(panel)).split("\n").includes(SHORT));
  await panel.untilIdle();
  await panel.press("Chats");
  await panel.press(`Actions for “${SHORT}”`);
  await panel.press("Rename");
  await panel.retype("Ships");
  await panel.press("Save");
  await panel.untilText("Ships");
  await panel.press("Close");
  await world.killWorker();
  await panel.say("[[say once more]]");
  await panel.untilText(/^once more$/m);
  await panel.untilIdle();
  assert.ok((await header(panel)).split("\n").includes("Ships"));
});

scene("a model that fails leaves the first line", {}, async (world) => {
  await world.connect("demo", "wrong-key");
  const panel = await world.panel(await world.shop());
  await panel.say(LONG);
  await panel.untilText("The provider did not accept the key.");
  assert.ok((await header(panel)).includes("count to 3 and then tell me everything"));
});

scene("where the person wants no request for it, none is made", { model: "demo" }, async (world) => {
  const settings = { policy: "untrusted", language: "en", theme: "light", titles: "first_line", completion: "enforce", limits: { profile: "open" } } as const;
  await world.command({ type: "settings.set", settings });
  const panel = await world.panel(await world.shop());
  await panel.say(LONG);
  await panel.untilText(/2\s+3/);
  await panel.untilIdle();
  assert.equal((await world.playground.titles()).length, 0);
  assert.ok((await header(panel)).includes("count to 3 and then tell me everything"));
});
