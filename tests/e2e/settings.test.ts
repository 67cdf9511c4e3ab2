// The settings page as a person uses it: add a connection, verify it, see what is wrong with a bad one.

import assert from "node:assert/strict";
import { withDatabase } from "./rows.ts";
import { scene } from "./scene.ts";
import type { World } from "./world.ts";

async function add(world: World, values: { url?: string; key: string; model: string }) {
  const page = await world.visit(world.url("settings.html"));
  await page.getByRole("button", { name: "Add a connection" }).click();
  await page.getByRole("button", { name: "Another one" }).click();
  await page.getByLabel("Name").fill("My model");
  await page.getByLabel("Base URL").fill(values.url ?? `${world.playground.base}/v1`);
  await page.getByLabel("API key").fill(values.key);
  await page.getByLabel("Model", { exact: true }).fill(values.model);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  return page;
}

scene("a connection is added, verified and used", {}, async (world) => {
  const settings = await add(world, { key: "demo-key", model: "demo" });
  await settings.getByRole("button", { name: /Verify/ }).click();
  await settings.getByText("This connection works.").waitFor();
  const panel = await world.panel(await world.shop());
  await panel.say("[[say it does]]");
  await panel.untilText(/^it does$/m);
});

scene("verify names the stage that failed", {}, async (world) => {
  const settings = await add(world, { key: "wrong", model: "demo" });
  await settings.getByRole("button", { name: /Verify/ }).click();
  await settings.getByText("The provider did not accept the key.").waitFor();
  assert.match(await settings.locator("main").innerText(), /Endpoint reachable[\s\S]*passed[\s\S]*Key accepted[\s\S]*failed/);
});

scene("a key never comes back and is in no row in clear", {}, async (world) => {
  const canary = "demo-canary-4711";
  const settings = await add(world, { key: canary, model: "demo" });
  await settings.getByText("Key stored").waitFor();
  await withDatabase(settings);
  const rows = await settings.evaluate(async () => {
    const all = await Promise.all([...database.objectStoreNames].map((name) => done(database.transaction(name).objectStore(name).getAll())));
    const latin = (value: unknown): string => {
      if (value instanceof ArrayBuffer) return String.fromCharCode(...new Uint8Array(value));
      if (ArrayBuffer.isView(value)) return String.fromCharCode(...new Uint8Array(value.buffer));
      if (value instanceof CryptoKey) return value.extractable ? "EXTRACTABLE" : "";
      if (value !== null && typeof value === "object") return Object.values(value).map(latin).join(" ");
      return String(value);
    };
    const shelves = [await chrome.storage.local.get(null), await chrome.storage.session.get(null)];
    return [...all.flat(), ...shelves].map(latin).join("\n") + document.body.innerHTML;
  });
  assert.ok(rows.length > 100, "there is something to look through");
  assert.ok(!rows.includes(canary), "the key is nowhere in clear");
  assert.ok(!rows.includes("EXTRACTABLE"), "no key can be read out");
});
