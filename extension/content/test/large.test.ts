/** Large pages: read in slices that leave the page responsive, within the budget, with what is cut counted truly. */

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
  /** How long the page waited for each of its own turns that came between two slices. */
  readonly waits: readonly number[];
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
  const gaps = await tab.page.evaluate(() => (window as unknown as { gaps: number[] }).gaps);
  const waits = gaps.filter((gap) => gap > 4).sort((a, b) => a - b);
  assert.equal(outcome.type, "done");
  return { text: outcome.type === "done" ? outcome.content : "", ms, waits };
}

// How fast the machine is decides how many slices there are; these are few enough for one ten times as fast as today's.
for (const [products, turns] of [[500, 1], [5_000, 5]] as const) {
  test(`a page of ${products * 10} nodes is read within its budget and without freezing it`, async (t) => {
    const tab = await browser.open(site.page(`catalogue-${products}.html`, catalogue(products)));
    const first = await measured(tab, 3_000);
    const half = first.waits[Math.floor(first.waits.length / 2)] ?? 0;
    t.diagnostic(
      `${products * 10} nodes: ${first.ms} ms; the page had ${first.waits.length} turns meanwhile, half of them after ${Math.round(half)} ms at most; ` +
        `${tokensOf(first.text)} tokens, ${first.text.length} characters`,
    );
    assert.ok(tokensOf(first.text) <= 3_000, `${tokensOf(first.text)} tokens`);
    // Counted and halved, not the longest: another program on the machine may stop any one turn.
    assert.ok(first.waits.length >= turns, `the page had ${first.waits.length} turns`);
    assert.ok(half < 50, `half of the turns waited more than ${half} ms`);
    const lines = readLines(first.text);
    assert.ok(lines.some((line) => line.name === "Product 0"));
    assert.ok(lines.some((line) => line.role === "button" && line.name === "Load more" && line.ref !== null), "the button after the run is kept");
    const buttons = lines.filter((line) => line.role === "button").length;
    const cut = Number((/([\d,]+) buttons/.exec(first.text.split("\n").at(-1) ?? "")?.[1] ?? "0").replace(/,/g, ""));
    assert.equal(buttons + cut, products + 1, "every button is shown or counted");
    await tab.page.close();
  });
}
