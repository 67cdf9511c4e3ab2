// The timeline of a Turn: opened, filtered, taken away as lines and as a run file, opened elsewhere, and played again natively.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";
import { given, type World } from "./world.ts";

const REQUEST = "Find the cheapest headphones in stock and put them in my cart";

async function shopped(world: World): Promise<SidePanel> {
  const panel = await world.panel(await world.shop());
  await panel.say(REQUEST);
  await until("the task ends", async () => {
    if (await panel.evaluate<boolean>("document.querySelector('.card') !== null")) await panel.decide("Allow once");
    return /in your cart/.test(await panel.answer());
  }, 60_000);
  await panel.untilIdle();
  return panel;
}

const shown = (panel: SidePanel) =>
  panel.evaluate<string[]>("[...document.querySelectorAll('.timeline-step')].map((step) => step.dataset.type)");

async function saved(world: World, folder: string, press: () => Promise<void>, ending: string): Promise<{ path: string; text: string }> {
  await world.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  await press();
  const name = await until("the file is saved", async () => (await readdir(folder)).find((one) => one.endsWith(ending)));
  const path = join(folder, name);
  return { path, text: await readFile(path, "utf8") };
}

async function replayed(file: string): Promise<{ code: number; said: string }> {
  const child = spawn("cargo", ["xtask", "replay", file], { cwd: given("FAIRLEAD_ROOT"), stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout.on("data", (part: Buffer) => (said += part.toString()));
  child.stderr.on("data", (part: Buffer) => (said += part.toString()));
  const [code] = (await once(child, "close")) as [number];
  return { code, said };
}

scene("a finished task is looked at in its timeline, taken away, opened elsewhere and played again", { model: "demo" }, async (world) => {
  const panel = await shopped(world);
  const folder = await mkdtemp(join(tmpdir(), "fairlead-run-"));
  try {
    await panel.press("Timeline");
    const all = await until("the whole journal is shown", async () => {
      const types = await shown(panel);
      return types.at(-1) === "run.completed" ? types : undefined;
    });
    for (const type of ["run.created", "model.requested", "model.responded", "tool.judged", "tool.dispatched", "tool.completed"]) {
      assert.ok(all.includes(type), type);
    }
    await world.keep("timeline.png", await panel.screenshot());
    await panel.evaluate("[...document.querySelectorAll('.timeline-kind')].find((one) => one.innerText === 'Permission').click()");
    await until("only what concerns permission is shown", async () => {
      const types = await shown(panel);
      return types.length > 0 && types.every((type) => type.startsWith("approval.") || type === "tool.judged");
    });
    await panel.press("Export");
    const lines = await saved(world, folder, () => panel.press("Export JSONL"), ".jsonl");
    const entries = lines.text.trimEnd().split("\n").map((line) => JSON.parse(line) as { type: string });
    assert.deepEqual(entries.map((entry) => entry.type), all, "the filter is for the eye");
    const file = await saved(world, folder, () => panel.press("Export run file"), ".json");
    for (const secret of ["headphones", "Aria", "shop.", "cart"]) assert.ok(!file.text.includes(secret), secret);

    const page = await world.context.newPage();
    await page.goto(world.url("runs.html"));
    await page.locator("input[type=file]").setInputFiles(file.path);
    await page.locator(".timeline-step").first().waitFor();
    assert.equal(await page.locator(".timeline-step").count(), all.length);
    await world.keep("run-file.png", await page.screenshot());

    const agreed = await replayed(file.path);
    assert.equal(agreed.code, 0, agreed.said);
    assert.match(agreed.said, new RegExp(`^${all.length} facts agree$`, "m"));
    const doctored = join(folder, "doctored.txt");
    const whole = JSON.parse(file.text) as { journal: { seq: number; type: string; payload: Record<string, unknown> }[] };
    const wrong = whole.journal.find((entry) => entry.type === "tool.completed");
    assert.ok(wrong !== undefined);
    wrong.payload["outcome"] = "failure";
    await writeFile(doctored, JSON.stringify(whole));
    const differs = await replayed(doctored);
    assert.notEqual(differs.code, 0);
    assert.match(differs.said, new RegExp(`entry ${wrong.seq} differs`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 240_000);
