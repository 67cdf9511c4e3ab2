// Where a key goes, and where it never goes; and a local server that does not want to know where a request comes from.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ConnectionDraft } from "../../extension/wire/wire.ts";
import { holding } from "./holding.ts";
import { listener } from "./listener.ts";
import { Relay, type Recorded } from "./relay.ts";
import { withDatabase } from "./rows.ts";
import { scene } from "./scene.ts";
import type { World } from "./world.ts";

/** The playground takes any key that begins so. */
const CANARY = "demo-canary-9b1f7c52e4";

const REFUSED = { status: 403 } as const;

async function connections(world: World): Promise<Page> {
  return world.visit(world.url("settings.html"));
}

async function verified(world: World, name: string, result: string | RegExp): Promise<void> {
  const settings = await connections(world);
  await settings.getByRole("button", { name: `Verify “${name}”` }).click();
  await settings.getByText(result).waitFor();
  await settings.close();
}

async function save(world: World, id: string, base: string, secret: string, key = "k"): Promise<void> {
  const models = [{ id: "demo", capabilities: { tools: true, vision: true, reasoning: false } }];
  const connection: ConnectionDraft = {
    id, name: id, wire: "openai-chat", base_url: `${base}/v1`, models, keys: [{ id: key, secret }], headers: [], quirks: {} as never,
  };
  await world.command({ type: "connections.save", connection });
}

/** What somebody who got at the profile might do to the rows. The worker reads them anew. */
async function tamper(world: World, change: (given: string) => Promise<void>, given = ""): Promise<void> {
  const page = await connections(world);
  await withDatabase(page);
  await page.evaluate(change, given);
  await page.close();
  await world.killWorker();
}

scene("a local server that refuses extensions works once its requests do not say where they come from", {}, async (world) => {
  const ollama = await Relay.before(world.playground.base, ({ origin }) => (origin?.startsWith("chrome-extension:") ? REFUSED : undefined));
  const other = await Relay.before(world.playground.base);
  try {
    await save(world, "other", other.base, "demo-key");
    await save(world, "local", ollama.base, "demo-key");
    const settings = await connections(world);
    await settings.getByRole("button", { name: "Verify “local”" }).click();
    await settings.getByText("The endpoint refuses requests from a browser extension.").waitFor();
    await settings.getByRole("button", { name: "Leave it out and verify again" }).click();
    await settings.getByText("This connection works.").waitFor();
    assert.equal(ollama.calls.at(-1)?.headers.origin, undefined);
    await settings.close();
    // The rule is for that address alone.
    await verified(world, "other", "This connection works.");
    assert.match(other.calls.at(-1)?.headers.origin ?? "", /^chrome-extension:/);
  } finally {
    ollama.close();
    other.close();
  }
});

scene("a key is in the header of its own requests and nowhere else", {}, async (world) => {
  // It repeats the key that it refuses, as some do.
  let isSpiteful = false;
  const spite = (key = "") => (isSpiteful ? { status: 401, body: JSON.stringify({ error: { message: `no such key: ${key}` } }) } : undefined);
  const relay = await Relay.before(world.playground.base, ({ authorization }) => spite(authorization));
  const heard: string[] = [];
  try {
    world.worker().on("console", (message) => heard.push(message.text()));
    await save(world, "canary", relay.base, CANARY);
    const told = await listener(world);
    const panel = await world.panel(await world.shop());
    await panel.say("[[say hello]]");
    await panel.untilText(/^hello/m);
    await panel.untilIdle();
    isSpiteful = true;
    await verified(world, "canary", "The provider did not accept the key.");
    isSpiteful = false;
    heard.push(...(await told()));
    assert.ok(heard.some((text) => text.includes("turn.complete")), "the events were heard");
    assert.ok(relay.calls.length > 0);
    for (const call of relay.calls) {
      assert.equal(call.headers.authorization, `Bearer ${CANARY}`);
      assert.ok(!without(call, "authorization").includes(CANARY), "in its header alone");
    }
    const exports = heard.filter((text) => text.includes('"exported"'));
    assert.equal(exports.length, 2, "both exports were looked through");
    const kept = heard.filter((text) => text.includes('"response":')).join();
    assert.ok(kept.includes("Bearer [masked]") && kept.includes("no such key: Bearer [masked]"), "what is kept of requests was looked through");
    assert.deepEqual(heard.filter((text) => text.includes(CANARY)), []);
    await world.context.close();
    assert.deepEqual(await holding(world.profile, CANARY), []);
  } finally {
    relay.close();
  }
});

scene("a sealed key that was moved to another connection, or whose address was changed, opens nothing", {}, async (world) => {
  const relay = await Relay.before(world.playground.base);
  const elsewhere = await Relay.before(world.playground.base);
  try {
    await save(world, "one", relay.base, "demo-key-one");
    await save(world, "two", relay.base, "demo-key-two");
    await verified(world, "one", "This connection works.");
    const before = relay.calls.length;
    await tamper(world, async () => {
      const keys = database.transaction("keys", "readwrite").objectStore("keys");
      const sealed = (await done(keys.getAllKeys())).filter((key) => /one|two/.test(String(key)));
      const [first, second] = [await done(keys.get(sealed[0]!)), await done(keys.get(sealed[1]!))];
      await done(keys.put(second, sealed[0]));
      await done(keys.put(first, sealed[1]));
    });
    await verified(world, "one", "The stored key cannot be read.");
    await verified(world, "two", "The stored key cannot be read.");
    assert.equal(relay.calls.length, before, "nothing was sent");

    await save(world, "three", relay.base, "demo-key-three");
    await tamper(world, async (address) => {
      const rows = database.transaction("connections", "readwrite").objectStore("connections");
      const row = ((await done(rows.getAll())) as { id: string; base_url: string }[]).find(({ id }) => id === "three")!;
      await done(rows.put({ ...row, base_url: address }));
    }, `${elsewhere.base}/v1`);
    await verified(world, "three", "The stored key cannot be read.");
    assert.deepEqual(elsewhere.calls, [], "nothing was sent");
  } finally {
    relay.close();
    elsewhere.close();
  }
});

scene("a connection from the time of one model and one key is read, and its key opens", {}, async (world) => {
  const relay = await Relay.before(world.playground.base);
  try {
    // The id that such a key is given: it stays where it was stored without one.
    await save(world, "old", relay.base, "demo-key", "one");
    await tamper(world, async () => {
      const rows = database.transaction("connections", "readwrite").objectStore("connections");
      const [{ models, keys, headers, ...row }] = (await done(rows.getAll())) as [{ id: string; models: unknown; keys: unknown; headers: unknown }];
      await done(rows.put({ ...row, model: "demo", key: "stored" }));
    });
    await verified(world, "old", "This connection works.");
    assert.equal(relay.calls.at(-1)?.headers.authorization, "Bearer demo-key");
  } finally {
    relay.close();
  }
});

scene("a redirect takes no key along", {}, async (world) => {
  const elsewhere = await Relay.before(world.playground.base);
  const relay = await Relay.before(world.playground.base, () => ({ status: 307, headers: { location: `${elsewhere.base}/v1/chat/completions` } }));
  try {
    await save(world, "moved", relay.base, "demo-key");
    await verified(world, "moved", "The endpoint cannot be reached.");
    assert.equal(relay.calls.length > 0, true);
    assert.deepEqual(elsewhere.calls, []);
  } finally {
    relay.close();
    elsewhere.close();
  }
});

function without(call: Recorded, header: string): string {
  const { [header]: _, ...rest } = call.headers;
  return JSON.stringify([call.path, rest, call.asked, call.answered]);
}
