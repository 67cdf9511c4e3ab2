/** Large pages: read in time, in slices that leave the page responsive, within the budget, with what is cut counted truly. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Site, type Tab } from "./chromium.ts";
import { tokensOf } from "../text.ts";
import { readLines } from "./reading.ts";

let browser: Browser;
let site: Site;

before(async () => {
  browser = await Browser.launch();
  site = await Site.serve();
});

after(async () => {
  await browser.close();
  await site.close();
});

/** A catalogue: every product is 10 nodes. */
function catalogue(products: number): string {
  return `<!doctype html><html lang="en"><title>Catalogue</title><h1>Catalogue</h1><label>Filter <input></label><ul aria-label="Products" id="l"></ul>
<button id="end">Load more</button><script>
let h="";for(let i=0;i<${products};i++)h+="<li><h3>Product "+i+"</h3><p>Ships in "+(i%9+1)+" days</p><span>$"+(i*7%500)+".00</span> <a href='#p"+i+"'>Details</a> <button>Add product "+i+"</button></li>";
l.innerHTML=h;</script>`;
}

interface Measured {
  readonly text: string;
  readonly ms: number;
  /** Of the page's own turns while it was read: how long nine of ten waited at most. */
  readonly wait: number;
}

async function measured(tab: Tab, maxTokens: number): Promise<Measured> {
  await browser.inject(tab);
  await tab.page.evaluate(() => {
    const gaps: number[] = [];
    const channel = new MessageChannel();
    let last = performance.now();
    channel.port1.onmessage = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
    Object.assign(window, { gaps });
  });
  const began = Date.now();
  const { outcome } = await browser.ask(tab, { op: "read_page", mode: "snapshot", max_tokens: maxTokens });
  const ms = Date.now() - began;
  const wait = await tab.page.evaluate(() => {
    const long = (window as unknown as { gaps: number[] }).gaps.filter((gap) => gap > 4).sort((a, b) => a - b);
    return long[Math.floor(long.length * 0.9)] ?? 0;
  });
  assert.equal(outcome.type, "done");
  return { text: outcome.type === "done" ? outcome.content : "", ms, wait };
}

for (const [products, limit] of [[500, 3_000], [5_000, 8_000]] as const) {
  test(`a page of ${products * 10} nodes is read within its budget and without freezing it`, async (t) => {
    const tab = await browser.open(site.page(`catalogue-${products}.html`, catalogue(products)));
    const first = await measured(tab, 3_000);
    t.diagnostic(`${products * 10} nodes: ${first.ms} ms, the page waited ${Math.round(first.wait)} ms for a turn, ${first.text.length} characters`);
    assert.ok(tokensOf(first.text) <= 3_000, `${tokensOf(first.text)} tokens`);
    assert.ok(first.ms < limit, `${first.ms} ms`);
    assert.ok(first.wait < 50, `the page waited ${first.wait} ms for a turn`);
    const lines = readLines(first.text);
    assert.ok(lines.some((line) => line.name === "Product 0"));
    assert.ok(lines.some((line) => line.role === "button" && line.name === "Load more" && line.ref !== null), "the button after the run is kept");
    const buttons = lines.filter((line) => line.role === "button").length;
    const cut = Number((/([\d,]+) buttons/.exec(first.text.split("\n").at(-1) ?? "")?.[1] ?? "0").replace(/,/g, ""));
    assert.equal(buttons + cut, products + 1, "every button is shown or counted");
    await tab.page.close();
  });
}
