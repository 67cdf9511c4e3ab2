// The passphrase over all keys: what it keeps shut, what opens it, and what waits meanwhile.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ConnectionDraft } from "../../extension/wire/wire.ts";
import { holding } from "./holding.ts";
import { listener } from "./listener.ts";
import { Relay } from "./relay.ts";
import { withDatabase } from "./rows.ts";
import { scene } from "./scene.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

const KEY = "demo-canary-4d7e20b6a1";
const PASSPHRASE = "canary herons cross at noon";
const OTHER = "other swans sleep at dusk";

async function settings(world: World): Promise<Page> {
  return world.visit(world.url("settings.html#passphrase"));
}

async function setPassphrase(world: World, passphrase: string, current?: string): Promise<void> {
  const page = await settings(world);
  const button = current === undefined ? "Set a passphrase" : "Change the passphrase";
  await page.getByRole("button", { name: button }).click();
  if (current !== undefined) await page.getByLabel("Current passphrase").fill(current);
  await page.getByLabel("New passphrase", { exact: true }).fill(passphrase);
  await page.getByLabel("New passphrase, once more").fill(passphrase);
  await page.getByRole("button", { name: button }).click();
  await page.getByText("The passphrase holds from now on.").waitFor();
  await page.close();
}

async function unlock(page: Page, passphrase: string): Promise<void> {
  await page.getByRole("textbox", { name: "Passphrase", exact: true }).fill(passphrase);
  await page.getByRole("button", { name: "Unlock" }).click();
}

async function verified(world: World, name: string, result: string): Promise<void> {
  const page = await settings(world);
  await page.getByRole("button", { name: `Verify “${name}”` }).click();
  await page.getByText(result).first().waitFor();
  await page.close();
}

scene("a Turn waits for the passphrase after the browser was started anew, and goes on; key and passphrase are nowhere", {}, async (world) => {
  const relay = await Relay.before(world.playground.base);
  try {
    await world.connect("demo", KEY, `${relay.base}/v1`);
    await setPassphrase(world, PASSPHRASE);
    await verified(world, "Demo", "This connection works.");
    await world.killWorker();
    await verified(world, "Demo", "This connection works.");
    await world.restart();

    const before = relay.calls.length;
    const heard: string[] = [];
    world.worker().on("console", (message) => heard.push(message.text()));
    const told = await listener(world);
    const panel = await world.panel(await world.shop());
    await panel.say("[[say hello]]");
    await panel.untilText("Your keys are locked");
    assert.equal(relay.calls.length, before, "nothing was sent");
    await world.keep("passphrase-card.png", await panel.screenshot());
    const field = "document.querySelector('.unlock input')";
    await until("the field is there", () => panel.evaluate<boolean>(`!!${field}`));
    await panel.insertAt(".unlock input", OTHER);
    await panel.press("Unlock");
    await panel.untilText("This is not the passphrase.");
    assert.equal(relay.calls.length, before, "a wrong one opens nothing");
    await panel.insertAt(".unlock input", PASSPHRASE);
    await panel.press("Unlock");
    await panel.untilText(/^hello/m);
    await panel.untilIdle();
    assert.equal(relay.calls.at(-1)?.headers.authorization, `Bearer ${KEY}`);
    heard.push(...(await told()));
    assert.ok(heard.some((text) => text.includes("turn.complete")), "the events were heard");
    const secret = [KEY, PASSPHRASE, OTHER];
    assert.deepEqual(heard.filter((text) => secret.some((secret) => text.includes(secret))), []);
    for (const call of relay.calls) assert.ok(!JSON.stringify(call).includes(PASSPHRASE) && !JSON.stringify(call).includes(OTHER));

    const page = await settings(world);
    const { session, local } = await page.evaluate(async () => ({
      session: JSON.stringify(await chrome.storage.session.get()),
      local: JSON.stringify(await chrome.storage.local.get()),
    }));
    const opened = JSON.parse(session) as { vault: { key: number[] } };
    for (const stored of [session, local, JSON.stringify(await everything(page))]) {
      assert.ok(!stored.includes(KEY) && !stored.includes(PASSPHRASE));
    }
    await world.context.close();
    const dataKey = Buffer.from(opened.vault.key);
    assert.equal(dataKey.length, 32);
    for (const secret of [KEY, PASSPHRASE, OTHER, dataKey]) assert.deepEqual(await holding(world.profile, secret), []);
  } finally {
    relay.close();
  }
});

scene("Lock now, another passphrase, and none: what was sealed stays readable with the one that holds", {}, async (world) => {
  await world.connect("demo");
  await setPassphrase(world, PASSPHRASE);
  await setPassphrase(world, OTHER, PASSPHRASE);
  const page = await settings(world);
  await page.getByRole("button", { name: "Lock now" }).click();
  await page.getByText("The keys are locked. Tasks").waitFor();
  await world.killWorker();
  await verified(world, "Demo", "Enter the passphrase of your keys, then verify again.");
  await unlock(page, PASSPHRASE);
  await page.getByText("This is not the passphrase.").waitFor();
  await unlock(page, OTHER);
  await page.getByText("The keys are unlocked until").waitFor();
  await verified(world, "Demo", "This connection works.");
  await page.getByRole("button", { name: "Remove the passphrase" }).click();
  await page.getByLabel("Current passphrase").fill(PASSPHRASE);
  await page.getByRole("button", { name: "Remove the passphrase" }).click();
  await page.getByText("This is not the passphrase.").waitFor();
  await page.getByLabel("Current passphrase").fill(OTHER);
  await page.getByRole("button", { name: "Remove the passphrase" }).click();
  await page.getByText("There is no passphrase any more.").waitFor();
  await world.killWorker();
  await verified(world, "Demo", "This connection works.");
});

scene("whoever has forgotten it forgets the keys, and keeps the rest", {}, async (world) => {
  await world.connect("demo");
  await setPassphrase(world, PASSPHRASE);
  await world.restart();
  const page = await settings(world);
  await page.getByText("The keys are locked. Tasks").waitFor();
  await page.getByRole("button", { name: "Forget all keys…" }).click();
  await page.getByText("Every key and the passphrase are deleted.").waitFor();
  await page.getByRole("button", { name: "Forget all keys", exact: true }).click();
  await page.getByText("There is no passphrase: whoever").waitFor();
  const [connections, keys] = (await world.rows("connections", "keys")) as [unknown[], unknown[]];
  assert.deepEqual([connections.length, keys.length], [1, 1], "one connection, and one new key over none");
  await world.connect("demo");
  await verified(world, "Demo", "This connection works.");
});

scene("a change of the passphrase that dies at any of its writes leaves everything as it was", {}, async (world) => {
  await world.connect("demo");
  await setPassphrase(world, PASSPHRASE);
  // The old secrets go, the key over all comes, the secret comes back.
  for (const write of [1, 2, 3]) {
    await world.worker().evaluate((write) => {
      let seen = 0;
      for (const name of ["put", "delete"] as const) {
        const real = IDBObjectStore.prototype[name] as (...given: unknown[]) => IDBRequest;
        IDBObjectStore.prototype[name] = function (this: IDBObjectStore, ...given: unknown[]): never {
          if (this.name === "keys" && (seen += 1) === write) this.transaction.abort();
          return real.apply(this, given) as never;
        };
      }
    }, write);
    const change = { type: "vault.passphrase", current: PASSPHRASE, passphrase: OTHER } as const;
    await assert.rejects(world.command(change), /vault_failed/);
    await world.killWorker();
    await verified(world, "Demo", "This connection works.");
  }
  await world.restart();
  const page = await settings(world);
  await unlock(page, PASSPHRASE);
  await page.getByText("The keys are unlocked until").waitFor();
  await verified(world, "Demo", "This connection works.");
});

scene("sealed under a passphrase too, a key opens in its own place alone, and no easier passphrase can be written in", {}, async (world) => {
  for (const id of ["one", "two"]) {
    const models = [{ id: "demo", capabilities: { tools: true, vision: true, reasoning: false } }];
    const connection: ConnectionDraft = {
      id, name: id, wire: "openai-chat", base_url: `${world.playground.base}/v1`, models, keys: [{ id: "k", secret: `demo-key-${id}` }],
      headers: [], quirks: {} as never,
    };
    await world.command({ type: "connections.save", connection });
  }
  await setPassphrase(world, PASSPHRASE);
  const page = await settings(world);
  await withDatabase(page);
  await page.evaluate(async () => {
    const keys = database.transaction("keys", "readwrite").objectStore("keys");
    const all = await done(keys.getAllKeys());
    const [first, second] = all.filter((key) => /one|two/.test(String(key)));
    const [one, two] = [await done(keys.get(first!)), await done(keys.get(second!))];
    await done(keys.put(two, first));
    await done(keys.put(one, second));
    const master = all.find((key) => String(key).includes("master"))!;
    await done(keys.put({ ...(await done(keys.get(master))), iterations: 1 }, master));
  });
  await verified(world, "one", "The stored key cannot be read.");
  await verified(world, "two", "The stored key cannot be read.");
  await world.restart();
  const anew = await settings(world);
  await unlock(anew, PASSPHRASE);
  await anew.getByText("This is not the passphrase.").waitFor();
});

/** All rows of all tables, as far as a page can read them. */
async function everything(page: Page): Promise<unknown> {
  await withDatabase(page);
  return page.evaluate(async () => {
    const names = [...database.objectStoreNames];
    const rows = await Promise.all(names.map((name) => done(database.transaction(name).objectStore(name).getAll())));
    const plain = (_: string, value: unknown) =>
      value instanceof ArrayBuffer || value instanceof Uint8Array ? String.fromCharCode(...new Uint8Array(value)) : value;
    return JSON.stringify(rows, plain);
  });
}
