/** The list of chats in use: real keys and presses in Chromium, an engine that is a script. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Event, ThreadSummary } from "../../wire/wire";
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

/** What has the focus, by the words on it. */
const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent ?? "");

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
  await stage.emit({ type: "thread.deleted", thread: "t_waiting" }, summary("t_running", { activity: "idle" }));
  await stage.until(async () => (await says()) === "Another chat is unread");
  await stage.emit({ type: "thread.deleted", thread: "t_running" });
  await stage.until(async () => (await says()) === null);
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
  await stage.until(async () => (await stage.sent("thread.pin")).length === 1);
  assert.deepEqual((await stage.sent("thread.pin"))[0], { type: "thread.pin", thread: "t_other", pinned: true });
  await act("Book the cheaper train", "Archive");
  await stage.until(async () => (await stage.sent("thread.archive")).length === 1);
  assert.deepEqual((await stage.sent("thread.archive"))[0], { type: "thread.archive", thread: "t_waiting", archived: true });
  await page.getByText("Archived (2)").click();
  await act("Last year's tax return", "Move back from the archive");
  await stage.until(async () => (await stage.sent("thread.archive")).length === 2);
  assert.deepEqual((await stage.sent("thread.archive"))[1], { type: "thread.archive", thread: "t_old", archived: false });
});

test("the menu is all keyboard: arrows go round, Escape leads back and leaves the list open", async () => {
  await chats();
  await page.getByRole("button", { name: "Actions for “比较两家店的运费”" }).focus();
  await page.keyboard.press("Enter");
  await stage.until(async () => (await focused()).includes("Pin"));
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
  assert.deepEqual(await stage.sent("turn.interrupt"), []);
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
  await stage.until(async () => (await focused()) === "Actions for “比较两家店的运费”");
  await act("比较两家店的运费", "Rename");
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  await page.keyboard.type("Shipping");
  await page.keyboard.press("Enter");
  await stage.until(async () => (await stage.sent("thread.rename")).length === 1);
  assert.equal((await stage.sent("thread.rename"))[0]?.title, "Shipping");
});

test("deleting asks first, says that a running task is stopped, and keeps the keyboard in the list", async () => {
  await chats();
  await act("Fill in the travel form", "Delete");
  const question = page.locator(".is-asking");
  assert.match(await question.innerText(), /Delete “Fill in the travel form” and everything in it\?\s+Its task is not done yet and will be stopped\./);
  assert.equal(await focused(), "Cancel");
  await page.keyboard.press("Escape");
  await stage.until(async () => (await focused()) === "Actions for “Fill in the travel form”");
  assert.equal(await page.getByRole("dialog").count(), 1);
  await act("Fill in the travel form", "Delete");
  await question.getByRole("button", { name: "Delete" }).click();
  await stage.until(async () => (await stage.sent("thread.delete"))[0]?.thread === "t_running");
  await stage.emit({ type: "thread.deleted", thread: "t_running" });
  await question.waitFor({ state: "detached" });
  await stage.until(async () => page.evaluate(() => document.activeElement?.getAttribute("type") === "search"));
});

test("a chat is saved as a file of its own, and a refusal says why", async () => {
  await chats();
  const [markdown] = await Promise.all([page.waitForEvent("download"), act("比较两家店的运费", "Export as Markdown")]);
  assert.equal(markdown.suggestedFilename(), "headphones.md");
  assert.equal(await readFile(await markdown.path(), "utf8"), "# Find the cheapest headphones\n");
  const [json] = await Promise.all([page.waitForEvent("download"), act("比较两家店的运费", "Export as JSON")]);
  assert.equal(json.suggestedFilename(), "headphones.json");
  assert.deepEqual((await stage.sent("thread.export")).map((e) => [e.thread, e.format]), [["t_other", "markdown"], ["t_other", "json"]]);
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
  await stage.emit(summary("t_running", { activity: "idle" }));
  const row = page.locator(".chat", { hasText: "Fill in the travel form" });
  await row.getByText("unread").waitFor();
  await stage.until(async () => page.evaluate(async () => JSON.stringify(await chrome.storage.local.get(null)).includes("\"unread\":[\"t_running\"]")));
  await row.locator(".chat-open").click();
  await page.getByRole("button", { name: "Chats" }).click();
  await page.locator(".chat").first().waitFor();
  assert.doesNotMatch(await row.innerText(), /unread/);
});

test("a search asks once, marks what it found and leads to the passage", async () => {
  await chats();
  await page.getByRole("searchbox").pressSequentially("headphones", { delay: 15 });
  await page.getByText("5 hits").waitFor();
  assert.deepEqual((await stage.sent("thread.search")).map((s) => s.query), ["headphones"]);
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
  assert.deepEqual((await stage.sent("thread.subscribe")).filter((s) => s.thread !== "t_harness"), []);
});

test("a passage in another chat opens that chat; one on another branch is said to be there", async () => {
  await chats();
  await page.getByRole("searchbox").fill("headphones");
  await page.getByRole("button", { name: /运费相同/ }).click();
  await stage.until(async () => (await stage.sent("thread.subscribe")).some((s) => s.thread === "t_other"));
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
