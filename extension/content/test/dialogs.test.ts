/** Dialogs of a page while it is acted on: answered, told of, and the page's own functions afterwards. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { doneBy, Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

const ASKING = `<button id="b">Ask</button><p id="o"></p><script>window.own=[alert,confirm,prompt];b.onclick=()=>{alert("Careful");o.textContent=confirm("Delete 3 files?")+" "+prompt("Name","old")}</script>`;

test("dialogs are dismissed and told of, and the page has its own functions again", async () => {
  const tab = await stage.open(ASKING);
  const { content } = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Ask")));
  assert.match(content, /\nThe page opened an alert: "Careful"\. It was closed\.\n/);
  assert.match(content, /\nThe page opened a confirm: "Delete 3 files\?"\. It was dismissed\. To accept it, call handle_dialog first, then do the action again\.\n/);
  assert.equal(await tab.page.textContent("#o"), "false null");
  assert.equal(await tab.page.evaluate(() => (window as unknown as { own: unknown[] }).own.every((one, at) => one === [alert, confirm, prompt][at])), true);
});

test("what was said beforehand holds for the next action and for no later one", async () => {
  const tab = await stage.open(ASKING);
  const ref = await stage.ref(tab, "button", "Ask");
  await stage.done(tab, { op: "handle_dialog", answer: "accept" });
  await stage.done(tab, { op: "handle_dialog", answer: "accept", text: "new" });
  const { content } = doneBy(await stage.click(tab, ref));
  assert.match(content, /confirm: "Delete 3 files\?"\. It was accepted, as you said\./);
  assert.equal(await tab.page.textContent("#o"), "true new");
  await stage.done(tab, { op: "handle_dialog", answer: "accept" });
  doneBy(await stage.type(tab, await stage.ref(tab, "button", "Ask"), "x").then(() => stage.click(tab, ref)));
  await stage.done(tab, { op: "handle_dialog", answer: "accept" });
  doneBy(await stage.browser.ask(tab, { op: "scroll", direction: "down" }));
  doneBy(await stage.click(tab, ref));
  assert.equal(await tab.page.textContent("#o"), "false null");
});

test("a dialog of a frame is answered like one of the page", async () => {
  const inner = stage.site.page("asking-frame.html", `<!doctype html><title>In</title>${ASKING}`);
  const tab = await stage.open(`<iframe src="${inner}" title="In" width="300" height="120"></iframe>`);
  const { content } = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Ask")));
  assert.match(content, /confirm: "Delete 3 files\?"/);
});

test("a page that asks before it is left is not left, unless that was said", async () => {
  const there = stage.site.page("left-for.html", "<!doctype html><title>There</title><p>arrived</p>");
  const tab = await stage.open(`<a href="${there}">Away</a><script>onbeforeunload=e=>{e.preventDefault();return "unsaved"}</script>`);
  await tab.page.mouse.click(5, 300);
  const ref = await stage.ref(tab, "link", "Away");
  const { content, changes } = doneBy(await stage.click(tab, ref));
  assert.match(content, /asked whether to leave it .*: it was not left\. To leave, call handle_dialog with accept/);
  assert.equal(changes.still_loading, false);
  assert.doesNotMatch(tab.page.url(), /left-for/);
  await stage.done(tab, { op: "handle_dialog", answer: "accept" });
  doneBy(await stage.click(tab, ref));
  await tab.page.waitForURL(there);
});

test("stand-ins that the page replaced stay the page's", async () => {
  const tab = await stage.open(`<button id="b">Patch</button><script>b.onclick=()=>{window.confirm=()=>"mine"}</script>`);
  doneBy(await stage.click(tab, await stage.ref(tab, "button", "Patch")));
  assert.equal(await tab.page.evaluate(() => confirm("?") as unknown), "mine");
});
