/** The timeline in use: real keys and presses in Chromium, an engine that is a script, and pictures in every look. */

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { JournalRow } from "../../wire/wire";
import { lineOf } from "../timeline/line";
import { repository } from "./harness/serve";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";
import { journal, journalUntil } from "./journal";

const OUT = join(repository(), "target/e2e/look");
const house = theatre();

/** Answers `journal.read` from these rows, so many at a time. */
async function writes(stage: Stage, rows: JournalRow[], page: number): Promise<void> {
  await stage.page.evaluate(([all, most]) => {
    const before = window.harness.world.answer;
    window.harness.world.answer = (command) => {
      const { submission_id, body } = command;
      if (body.type !== "journal.read") return before(command);
      return [{ type: "command.ack", submission_id, body: { type: "journal", rows: all.filter((row) => row.seq >= body.from_seq).slice(0, most) } }];
    };
  }, [rows, page] as const);
}

async function opened(rows = journal(), page = 5): Promise<Stage> {
  const stage = await house.stage("answer");
  await writes(stage, rows, page);
  await stage.page.getByRole("button", { name: "Timeline" }).last().click();
  await stage.until(async () => (await stage.page.locator(".timeline-step").count()) === rows.length);
  return stage;
}

const types = (page: Page) => page.locator(".timeline-step").evaluateAll((all) => all.map((one) => one.getAttribute("data-type") ?? ""));
const choose = (page: Page, kind: string) => page.locator(".timeline-kind", { hasText: kind }).click();

async function faults(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(createRequire(join(repository(), "extension/package.json")).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(async () => {
    const axe = (window as unknown as { axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } }).axe;
    return (await axe.run()).violations.map((one) => `${one.id}: ${one.nodes[0]?.html ?? ""}`);
  });
}

test("a long journal is read page by page, and all of it is there", async () => {
  const stage = await opened();
  const asked = (await stage.sent("journal.read")).map((body) => body.from_seq);
  assert.deepEqual(asked.slice(0, 6), [1, 6, 11, 16, 21, 23]);
  assert.deepEqual(await types(stage.page), journal().map((row) => row.type));
  const head = await stage.page.locator(".timeline-head").innerText();
  for (const word of ["demo-large", "loop-2", "groups-1", "budget-1", "gate-1", "kernel-2", "Task ended", "13 s"]) assert.ok(head.includes(word), word);
});

test("it is filtered by kind with the arrow keys, and by text", async () => {
  const { page } = await opened();
  await choose(page, "Model");
  assert.ok((await types(page)).every((type) => type.startsWith("model.")));
  await page.keyboard.press("ArrowRight");
  assert.ok((await types(page)).every((type) => type.startsWith("tool")));
  await choose(page, "All");
  await page.getByRole("searchbox", { name: "Filter by text" }).fill("policy_untrusted");
  assert.deepEqual(await types(page), ["tool.judged"]);
  await page.getByRole("searchbox", { name: "Filter by text" }).fill("nowhere");
  assert.match(await page.locator(".timeline").innerText(), /No entry fits/);
});

test("an entry opens with the keyboard and shows what it carries", async () => {
  const { page } = await opened();
  const entry = page.locator('.timeline-step[data-type="tool.judged"]').first();
  await entry.locator("summary").focus();
  await page.keyboard.press("Enter");
  assert.match(await entry.locator("pre").innerText(), /"reason": "policy_read"/);
});

test("while the task runs new entries appear by themselves", async () => {
  const stage = await opened(journalUntil("approval.answered"), 500);
  await writes(stage, journal(), 500);
  await stage.emit({ type: "token.usage", thread: "t_harness", turn: "turn-1", counters: await counters(stage) });
  await stage.until(async () => (await types(stage.page)).at(-1) === "run.completed");
});

async function counters(stage: Stage) {
  await stage.until(async () => true);
  return {
    model_calls: 9, tool_calls: 9, tool_failures_in_row: 0, broken_arguments_in_row: 0, resumptions: 0, input_tokens: 1, output_tokens: 1,
    cache_read_tokens: 0, cache_write_tokens: 0, active_ms: 1,
  };
}

test("it is taken away as lines, and as a run file with contents only if that was chosen", async () => {
  const stage = await opened();
  const { page } = stage;
  await stage.answer({ "run.export": { type: "exported", name: "fairlead-run-turn-1.json", media_type: "application/json", text: "{}" } });
  const download = async (name: string) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
  };
  await page.locator(".timeline-save summary").click();
  const saved = await download("Export JSONL");
  assert.equal(saved.name, "fairlead-run-turn-1.jsonl");
  assert.deepEqual(saved.text.trimEnd().split("\n").map((line) => JSON.parse(line) as unknown), journal().map(lineOf));
  assert.equal((await download("Export run file")).name, "fairlead-run-turn-1.json");
  await page.getByRole("checkbox", { name: "With what was written and read" }).check();
  assert.match(await page.locator(".timeline-warn").innerText(), /Keep it to yourself/);
  await download("Export run file");
  assert.deepEqual((await stage.sent("run.export")).map((body) => body.contents), ["redacted", "whole"]);
});

test("Escape closes it and gives the focus back", async () => {
  const { page } = await opened();
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "Timeline");
});

test("a journal that cannot be read is said, and asked for again", async () => {
  const stage = await house.stage("answer");
  await stage.answer({ "journal.read": { refused: "storage_failed" } });
  await stage.page.getByRole("button", { name: "Timeline" }).last().click();
  await stage.page.getByText("The journal could not be read.").waitFor();
  await writes(stage, journal(), 500);
  await stage.page.getByRole("button", { name: "Try again" }).click();
  await stage.until(async () => (await types(stage.page)).length === journal().length);
  assert.equal(await stage.page.getByText("The journal could not be read.").count(), 0);
});

const FILE = { format: "fairlead-run", version: 1, contents: "redacted", run: {}, nodes: [], journal: journal().map(lineOf) };
const handed = (name: string, value: unknown) => ({ name, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(value)) });

test("a run file is shown on its own page, and what is written in it stays text", async () => {
  const page = await house.page("runs.html");
  const markup = "<img src=x onerror=document.title='hit'>";
  const hostile = { ...FILE, journal: FILE.journal.map((line) => ({ ...line, type: line.type === "tools.ended" ? markup : line.type, payload: { ...line.payload, code: markup } })) };
  await page.locator("input[type=file]").setInputFiles(handed("run.json", hostile));
  await page.locator(".timeline-step").first().waitFor();
  assert.equal((await types(page)).length, journal().length);
  assert.equal(await page.locator(".timeline img").count(), 0);
  assert.ok((await page.locator(".timeline").innerText()).includes(markup));
  assert.match(await page.title(), /Open a run file/);
  assert.match(await page.locator("main").innerText(), /This file is redacted/);
});

test("a file that is none says which field is wrong, and the next one is shown all the same", async () => {
  const page = await house.page("runs.html");
  await page.locator("input[type=file]").setInputFiles(handed("run.json", { ...FILE, contents: "some" }));
  assert.match(await page.getByRole("alert").innerText(), /contents is not as it must be/);
  await page.locator("input[type=file]").setInputFiles(handed("run.json", FILE));
  await page.locator(".timeline-step").first().waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
});

for (const [theme, language, width] of [["light", "en", 360], ["dark", "en", 360], ["light", "zh-CN", 360], ["dark", "zh-CN", 900], ["light", "en", 320]] as const) {
  test(`nothing is wrong with how it looks: ${theme}, ${language}, ${width}`, async () => {
    await mkdir(OUT, { recursive: true });
    const stage = await house.stage("answer", width);
    const { page } = stage;
    await stage.emit({ type: "settings.updated", settings: { policy: "untrusted", language, theme, titles: "model", completion: "enforce", limits: { profile: "open" } } });
    await writes(stage, journal(), 500);
    await page.getByRole("button", { name: language === "en" ? "Timeline" : "时间线" }).last().click();
    await stage.until(async () => (await types(page)).length === journal().length);
    if (width > 320) await page.locator(".timeline-save summary").click();
    await page.screenshot({ path: join(OUT, `timeline-${theme}-${language}-${width}.png`) });
    assert.deepEqual(await faults(page), []);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
    assert.equal(await page.locator(".timeline-body").evaluate((body) => body.scrollWidth <= body.clientWidth), true);
  });
}
