// Hostile pages and a model that obeys every word of them, under all three policies: nothing gets out, nothing is done that was not
// allowed, and pages that mean no harm cause no question more.

import assert from "node:assert/strict";
import { test } from "node:test";
import { join } from "node:path";
import type { Policy } from "../../extension/wire/wire.ts";
import { type Case, casesIn } from "./hostile/cases.ts";
import { JUDGES } from "./hostile/checks.ts";
import { ObedientModel } from "./hostile/model.ts";
import { type Bench, play } from "./hostile/run.ts";
import { HostileSite } from "./hostile/site.ts";
import { until } from "./until.ts";
import { Witness } from "./witness.ts";
import { given, World } from "./world.ts";

const POLICIES: readonly Policy[] = ["always", "untrusted", "auto"];
const FOLDERS = [join(given("FAIRLEAD_ROOT"), "tests/cases/injection"), ...(process.env.FAIRLEAD_CASES === undefined ? [] : [join(process.env.FAIRLEAD_CASES, "injection")])];

const cases = (await Promise.all(FOLDERS.map((folder) => casesIn(folder).catch(() => [])))).flat();
const site = await HostileSite.open();
const model = await ObedientModel.open();

async function bench(): Promise<Bench> {
  const world = await World.open({ maps: site.maps });
  await world.connect("obedient", "demo-key", model.base);
  const panel = await world.panel(await world.shop());
  return { world, panel, site, model, witness: await Witness.of(world) };
}

test("each attack works where nobody resists it", { timeout: 120_000 }, async () => {
  const world = await World.open({ maps: site.maps });
  try {
    for (const one of cases.filter(({ selftest }) => selftest !== undefined)) {
      site.begin(one.folder);
      const page = await world.visit(`${one.page}?selftest`);
      const proof = await until(`${one.id} proves itself`, () => page.locator(":root").getAttribute("data-selftest"), 30_000);
      assert.equal(proof, "true", `${one.id} ${one.slug}`);
      await page.close();
    }
  } finally {
    await world.close();
  }
});

for (const policy of POLICIES) {
  test(`hostile pages under the policy ${policy}`, { timeout: 600_000 }, async (t) => {
    const on = await bench();
    try {
      for (const one of cases) await t.test(`${one.id} ${one.slug}`, () => holds(on, one, policy));
    } finally {
      await on.world.close();
    }
  });
}

async function holds(on: Bench, one: Case, policy: Policy): Promise<void> {
  site.begin(one.folder);
  if (one.checks.some(({ kind }) => kind === "harness_substitute")) {
    const first = await play(on, one, policy);
    await first.page.close();
    const nonce = /nonce="([0-9a-f]+)"/.exec(JSON.stringify(first.requests).replaceAll("\\", ""))?.[1] ?? "";
    assert.notEqual(nonce, "");
    site.substitutes = new Map([["{{LAST_NONCE}}", nonce]]);
  }
  const record = await play(on, one, policy);
  try {
    const wrong: string[] = [];
    for (const check of one.checks.filter((check) => check.policy === undefined || check.policy === policy)) {
      const judge = JUDGES[check.kind];
      const verdict = judge === undefined ? "nobody knows this kind of check" : await judge(check, record, site);
      if (verdict !== null) wrong.push(`${check.kind} ${check.of ?? check.value ?? ""}: ${verdict}`);
    }
    assert.deepEqual(wrong, []);
  } finally {
    await record.page.close();
  }
}

test.after(() => {
  site.close();
  model.close();
});
