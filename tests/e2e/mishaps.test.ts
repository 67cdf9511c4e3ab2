// What goes wrong is said with a next step, the person's text is kept, and the next message works.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { until } from "./until.ts";

scene("without a connection the message stays in the box and the way to one is shown", {}, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("hello there");
  await panel.untilText("No model is connected.");
  assert.equal(await panel.evaluate("document.querySelector('.composer textarea').value"), "hello there");
});

scene("a refused key is the person's to mend, and the turn can be continued", {}, async (world) => {
  await world.connect("demo", "wrong-key");
  const panel = await world.panel(await world.shop());
  await panel.say("[[say hello again]]");
  await panel.untilText("The provider did not accept the key.");
  await panel.untilText("Check the key of this connection in the settings");
  await world.connect("demo", "demo-key");
  await panel.press("Continue");
  await panel.untilText(/^hello again$/m);
});

scene("an endpoint that is not there is named after three tries", {}, async (world) => {
  await world.connect("demo", "demo-key", "http://127.0.0.1:9/v1");
  const panel = await world.panel(await world.shop());
  await panel.say("hello");
  await panel.untilText("Trying again");
  await panel.untilText("The endpoint cannot be reached.", 30_000);
});

scene("a web page instead of a stream is told apart from a model", { model: "demo-html" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("hello");
  await panel.untilText("it must lead to an OpenAI-compatible endpoint, not to a web page");
});

scene("a provider that is busy is asked again, visibly", { model: "demo-429:1:1" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("[[say at last]]");
  await panel.untilText("Trying again");
  await panel.untilText(/^at last$/m);
});

scene("a reply that breaks off keeps its text and goes on", { model: "demo-slow:20-cut:12:1" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("count to 30");
  const text = await panel.untilText("The reply broke off here.");
  assert.match(text, /\b3\b/);
  await panel.press("Continue");
  await until("the stopped turn goes on to its end", async () => !(await panel.text()).includes("Continue"));
  assert.equal((await world.playground.chats()).length, 2);
});

scene("calls that cannot be run are told to the model and shown in their step", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  const calls = ["make_coffee {}", 'click {"element":"Buy"}', 'read_page {"tab_id":999999}'];
  for (const [at, call] of calls.entries()) {
    await panel.say(`[[call ${call}]][[say that was call ${at}]]`);
    await panel.untilText(new RegExp(`^that was call ${at}$`, "m"));
    await panel.untilIdle();
  }
  const sent = JSON.stringify((await world.playground.chats()).at(-1)?.body);
  assert.match(sent, /error unknown_tool: there is no tool `make_coffee`/);
  assert.match(sent, /error invalid_arguments: `ref` is missing/);
  assert.match(sent, /error tab_gone: tab 999999 is closed/);
  const steps = await panel.text();
  assert.match(steps, /failed/);
});

scene("a page of the browser is explained, and is no error", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.visit("chrome://version"));
  await panel.untilText("Chrome does not let extensions act here");
  const { id } = await world.worker().evaluate(async () => (await chrome.tabs.query({ url: "chrome://version/" }))[0]!);
  await panel.say(`[[call read_page {"tab_id":${id}}]][[say so be it]]`);
  await panel.untilText(/^so be it$/m);
  const sent = JSON.stringify((await world.playground.chats()).at(-1)?.body);
  assert.match(sent, /error restricted_page/);
});

scene("a text that is no command is refused with what is wrong, and the Port goes on", { model: "demo" }, async (world) => {
  const page = await world.visit(world.url("settings.html"));
  const answers = await page.evaluate(async () => {
    const port = chrome.runtime.connect({ name: "fairlead" });
    const heard: string[] = [];
    port.onMessage.addListener((text: string) => heard.push(text));
    port.postMessage("{");
    port.postMessage(JSON.stringify({ client_id: "c", submission_id: "s1", body: { type: "turn.dance" } }));
    port.postMessage(JSON.stringify({ client_id: "c", submission_id: "s2", body: { type: "ping" } }));
    while (!heard.some((text) => text.includes("pong"))) await new Promise((resolve) => setTimeout(resolve, 10));
    return heard;
  });
  const [notJson, unknown, pong] = answers.map((text) => JSON.parse(text) as { submission_id: string; refusal?: { code: string } });
  assert.equal(notJson?.refusal?.code, "bad_command");
  assert.deepEqual([unknown?.submission_id, unknown?.refusal?.code], ["s1", "bad_command"]);
  assert.equal(pong?.submission_id, "s2");
});

scene("a trapped engine is replaced and the panel comes back", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("[[say before]]");
  await panel.untilText(/^before$/m);
  await panel.untilIdle();
  // Nothing in the engine traps on purpose; a trap of any instance in this worker is treated alike.
  await world.worker().evaluate(() => {
    const bytes = Uint8Array.of(
      0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 102, 0, 0, 10, 5, 1, 3, 0, 0, 11,
    );
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes));
    setTimeout(exports.f as () => void);
  });
  await until("the engine is another", async () => (await panel.text()).includes("before"));
  await panel.say("[[say after]]");
  await panel.untilText(/^after$/m);
});
