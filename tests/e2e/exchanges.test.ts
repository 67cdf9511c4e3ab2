// What a person sees of the requests to models: the bytes that the server received, and those that it sent.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { Relay } from "./relay.ts";
import { scene } from "./scene.ts";
import type { World } from "./world.ts";

async function connected(world: World, relay: Relay): Promise<void> {
  await world.connect("demo", "demo-key", `${relay.base}/v1`);
}

/** A request of this kind, opened. */
async function opened(page: Page, kind: string) {
  const entry = page.getByRole("list", { name: "Model calls" }).getByRole("listitem").filter({ has: page.getByText(kind, { exact: true }) }).first();
  await entry.locator("summary").click();
  await entry.getByRole("heading", { name: "Request" }).waitFor();
  return entry;
}

scene("a model call is shown byte for byte as the server received and sent it, and exported so", {}, async (world) => {
  const relay = await Relay.before(world.playground.base);
  try {
    await connected(world, relay);
    const panel = await world.panel(await world.shop());
    await panel.say("[[say 价格 — “quoted” \\ and <b>]]");
    await panel.untilText(/价格/);
    await panel.untilIdle();
    const page = await world.visit(world.url("settings.html"));
    const [calls] = await Promise.all([world.context.waitForEvent("page"), page.getByRole("link", { name: "Show model calls" }).click()]);
    const entry = await opened(calls, "Reply");
    const asked = await entry.getByLabel("Body of the request", { exact: true }).textContent();
    const call = relay.calls.find((one) => one.asked === asked);
    assert.ok(call !== undefined, `the server received ${relay.calls.length} requests, and none of them is this one: ${asked}`);
    const answered = Buffer.from(call.answered, "latin1").toString("utf8");
    assert.equal(await entry.getByLabel("Body of the response", { exact: true }).textContent(), answered);
    const text = await entry.innerText();
    assert.ok(text.includes(`POST ${relay.base}/v1/chat/completions`), text);
    assert.match(text, /authorization: Bearer \[masked\]/);
    assert.match(text, /200 complete/);

    const [download] = await Promise.all([calls.waitForEvent("download"), entry.getByRole("button", { name: "Export JSON" }).click()]);
    const file = JSON.parse(await readFile(await download.path(), "utf8")) as { format: string; request: string; response: string };
    assert.deepEqual([file.format, file.request, file.response], ["fairlead-exchange", call.asked, answered]);
  } finally {
    relay.close();
  }
});

scene("calls are filtered by kind and text, and deleted", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say("[[say hello]]");
  await panel.untilText(/^hello/m);
  await panel.untilIdle();
  await world.playground.untilTitled();
  const page = await world.visit(world.url("exchanges.html"));
  const entries = page.getByRole("list", { name: "Model calls" }).getByRole("listitem");
  await page.getByText("2 of 2").waitFor();
  await page.getByLabel("Kind").selectOption({ label: "Title" });
  await page.getByText("1 of 2").waitFor();
  await page.getByLabel("Filter by text").fill("no such words");
  await page.getByText("None fits.").waitFor();
  await page.getByRole("button", { name: "Delete all", exact: true }).click();
  await page.getByRole("button", { name: "Delete all model calls" }).click();
  await page.getByText("Nothing was sent yet").waitFor();
  assert.equal(await entries.count(), 0);
  assert.deepEqual(await world.rows("exchanges", "exchange_bodies"), [[], []]);
});
