// Chats as a collection: found by what was said in them, and given to the person as files.

import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

async function talk(panel: SidePanel, words: string, answer: string): Promise<void> {
  await panel.say(`${words} [[say ${answer}]]`);
  await panel.untilText(new RegExp(`^${answer}$`, "m"));
  await panel.untilIdle();
}

async function search(panel: SidePanel, query: string): Promise<string> {
  const field = "document.querySelector('[role=search] input')";
  await until("the search field has the focus", () =>
    panel.evaluate<boolean>(`${field}?.focus() ?? document.activeElement === ${field}`),
  );
  await panel.retype(query);
  const settled = `document.querySelector('.search-note')?.innerText ?? "Searching"`;
  await until("the search is over", async () => !(await panel.evaluate<string>(settled)).startsWith("Searching"));
  return panel.text();
}

scene("a chat is found by a word of an answer and by its title, in any script", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await talk(panel, "sailing boats", "a spinnaker is a sail");
  await panel.press("New chat");
  await talk(panel, "写一首关于大海的诗", "海浪轻轻");
  await panel.press("Chats");
  assert.match(await search(panel, "SPINNAKER"), /2 hits/, "the message and its answer");
  assert.match(await search(panel, "海浪"), /2 hits/);
  assert.match(await search(panel, "no such thing"), /Nothing found for “no such thing”/);
  const byTitle = await search(panel, "sailing");
  assert.match(byTitle, /Sailing boats/);
  assert.match(await search(panel, "spinnaker"), /2 hits/);
  await panel.press(/^a spinnaker is a sail/);
  await panel.untilText(/^a spinnaker is a sail$/m);
  assert.ok(!(await panel.text()).includes("海浪"), "the chat that was found is open");
});

scene("a pinned chat stands on top, an archived one aside, and both come back", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await talk(panel, "the first chat", "one");
  await panel.press("New chat");
  await talk(panel, "the second chat", "two");
  await panel.press("Chats");
  await panel.press("Actions for “The first chat”");
  await panel.press("Pin");
  await panel.untilText(/Pinned\s+The first chat[\s\S]*The second chat/i);
  await panel.press("Actions for “The second chat”");
  await panel.press("Archive");
  await panel.untilText("Archived (1)");
  await world.killWorker();
  await panel.press("Close");
  await panel.reload();
  await panel.press("Chats");
  await panel.untilText(/Pinned\s+The first chat[\s\S]*Archived \(1\)/i);
});

scene("a chat is exported as Markdown and as JSON, with all that was said", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await talk(panel, "a **bold** beginning", "the # answer");
  await panel.say("[[call read_page {}]][[say it is a shop]]");
  await panel.untilText(/^it is a shop$/m);
  await panel.untilIdle();
  await panel.press("Chats");
  const markdown = await saved(world, panel, "Export as Markdown", ".md");
  for (const words of ["a **bold** beginning", "the # answer", "it is a shop", "read_page"]) {
    assert.ok(markdown.includes(words), `${words} is not in:\n${markdown}`);
  }
  const json = JSON.parse(await saved(world, panel, "Export as JSON", ".json")) as unknown;
  for (const words of ["the # answer", "it is a shop", "read_page", "Tidewater Audio"]) {
    assert.ok(JSON.stringify(json).includes(words), `${words} is not in the JSON`);
  }
  assert.ok(!JSON.stringify(json).includes("demo-key"), "no key goes along");
});

/** The file that the browser saves. */
async function saved(world: World, panel: SidePanel, action: string, ending: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-saved-"));
  try {
    await world.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await panel.press(/^Actions for /);
    await panel.press(action);
    const name = await until("the file is saved", async () => (await readdir(folder)).find((name) => name.endsWith(ending)));
    return await readFile(join(folder, name), "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
