/**
 * The corpus of page cases. Those of `COVERED` must pass; the others wait for tools that this stage does not have (hover, drag,
 * upload, dialogs, keys, frames of other origins, trusted input) and are played only by hand: `node cases.test.mjs --all`.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { CaseRun, type Case, NotCovered } from "./case_run.ts";
import { Browser, REPOSITORY, Site } from "./chromium.ts";

const COVERED = new Set(
  (
    "001 005 006 008 009 010 011 013 014 015 016 017 019 020 021 023 024 026 027 028 029 031 033 034 036 037 038 039 041 " +
    "042 043 045 046 047 048 049 050 051 052 053 054 056 058 059 060 061 063 064 065 066 068 069 070 071 073 074 075 076 077 078 079 080 " +
    "081 082"
  ).split(" "),
);

const ALL = process.argv.includes("--all");
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
    // A further folder is played whole: only what this stage has no tool for is left out.
    if (!ALL && root === own && !COVERED.has(given.id)) continue;
    test(`case ${given.id} ${given.slug}`, async (t) => {
      let site = sites.find((one) => one.folder === root);
      if (!site) {
        site = await Site.serve(root);
        sites.push(site);
      }
      try {
        assert.deepEqual(await new CaseRun(browser, site, given, folder).play(), []);
      } catch (error) {
        if (error instanceof NotCovered) return t.skip(error.message);
        if (root !== own || COVERED.has(given.id)) throw error;
        t.skip(`not yet covered: ${error instanceof Error ? error.message.slice(0, 600) : error}`);
      }
    });
  }
}
