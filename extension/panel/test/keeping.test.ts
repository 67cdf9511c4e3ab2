/** The list of chats and the files of a message in use: real keys, presses, drops and pastes in Chromium, an engine that is a script. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, afterEach, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import type { Command, CommandBody, Event, ThreadSummary } from "../../wire/wire";
import { launch } from "./harness/chromium";
import type { SceneName } from "./harness/scenes";
import { type Served, serveHarness } from "./harness/serve";

let served: Served;
let browser: Browser;
let page: Page;

before(async () => {
  served = await serveHarness();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await served?.close();
});
afterEach(async () => {
  await page.close();
});

async function scene(name: SceneName, width = 360): Promise<void> {
  page = await browser.newPage({ viewport: { width, height: 760 } });
  page.setDefaultTimeout(5_000);
  await page.goto(`${served.origin}/panel.html?scene=${name}`);
  await until(async () => (await commands()).length > 0);
}

const commands = (): Promise<Command[]> => page.evaluate(() => window.harness.commands);
const emit = (...events: Event[]) => page.evaluate((all) => window.harness.emit(all), events);
const composer = () => page.getByRole("textbox", { name: "Message" });
const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

async function sent<T extends CommandBody["type"]>(type: T): Promise<Extract<CommandBody, { type: T }>[]> {
  const bodies = (await commands()).map((c) => c.body);
  return bodies.filter((b): b is Extract<CommandBody, { type: T }> => b.type === type);
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 5_000; Date.now() < end; ) {
    if (await holds()) return;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  assert.fail(`never came true: ${holds.toString()}`);
}

async function chats(): Promise<void> {
  await scene("chats");
  await page.getByRole("button", { name: "Chats" }).click();
  await page.getByRole("searchbox", { name: "Search chats" }).waitFor();
}

const act = async (title: string, action: string) => {
  await page.getByRole("button", { name: `Actions for “${title}”` }).click();
  await page.getByRole("menuitem", { name: action }).click();
};

function summary(id: string, more: Partial<ThreadSummary>): Event {
  return { type: "thread.updated", thread: { id, title: "Fill in the travel form", updated_at: 1_790_000_000_000, turns: 3, activity: "idle", ...more } };
}

test("in a narrow panel the way to the list says that a chat waits or is unread", async () => {
  await scene("chats");
  const button = page.getByRole("button", { name: "Chats" });
  const says = () => button.evaluate((el) => document.getElementById(el.getAttribute("aria-describedby") ?? "")?.textContent ?? null);
  assert.equal(await says(), "Another chat is waiting for you");
  await emit({ type: "thread.deleted", thread: "t_waiting" }, summary("t_running", { activity: "idle" }));
  await until(async () => (await says()) === "Another chat is unread");
  await emit({ type: "thread.deleted", thread: "t_running" });
  await until(async () => (await says()) === null);
});

test("pinned chats come first, archived ones lie folded, and each says what is the matter with it", async () => {
  await chats();
  const titles = await page.locator(".chat-title").allInnerTexts();
  assert.match(titles[0] ?? "", /battery life/);
  const archive = page.getByText("Archived (2)");
  assert.equal(await page.getByText("Last year's tax return").isVisible(), false);
  await archive.click();
  assert.equal(await page.getByText("Last year's tax return").isVisible(), true);
  const note = async (title: string) => await page.locator(".chat", { hasText: title }).innerText();
  assert.match(await note("Fill in the travel form"), /running/);
  assert.match(await note("Book the cheaper train"), /waiting for you/);
  assert.match(await note("Find headphones under"), /Forked from “Find the cheapest headphones in stock”/);
  assert.match(await note("New chat"), /Forked from a deleted chat/);
});

test("a chat is pinned, archived and taken back through its menu", async () => {
  await chats();
  await act("比较两家店的运费", "Pin");
  await until(async () => (await sent("thread.pin")).length === 1);
  assert.deepEqual((await sent("thread.pin"))[0], { type: "thread.pin", thread: "t_other", pinned: true });
  await act("Book the cheaper train", "Archive");
  await until(async () => (await sent("thread.archive")).length === 1);
  assert.deepEqual((await sent("thread.archive"))[0], { type: "thread.archive", thread: "t_waiting", archived: true });
  await page.getByText("Archived (2)").click();
  await act("Last year's tax return", "Move back from the archive");
  await until(async () => (await sent("thread.archive")).length === 2);
  assert.deepEqual((await sent("thread.archive"))[1], { type: "thread.archive", thread: "t_old", archived: false });
});

test("the menu is all keyboard: arrows go round, Escape leads back and leaves the list open", async () => {
  await chats();
  await page.getByRole("button", { name: "Actions for “比较两家店的运费”" }).focus();
  await page.keyboard.press("Enter");
  await until(async () => (await focused()).includes("Pin"));
  await page.keyboard.press("ArrowUp");
  assert.match(await focused(), /Delete/);
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /Pin/);
  await page.keyboard.press("End");
  assert.match(await focused(), /Delete/);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /Rename/);
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  assert.equal(await focused(), "Actions for “比较两家店的运费”");
  assert.equal(await page.getByRole("dialog").count(), 1);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  assert.deepEqual(await sent("turn.interrupt"), []);
});

test("the button of the menu closes it again", async () => {
  await chats();
  const button = page.getByRole("button", { name: "Actions for “比较两家店的运费”" });
  await button.click();
  await page.getByRole("menu").waitFor();
  await button.click();
  await page.getByRole("menu").waitFor({ state: "detached" });
  await button.click();
  await page.getByRole("menu").waitFor();
  await page.getByRole("heading", { name: "Chats" }).click();
  await page.getByRole("menu").waitFor({ state: "detached" });
});

test("renaming begins with the title selected, and Escape leaves it as it was", async () => {
  await chats();
  await act("比较两家店的运费", "Rename");
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await page.keyboard.type("Shipping");
  await page.keyboard.press("Escape");
  await until(async () => (await focused()) === "Actions for “比较两家店的运费”");
  await act("比较两家店的运费", "Rename");
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await page.keyboard.type("Shipping");
  await page.keyboard.press("Enter");
  await until(async () => (await sent("thread.rename")).length === 1);
  assert.equal((await sent("thread.rename"))[0]?.title, "Shipping");
});

test("deleting asks first, says that a running task is stopped, and keeps the keyboard in the list", async () => {
  await chats();
  await act("Fill in the travel form", "Delete");
  const question = page.locator(".is-asking");
  assert.match(await question.innerText(), /Delete “Fill in the travel form” and everything in it\?\s+Its task is not done yet and will be stopped\./);
  assert.equal(await focused(), "Cancel");
  await page.keyboard.press("Escape");
  await until(async () => (await focused()) === "Actions for “Fill in the travel form”");
  assert.equal(await page.getByRole("dialog").count(), 1);
  await act("Fill in the travel form", "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await until(async () => (await sent("thread.delete"))[0]?.thread === "t_running");
  await emit({ type: "thread.deleted", thread: "t_running" });
  await question.waitFor({ state: "detached" });
  await until(async () => page.evaluate(() => document.activeElement?.getAttribute("type") === "search"));
});

test("a chat is saved as a file of its own, and a refusal says why", async () => {
  await chats();
  const [markdown] = await Promise.all([page.waitForEvent("download"), act("比较两家店的运费", "Export as Markdown")]);
  assert.equal(markdown.suggestedFilename(), "headphones.md");
  assert.equal(await readFile(await markdown.path(), "utf8"), "# Find the cheapest headphones\n");
  const [json] = await Promise.all([page.waitForEvent("download"), act("比较两家店的运费", "Export as JSON")]);
  assert.equal(json.suggestedFilename(), "headphones.json");
  assert.deepEqual((await sent("thread.export")).map((e) => [e.thread, e.format]), [["t_other", "markdown"], ["t_other", "json"]]);
  await page.evaluate(() => {
    window.harness.world.answer = ({ submission_id, body }) => body.type === "thread.export"
      ? [{ type: "command.rejected", submission_id, refusal: { code: "storage_failed", message: "" } }]
      : [];
  });
  await act("比较两家店的运费", "Export as Markdown");
  await page.getByRole("alert").getByText("The browser's storage did not take it.").waitFor();
});

test("a chat that ends while another one is open is unread until it is opened", async () => {
  await chats();
  await emit(summary("t_running", { activity: "idle" }));
  const row = page.locator(".chat", { hasText: "Fill in the travel form" });
  await row.getByText("unread").waitFor();
  await until(async () => page.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)).includes("\"unread\":[\"t_running\"]")));
  await row.locator(".chat-open").click();
  await page.getByRole("button", { name: "Chats" }).click();
  await page.locator(".chat").first().waitFor();
  assert.doesNotMatch(await row.innerText(), /unread/);
});

test("a search asks once, marks what it found and leads to the passage", async () => {
  await chats();
  await page.getByRole("searchbox").pressSequentially("headphones", { delay: 15 });
  await page.getByText("5 hits").waitFor();
  assert.deepEqual((await sent("thread.search")).map((s) => s.query), ["headphones"]);
  assert.deepEqual([...new Set(await page.locator("mark").allInnerTexts())], ["headphones"]);
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /Find the cheapest headphones/);
  await page.keyboard.press("ArrowDown");
  assert.match(await focused(), /The cheapest headphones in stock are/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("type")), "search");
  await page.getByRole("button", { name: /The cheapest headphones in stock are the Aria 2/ }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.locator(".answer.is-sought").waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-node")), "n9");
  assert.deepEqual((await sent("thread.subscribe")).filter((s) => s.thread !== "t_harness"), []);
});

test("a passage in another chat opens that chat; one on another branch is said to be there", async () => {
  await chats();
  await page.getByRole("searchbox").fill("headphones");
  await page.getByRole("button", { name: /运费相同/ }).click();
  await until(async () => (await sent("thread.subscribe")).some((s) => s.thread === "t_other"));
  await page.getByRole("button", { name: "Chats" }).click();
  await page.getByRole("searchbox").fill("headphones");
  await page.getByRole("button", { name: /another answer about headphones/ }).click();
  await page.getByRole("status").getByText("That passage is in another version of this chat.").waitFor();
});

test("a passage among the Turns that are not mounted is mounted first", async () => {
  await scene("long");
  await page.getByText("Answer 60.").waitFor();
  await page.evaluate(() => {
    const { answer } = window.harness.world;
    window.harness.world.answer = (command) => command.body.type === "thread.search"
      ? [{ type: "command.ack", submission_id: command.submission_id, body: {
        type: "found", scope: "all", hits: [{ thread: "t_harness", title: "x", node: "v3", excerpt: "Answer 4." }],
      } }]
      : answer(command);
  });
  await page.getByRole("button", { name: "Chats" }).click();
  await page.getByRole("searchbox").fill("Answer 4");
  await page.getByRole("button", { name: "Answer 4." }).click();
  await page.locator(".is-sought", { hasText: "Answer 4." }).waitFor();
  assert.ok(await page.locator(".is-sought").evaluate((el) => {
    const { top, bottom } = el.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }));
});

test("a search that found nothing, or not everything, says so; Escape empties the box before it closes the list", async () => {
  await chats();
  await page.getByRole("searchbox").fill("nothing");
  await page.getByText("Nothing found for “nothing”.").waitFor();
  await page.getByRole("searchbox").fill("cut");
  await page.getByText("There may be more").waitFor();
  await page.keyboard.press("Escape");
  await page.locator(".chat").first().waitFor();
  assert.equal(await page.getByRole("dialog").count(), 1);
});

const TEXT_FILE = { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes\n") };
const PIXEL = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const choose = (...files: { name: string; mimeType: string; buffer: Buffer }[]) => page.locator("input[type=file]").setInputFiles(files);
const chips = () => page.locator(".composer .file");

test("in a new chat a chosen file makes the chat, is stored at once and goes with the message by its id", async () => {
  await scene("welcome");
  await composer().fill("What do they say?");
  await choose(TEXT_FILE, { name: "receipt.png", mimeType: "image/png", buffer: PIXEL });
  await until(async () => (await sent("attachments.add")).length === 2);
  const [create] = await sent("thread.create");
  const added = await sent("attachments.add");
  assert.deepEqual(added.map((a) => [a.thread, a.attachment.name, a.attachment.media_type]), [
    [create?.thread, "notes.md", "text/markdown"], [create?.thread, "receipt.png", "image/png"],
  ]);
  assert.equal(added[1]?.attachment.data, PIXEL.toString("base64"));
  assert.equal(await composer().inputValue(), "What do they say?", "the chat that was made keeps what was typed");
  assert.equal(await page.locator(".file-picture").count(), 1);
  await until(async () => !(await chips().allInnerTexts()).join().includes("being stored"));
  await composer().press("Enter");
  await until(async () => (await sent("turn.submit")).length === 1);
  assert.deepEqual((await sent("turn.submit"))[0]?.attachments, added.map((a) => a.attachment.id));
  assert.equal(await chips().count(), 0);
  assert.deepEqual((await sent("thread.create")).length, 1);
});

test("nothing of a file's content is put into the browser's storage", async () => {
  await scene("answer");
  await page.evaluate(() => (window.harness.engine = "down"));
  await choose({ ...TEXT_FILE, buffer: Buffer.from("the secret content of a file") });
  await until(async () => (await chips().count()) === 1);
  await until(async () => (await sent("attachments.add")).length === 1);
  const kept = await page.evaluate(async () => JSON.stringify([await chrome.storage.session.get(null), await chrome.storage.local.get(null)]));
  assert.ok(kept.includes("notes.md"));
  for (const form of ["secret content", Buffer.from("the secret content").toString("base64").slice(0, 16)]) assert.ok(!kept.includes(form), form);
});

test("after a reconnection a file that was not answered is sent again from memory, under its own id", async () => {
  await scene("answer");
  await page.evaluate(() => (window.harness.engine = "down"));
  await choose(TEXT_FILE);
  await until(async () => (await sent("attachments.add")).length === 1);
  assert.match(await chips().innerText(), /being stored/);
  await page.evaluate(() => {
    window.harness.engine = "up";
    window.harness.cut();
  });
  await until(async () => (await sent("attachments.add")).length === 2);
  const adds = (await commands()).filter((c) => c.body.type === "attachments.add");
  assert.equal(new Set(adds.map((c) => c.submission_id)).size, 1);
  await until(async () => !(await chips().innerText()).includes("being stored"));
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
  await composer().fill("Read this");
  await choose({ ...TEXT_FILE, name: "full.md" });
  await chips().getByText("The browser's storage is full.").waitFor();
  await composer().press("Enter");
  await page.getByText("A file of this message is not stored.").waitFor();
  assert.equal(await composer().inputValue(), "Read this");
  assert.deepEqual(await sent("turn.submit"), []);
  await page.getByRole("button", { name: "Try again: “full.md”" }).click();
  await until(async () => (await sent("attachments.add")).length === 2);
  await page.getByRole("button", { name: "Remove “full.md”" }).click();
  await until(async () => (await chips().count()) === 0);
  await composer().press("Enter");
  await until(async () => (await sent("turn.submit")).length === 1);
  assert.equal((await sent("turn.submit"))[0]?.attachments, undefined);
});

test("a removed file is removed from the engine, and the keyboard is back in the message", async () => {
  await scene("answer");
  await choose(TEXT_FILE);
  await until(async () => (await sent("attachments.add")).length === 1);
  await page.getByRole("button", { name: "Remove “notes.md”" }).click();
  await until(async () => (await sent("attachments.remove")).length === 1);
  assert.equal((await sent("attachments.remove"))[0]?.attachment, (await sent("attachments.add"))[0]?.attachment.id);
  assert.equal(await composer().evaluate((el) => el === document.activeElement), true);
});

test("files alone are not sent: what should be done with them is asked for", async () => {
  await scene("answer");
  await choose(TEXT_FILE);
  await until(async () => (await chips().count()) === 1);
  await composer().press("Enter");
  await page.getByText("Write what should be done with the file, then send.").waitFor();
  assert.deepEqual(await sent("turn.submit"), []);
  await composer().fill("Sum it up");
  await page.getByText("Write what should be done with the file, then send.").waitFor({ state: "detached" });
});

test("a refused message brings its files back with its text", async () => {
  await scene("refused");
  await composer().fill("please do");
  await choose(TEXT_FILE);
  await until(async () => (await sent("attachments.add")).length === 1);
  await composer().press("Enter");
  await page.getByRole("alert").getByText("No model is connected.").waitFor();
  assert.equal(await composer().inputValue(), "please do");
  await until(async () => (await chips().count()) === 1);
});

test("each chat keeps the files of its own draft", async () => {
  await scene("answer");
  await choose(TEXT_FILE);
  await until(async () => (await chips().count()) === 1);
  await page.getByRole("button", { name: "New chat", exact: true }).click();
  await until(async () => (await chips().count()) === 0);
  await page.getByRole("button", { name: "Chats" }).click();
  await page.locator(".chat-open").first().click();
  await until(async () => (await chips().count()) === 1);
});

test("what was typed before a file made the chat is that chat's draft, and not the next new one's", async () => {
  await scene("welcome");
  await composer().fill("half a thought");
  await choose(TEXT_FILE);
  await until(async () => (await sent("thread.create")).length === 1);
  await page.getByRole("button", { name: "New chat", exact: true }).click();
  assert.equal(await composer().inputValue(), "");
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
  await until(async () => (await sent("attachments.add"))[0]?.attachment.name === "dropped.csv");
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
  await until(async () => (await sent("attachments.add"))[0]?.attachment.media_type === "image/png");
  assert.equal(await paste([["text/plain", "cells"], ["text/html", "<table>"]], true), true, "left to the browser");
  assert.equal(await paste([["text/plain", "words"]], false), true);
  assert.equal((await sent("attachments.add")).length, 1);
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
  assert.match(await focused(), /receipt/);
  await page.getByRole("button", { name: /prices\.csv/ }).click();
  await page.getByText("Aria 2,49.90").waitFor();
  assert.deepEqual((await sent("attachments.read")).map((r) => r.attachment), ["a_picture", "a_table"]);
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
