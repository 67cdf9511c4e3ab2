// Each tool through the real worker, the real content script and a real page.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";

scene("a form is filled in, sent and verified", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const form = await world.visit(`http://form.test:${world.playground.port}/`);
  const panel = await world.panel(form);
  await panel.say("fill in the form with name Ada Lovelace and email ada@lovelace.test");
  await form.getByRole("heading", { name: /Thank you, Ada Lovelace/ }).waitFor();
  await panel.untilIdle();
  assert.match(await panel.text(), /Ada Lovelace/);
});

scene("an article is read and summed up with its own figures", { model: "demo" }, async (world) => {
  const article = await world.visit(`http://article.test:${world.playground.port}/`);
  const panel = await world.panel(article);
  await panel.say("summarise this page");
  const title = await article.innerText("h1");
  await panel.untilText(title);
  await panel.untilIdle();
});

scene("the browser's own tools list, open and send tabs", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const shop = await world.shop();
  const panel = await world.panel(shop);
  assert.match(await told(world, panel, "tabs_list {}", "listed"), /tab_id \d+ window \d+ \[in front\] "Tidewater Audio/);
  const opened = await told(world, panel, `tab_open {"url":"http://article.test:${port}/"}`, "opened");
  assert.match(opened, /tab_id \d+ now shows http:\/\/article\.test/);
  const again = await told(world, panel, `tab_open {"url":"http://article.test:${port}/"}`, "again");
  assert.match(again, /was open already in tab_id \d+/);
  const sent = await told(world, panel, `navigate {"url":"http://form.test:${port}/"}`, "sent");
  assert.match(sent, /now shows http:\/\/form\.test/);
  await shop.waitForURL(/form\.test/);
  const nowhere = await told(world, panel, 'navigate {"url":"http://shop.test:9/"}', "nowhere");
  assert.match(nowhere, /error navigation_failed: the page did not load: net::ERR_/);
  const forbidden = await told(world, panel, 'navigate {"url":"javascript:alert(1)"}', "forbidden");
  assert.match(forbidden, /error denied_by_policy: this call is not allowed \(script_scheme\)/);
});

scene("reading tools find, extract, scroll and wait", { model: "demo" }, async (world) => {
  const article = await world.visit(`http://article.test:${world.playground.port}/`);
  const panel = await world.panel(article);
  const heading = await article.locator("h2").last().innerText();
  const found = await told(world, panel, `find_in_page ${JSON.stringify({ query: heading })}`, "found");
  assert.ok(found.includes(heading), found);
  const text = await told(world, panel, "extract {}", "extracted");
  assert.ok(text.includes(await article.innerText("h1")), text.slice(0, 300));
  assert.equal(await article.evaluate(() => scrollY), 0);
  await told(world, panel, 'scroll {"direction":"bottom"}', "scrolled");
  assert.ok((await article.evaluate(() => scrollY)) > 100, "the page moved");
  await article.evaluate(() => setTimeout(() => document.body.append("the late words"), 300));
  assert.ok(!(await told(world, panel, 'wait_for {"text":"the late words"}', "waited")).includes("error"));
});

scene("a link that opens a tab and one that leaves the page are told as what they are", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const shop = await world.shop();
  await shop.evaluate((port) => {
    document.body.insertAdjacentHTML(
      "afterbegin",
      `<a href="http://article.test:${port}/" target="_blank">Read in a tab</a> <a href="http://form.test:${port}/">Leave</a>`,
    );
  }, port);
  const panel = await world.panel(shop);
  const click = (name: string) => `read_page {}]][[then click {"element":"${name}","ref":"@${name}"}`;
  assert.match(await told(world, panel, click("Read in a tab"), "one"), /It opened a new tab: tab_id \d+ "[^"]*" http:\/\/article\.test/);
  await shop.bringToFront();
  assert.match(await told(world, panel, click("Leave"), "two"), /http:\/\/form\.test/);
  await shop.waitForURL(/form\.test/);
});
