/** The files of a message in use: chosen, dropped and pasted in Chromium, an engine that is a script. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { SceneName } from "./harness/scenes";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";

const house = theatre();
let stage: Stage;
let page: Page;

async function scene(name: SceneName): Promise<void> {
  stage = await house.stage(name);
  page = stage.page;
}

const TEXT_FILE = { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes\n") };
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) => page.locator("input[type=file]").setInputFiles(files);
const chips = () => page.locator(".composer .file");

test("in a new chat a chosen file makes the chat, is stored at once and goes with the message by its id", async () => {
  await scene("welcome");
  await stage.composer.fill("What do they say?");
  await choose(TEXT_FILE, { name: "receipt.png", mimeType: "image/png", buffer: PIXEL });
  await stage.until(async () => (await stage.sent("attachments.add")).length === 2);
  const [create] = await stage.sent("thread.create");
  const added = await stage.sent("attachments.add");
  assert.deepEqual(added.map((a) => [a.thread, a.attachment.name, a.attachment.media_type]), [
    [create?.thread, "notes.md", "text/markdown"], [create?.thread, "receipt.png", "image/png"],
  ]);
  assert.equal(added[1]?.attachment.data, PIXEL.toString("base64"));
  assert.equal(await stage.composer.inputValue(), "What do they say?", "the chat that was made keeps what was typed");
  assert.equal(await page.locator(".file-picture").count(), 1);
  await stage.until(async () => !(await chips().allInnerTexts()).join().includes("being stored"));
  await stage.composer.press("Enter");
  await stage.until(async () => (await stage.sent("turn.submit")).length === 1);
  assert.deepEqual((await stage.sent("turn.submit"))[0]?.attachments, added.map((a) => a.attachment.id));
  assert.equal(await chips().count(), 0);
  assert.deepEqual((await stage.sent("thread.create")).length, 1);
});

test("nothing of a file's content is put into the browser's storage", async () => {
  await scene("answer");
  await page.evaluate(() => (window.harness.engine = "down"));
  await choose({ ...TEXT_FILE, buffer: Buffer.from("the secret content of a file") });
  await stage.until(async () => (await chips().count()) === 1);
  await stage.until(async () => (await stage.sent("attachments.add")).length === 1);
  const kept = await page.evaluate(async () => JSON.stringify([await chrome.storage.session.get(null), await chrome.storage.local.get(null)]));
  assert.ok(kept.includes("notes.md"));
  for (const form of ["secret content", Buffer.from("the secret content").toString("base64").slice(0, 16)]) assert.ok(!kept.includes(form), form);
});

test("after a reconnection a file that was not answered is sent again from memory, under its own id", async () => {
  await scene("answer");
  await page.evaluate(() => (window.harness.engine = "down"));
  await choose(TEXT_FILE);
  await stage.until(async () => (await stage.sent("attachments.add")).length === 1);
  assert.match(await chips().innerText(), /being stored/);
  await page.evaluate(() => {
    window.harness.engine = "up";
    window.harness.cut();
  });
  await stage.until(async () => (await stage.sent("attachments.add")).length === 2);
  const adds = (await stage.commands()).filter((c) => c.body.type === "attachments.add");
  assert.equal(new Set(adds.map((c) => c.submission_id)).size, 1);
  await stage.until(async () => !(await chips().innerText()).includes("being stored"));
});

test("what cannot go with a message is refused in words, and the rest is taken", async () => {
  await scene("answer");
  await choose(
    TEXT_FILE,
    { name: "archive.zip", mimeType: "application/zip", buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]) },
    { name: "film.txt", mimeType: "text/plain", buffer: Buffer.alloc(5_000_001, 97) },
  );
  const said = page.locator(".files-said");
  await said.getByText("“archive.zip” is neither a picture (PNG, JPEG, WebP, GIF) nor text.").waitFor();
  await said.getByText("“film.txt” is larger than 5 MB.").waitFor();
  assert.equal(await said.getAttribute("role"), "alert");
  assert.equal(await chips().count(), 1);
  await choose(...Array.from({ length: 8 }, (_, i) => ({ ...TEXT_FILE, name: `${i}.md` })));
  await said.getByText("“7.md” was left out: a message takes 8 files.").waitFor();
  assert.equal(await chips().count(), 8);
  await page.getByRole("button", { name: "Dismiss" }).click();
  assert.equal(await said.count(), 0);
});

test("a file that the engine refuses keeps the message here until it is tried again or removed", async () => {
  await scene("answer");
  await stage.composer.fill("Read this");
  await choose({ ...TEXT_FILE, name: "full.md" });
  await chips().getByText("The browser's storage is full.").waitFor();
  await stage.composer.press("Enter");
  await page.getByText("A file of this message is not stored.").waitFor();
  assert.equal(await stage.composer.inputValue(), "Read this");
  assert.deepEqual(await stage.sent("turn.submit"), []);
  await page.getByRole("button", { name: "Try again: “full.md”" }).click();
  await stage.until(async () => (await stage.sent("attachments.add")).length === 2);
  await page.getByRole("button", { name: "Remove “full.md”" }).click();
  await stage.until(async () => (await chips().count()) === 0);
  await stage.composer.press("Enter");
  await stage.until(async () => (await stage.sent("turn.submit")).length === 1);
  assert.equal((await stage.sent("turn.submit"))[0]?.attachments, undefined);
});

test("a removed file is removed from the engine, and the keyboard is back in the message", async () => {
  await scene("answer");
  await choose(TEXT_FILE);
  await stage.until(async () => (await stage.sent("attachments.add")).length === 1);
  await page.getByRole("button", { name: "Remove “notes.md”" }).click();
  await stage.until(async () => (await stage.sent("attachments.remove")).length === 1);
  assert.equal((await stage.sent("attachments.remove"))[0]?.attachment, (await stage.sent("attachments.add"))[0]?.attachment.id);
  assert.equal(await stage.composer.evaluate((el) => el === document.activeElement), true);
});

test("files alone are not sent: what should be done with them is asked for", async () => {
  await scene("answer");
  await choose(TEXT_FILE);
  await stage.until(async () => (await chips().count()) === 1);
  await stage.composer.press("Enter");
  await page.getByText("Write what should be done with the file, then send.").waitFor();
  assert.deepEqual(await stage.sent("turn.submit"), []);
  await stage.composer.fill("Sum it up");
  await page.getByText("Write what should be done with the file, then send.").waitFor({ state: "detached" });
});

test("a refused message brings its files back with its text", async () => {
  await scene("refused");
  await stage.composer.fill("please do");
  await choose(TEXT_FILE);
  await stage.until(async () => (await stage.sent("attachments.add")).length === 1);
  await stage.composer.press("Enter");
  await page.getByRole("alert").getByText("No model is connected.").waitFor();
  assert.equal(await stage.composer.inputValue(), "please do");
  await stage.until(async () => (await chips().count()) === 1);
});

test("each chat keeps the files of its own draft", async () => {
  await scene("answer");
  await choose(TEXT_FILE);
  await stage.until(async () => (await chips().count()) === 1);
  await page.getByRole("button", { name: "New chat", exact: true }).click();
  await stage.until(async () => (await chips().count()) === 0);
  await page.getByRole("button", { name: "Chats" }).click();
  await page.locator(".chat-open").first().click();
  await stage.until(async () => (await chips().count()) === 1);
});

test("what was typed before a file made the chat is that chat's draft, and not the next new one's", async () => {
  await scene("welcome");
  await stage.composer.fill("half a thought");
  await choose(TEXT_FILE);
  await stage.until(async () => (await stage.sent("thread.create")).length === 1);
  await page.getByRole("button", { name: "New chat", exact: true }).click();
  assert.equal(await stage.composer.inputValue(), "");
  assert.equal(await chips().count(), 0);
});

test("a long text shows its beginning", async () => {
  await scene("files");
  await page.evaluate(() => {
    const { answer } = window.harness.world;
    window.harness.world.answer = (command) => answer(command).map((event) =>
      event.type === "command.ack" && event.body.type === "attachment" ? { ...event, body: { ...event.body, data: btoa("x".repeat(400_000)) } } : event);
  });
  await page.getByRole("button", { name: /prices\.csv/ }).click();
  await page.getByText("Only the beginning is shown.").waitFor();
  assert.equal((await page.locator(".preview-text").textContent())?.length, 200_000);
});

test("files that are dropped anywhere on the panel lie ready, and the panel is not left", async () => {
  await scene("answer");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["a,b\n"], "dropped.csv", { type: "text/csv" }));
    const main = document.querySelector("main");
    const fire = (type: string) => main?.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    fire("dragenter");
    (window as unknown as { finish: () => boolean | undefined }).finish = () => fire("drop");
  });
  await page.getByText("Drop files here to attach them").waitFor();
  const wentOn = await page.evaluate(() => (window as unknown as { finish: () => boolean | undefined }).finish());
  assert.equal(wentOn, false, "Chrome must not open the file itself");
  await page.getByText("Drop files here to attach them").waitFor({ state: "detached" });
  await stage.until(async () => (await stage.sent("attachments.add"))[0]?.attachment.name === "dropped.csv");
});

test("a pasted picture is attached; text that comes with a picture of itself is pasted as text", async () => {
  await scene("answer");
  const paste = (kinds: readonly (readonly [string, string])[], picture: boolean) => page.evaluate(([all, withPicture]) => {
    const data = new DataTransfer();
    for (const [type, text] of all) data.setData(type, text);
    if (withPicture) data.items.add(new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], "image.png", { type: "image/png" }));
    return document.querySelector("textarea")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, [kinds, picture] as const);
  assert.equal(await paste([["text/html", "<img>"]], true), false);
  await stage.until(async () => (await stage.sent("attachments.add"))[0]?.attachment.media_type === "image/png");
  assert.equal(await paste([["text/plain", "cells"], ["text/html", "<table>"]], true), true, "left to the browser");
  assert.equal(await paste([["text/plain", "words"]], false), true);
  assert.equal((await stage.sent("attachments.add")).length, 1);
});

test("the files of a message open: a picture, a text; what had to go says so", async () => {
  await scene("files");
  await page.getByText("removed to free space").waitFor();
  assert.equal(await page.getByRole("button", { name: /old photograph/ }).count(), 0);
  const picture = page.getByRole("button", { name: "Open receipt.png 48 kB" });
  await picture.click();
  const shown = page.getByRole("img", { name: "Picture “receipt.png”" });
  await shown.waitFor();
  assert.equal(await shown.evaluate((el: HTMLImageElement) => el.decode().then(() => el.naturalWidth)), 1);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ""), /receipt/);
  await page.getByRole("button", { name: /prices\.csv/ }).click();
  await page.getByText("Aria 2,49.90").waitFor();
  assert.deepEqual((await stage.sent("attachments.read")).map((r) => r.attachment), ["a_picture", "a_table"]);
});

test("a picture that the model sent opens from its answer", async () => {
  await scene("files");
  await page.locator(".answer").getByRole("button", { name: "Open picture.png 9.2 kB" }).click();
  await page.getByRole("img", { name: "Picture “picture.png”" }).waitFor();
  assert.deepEqual((await stage.sent("attachments.read")).map((r) => r.attachment), ["a_drawn"]);
});

test("a file that the model wrote lies open under its step and is saved by a press, as it is", async () => {
  await scene("files");
  const step = page.locator(".step", { hasText: "Write file" });
  assert.equal(await step.locator(".step-more").isVisible(), false);
  await step.getByRole("button", { name: "Open shipping.md 19B" }).click();
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save", exact: true }).click()]);
  assert.equal(file.suggestedFilename(), "shipping.md");
  assert.equal(await readFile(await file.path(), "utf8"), "# Shipping\n\nFree.\n");
});

test("a file whose content has gone meanwhile says so when it is opened", async () => {
  await scene("files");
  await page.evaluate(() => {
    window.harness.world.answer = ({ submission_id, body }) => body.type === "attachments.read"
      ? [{ type: "command.ack", submission_id, body: { type: "attachment", attachment: {
        id: body.attachment, thread: "t_harness", name: "receipt.png", media_type: "image/png", bytes: 48_300, digest: "00", trust: "untrusted",
        provenance: "person", created_at: 1, kept: "evicted",
      } } }]
      : [];
  });
  await page.getByRole("button", { name: /receipt\.png/ }).click();
  await page.getByRole("alert").getByText("Its content was removed to free space for newer files.").waitFor();
});

test("an edited message keeps its files and shows them, and a waiting one says how many it has", async () => {
  await scene("files");
  await page.getByRole("toolbar").getByRole("button", { name: "Edit" }).first().click();
  await page.locator(".user.is-edited").getByRole("button", { name: "Open receipt.png 48 kB" }).waitFor();
  await page.close();
  await scene("queued");
  assert.match(await page.locator(".queue li").first().innerText(), /2 files/);
});
