/** Tables with the whole text of their cells, and what the person has selected. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

const PRICES = `<table><tr><th>City</th><th>Price</th></tr><tr><td rowspan="2">Oslo</td><td>1 | 2</td></tr><tr><td><a href="#p">3</a></td></tr><tr hidden><td>gone</td></tr></table>`;

test("spanned rows are told in each, links kept, hidden rows left out", async () => {
  const tab = await stage.open(PRICES);
  const { content } = await stage.done(tab, { op: "extract_table", from_row: 0 });
  assert.match(content, /^2 rows below the head, 2 columns\.\n\| City \| Price \|\n\| --- \| --- \|\n\| Oslo \| 1 \\\| 2 \|\n\| Oslo \| \[3\]\(.*#p\) \|$/);
});

test("of several tables the refs are given, grids without table tags are read as well, and pages go on", async () => {
  const rows = Array.from({ length: 900 }, (_none, at) => `<div role="row"><span role="gridcell">name ${at}</span><span role="gridcell">${"x".repeat(30)}</span></div>`).join("");
  const tab = await stage.open(`${PRICES}<div role="grid" aria-label="People"><div role="row"><span role="columnheader">Name</span><span role="columnheader">Note</span></div>${rows}</div>`);
  const { content } = await stage.done(tab, { op: "extract_table", from_row: 0 });
  assert.match(content, /^There are 2 tables; pass the ref of one as scope\.\n- table 3 rows, first: "City \| Price"/);
  const scope = /grid "People".*\[ref=([^\]]+)\]/.exec(content)?.[1] ?? "";
  const first = (await stage.done(tab, { op: "extract_table", scope, from_row: 0 })).content;
  const next = Number(/with from_row (\d+)/.exec(first)?.[1]);
  assert.match(first, new RegExp(`^Rows 1 to ${next} of 900 below the head, 2 columns; ${900 - next} more follow`));
  const rest = (await stage.done(tab, { op: "extract_table", scope, from_row: next })).content;
  assert.match(rest, new RegExp(`^Rows ${next + 1} to .*\\n\\| Name \\| Note \\|\\n.*\\n\\| name ${next} \\|`));
});

test("a page without a table says so", async () => {
  const tab = await stage.open("<p>text</p>");
  assert.equal((await stage.failed(tab, { op: "extract_table", from_row: 0 })).code, "not_found");
});

test("the selection is what the person marked, in the page or in a field, and never of a secret", async () => {
  const tab = await stage.open(`<p id="p">one two</p><input id="i" aria-label="In" value="abcdef"><input id="s" type="password" value="hunter2">`);
  const selection = async (): Promise<string> => (await stage.done(tab, { op: "get_selection" })).content;
  assert.equal(await selection(), "Nothing is selected in the page.");
  await tab.page.evaluate(() => getSelection()?.selectAllChildren(document.getElementById("p") as Node));
  assert.equal(await selection(), "Selected in the page:\none two");
  await tab.page.evaluate(() => (document.getElementById("i") as HTMLInputElement).setSelectionRange(1, 3));
  await tab.page.focus("#i");
  assert.equal(await selection(), 'Selected in textbox "In":\nbc');
  await tab.page.focus("#s");
  await tab.page.evaluate(() => (document.getElementById("s") as HTMLInputElement).select());
  assert.doesNotMatch(await selection(), /hunter2/);
});
