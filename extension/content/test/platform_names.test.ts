/** The tables of the web platform tests for roles and accessible names, each row against our own. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { REPOSITORY } from "./chromium.ts";
import { Stage } from "./stage.ts";

interface Row {
  readonly id: string;
  readonly role?: string;
  readonly name?: string;
  /** Why ours is another on purpose. */
  readonly differs?: string;
}

interface Table {
  readonly source: string;
  readonly html: readonly string[];
  readonly rows: readonly Row[];
}

const FOLDER = join(REPOSITORY, "tests/cases/names");

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

const TABLES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Table);

for (const table of TABLES) {
  test(table.source, async () => {
    const tab = await stage.open(table.html.join("\n"));
    const wrong: string[] = [];
    for (const row of table.rows) {
      const css = `[data-row="${row.id}"]`;
      const call = row.role === undefined ? "nameOf" : "roleOf";
      const ours = await stage.browser.probe(tab, call, css);
      const agrees = ours === (row.role ?? row.name);
      if (agrees === (row.differs !== undefined)) wrong.push(`${row.id}: ${call} is ${JSON.stringify(ours)}`);
    }
    assert.deepEqual(wrong, []);
  });
}

test("of all rows at least 95 % agree", (t) => {
  const rows = TABLES.flatMap((table) => table.rows);
  const apart = rows.filter((row) => row.differs !== undefined);
  t.diagnostic(`${rows.length - apart.length} of ${rows.length} rows agree`);
  assert.ok(apart.length <= rows.length * 0.05, apart.map((row) => `${row.id}: ${row.differs}`).join("\n"));
});
