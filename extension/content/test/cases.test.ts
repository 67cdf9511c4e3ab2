/**
 * The corpus of page cases, own and given, each played whole. Frames of other origins are put together by the worker, so that cases of
 * them are played in `tests/e2e/frames.test.ts`.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CaseRun, type Case } from "./case_run.ts";
import { Browser, REPOSITORY, Site } from "./chromium.ts";

const PLAYED_ELSEWHERE = "cross-origin-iframe";
const own = join(REPOSITORY, "tests/cases/browser");
const further = process.env.FAIRLEAD_CASES ? [join(process.env.FAIRLEAD_CASES, "browser")] : [];

let browser: Browser;
const sites: Site[] = [];

before(async () => {
  browser = await Browser.launch();
});

after(async () => {
  await browser.close();
  for (const site of sites) await site.close();
});

for (const root of [own, ...further]) {
  for (const folder of readdirSync(root).filter((name) => /^\d{3}-/.test(name)).sort()) {
    const given = JSON.parse(readFileSync(join(root, folder, "case.json"), "utf8")) as Case;
    if (given.kind === PLAYED_ELSEWHERE) continue;
    test(`case ${given.id} ${given.slug}`, async () => {
      let site = sites.find((one) => one.folder === root);
      if (!site) {
        site = await Site.serve(root);
        sites.push(site);
      }
      assert.deepEqual(await new CaseRun(browser, site, given, folder).play(), []);
    });
  }
}
