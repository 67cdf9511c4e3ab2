/** The panel and the settings page in use: real keys and presses in Chromium, an engine that is a script. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import type { Command, CommandBody, Event } from "../../wire/wire";
import { CARD_REST_MS } from "../card/typist";
import type { SceneName } from "./harness/scenes";
import { theatre } from "./harness/theatre";

const house = theatre();
let page: Page;

async function open(path: string): Promise<void> {
  page = await house.page(path);
  await until(async () => (await commands()).length > 0);
}

const scene = (name: SceneName) => open(`panel.html?scene=${name}`);
const commands = (): Promise<Command[]> => page.evaluate(() => window.harness.commands);
const composer = () => page.getByRole("textbox", { name: "Message" });
const emit = (...events: Event[]) => page.evaluate((all) => window.harness.emit(all), events);

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

/** The card counts presses only once it has rested; the page's own clock says when. */
async function rest(): Promise<void> {
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms + 20)), CARD_REST_MS);
}

test("pressing a suggestion makes a chat and submits the text with the tab in front", async () => {
  await scene("welcome");
  await page.getByRole("button", { name: "Find the cheapest headphones" }).click();
  await until(async () => (await sent("turn.submit")).length === 1);
  const [create] = await sent("thread.create");
  const [submit] = await sent("turn.submit");
  assert.match(create?.thread ?? "", /^t_[a-z2-7]{26}$/);
  assert.equal(submit?.thread, create?.thread);
  assert.equal(submit?.text, "Find the cheapest headphones in stock and put them in my cart");
  assert.equal(submit?.tab?.title, "Headphones · Playground Shop");
  const ids = (await commands()).map((c) => c.submission_id);
  assert.equal(new Set(ids).size, ids.length);
});

test("Enter sends, Shift+Enter breaks the line, and a composition is left alone", async () => {
  await scene("welcome");
  await composer().click();
  await page.keyboard.type("one");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("two");
  const ime = await page.context().newCDPSession(page);
  await ime.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
  await ime.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 });
  await ime.send("Input.dispatchKeyEvent", { type: "keyUp", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 });
  await ime.send("Input.insertText", { text: "你" });
  assert.deepEqual(await sent("turn.submit"), []);
  await page.keyboard.press("Enter");
  await until(async () => (await sent("turn.submit")).length === 1);
  assert.equal((await sent("turn.submit"))[0]?.text, "one\ntwo你");
  assert.equal(await composer().inputValue(), "");
  await composer().press("Enter");
  assert.equal((await sent("turn.submit")).length, 1, "an empty message is not sent");
});

test("the box fits its text again when the panel has slid open", async () => {
  await scene("welcome");
  const height = async () => (await composer().boundingBox())?.height ?? 0;
  const usual = await height();
  await page.setViewportSize({ width: 90, height: 760 });
  await until(async () => (await height()) > usual);
  await page.setViewportSize({ width: 360, height: 760 });
  await until(async () => (await height()) === usual);
});

test("a refused message comes back to the composer with the reason and a remedy", async () => {
  await scene("refused");
  await composer().fill("please do");
  await composer().press("Enter");
  await page.getByRole("alert").getByText("No model is connected.").waitFor();
  assert.equal(await composer().inputValue(), "please do");
  assert.ok(await page.getByRole("alert").getByRole("button", { name: "Settings" }).isVisible());
  await composer().fill("please do it");
  await until(async () => (await page.locator(".problem").count()) === 0);
});

test("Up recalls the last message and Down leaves it again", async () => {
  await scene("long");
  await composer().click();
  await page.keyboard.press("ArrowUp");
  assert.equal(await composer().inputValue(), "Question 60");
  await page.keyboard.press("ArrowUp");
  assert.equal(await composer().inputValue(), "Question 59");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await composer().inputValue(), "");
});

test("Escape closes the top layer first and then stops the task", async () => {
  await scene("approval");
  await page.getByRole("button", { name: "More ways to allow" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("group", { name: "More ways to allow" }).waitFor({ state: "hidden" });
  assert.deepEqual(await sent("turn.interrupt"), []);
  await page.keyboard.press("Escape");
  await until(async () => (await sent("turn.interrupt")).length === 1);
});

test("a card never takes the focus from someone typing, and their letters answer nothing", async () => {
  await scene("queued");
  await composer().click();
  await page.keyboard.type("the");
  await emit(await approvalRequest());
  await page.locator(".card").waitFor();
  await rest();
  await page.keyboard.type("yny");
  assert.equal(await composer().inputValue(), "theyny");
  assert.deepEqual(await sent("approval.respond"), []);
});

test("a card leaves the focus where it is, even if that is nowhere, and F6 leads there and back", async () => {
  await scene("approval");
  await page.locator(".card").waitFor();
  await rest();
  const focused = () => page.evaluate(() => document.activeElement?.id ?? "");
  assert.equal(await focused(), "");
  await page.keyboard.type("yes");
  assert.deepEqual(await sent("approval.respond"), []);
  await page.keyboard.press("F6");
  assert.equal(await focused(), "card");
  await page.keyboard.press("F6");
  assert.equal(await focused(), "composer");
});

test("a long draft leaves the card's answers where they can be pressed", async () => {
  await scene("approval");
  await page.setViewportSize({ width: 360, height: 560 });
  await composer().fill("one more line\n".repeat(40));
  await rest();
  await page.getByRole("button", { name: "Allow once" }).click();
  await until(async () => (await sent("approval.respond")).length === 1);
});

test("Y in a card that has rested allows once, with the digest of what was shown", async () => {
  await scene("approval");
  await page.locator(".card").waitFor();
  await rest();
  await page.locator(".card").focus();
  await page.keyboard.press("y");
  await until(async () => (await sent("approval.respond")).length === 1);
  const [answer] = await sent("approval.respond");
  assert.deepEqual([answer?.approval, answer?.digest, answer?.answer], ["a1", "00", { type: "allow", scope: "once" }]);
  await page.locator(".card").waitFor({ state: "detached" });
  assert.equal(await composer().evaluate((el) => el === document.activeElement), true);
});

test("a press in the card's first half second does nothing", async () => {
  await scene("queued");
  const request = await approvalRequest();
  await page.evaluate((event) => {
    window.harness.emit([event]);
    const press = () => {
      const button = [...document.querySelectorAll<HTMLElement>(".card .button")].find((b) => b.textContent?.startsWith("Allow"));
      if (button === undefined) requestAnimationFrame(press);
      else button.click();
    };
    press();
  }, request);
  await page.locator(".card").waitFor();
  await rest();
  assert.deepEqual(await sent("approval.respond"), []);
  await page.getByRole("button", { name: "Allow once" }).click();
  await until(async () => (await sent("approval.respond")).length === 1);
});

test("declining can say why, and wider answers are behind the menu", async () => {
  await scene("approval");
  await page.getByRole("button", { name: "Deny and say why…" }).click();
  await page.getByRole("textbox", { name: "Why not?" }).fill("yes, but the black one");
  await page.getByRole("button", { name: "Deny with this note" }).click();
  await until(async () => (await sent("approval.respond")).length === 1);
  assert.deepEqual((await sent("approval.respond"))[0]?.answer, { type: "deny", note: "yes, but the black one" });
  await page.close();
  await scene("approval");
  await page.getByRole("button", { name: "More ways to allow" }).click();
  await rest();
  await page.getByRole("button", { name: "Always allow on this site" }).click();
  await until(async () => (await sent("approval.respond")).length === 1);
  assert.deepEqual((await sent("approval.respond"))[0]?.answer, { type: "allow", scope: "always" });
});

test("what is sensitive needs a second press, and Y does not allow it", async () => {
  await scene("sensitive");
  await page.locator(".card").waitFor();
  await rest();
  await page.locator(".card").focus();
  await page.keyboard.press("y");
  await page.getByRole("button", { name: "Allow once" }).dblclick();
  assert.deepEqual(await sent("approval.respond"), [], "a double click is one press");
  await rest();
  await page.getByRole("button", { name: "Press again to allow" }).click();
  await until(async () => (await sent("approval.respond")).length === 1);
});

test("what takes two presses is not allowed by one key that is held down", async () => {
  await scene("sensitive");
  await page.locator(".card").waitFor();
  await rest();
  await page.getByRole("button", { name: "Allow once" }).focus();
  for (let at = 0; at < 20; at += 1) await page.keyboard.down("Enter");
  await rest();
  for (let at = 0; at < 20; at += 1) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  assert.deepEqual(await sent("approval.respond"), []);
});

test("under a card, words in any script and shortcuts answer nothing; then one key does", async () => {
  await scene("queued");
  await composer().click();
  await emit(await approvalRequest());
  await page.locator(".card").waitFor();
  await rest();
  const ime = await page.context().newCDPSession(page);
  for (const word of ["synonym", "any", "Yes, no", "nyny"]) {
    await page.keyboard.type(word);
    await ime.send("Input.imeSetComposition", { text: "yn", selectionStart: 2, selectionEnd: 2 });
    await ime.send("Input.insertText", { text: "有你" });
  }
  await page.locator(".card").focus();
  for (const key of ["Control+y", "Alt+n"]) await page.keyboard.press(key);
  assert.deepEqual(await sent("approval.respond"), []);
  assert.equal(await composer().inputValue(), "synonym有你any有你Yes, no有你nyny有你");
  await page.locator(".card").focus();
  await page.keyboard.press("n");
  await until(async () => (await sent("approval.respond")).length === 1);
});

test("a site is asked for inside the press; refused, the card stays and can be tried again", async () => {
  await scene("host");
  await page.locator(".card").waitFor();
  await rest();
  await page.getByRole("button", { name: "Allow", exact: false }).first().click();
  await page.getByText("Chrome did not give the permission.").waitFor();
  assert.deepEqual(await sent("approval.respond"), []);
  await page.evaluate(() => (window.harness.world.permission = "granted"));
  await page.getByRole("button", { name: "Allow", exact: false }).first().click();
  await until(async () => (await sent("approval.respond")).length === 1);
  assert.deepEqual((await sent("approval.respond"))[0]?.answer, { type: "allow", scope: "once" });
  assert.deepEqual(await page.evaluate(() => window.harness.requested), ["https://shop.playground.test/*", "https://shop.playground.test/*"]);
});

test("a part of the browser is asked for in the same way", async () => {
  await scene("permission");
  await page.getByText("Let Fairlead see your browsing history?").waitFor();
  await rest();
  await page.evaluate(() => (window.harness.world.permission = "granted"));
  await page.getByRole("button", { name: "Allow", exact: false }).first().click();
  await until(async () => (await sent("approval.respond")).length === 1);
  assert.deepEqual((await sent("approval.respond"))[0]?.answer, { type: "allow", scope: "once" });
  assert.deepEqual(await page.evaluate(() => window.harness.requested), ["history"]);
});

test("a refused answer brings the card back", async () => {
  await scene("approval");
  await page.locator(".card").waitFor();
  await rest();
  await page.getByRole("button", { name: "Deny", exact: false }).first().focus();
  await page.evaluate(() => {
    window.harness.world.answer = ({ submission_id, body }) => body.type === "approval.respond"
      ? [{ type: "command.rejected", submission_id, refusal: { code: "approval_changed", message: "" } }]
      : [];
  });
  await page.locator(".card .is-primary").first().click();
  await page.getByText("What was asked has changed.").waitFor();
  assert.equal(await page.locator(".card").count(), 1);
});

test("an unknown outcome is resolved by the person's word", async () => {
  await scene("recovery");
  await page.locator(".card").waitFor();
  await rest();
  await page.getByRole("button", { name: "It worked" }).click();
  await until(async () => (await sent("run.resolve_uncertain")).length === 1);
  const [found] = await sent("run.resolve_uncertain");
  assert.deepEqual([found?.turn, found?.call, found?.resolution], ["turn-1", "n6", "mark_done"]);
});

test("while the engine is away text can be written and sent; it arrives once, under its own id", async () => {
  await scene("answer");
  await page.locator(".prose").waitFor();
  await page.evaluate(() => {
    window.harness.engine = "down";
    window.harness.cut();
  });
  await page.getByText("Reconnecting to the engine. Your text is safe.").waitFor();
  await composer().fill("and the second cheapest?");
  await composer().press("Enter");
  await page.getByText("Sending…").waitFor();
  await page.evaluate(() => {
    window.harness.engine = "up";
    window.harness.cut();
  });
  await page.getByText("Reconnecting to the engine. Your text is safe.").waitFor({ state: "detached" });
  await until(async () => (await sent("turn.submit")).length > 0);
  const submits = (await commands()).filter((c) => c.body.type === "turn.submit");
  assert.equal(new Set(submits.map((c) => c.submission_id)).size, 1);
  assert.equal((await sent("initialize")).at(-1)?.subscribe, "t_harness");
});

test("a chat that is gone makes room for a new one", async () => {
  await open("panel.html?scene=answer&gone");
  await page.getByText("What can I do on this page?").waitFor();
  assert.equal((await sent("thread.subscribe")).length, 1);
});

test("another build says reload and keeps the text", async () => {
  await scene("answer");
  await composer().fill("half a thought");
  await page.evaluate(() => {
    window.harness.engine = "outdated";
    window.harness.cut();
  });
  await page.getByRole("button", { name: "Reload" }).waitFor();
  assert.equal(await composer().inputValue(), "half a thought");
  await until(async () => page.evaluate(async () => Object.values(await chrome.storage.local.get(null)).includes("half a thought")));
});

test("the newest 40 Turns are mounted, and scrolling up lets go of the end until the pill is pressed", async () => {
  await scene("long");
  await page.getByText("Answer 60.").waitFor();
  assert.equal(await page.locator("article").count(), 40);
  const rest = () => page.locator("main").evaluate((el) => el.scrollHeight - el.clientHeight - el.scrollTop);
  await until(async () => (await rest()) < 2);
  await page.locator("main").hover();
  await page.mouse.wheel(0, -900);
  await page.getByRole("button", { name: "Jump to latest" }).waitFor();
  await page.getByRole("button", { name: "Jump to latest" }).click();
  await until(async () => (await rest()) < 2);
  await page.getByRole("button", { name: "Show 20 earlier messages" }).click();
  await until(async () => (await page.locator("article").count()) === 60);
});

test("20,000 deltas are drawn, a finished block is never drawn again, and the end stays in view", async () => {
  await scene("streaming");
  await page.locator(".prose").waitFor();
  const { ms, blocks } = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const push = (text: string) => window.harness.emit([{ type: "item.delta", thread: "t_harness", item: "n9", attempt: 1, channel: "text", text }]);
    push("\n\nfirst block\n\nsecond ");
    await frame();
    await frame();
    const first = [...document.querySelectorAll(".prose p")].find((p) => p.textContent === "first block");
    let changes = 0;
    if (first !== undefined) new MutationObserver((m) => (changes += m.length)).observe(first, { childList: true, characterData: true, subtree: true, attributes: true });
    const start = performance.now();
    for (let n = 0; n < 200; n += 1) {
      for (let k = 0; k < 100; k += 1) push(k === 99 ? "end.\n\n" : "word ");
      if (n % 10 === 9) await frame();
    }
    await frame();
    await frame();
    return { ms: performance.now() - start, blocks: { first: first?.isConnected, changes, count: document.querySelectorAll(".prose p").length } };
  });
  assert.deepEqual([blocks.first, blocks.changes], [true, 0]);
  assert.ok(blocks.count > 200, `${blocks.count} blocks`);
  assert.ok(ms < 5_000, `${ms} ms`);
  assert.ok(await page.locator("main").evaluate((el) => el.scrollHeight - el.clientHeight - el.scrollTop < 2));
});

test("another chat can be opened from the list, which then gives way", async () => {
  await scene("answer");
  await page.getByRole("button", { name: "Chats" }).click();
  await page.getByRole("button", { name: /^比较两家店的运费/ }).click();
  await until(async () => (await sent("thread.subscribe")).some((s) => s.thread === "t_other"));
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test("a step opens and shows what was asked, what came and what was decided", async () => {
  await scene("answer");
  const line = page.getByRole("button", { name: /^Click Add to cart of Aria 2/ });
  await line.click();
  assert.equal(await line.getAttribute("aria-expanded"), "true");
  const text = await page.locator(".step-more:not([hidden])").innerText();
  for (const part of ["ref", "s3f_40", "The button was clicked.", "You allowed it once."]) assert.ok(text.includes(part), part);
});

test("a connection is saved with its permission asked for inside the press, and an empty key keeps the stored one", async () => {
  await open("settings.html");
  await page.getByRole("button", { name: "Add a connection" }).click();
  await page.getByRole("button", { name: "Another one" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Mine");
  await page.getByRole("textbox", { name: "Base URL" }).fill("https://api.example.com/v1/");
  await page.getByLabel("API key").fill("sk-1");
  await page.getByRole("textbox", { name: "Model" }).fill("m");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(async () => (await sent("connections.save")).length === 1);
  const [saved] = await sent("connections.save");
  assert.deepEqual([saved?.connection.base_url, saved?.connection.keys.map((key) => key.secret), saved?.connection.wire], ["https://api.example.com/v1", ["sk-1"], "openai-chat"]);
  assert.deepEqual(await page.evaluate(() => window.harness.requested), ["https://api.example.com/*"]);
  await page.getByRole("button", { name: "Edit “Playground”" }).click();
  assert.equal(await page.getByLabel("API key").inputValue(), "");
  await page.getByRole("textbox", { name: "Model" }).first().fill("scripted-2");
  await page.getByText("What it can do, hold and costs").first().click();
  await page.getByText("Prices", { exact: true }).first().click();
  await page.getByRole("textbox", { name: "Read", exact: true }).fill("3");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("alert").filter({ hasText: "both have one" }).waitFor();
  await page.getByRole("textbox", { name: "Written", exact: true }).fill("0.15");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await until(async () => (await sent("connections.save")).length === 2);
  const edited = (await sent("connections.save"))[1]?.connection;
  assert.deepEqual([edited?.id, edited?.models.map((m) => m.id), edited?.keys], ["c_1", ["scripted-2", "scripted-small"], [{ id: "k_1" }]]);
  assert.deepEqual(edited?.models[0]?.prices, { input: 3_000_000, output: 150_000 });
});

test("settings are changed by choosing, and a refused permission leaves the form as it was typed", async () => {
  await open("settings.html");
  await page.getByRole("radio", { name: "Dark" }).check();
  await until(async () => (await sent("settings.set"))[0]?.settings.theme === "dark");
  assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), "dark");
  await page.getByRole("radio", { name: "简体中文" }).check();
  await page.getByRole("heading", { name: "设置" }).waitFor();
  await page.getByRole("radio", { name: "消息的首行" }).check();
  await until(async () => (await sent("settings.set")).at(-1)?.settings.titles === "first_line");
  await page.evaluate(() => (window.harness.world.permission = "refused"));
  await page.getByRole("button", { name: "编辑“Work”" }).click();
  await page.getByRole("button", { name: "保存", exact: true }).click();
  await page.getByText("Chrome 没有授予 api.example.com 的权限").waitFor();
  assert.deepEqual(await sent("connections.save"), []);
});

async function approvalRequest(): Promise<Event> {
  return {
    type: "approval.request", thread: "t_harness",
    approval: {
      id: "a9", thread: "t_harness", turn: "turn-1", call: "n6", digest: "99", asked_at: 1, status: { status: "open" },
      ask: {
        type: "call", tool: "click", effects: "write", arguments: {}, target: { origin: "https://shop.playground.test" }, reason: "policy_untrusted",
        flags: [], scopes: ["once"],
      },
    },
  };
}
