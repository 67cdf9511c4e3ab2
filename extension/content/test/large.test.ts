/** Large pages: read in slices that leave the page responsive, within the budget, with what is cut counted truly. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { catalogue, measured, NODES_EACH } from "./catalogue.ts";
import { Browser, Site } from "./chromium.ts";
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

// How fast the machine is decides how many slices there are; these are few enough for one ten times as fast as today's.
for (const [products, turns] of [[500, 1], [1_000, 1], [5_000, 5]] as const) {
  const nodes = products * NODES_EACH;
  test(`a page of ${nodes} nodes is read within its budget and without freezing it`, async (t) => {
    const tab = await browser.open(site.page(`catalogue-${products}.html`, catalogue(products)));
    const first = await measured(browser, tab, 3_000);
    const half = first.waits[Math.floor(first.waits.length / 2)] ?? 0;
    t.diagnostic(
      `${nodes} nodes: ${Math.round(first.ms)} ms, ${(first.ms / (nodes / 1_000)).toFixed(1)} for a thousand; longest task over 50 ms: ${first.longest}; the page had ${first.waits.length} turns meanwhile, half of them after ${Math.round(half)} ms at most; ` +
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
