// Stop means now: the provider sees the connection close, and what had been said stays.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { until } from "./until.ts";

/** How soon the model's server must see that nobody listens any more. */
const ABORT_MS = 500;

scene("stop in mid-stream ends the request at once and keeps the text", { model: "demo-slow:40" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("count to 400");
  await panel.untilText("14 15");
  const pressed = Date.now();
  await panel.press(/^Stop/);
  const [chat] = await until("the server sees the abort", async () => {
    const chats = await world.playground.chats();
    return chats[0]?.ending === "aborted" && chats;
  });
  assert.ok(chat?.aborted_ms, "the request was aborted, not completed");
  assert.ok(chat.aborted_ms - pressed <= ABORT_MS, `the abort came after ${chat.aborted_ms - pressed} ms`);
  const text = await panel.untilText("Stopped here.");
  assert.match(text, /\b15\b/);
  await panel.say("[[say still here]]");
  await panel.untilText(/^still here$/m);
});
