/** Plans, memories and the person's instructions in use: real presses in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { CommandBody } from "../../wire/wire";
import { PLAN, SCENE_THREAD } from "./harness/scenes";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";

const house = theatre();
const plan = (stage: Stage) => stage.page.locator(".plan");

test("the plan is one line with the step under way, and opens to all steps with what became of each", async () => {
  const stage = await house.stage("plan");
  const line = plan(stage).locator("summary");
  for (const part of ["Plan", "1 of 4", "Compare those that are in stock"]) {
    assert.ok((await line.innerText()).includes(part), `${part} is not in ${await line.innerText()}`);
  }
  await line.click();
  const steps = plan(stage).getByRole("list", { name: "Plan" }).getByRole("listitem");
  assert.deepEqual(
    (await steps.allTextContents()).map((text) => /\((.*)\)$/.exec(text)?.[1]),
    ["done", "under way", "dropped", "to do"],
  );
  assert.equal(await steps.nth(1).getAttribute("aria-current"), "step");
});

test("a plan that is written anew is shown at once and said to those who listen", async () => {
  const stage = await house.stage("plan");
  const steps = PLAN.steps.map((step) => ({ ...step, status: "done" as const }));
  await stage.emit({ type: "plan.updated", thread: SCENE_THREAD, plan: { steps } });
  await plan(stage).getByText("Plan finished").waitFor();
  await stage.page.getByRole("status").filter({ hasText: "Plan: 4 of 4 done." }).waitFor({ state: "attached" });
  await stage.emit({ type: "plan.updated", thread: "t_other", plan: PLAN });
  assert.ok((await plan(stage).innerText()).includes("4 of 4"));
});

test("a chat without a plan has no line for one", async () => {
  const stage = await house.stage("answer");
  assert.equal(await plan(stage).count(), 0);
});

test("what a step remembered can be forgotten right there, and the step says so afterwards", async () => {
  const stage = await house.stage("plan");
  await stage.button(/^Remember:/).click();
  await stage.button("Forget this").click();
  assert.equal((await stage.one("memory.delete")).memory, "n8");
  await stage.emit({ type: "memories.updated", kept: [], gone: ["n8"] });
  await stage.page.getByText("Forgotten", { exact: true }).waitFor();
  assert.equal(await stage.button("Forget this").count(), 0);
});

test("a running task is told what changed from the meter, with the tab in front; a refusal is said", async () => {
  const stage = await house.stage("plan");
  await stage.answer({ "context.refresh": { refused: "nothing_new" } });
  await stage.button(/tokens/).click();
  await stage.button("Tell it what changed").click();
  const asked = await stage.one("context.refresh");
  assert.equal(asked.thread, SCENE_THREAD);
  assert.ok(asked.tab !== undefined);
  await stage.page.getByText("Nothing has changed since the task was told last.").waitFor();
});

test("nothing can be told to a task that is over", async () => {
  const stage = await house.stage("answer");
  await stage.button(/tokens/).click();
  assert.equal(await stage.button("Tell it what changed").count(), 0);
});

async function settings(query = ""): Promise<Page> {
  const page = await house.page(`settings.html${query}`);
  await page.getByRole("heading", { name: "Memory" }).waitFor();
  return page;
}

const notes = (page: Page) => page.getByRole("list", { name: "Memory" }).getByRole("listitem");

async function sent<T extends CommandBody["type"]>(page: Page, type: T): Promise<Extract<CommandBody, { type: T }>> {
  await page.waitForFunction((wanted) => window.harness.commands.some((c) => c.body.type === wanted), type);
  const bodies = await page.evaluate(() => window.harness.commands.map((c) => c.body));
  const found = bodies.filter((body): body is Extract<CommandBody, { type: T }> => body.type === type);
  assert.equal(found.length, 1, `${type} was sent ${found.length} times`);
  return found[0]!;
}

test("every note stands there with where it came from", async () => {
  const page = await settings();
  await notes(page).first().waitFor();
  const texts = await notes(page).allInnerTexts();
  assert.equal(texts.length, 5);
  assert.ok(texts[0]?.includes("From a chat") && texts[0]?.includes("travel"));
  assert.ok(texts[1]?.includes("Noted after other texts were read: https://shop.playground.test"));
  assert.ok(texts[2]?.includes("Written by you"));
});

test("a search finds words in any case, in Chinese too, and says when it finds none", async () => {
  const page = await settings();
  const search = page.getByRole("searchbox", { name: "Search notes" });
  await search.fill("WINDOW seats");
  await page.getByText("1 note", { exact: true }).waitFor();
  assert.equal(await notes(page).count(), 1);
  await search.fill("预算");
  await page.getByText("预算 1200 元以内").waitFor();
  await search.fill("hotel");
  await page.getByText("No note has these words.").waitFor();
});

test("a note is rewritten; what the engine does not take stays typed", async () => {
  const page = await settings();
  await page.getByRole("button", { name: "Edit the note “Shoe size 42”" }).click();
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("my password is hunter2");
  await page.evaluate(() => {
    const before = window.harness.world.answer;
    window.harness.world.answer = (command) => command.body.type === "memory.update" && command.body.text.includes("password")
      ? [{ type: "command.rejected", submission_id: command.submission_id, refusal: { code: "looks_secret", message: "" } }]
      : command.body.type === "memory.update" ? [{ type: "command.ack", submission_id: command.submission_id, body: { type: "done" } }] : before(command);
  });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("This looks like a password").waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Note", exact: true }).inputValue(), "my password is hunter2");
  await page.getByRole("textbox", { name: "Note", exact: true }).fill("Shoe size 43");
  await page.getByRole("textbox", { name: "Topic", exact: true }).fill("shoes");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("textbox", { name: "Note", exact: true }).waitFor({ state: "detached" });
  const bodies = await page.evaluate(() => window.harness.commands.map((c) => c.body));
  assert.deepEqual(bodies.at(-1), { type: "memory.update", memory: "m4", text: "Shoe size 43", topic: "shoes" });
});

test("one note is deleted by its own button, all of them only after a second word", async () => {
  const page = await settings();
  await page.getByRole("button", { name: "Delete the note “Shoe size 42”" }).click();
  assert.equal((await sent(page, "memory.delete")).memory, "m4");
  await page.evaluate(() => window.harness.emit([{ type: "memories.updated", kept: [], gone: ["m4"] }]));
  await page.getByText("4 notes", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Delete all" }).click();
  await page.getByText("Delete all 4 notes?").waitFor();
  assert.equal(await page.getByRole("button", { name: "Cancel" }).evaluate((el) => el === document.activeElement), true);
  await page.getByRole("button", { name: "Delete all notes" }).click();
  await sent(page, "memory.clear");
  await page.evaluate(() => window.harness.emit([{ type: "memories.updated", kept: [], gone: ["m1", "m2", "m3", "m5"] }]));
  await page.getByText("Nothing is remembered.").waitFor();
});

test("instructions are saved when the person says so, and too long ones are not sent", async () => {
  const page = await settings();
  const field = page.getByRole("textbox", { name: "Instructions" });
  await field.fill("价".repeat(2_700));
  await page.getByRole("button", { name: "Save instructions" }).click();
  await page.getByText("Too long: shorten it to 8,000 characters.").waitFor();
  await field.fill("Answer in short sentences. ");
  await page.getByRole("button", { name: "Save instructions" }).click();
  assert.equal((await sent(page, "settings.set")).settings.instructions, "Answer in short sentences.");
});

test("which tools a model is told of is a setting, and a connection says whether its model takes any", async () => {
  const page = await settings();
  await page.getByRole("radio", { name: "Those that the message may need" }).check();
  assert.equal((await sent(page, "settings.set")).settings.tools, "by_intent");
  await page.getByRole("button", { name: /^Edit/ }).first().click();
  await page.getByText("What it can do, hold and costs").first().click();
  await page.getByRole("checkbox", { name: "The model can use tools" }).uncheck();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  assert.equal((await sent(page, "connections.save")).connection.models[0]?.capabilities.tools, false);
});
