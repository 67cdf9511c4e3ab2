/** The card of a reached limit and the settings of limits in use: real keys and presses in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Limits, RunView, Settings } from "../../wire/wire";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";
import { COUNTERS } from "./speaking";

const house = theatre();
const card = (stage: Stage) => stage.page.locator(".card");

function pausedAgain(more: Partial<RunView> = {}): RunView {
  return {
    turn: "turn-1", state: "paused_limit", stop: "limit_pause", limit: "calls", limits: { calls: 100 },
    used: { tokens: 0, calls: 100, active_ms: 0 }, counters: { ...COUNTERS, tool_calls: 200 }, journal: 20, ...more,
  };
}

test("the card says what was used, what stays and what going on grants", async () => {
  const stage = await house.stage("limit");
  const text = await card(stage).innerText();
  for (const part of [
    "Limit reached: 100 of 100 tool calls", "3.2 of 10 minutes at work", "What was done so far stays.",
    "Going on grants the same again: 100 tool calls and 10 minutes at work.",
  ]) assert.ok(text.includes(part), `${part} is not in ${text}`);
  const budget = await house.stage("budget");
  assert.ok((await card(budget).innerText()).includes("Limit reached: 50,000 of 50,000 tokens"));
});

test("while the card asks, the conversation does not offer the same a second time", async () => {
  const stage = await house.stage("limit");
  await card(stage).waitFor();
  assert.equal(await stage.button("Continue").count(), 0);
});

test("Go on continues the same Turn once, and the card is gone; refused it comes back with the reason", async () => {
  const stage = await house.stage("limit");
  await card(stage).waitFor();
  await stage.rest();
  await stage.answer({ "run.resume": { refused: "environment_drift", field: "tools" } });
  await card(stage).getByRole("button", { name: "Go on" }).click();
  await stage.page.getByText("Fairlead's tools have changed since this task began.").waitFor();
  await card(stage).waitFor();
  await stage.rest();
  await stage.answer({ "run.resume": { type: "done" } });
  await card(stage).getByRole("button", { name: "Go on" }).click();
  await card(stage).waitFor({ state: "detached" });
  assert.deepEqual((await stage.sent("run.resume")).map((body) => body.turn), ["turn-1", "turn-1"]);
  assert.equal(await stage.composer.evaluate((el) => el === document.activeElement), true);
});

test("Stop here is told to the engine: the card goes, the task stays paused and can be continued from the conversation", async () => {
  const stage = await house.stage("limit");
  await card(stage).waitFor();
  await stage.rest();
  await card(stage).getByRole("button", { name: "Stop here" }).click();
  await card(stage).waitFor({ state: "detached" });
  assert.equal(await stage.composer.evaluate((el) => el === document.activeElement), true);
  assert.equal((await stage.one("run.leave")).turn, "turn-1");
  await stage.page.getByText("Paused at a limit: 100 of 100 tool calls.").waitFor();
  await stage.button("Continue").click();
  assert.equal((await stage.one("run.resume")).turn, "turn-1");
});

test("what another screen has left has no card here, and its task can be continued", async () => {
  const stage = await house.stage("limit");
  await card(stage).waitFor();
  await stage.emit({ type: "run.updated", thread: "t_harness", run: pausedAgain({ asking: "left" }) });
  await card(stage).waitFor({ state: "detached" });
  await stage.button("Continue").waitFor();
});

test("the next pause of the same task has a card again", async () => {
  const stage = await house.stage("limit");
  await card(stage).waitFor();
  await stage.rest();
  await card(stage).getByRole("button", { name: "Stop here" }).click();
  await card(stage).waitFor({ state: "detached" });
  await stage.emit({ type: "run.updated", thread: "t_harness", run: pausedAgain() });
  await card(stage).waitFor();
});

test("the card takes no focus from someone typing, and a press in its first half second does nothing", async () => {
  const stage = await house.stage("steered");
  await stage.composer.click();
  await stage.page.keyboard.type("the");
  const run = pausedAgain();
  await stage.page.evaluate((event) => {
    window.harness.emit([event]);
    const press = () => {
      const buttons = [...document.querySelectorAll<HTMLElement>(".card .button")];
      if (buttons.length < 2) requestAnimationFrame(press);
      else buttons.forEach((button) => button.click());
    };
    press();
  }, { type: "run.updated", thread: "t_harness", run } as const);
  await card(stage).waitFor();
  await stage.page.keyboard.type("ny");
  assert.equal(await stage.composer.inputValue(), "theny");
  await stage.rest();
  assert.deepEqual([await stage.sent("run.resume"), await card(stage).count()], [[], 1]);
  await stage.page.keyboard.press("F6");
  assert.equal(await stage.focused(), "card");
});

test("unreadable calls pause without a card", async () => {
  const stage = await house.stage("limit");
  await card(stage).waitFor();
  await stage.emit({ type: "run.updated", thread: "t_harness", run: pausedAgain({ limit: "broken_arguments", counters: { ...COUNTERS, tool_calls: 3 } }) });
  await stage.page.getByText("Paused: the model sent unreadable tool calls three times in a row.").waitFor();
  await card(stage).waitFor({ state: "detached" });
});

async function settingsPage(query = ""): Promise<Page> {
  const page = await house.page(`settings.html${query}`);
  await page.locator("#limits").waitFor();
  return page;
}

async function saved(page: Page): Promise<Settings[]> {
  return await page.evaluate(() => window.harness.commands.flatMap(({ body }) => (body.type === "settings.set" ? [body.settings] : [])));
}

async function savedAt(page: Page, count: number): Promise<Settings> {
  await page.waitForFunction((n) => window.harness.commands.filter(({ body }) => body.type === "settings.set").length >= n, count);
  const all = await saved(page);
  assert.equal(all.length, count);
  const last = all.at(-1);
  assert.ok(last !== undefined);
  return last;
}

const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const form = (page: Page) => page.getByRole("form", { name: "Own limits" });

test("no limit and the guarded profile are chosen with one press, and the other settings stay as they are", async () => {
  const page = await settingsPage();
  assert.equal(await page.getByRole("radio", { name: "No limit" }).isChecked(), true);
  await page.getByRole("radio", { name: "Guarded" }).check();
  const first = await savedAt(page, 1);
  assert.deepEqual(first.limits, { profile: "guarded" });
  assert.deepEqual([first.policy, first.model?.connection, first.titles, first.language, first.theme], ["untrusted", "c_1", "model", "en", "light"]);
  await page.getByRole("radio", { name: "No limit" }).check();
  assert.deepEqual((await savedAt(page, 2)).limits, { profile: "open" });
});

test("own limits are saved when they can be read; what cannot is named beside its field and not saved", async () => {
  const page = await settingsPage();
  await page.getByRole("radio", { name: "Own limits" }).check();
  assert.deepEqual(await saved(page), []);
  await field(page, "Tool calls").fill("200");
  await field(page, "Minutes at work").fill("1.5");
  await form(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("Minutes at work: a whole number from 1 to 1,000,000,000, or nothing for no limit.").waitFor();
  assert.deepEqual(await saved(page), []);
  assert.equal(await field(page, "Minutes at work").getAttribute("aria-invalid"), "true");
  assert.equal(await field(page, "Minutes at work").evaluate((el) => el === document.activeElement), true);
  assert.equal(await field(page, "Tool calls").getAttribute("aria-invalid"), "false");
  await field(page, "Minutes at work").fill("5");
  await page.keyboard.press("Enter");
  const limits: Limits = { calls: 200, active_ms: 300_000 };
  assert.deepEqual((await savedAt(page, 1)).limits, { profile: "own", limits });
  await page.getByText("Saved.").waitFor({ state: "attached" });
  assert.deepEqual([await field(page, "Tool calls").inputValue(), await field(page, "Minutes at work").inputValue(), await field(page, "Tokens").inputValue()], ["200", "5", ""]);
});

test("limits that the engine does not take leave the fields as they were typed", async () => {
  const page = await settingsPage();
  await page.getByRole("radio", { name: "Own limits" }).check();
  await field(page, "Tokens").fill("9000");
  await page.evaluate(() => {
    const before = window.harness.world.answer;
    window.harness.world.answer = (command) => command.body.type === "settings.set"
      ? [{ type: "command.rejected", submission_id: command.submission_id, refusal: { code: "storage_full", message: "" } }]
      : before(command);
  });
  await form(page).getByRole("button", { name: "Save" }).click();
  await page.getByText("The browser's storage is full.").waitFor();
  assert.deepEqual([await field(page, "Tokens").inputValue(), await page.getByRole("radio", { name: "Own limits" }).isChecked()], ["9000", true]);
});

test("own limits of before are in the fields, and choosing another profile puts them away", async () => {
  const page = await settingsPage("?limits=own");
  assert.deepEqual([await field(page, "Tool calls").inputValue(), await field(page, "Minutes at work").inputValue()], ["250", "30"]);
  await page.getByRole("radio", { name: "Guarded" }).check();
  await form(page).waitFor({ state: "detached" });
  assert.deepEqual((await savedAt(page, 1)).limits, { profile: "guarded" });
});

test("the section can be linked to", async () => {
  const page = await settingsPage();
  await page.getByRole("link", { name: "Limits" }).click();
  await page.waitForFunction(() => {
    const top = document.getElementById("limits")?.getBoundingClientRect().top ?? -1;
    return top >= 0 && top < innerHeight;
  });
  assert.ok(page.url().endsWith("#limits"));
});
