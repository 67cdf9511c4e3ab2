/** Pages after the common component libraries and kinds of sites: every control listed, the first try a success, the snapshot small. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Browser, Site } from "./chromium.ts";
import { type FixtureResult, FIXTURES, PAGES, runFixture } from "./fixture_run.ts";

let browser: Browser;
let site: Site;
const results: FixtureResult[] = [];

before(async () => {
  browser = await Browser.launch();
  site = await Site.serve(FIXTURES);
  for (const page of PAGES) results.push(await runFixture(browser, `${site.address}/${page}.html`, page));
});

after(async () => {
  await browser.close();
  await site.close();
});

const sum = (of: (result: FixtureResult) => number): number => results.reduce((all, result) => all + of(result), 0);

const named = (): number => sum((result) => result.controls - result.missed.length);

test("at least 98 % of the controls have a ref, their role and their name", (t) => {
  const missed = results.flatMap((result) => result.missed);
  const controls = sum((result) => result.controls);
  for (const result of results) t.diagnostic(rowOf(result));
  t.diagnostic(`${results.length} pages, ${named()} of ${controls} controls`);
  for (const miss of missed) t.diagnostic(miss);
  assert.ok(results.length >= 30, `${results.length} pages`);
  assert.ok(missed.length <= controls * 0.02, missed.join("\n"));
});

test("at least 95 % of clicks, typing and choices succeed at the first try, and 99 % with recovery", (t) => {
  const attempts = sum((result) => result.attempts);
  const first = results.flatMap((result) => result.failedAtFirst);
  const failed = results.flatMap((result) => result.failed);
  t.diagnostic(`${attempts} tries: ${attempts - first.length} at first, ${attempts - failed.length} with recovery`);
  for (const miss of first) t.diagnostic(miss);
  assert.ok(first.length <= attempts * 0.05, first.join("\n"));
  assert.ok(failed.length <= attempts * 0.01, failed.join("\n"));
});

test("the median snapshot is at most 70 % of Playwright's, and names no fewer controls", (t) => {
  const ratios = results.map(ratioOf).sort((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)] ?? 1;
  const byPlaywright = sum((result) => result.controls - result.unnamedByPlaywright);
  t.diagnostic(`median ${median.toFixed(3)} of Playwright's tokens; it names ${byPlaywright} controls, ours ${named()}`);
  assert.ok(median <= 0.7, `median ${median.toFixed(3)}`);
  assert.ok(named() >= byPlaywright, `${named()} controls named, by Playwright ${byPlaywright}`);
});

function ratioOf({ tokens, playwrightTokens }: FixtureResult): number {
  return tokens / playwrightTokens;
}

function rowOf(result: FixtureResult): string {
  const { page, controls, missed, attempts, failedAtFirst, tokens, playwrightTokens, ms } = result;
  return (
    `${page}: ${controls - missed.length} of ${controls} controls, ${attempts - failedAtFirst.length} of ${attempts} tries, ` +
    `${tokens} tokens, Playwright ${playwrightTokens} (${ratioOf(result).toFixed(2)}), read in ${Math.round(ms)} ms`
  );
}
