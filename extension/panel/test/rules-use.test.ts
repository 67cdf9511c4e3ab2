/** Rules in the settings: written, tried, deleted and brought back; and the sites that Chrome has opened. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { CommandBody } from "../../wire/wire";
import { theatre } from "./harness/theatre";

const house = theatre();

async function settings(): Promise<Page> {
  const page = await house.page("settings.html");
  await page.getByRole("button", { name: "Add a rule" }).waitFor();
  return page;
}

async function sent<T extends CommandBody["type"]>(page: Page, type: T): Promise<Extract<CommandBody, { type: T }>[]> {
  const bodies = await page.evaluate(() => window.harness.commands.map((c) => c.body));
  return bodies.filter((body): body is Extract<CommandBody, { type: T }> => body.type === type);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

test("a rule is written with the engine's word on what is wrong, and nothing typed is lost", async () => {
  const page = await settings();
  await press(page, "Add a rule");
  const form = page.getByRole("form", { name: "Add a rule" });
  await form.getByRole("combobox", { name: "Action" }).fill("clikc");
  await form.getByRole("textbox", { name: "Site" }).fill("*.example.com");
  await form.getByRole("radio", { name: "Deny" }).check();
  await press(page, "Save the rule");
  await page.getByRole("alert").filter({ hasText: "There is no such action." }).waitFor();
  await form.getByRole("combobox", { name: "Action" }).fill("category:click");
  await press(page, "Save the rule");
  await form.waitFor({ state: "detached" });
  const { rule } = (await sent(page, "rules.save")).at(-1)!;
  assert.deepEqual([rule.tool, rule.origin, rule.verdict], ["category:click", "*.example.com", "deny"]);
  await page.locator("td.rule-site", { hasText: "*.example.com" }).waitFor();
});

test("a deleted rule is brought back by Undo as it was", async () => {
  const page = await settings();
  await page.getByRole("button", { name: /^Delete the rule for .* on https:\/\/shop/ }).click();
  await page.getByRole("status").filter({ hasText: "was deleted" }).waitFor();
  await press(page, "Undo");
  await page.waitForFunction(() => window.harness.commands.some((c) => c.body.type === "rules.save"));
  assert.deepEqual((await sent(page, "rules.save"))[0]?.rule, { id: "r2", tool: "click", origin: "https://shop.playground.test", verdict: "allow" });
});

test("own sites are added with care, and what holds there is chosen for reading and for acting", async () => {
  const page = await settings();
  const form = page.getByRole("form", { name: "Sites to be more careful with" });
  const site = form.getByRole("textbox", { name: "Site" });
  const known = { site: "*.payroll.playground.test", reading: "ask", writing: "deny" };
  await site.fill("board");
  await press(page, "Add the site");
  await page.getByRole("alert").filter({ hasText: "This is not a site." }).waitFor();
  assert.equal(await site.inputValue(), "board");
  await site.fill(" board.example ");
  await press(page, "Add the site");
  await page.getByRole("combobox", { name: "Acting on board.example" }).selectOption("ask");
  await page.getByRole("combobox", { name: "Reading on board.example" }).selectOption("deny");
  await site.fill("board.example");
  await page.getByRole("alert").filter({ hasText: "on your list already" }).waitFor();
  await press(page, `Delete ${known.site} from the list`);
  await page.getByRole("combobox", { name: `Acting on ${known.site}` }).waitFor({ state: "detached" });
  assert.deepEqual((await sent(page, "settings.set")).map(({ settings }) => settings.sensitive_sites), [
    [known, { site: "board", reading: "ask", writing: "deny" }],
    [known, { site: "board.example", reading: "ask", writing: "deny" }],
    [known, { site: "board.example", reading: "ask", writing: "ask" }],
    [known, { site: "board.example", reading: "deny", writing: "ask" }],
    [{ site: "board.example", reading: "deny", writing: "ask" }],
  ]);
});

test("what would happen is told with the reason and the rule that decided", async () => {
  const page = await settings();
  const form = page.getByRole("form", { name: "What would happen if …" });
  await form.getByRole("combobox", { name: "Action" }).selectOption("click");
  await form.getByRole("textbox", { name: "Address" }).fill("shop");
  await press(page, "Ask");
  await page.getByRole("alert").filter({ hasText: "Write the whole address" }).waitFor();
  await form.getByRole("textbox", { name: "Address" }).fill("https://shop.playground.test/cart");
  await press(page, "Ask");
  await form.getByText("It would be done without asking.").waitFor();
  await form.getByText(/^Decided by the rule .* on https:\/\/shop\.playground\.test\./).waitFor();
  assert.deepEqual((await sent(page, "rules.try")).at(-1)?.trial, { tool: "click", address: "https://shop.playground.test/cart", text: "" });
  await form.getByRole("textbox", { name: "Address" }).fill("https://other.playground.test");
  assert.equal(await form.getByText("It would be done without asking.").count(), 0, "an answer is to what was asked");
});

test("sites are taken back one by one, or all with the rules that allow, by a second press", async () => {
  const page = await settings();
  const sites = page.getByRole("list", { name: "Sites that Chrome has opened" }).getByRole("listitem");
  assert.equal(await sites.count(), 2);
  await press(page, "Take back https://mail.playground.test/*");
  await sites.nth(1).waitFor({ state: "detached" });
  await press(page, "Take back all sites and all rules that allow");
  assert.equal(await sites.count(), 1);
  await press(page, "Press again to take all back");
  await sites.first().waitFor({ state: "detached" });
  assert.deepEqual((await sent(page, "rules.delete")).map(({ rule }) => rule), ["r2"], "rules that deny stay");
});
