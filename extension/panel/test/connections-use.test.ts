/** A connection being written in the settings: from a template, with its models, keys and headers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { CommandBody, ConnectionDraft, Settings } from "../../wire/wire";
import { theatre } from "./harness/theatre";

const house = theatre();

async function settings(): Promise<Page> {
  const page = await house.page("settings.html");
  await page.getByRole("button", { name: "Add a connection" }).waitFor();
  return page;
}

async function bodies(page: Page): Promise<readonly CommandBody[]> {
  return await page.evaluate(() => window.harness.commands.map((c) => c.body));
}

async function saved(page: Page): Promise<ConnectionDraft> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.waitForFunction(() => window.harness.commands.some((c) => c.body.type === "connections.save"));
  const [first] = (await bodies(page)).filter((body) => body.type === "connections.save");
  return first!.connection;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click();

test("three presses and a pasted key make a connection from a template", async () => {
  const page = await settings();
  await press(page, "Add a connection");
  await page.getByRole("button", { name: /^DeepSeek/ }).click();
  const key = page.getByLabel("API key");
  assert.equal(await key.evaluate((el) => el === document.activeElement), true, "the key is all that is left to write");
  assert.equal(await page.getByRole("link", { name: "Where to get a key" }).getAttribute("href"), "https://platform.deepseek.com/api_keys");
  await press(page, "Save");
  await page.getByRole("alert").filter({ hasText: "Please fill this in." }).waitFor();
  assert.equal(await key.getAttribute("aria-invalid"), "true", "this provider wants one");
  await key.fill("sk-0123456789abcdef");
  const draft = await saved(page);
  assert.deepEqual([draft.name, draft.wire, draft.base_url], ["DeepSeek", "openai-chat", "https://api.deepseek.com/v1"]);
  assert.deepEqual(draft.keys.map(({ secret }) => secret), ["sk-0123456789abcdef"]);
  assert.deepEqual(draft.models[0], { id: "deepseek-chat", capabilities: { tools: true, vision: false, reasoning: false } });
  assert.equal(draft.quirks.replay_reasoning, "tool_turns");
});

test("the list of templates is narrowed by typing, and says so where nothing is left", async () => {
  const page = await settings();
  await press(page, "Add a connection");
  const search = page.getByLabel("Provider or local server");
  await search.fill("oll");
  assert.equal(await page.locator(".templates .button").count(), 1);
  await search.fill("nobody");
  await page.getByRole("status").filter({ hasText: "None is called so" }).waitFor();
  await search.fill("ollama");
  await page.getByRole("button", { name: /^Ollama/ }).click();
  assert.equal(await page.getByRole("textbox", { name: "Model" }).evaluate((el) => el === document.activeElement), true);
  await page.getByText("As ollama list shows it.").waitFor();
});

test("models are added, put in order, described and removed; two of one name are refused at the field", async () => {
  const page = await settings();
  await press(page, "Edit “Playground”");
  await press(page, "Add a model");
  const names = page.getByRole("textbox", { name: "Model" });
  await names.nth(2).fill("scripted-1");
  await press(page, "Save");
  await page.getByRole("alert").filter({ hasText: "Each model has a name of its own." }).waitFor();
  assert.equal(await names.nth(2).getAttribute("aria-invalid"), "true");
  await names.nth(2).fill("scripted-large");
  await page.getByText("What it can do, hold and costs").nth(2).click();
  await page.getByRole("checkbox", { name: "The model thinks before it answers" }).check();
  await page.getByRole("textbox", { name: "Context window, tokens" }).fill("200 000");
  await press(page, "Move up: scripted-large");
  await press(page, "Remove: scripted-small");
  const draft = await saved(page);
  assert.deepEqual(draft.models, [
    { id: "scripted-1", capabilities: { tools: true, vision: true, reasoning: false } },
    { id: "scripted-large", capabilities: { tools: true, vision: true, reasoning: true }, context_window: 200_000 },
  ]);
});

test("the models of an endpoint are fetched as it is typed, suggested, and bring their window along", async () => {
  const page = await settings();
  await press(page, "Add a connection");
  await page.getByRole("button", { name: /^DeepSeek/ }).click();
  await press(page, "Fetch the list of models");
  await page.getByRole("alert").filter({ hasText: "key" }).waitFor();
  await page.getByLabel("API key").fill("sk-0123456789abcdef");
  await press(page, "Fetch the list of models");
  await page.getByRole("status").filter({ hasText: "2 models." }).waitFor();
  const asked = (await bodies(page)).flatMap((body) => (body.type === "connections.models" && body.of.type === "draft" ? [body.of.endpoint] : []));
  assert.deepEqual(asked.map(({ base_url, keys }) => [base_url, keys?.length]), [["https://api.deepseek.com/v1", 0], ["https://api.deepseek.com/v1", 1]]);
  const names = page.getByRole("combobox", { name: "Model" });
  assert.deepEqual(await names.first().evaluate((el: HTMLInputElement) => [...el.list!.options].map(({ value }) => value)), ["scripted-2", "scripted-3"]);
  await names.first().fill("scripted-2");
  assert.deepEqual((await saved(page)).models[0], { id: "scripted-2", capabilities: { tools: true, vision: false, reasoning: false }, context_window: 128_000 });
});

test("an address that cannot be asked is said at its field, and nothing is asked", async () => {
  const page = await settings();
  await press(page, "Add a connection");
  await page.getByRole("button", { name: /^Another one/ }).click();
  await page.getByLabel("Base URL").fill("http://models.example/v1");
  await press(page, "Fetch the list of models");
  await page.getByRole("alert").filter({ hasText: "https" }).waitFor();
  assert.ok((await bodies(page)).every(({ type }) => type !== "connections.models"));
});

test("keys are added, put in order and removed, and the one in use is said", async () => {
  const page = await settings();
  await press(page, "Edit “Playground”");
  const keys = page.getByRole("list", { name: "Keys" }).getByRole("listitem");
  assert.match(await keys.first().innerText(), /Key ending in 7f3a\s+In use/);
  await page.getByLabel("API key").fill("sk-0123456789abcdef");
  await press(page, "Add this key");
  assert.equal(await page.getByLabel("API key").inputValue(), "");
  await press(page, "Move up: Key ending in cdef");
  await page.getByLabel("API key").fill("sk-short");
  const draft = await saved(page);
  assert.deepEqual(draft.keys.map(({ secret }) => secret), ["sk-0123456789abcdef", undefined, "sk-short"]);
  assert.equal(draft.keys[1]?.id, "k_1");
});

test("with a key for a new address those of the old one are not sent", async () => {
  const page = await settings();
  await press(page, "Edit “Playground”");
  await page.getByRole("textbox", { name: "Base URL" }).fill("https://elsewhere.example/v1");
  await page.getByLabel("API key").fill("sk-elsewhere");
  assert.deepEqual((await saved(page)).keys.map(({ secret }) => secret), ["sk-elsewhere"]);
});

test("headers of one's own are written in pairs", async () => {
  const page = await settings();
  await press(page, "Edit “Playground”");
  await page.getByText("Headers", { exact: true }).click();
  await press(page, "Add a header");
  await page.getByRole("textbox", { name: "Name of the header" }).fill("x-team");
  await press(page, "Save");
  await page.getByRole("alert").filter({ hasText: "Please fill this in." }).waitFor();
  await page.getByRole("textbox", { name: "Value" }).fill("red");
  assert.deepEqual((await saved(page)).headers, [{ name: "x-team", value: "red" }]);
});

test("the model of new messages and the one for titles and notes are chosen of all there are", async () => {
  const page = await settings();
  await page.getByLabel("Model for titles and notes").selectOption({ label: "scripted-small" });
  await page.getByLabel("Model for new messages").selectOption({ label: "large-2" });
  const chosen = (what: Pick<Settings, "model" | "task_model">) => [what.model, what.task_model];
  const sets = (await bodies(page)).filter((body) => body.type === "settings.set").map(({ settings }) => chosen(settings));
  assert.deepEqual(sets, [
    [{ connection: "c_1" }, { connection: "c_1", model: "scripted-small" }],
    [{ connection: "c_2", model: "large-2" }, { connection: "c_1", model: "scripted-small" }],
  ]);
});
