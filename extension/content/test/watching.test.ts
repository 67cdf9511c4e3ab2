/** Looks at a page that is waited for: each condition, a change while the page is asked, and that no word of the page comes back. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Glimpse, WatchCondition } from "../../wire/wire.ts";
import type { Tab } from "./chromium.ts";
import { failureOf, Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

const BODY = `<h1>Headphones</h1><p id=stock>Sold out</p><p hidden>In the warehouse</p>`;

async function look(tab: Tab, condition: WatchCondition, more: { print?: string; patience_ms?: number } = {}): Promise<Glimpse> {
  const binding = await stage.binding(tab);
  const { outcome } = await stage.browser.ask(tab, { op: "watch", condition, patience_ms: 0, ...more }, { binding });
  assert.equal(outcome.type, "watched", JSON.stringify(outcome));
  return (outcome as { glimpse: Glimpse }).glimpse;
}

function write(tab: Tab, text: string, in_ms = 0): Promise<void> {
  return tab.page.evaluate(([text, ms]) => {
    setTimeout(() => {
      const line = document.getElementById("stock");
      if (line) line.textContent = text;
    }, ms);
  }, [text, in_ms] as const);
}

test("a text is on the page or not, whatever is hidden there", async () => {
  const tab = await stage.open(BODY);
  assert.deepEqual(await look(tab, { for: "text", text: "sold OUT" }), { type: "met" });
  assert.deepEqual(await look(tab, { for: "text", text: "In stock" }), { type: "not_yet" });
  assert.deepEqual(await look(tab, { for: "text", text: "warehouse" }), { type: "not_yet" });
  assert.deepEqual(await look(tab, { for: "text_gone", text: "In stock" }), { type: "met" });
  assert.deepEqual(await look(tab, { for: "text_gone", text: "Sold out" }), { type: "not_yet" });
});

test("an address is looked at without a look at the page", async () => {
  const tab = await stage.open(BODY);
  assert.deepEqual(await look(tab, { for: "url", contains: "/page-" }), { type: "met" });
  assert.deepEqual(await look(tab, { for: "url", contains: "/checkout" }), { type: "not_yet" });
});

test("a page that changes while it is asked is seen before the patience is over", async () => {
  const tab = await stage.open(BODY);
  await write(tab, "In stock", 300);
  assert.deepEqual(await look(tab, { for: "text", text: "In stock" }, { patience_ms: 20_000 }), { type: "met" });
});

test("a change is another text than at first, and the print tells none of it", async () => {
  const tab = await stage.open(BODY);
  const began = await look(tab, { for: "changed" });
  assert.ok(began.type === "began" && /^[0-9a-f]{1,16}$/.test(began.print), JSON.stringify(began));
  const { print } = began;
  assert.deepEqual(await look(tab, { for: "changed" }, { print }), { type: "not_yet" });
  await tab.page.evaluate(() => document.body.classList.add("dark"));
  assert.deepEqual(await look(tab, { for: "changed" }, { print }), { type: "not_yet" }, "how it looks is no text");
  await write(tab, "In stock");
  assert.deepEqual(await look(tab, { for: "changed" }, { print, patience_ms: 20_000 }), { type: "met" });
});

test("another document than the look was judged on says nothing", async () => {
  const tab = await stage.open(BODY);
  const binding = { ...(await stage.binding(tab)), document: "another" };
  const condition: WatchCondition = { for: "text", text: "Sold out" };
  const reply = await stage.browser.ask(tab, { op: "watch", condition, patience_ms: 0 }, { binding });
  assert.equal(failureOf(reply).code, "target_changed");
});
