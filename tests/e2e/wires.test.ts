// A connection of each wire, set up and verified as a person does, and a Turn with a call over it. What was thought comes back to the
// server as it was sent: the playground refuses it otherwise.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";

const WIRES = [
  { name: "Anthropic Messages", path: "/v1/messages", kept: "ZGVtbyBzaWduYXR1cmU=" },
  { name: "OpenAI Responses", path: "/v1/responses", kept: "ZGVtbyBzZWFs" },
] as const;

for (const { name, path, kept } of WIRES) {
  scene(`a Turn with a call over ${name}`, {}, async (world) => {
    const settings = await world.visit(world.url("settings.html"));
    await settings.getByRole("button", { name: "Add a connection" }).click();
    await settings.getByRole("button", { name: "Another one" }).click();
    await settings.getByLabel("Name").fill("My model");
    await settings.getByLabel("Interface").selectOption(name);
    await settings.getByLabel("Base URL").fill(`${world.playground.base}${path}`);
    await settings.getByLabel("API key").fill("demo-key");
    await settings.getByLabel("Model", { exact: true }).fill("demo-reasoning");
    await settings.getByRole("button", { name: "Save", exact: true }).click();
    await settings.getByRole("button", { name: /Verify/ }).click();
    await settings.getByText("This connection works.").waitFor();

    await world.playground.reset();
    const panel = await world.panel(await world.shop());
    await panel.say("[[call read_page {}]][[say it is a shop]]");
    await panel.untilText(/^it is a shop$/m);
    const chats = await world.playground.chats();
    assert.ok(chats.length >= 2 && chats.every((chat) => chat.path === path), "every call goes over this wire");
    const [first, second] = chats.map((chat) => JSON.stringify(chat.body));
    assert.ok(!first?.includes(kept) && second?.includes(kept), "what was thought is replayed");
  });
}
