// Files that go with a message: their content reaches the model as what it is, outlives the worker, and makes room for newer ones.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scene } from "./scene.ts";
import { until } from "./until.ts";
import { openThread, Witness } from "./witness.ts";

/** A red square of 8 by 8. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQkAKP8/wc53yE8AAAAASUVORK5CYII=",
  "base64",
);
/** The most that one file may have; so many of them are more than all files together may have. */
const LARGEST = 5_000_000;
const TOO_MANY = 41;

async function withFiles(files: Record<string, string | Buffer>, use: (paths: string[]) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "fairlead-files-"));
  try {
    const paths = Object.keys(files).map((name) => join(folder, name));
    await Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)));
    await use(paths);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

scene("a text file is told to the model as fenced text, a picture as a picture", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await withFiles({ "notes.txt": "the password of the day is swordfish\n", "square.png": PNG }, async (paths) => {
    await panel.attach(paths);
    await panel.untilText("notes.txt");
    await panel.untilText("square.png");
    await until("both are stored", async () => !(await panel.text()).includes("being stored"));
    await panel.say("[[say seen both]]");
  });
  await panel.untilText(/^seen both$/m);
  await panel.untilIdle();
  assert.match(await panel.text(), /notes\.txt[\s\S]*square\.png/, "the message shows them");
  const message = (await world.playground.chats())[0]?.body?.messages?.filter(({ role }) => role === "user").at(-1);
  const parts = message?.content as { type: string; text?: string; image_url?: { url: string } }[];
  const text = parts.map((part) => part.text ?? "").join("\n");
  assert.match(text, /notes\.txt/);
  const fence = /nonce="([0-9a-f]{16})"/.exec(text)?.[1];
  assert.ok(fence, `no fence in ${text}`);
  const [, inside] = text.split(fence);
  assert.ok(inside?.includes("the password of the day is swordfish"), "the content stands inside the fence");
  const picture = parts.find((part) => part.type === "image_url");
  assert.equal(picture?.image_url?.url, `data:image/png;base64,${PNG.toString("base64")}`);
});

scene("a file that was attached before the worker died goes with the message", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await withFiles({ "notes.txt": "kept over a crash" }, async (paths) => {
    await panel.attach(paths);
    await panel.untilText("notes.txt");
    await until("it is stored", async () => !(await panel.text()).includes("being stored"));
  });
  await world.killWorker();
  await panel.say("[[say got it]]");
  await panel.untilText(/^got it$/m);
  const asked = JSON.stringify((await world.playground.chats())[0]?.body);
  assert.match(asked, /kept over a crash/);
});

scene("what no model could read is turned away by name", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await withFiles({ "tool.bin": Buffer.from([0, 1, 2, 3, 255, 254]), "empty.txt": "" }, async (paths) => {
    await panel.attach(paths);
    await panel.untilText("“tool.bin” is");
    await panel.untilText("“empty.txt” is empty");
  });
});

scene("the oldest files make room for new ones, and their message says so", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await withFiles({ "oldest.txt": "the first of all" }, async (paths) => {
    await panel.attach(paths);
    await panel.untilText("oldest.txt");
    await until("it is stored", async () => !(await panel.text()).includes("being stored"));
    await panel.say("[[say noted]]");
  });
  await panel.untilText(/^noted$/m);
  await panel.untilIdle();
  const thread = await openThread(panel);
  const witness = await Witness.of(world);
  await witness.ask({ type: "thread.create", thread: "t_hoard" });
  await witness.fill("t_hoard", TOO_MANY, LARGEST);
  const [message] = (await witness.snapshot(thread)).items;
  assert.ok(message?.body.type === "user_message");
  assert.deepEqual(message.body.attachments?.map(({ kept }) => kept), ["evicted"]);
  await panel.reload();
  await panel.untilText(/oldest\.txt[\s\S]*removed to free space/i);
  await panel.say("[[say still fine]]");
  await panel.untilText(/^still fine$/m);
});
