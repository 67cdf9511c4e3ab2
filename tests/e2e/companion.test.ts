// Another extension with every permission, and a web page, try to get in while a question waits: nothing is told, nothing is decided.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import { openThread, Witness } from "./witness.ts";
import { given } from "./world.ts";

const COMPANION = join(given("FAIRLEAD_ROOT"), "tests/e2e/companion");
const CLICK = script('[[call read_page {}]][[then click {"element":"Add Aurora Lite to cart","ref":"@Add Aurora Lite to cart"}]][[say it is over]]');
/** Of ours, what is worth having. */
const FILES = ["panel.html", "settings.html", "background.js", "engine.wasm", "manifest.json"];

/** Chrome makes the id of an unpacked extension of its path. */
function idOf(folder: string): string {
  const digest = createHash("sha256").update(folder).digest("hex").slice(0, 32);
  return [...digest].map((digit) => String.fromCharCode("a".charCodeAt(0) + Number.parseInt(digit, 16))).join("");
}

scene("neither another extension nor a page gets in while a question waits", { model: "demo", beside: COMPANION }, async (world) => {
  const shop = await world.shop();
  const panel = await world.panel(shop);
  await panel.say(CLICK);
  await panel.untilText("Allow once");
  const thread = await openThread(panel);
  const witness = await Witness.of(world);
  const before = await witness.snapshot(thread);
  assert.equal(before.approvals.length, 1);
  const answer = { client_id: "companion", submission_id: "s1", body: { type: "approval.respond", thread, approval: before.approvals[0]!.id, digest: before.approvals[0]!.digest, answer: { type: "allow", scope: "once" } } };
  const ours = world.extension;

  const companion = await world.visit(`chrome-extension://${idOf(COMPANION)}/page.html`);
  const tried = await companion.evaluate(async ({ ours, answer, files }) => {
    const outcome = async (attempt: () => Promise<unknown>): Promise<string> => {
      try {
        return `in: ${JSON.stringify(await attempt())}`;
      } catch (error) {
        return `out: ${String(error)}`;
      }
    };
    const said = (text: string) => new Promise((resolve, reject) => {
      const port = chrome.runtime.connect(ours, { name: "fairlead" });
      port.onMessage.addListener(resolve);
      port.onDisconnect.addListener(() => reject(new Error(chrome.runtime.lastError?.message ?? "hung up")));
      port.postMessage(text);
    });
    const framed = () => new Promise((resolve, reject) => {
      const frame = document.createElement("iframe");
      frame.src = `chrome-extension://${ours}/panel.html`;
      frame.onload = () => (frame.contentWindow?.length === undefined ? resolve("loaded") : frame.contentDocument === null ? reject(new Error("blocked")) : resolve("readable"));
      document.body.append(frame);
    });
    const tabs = await chrome.tabs.query({});
    const settings = tabs.find(({ url }) => url?.startsWith(`chrome-extension://${ours}/`));
    return {
      message: await outcome(() => chrome.runtime.sendMessage(ours, answer)),
      port: await outcome(() => said(JSON.stringify(answer))),
      frame: await outcome(framed),
      ...Object.fromEntries(await Promise.all(files.map(async (file) => [file, await outcome(() => fetch(`chrome-extension://${ours}/${file}`).then(({ status }) => status))]))),
      script: await outcome(() => chrome.scripting.executeScript({ target: { tabId: settings!.id! }, func: () => document.title })),
      debugger: await outcome(() => chrome.debugger.attach({ tabId: settings!.id! }, "1.3")),
      worker: await outcome(async () => chrome.debugger.attach({ targetId: (await chrome.debugger.getTargets()).find(({ url }) => url.startsWith(`chrome-extension://${ours}/`))!.id }, "1.3")),
    };
  }, { ours, answer, files: FILES });
  for (const [attempt, outcome] of Object.entries(tried)) assert.match(String(outcome), /^out: /, attempt);

  const page = await shop.evaluate(async ({ ours, answer, files }) => {
    const reached = await Promise.all(files.map((file) => fetch(`chrome-extension://${ours}/${file}`).then(() => true, () => false)));
    window.postMessage(answer, "*");
    document.dispatchEvent(new CustomEvent("fairlead", { detail: answer }));
    new BroadcastChannel("fairlead").postMessage(answer);
    return { reached, hasRuntime: "runtime" in ((globalThis as { chrome?: object }).chrome ?? {}) };
  }, { ours, answer, files: FILES });
  assert.deepEqual(page, { reached: FILES.map(() => false), hasRuntime: false });

  const after = await witness.snapshot(thread);
  assert.deepEqual([after.run?.state, after.approvals.map(({ id }) => id)], ["waiting_approval", before.approvals.map(({ id }) => id)]);
  await panel.decide("Deny");
  await panel.untilIdle();
  assert.equal(await shop.locator(".cart-line").count(), 0);
});

scene("what is stored is closed to the pages that we act in, and nothing of the extension is theirs to load", { model: "demo" }, async (world) => {
  await world.shop();
  const stores = await world.worker().evaluate(async () => {
    const [tab] = await chrome.tabs.query({ url: "http://shop.test/*" });
    const [found] = await chrome.scripting.executeScript({
      target: { tabId: tab!.id! },
      func: async () => {
        const areas = ["local", "session", "sync"] as const;
        const look = (area: (typeof areas)[number]) => (chrome.storage?.[area] === undefined ? Promise.resolve("closed") : chrome.storage[area].get().then(() => "open", () => "closed"));
        return Promise.all(areas.map(look));
      },
    });
    return found?.result;
  });
  assert.deepEqual(stores, ["closed", "closed", "closed"]);
  const manifest = JSON.parse(await readFile(join(given("FAIRLEAD_DIST"), "manifest.json"), "utf8")) as {
    externally_connectable: { ids: string[]; matches: string[] }; web_accessible_resources?: unknown; content_scripts?: unknown;
    content_security_policy: { extension_pages: string }; incognito: string;
  };
  assert.equal(manifest.incognito, "not_allowed", "what is private stays unseen");
  assert.deepEqual(manifest.externally_connectable, { ids: [], matches: [] });
  assert.deepEqual([manifest.web_accessible_resources, manifest.content_scripts], [undefined, undefined]);
  assert.match(manifest.content_security_policy.extension_pages, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
});
