// Tabs as a whole: what the assistant does with them, and what the browser and the person do behind its back.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

async function tabId(world: World, page: Page): Promise<number> {
  const url = page.url();
  return world.worker().evaluate(async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)!.id!, url);
}

scene("a tab goes back to its page as it was left, forward and through it again, comes to the front and closes", { model: "demo", keepsLeftPages: true }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const page = await world.visit(`http://article.test:${port}/`);
  const panel = await world.panel(page);
  await page.evaluate((port) => {
    const way = `<a id="way" href="http://form.test:${port}/">On</a><button onclick="document.title = 'pressed after all'">Press</button>`;
    document.body.insertAdjacentHTML("afterbegin", way);
  }, port);
  const before = await told(world, panel, "read_page {}", "read");
  const ref = /button "Press" .*?\[ref=(\w+)\]/.exec(before)?.[1];
  await page.click("#way");
  await page.waitForURL(/form\.test/);

  assert.match(await told(world, panel, "go_back {}", "back"), /now shows http:\/\/article\.test/);
  // No reload would have this button: the document was kept, and what names its elements with it.
  assert.doesNotMatch(await told(world, panel, `click {"element":"Press","ref":"${ref}"}`, "pressed"), /error/);
  assert.equal(await page.title(), "pressed after all");
  assert.match(await told(world, panel, "go_forward {}", "forward"), /now shows http:\/\/form\.test/);
  assert.match(await told(world, panel, "go_forward {}", "further"), /error not_found/);
  await page.fill("input", "typed");
  assert.match(await told(world, panel, "reload {}", "again"), /now shows http:\/\/form\.test/);
  assert.equal(await page.inputValue("input"), "");

  await told(world, panel, `tab_open {"url":"http://article.test:${port}/other"}`, "opened");
  const other = world.context.pages().find((page) => page.url().endsWith("/other"))!;
  const id = await tabId(world, other);
  const isShown = () => world.worker().evaluate(async (id) => (await chrome.tabs.get(id)).active, id);
  assert.equal(await isShown(), false);
  assert.match(await told(world, panel, `tab_focus {"tab_id":${id}}`, "shown"), /is in front/);
  assert.equal(await isShown(), true);

  // A page that was touched may hold its tab open, and only the person can let it go.
  await other.evaluate(() => addEventListener("beforeunload", (event) => event.preventDefault()));
  await other.mouse.click(5, 5);
  const held = new Promise<void>((resolve) => other.once("dialog", (dialog) => void dialog.dismiss().then(resolve)));
  assert.match(await told(world, panel, `tab_close {"tab_id":${id}}`, "held"), /error dialog_blocked/);
  await held;
  await told(world, panel, `reload {"tab_id":${id}}`, "eased");
  assert.match(await told(world, panel, `tab_close {"tab_id":${id}}`, "closed"), /closed tab_id/);
  await until("the tab is gone", () => other.isClosed());
});

scene("a tab that sleeps is woken, and one in a closed or private window is not there", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const front = await world.shop();
  const panel = await world.panel(front);
  await told(world, panel, `tab_open {"url":"http://article.test:${port}/"}`, "opened");
  const asleep = await world.worker().evaluate(async () => {
    const tab = (await chrome.tabs.query({})).find((tab) => tab.url?.includes("article.test"))!;
    return (await chrome.tabs.discard(tab.id!))!.id!;
  });
  assert.match(await told(world, panel, `read_page {"tab_id":${asleep}}`, "asleep"), /error tab_gone: the browser has put tab \d+ to sleep/);
  assert.match(await told(world, panel, "tabs_list {}", "listed"), new RegExp(`tab_id ${asleep} window \\d+ \\[asleep\\]`));
  assert.match(await told(world, panel, `reload {"tab_id":${asleep}}`, "woken"), /now shows http:\/\/article\.test/);
  assert.match(await told(world, panel, `read_page {"tab_id":${asleep}}`, "read"), /heading/);

  const closed = await world.worker().evaluate(async (url) => {
    const window = await chrome.windows.create({ url, focused: false });
    const id = window!.tabs![0]!.id!;
    await chrome.windows.remove(window!.id!);
    return id;
  }, `http://form.test:${port}/`);
  assert.match(await told(world, panel, `go_back {"tab_id":${closed}}`, "gone"), /error tab_gone/);

  const { browserContextId } = await world.browser.send("Target.createBrowserContext");
  await world.browser.send("Target.createTarget", { url: `http://form.test:${port}/private`, browserContextId });
  const list = await told(world, panel, "tabs_list {}", "private");
  assert.match(list, /shop\.test/);
  assert.doesNotMatch(list, /form\.test/);
});
