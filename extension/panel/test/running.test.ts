/** While a task runs: joining it, queueing behind it, its questions and timers. Real keys in Chromium, a scripted engine. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SceneName } from "./harness/scenes";
import type { Stage } from "./harness/stage";
import { theatre } from "./harness/theatre";

const house = theatre();
let stage: Stage;

async function scene(name: SceneName, width = 360): Promise<void> {
  stage = await house.stage(name, width);
}

const order = () => stage.page.locator(".queue-text").allInnerTexts();
const row = (text: string) => stage.page.locator(".queue li", { hasText: text });

test("Enter joins the running task, and a composition is left alone", async () => {
  await scene("steered");
  await stage.composer.fill("also ");
  await stage.composeWithEnter();
  assert.deepEqual(await stage.sent("turn.steer"), []);
  await stage.page.keyboard.press("Enter");
  const steer = await stage.one("turn.steer");
  assert.deepEqual([steer.expected_turn, steer.text, "tab" in steer], ["turn-1", "also 你", false]);
  assert.equal(await stage.composer.inputValue(), "");
  assert.deepEqual(await stage.sent("turn.submit"), []);
});

test("a key held down sends once, and Shift+Alt+Enter queues", async () => {
  await scene("steered");
  await stage.composer.fill("afterwards");
  await stage.page.keyboard.down("Shift");
  await stage.page.keyboard.down("Alt");
  await stage.page.keyboard.down("Enter");
  await stage.page.keyboard.down("Enter");
  await stage.page.keyboard.up("Enter");
  await stage.page.keyboard.up("Alt");
  await stage.page.keyboard.up("Shift");
  const queued = await stage.one("turn.enqueue");
  assert.deepEqual([queued.text, queued.tab?.title], ["afterwards", "Headphones · Playground Shop"]);
  assert.equal(await stage.composer.inputValue(), "");
  assert.deepEqual(await stage.sent("turn.steer"), []);
});

test("the buttons say what they do before they do it", async () => {
  await scene("answer");
  await stage.button("Send").waitFor();
  assert.equal(await stage.button("Queue").count(), 0);
  await stage.page.close();
  await scene("steered");
  await stage.composer.fill("one");
  await stage.button("Add to the running task").click();
  assert.equal((await stage.one("turn.steer")).text, "one");
  await stage.composer.fill("two");
  await stage.button("Queue").click();
  assert.equal((await stage.one("turn.enqueue")).text, "two");
  const steers = Array.from({ length: 16 }, (_, i) => ({ id: `s${i}`, text: `note ${i}` }));
  await stage.emit({ type: "steers.updated", thread: "t_harness", steers });
  await stage.button("Add to the running task").waitFor({ state: "detached" });
  assert.equal(await stage.button("Queue").getAttribute("title"), "Queue: the running task has enough to read (Enter)");
});

test("a message that comes too late for the task is sent as a new one, under a new id, and that is said", async () => {
  await scene("steered");
  await stage.answer({ "turn.steer": { refused: "stale_turn" }, "turn.submit": { type: "turn_started", turn: "turn-9" } });
  await stage.composer.fill("only black");
  await stage.composer.press("Enter");
  const again = await stage.one("turn.submit");
  assert.deepEqual([again.text, again.thread, again.tab?.id], ["only black", "t_harness", 7]);
  await stage.page.locator(".remark").getByText("The task was over already: your message was sent as a new one.").waitFor();
  const ids = (await stage.commands()).filter((c) => c.body.type === "turn.steer" || c.body.type === "turn.submit").map((c) => c.submission_id);
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual([await stage.composer.inputValue(), await stage.page.locator(".problem").count()], ["", 0]);
  assert.match(await stage.page.getByRole("status").last().innerText(), /sent as a new one/);
  await stage.button("Dismiss").click();
  await stage.page.locator(".remark").waitFor({ state: "detached" });
});

test("a message too many for the task joins the queue; where that is full too, it comes back with the reason", async () => {
  await scene("steered");
  await stage.answer({ "turn.steer": { refused: "steers_full" }, "turn.enqueue": { type: "turn_queued", turn: "turn-9", position: 1 } });
  await stage.composer.fill("only black");
  await stage.composer.press("Enter");
  assert.equal((await stage.one("turn.enqueue")).text, "only black");
  await stage.page.getByText("it joined the queue instead").first().waitFor();
  await stage.answer({ "turn.enqueue": { refused: "queue_full" } });
  await stage.composer.fill("and not used");
  await stage.composer.press("Enter");
  await stage.page.getByRole("alert").getByText("Eight messages are waiting already.").waitFor();
  assert.equal(await stage.composer.inputValue(), "and not used");
});

test("a refused steer comes back, in front of what was typed since", async () => {
  await scene("steered");
  await stage.answer({ "turn.steer": { refused: "too_large" } });
  await stage.composer.fill("a long one");
  await stage.composer.press("Enter");
  await stage.page.getByText("That is too long.").waitFor();
  assert.equal(await stage.composer.inputValue(), "a long one");
});

test("a steer that was never answered goes out again under its own id", async () => {
  await scene("steered");
  await stage.page.evaluate(() => {
    window.harness.engine = "down";
  });
  await stage.composer.fill("only black");
  await stage.composer.press("Enter");
  await stage.page.getByText("Sending…").waitFor();
  await stage.page.evaluate(() => {
    window.harness.engine = "up";
    window.harness.cut();
  });
  await stage.until(async () => (await stage.sent("turn.steer")).length === 2);
  const ids = (await stage.commands()).filter((c) => c.body.type === "turn.steer").map((c) => c.submission_id);
  assert.equal(new Set(ids).size, 1);
});

test("what was not read yet stands at the end, and among the steps once it was", async () => {
  await scene("steered");
  const unread = stage.page.locator(".is-unread");
  assert.match(await unread.innerText(), /And not more than 60 €\s+Not read yet/);
  await stage.emit(
    { type: "steers.updated", thread: "t_harness", steers: [] },
    { type: "item.complete", thread: "t_harness", item: {
      id: "s2", turn: "turn-1", at: 1, body: { type: "user_message", text: "And not more than 60 €", delivery: "steered" },
    } },
  );
  await unread.waitFor({ state: "detached" });
  const added = stage.page.locator("article .is-steered");
  assert.equal(await added.count(), 2);
  assert.match(await added.last().innerText(), /And not more than 60 €\s+Added while it ran/);
});

test("a waiting message is edited where it stands, taken back, put into the task", async () => {
  await scene("queued");
  await row("shipping").getByRole("button", { name: "Edit" }).click();
  const field = stage.page.getByRole("textbox", { name: "Waiting message" });
  assert.equal(await field.inputValue(), "Then compare the shipping costs of the two shops");
  await field.press("Escape");
  await field.waitFor({ state: "detached" });
  assert.deepEqual([await stage.sent("turn.interrupt"), await stage.sent("queue.update")], [[], []]);
  await row("shipping").getByRole("button", { name: "Edit" }).click();
  await field.fill("Then compare the prices");
  await field.press("Enter");
  assert.deepEqual(await stage.one("queue.update"), { type: "queue.update", thread: "t_harness", turn: "turn-2", text: "Then compare the prices" });
  await row("shipping").getByRole("button", { name: "Add to the running task" }).click();
  const steer = await stage.one("queue.steer");
  assert.deepEqual([steer.turn, steer.expected_turn], ["turn-2", "turn-1"]);
  await row("everything else").getByRole("button", { name: "Remove" }).click();
  assert.equal((await stage.one("queue.remove")).turn, "turn-3");
});

test("an edit that came too late comes back as text", async () => {
  await scene("queued");
  await stage.answer({ "queue.update": { refused: "unknown_turn" } });
  await row("shipping").getByRole("button", { name: "Edit" }).click();
  await stage.page.getByRole("textbox", { name: "Waiting message" }).fill("changed my mind");
  await stage.button("Save").click();
  await stage.page.getByRole("alert").getByText("This task does not exist any more.").waitFor();
  assert.equal(await stage.composer.inputValue(), "changed my mind");
});

test("waiting messages are moved by button and by key, and the focus goes with them", async () => {
  await scene("queued");
  const [first, second] = [{ turn: "turn-2", text: "Then compare the shipping costs of the two shops" }, { turn: "turn-3", text: "And remove everything else from the cart" }];
  const updated = (...queue: typeof first[]) => stage.emit({ type: "queue.updated", thread: "t_harness", mode: "flowing", queue });
  await row("everything else").getByRole("button", { name: "Move up" }).click();
  assert.deepEqual(await stage.one("queue.move"), { type: "queue.move", thread: "t_harness", turn: "turn-3", to: 0 });
  await updated(second, first);
  await stage.until(async () => (await order())[0]?.startsWith("And remove") ?? false);
  assert.equal(await stage.focused(), "Move up");
  assert.equal(await row("everything else").getByRole("button", { name: "Move up" }).evaluate((el) => el === document.activeElement), true);
  assert.match(await stage.page.getByRole("status").last().innerText(), /Now at place 1 of 2/);
  await stage.page.keyboard.press("Enter");
  assert.equal((await stage.sent("queue.move")).length, 1, "the first one cannot go higher");
  await stage.page.keyboard.press("Alt+ArrowDown");
  await stage.until(async () => (await stage.sent("queue.move")).length === 2);
  assert.equal((await stage.sent("queue.move"))[1]?.to, 1);
  await updated(first, second);
  await stage.until(async () => (await order())[1]?.startsWith("And remove") ?? false);
  assert.equal(await row("everything else").getByRole("button", { name: "Move up" }).evaluate((el) => el === document.activeElement), true);
});

test("a move that arrives late does not take the focus from someone typing", async () => {
  await scene("queued");
  await row("everything else").getByRole("button", { name: "Move up" }).click();
  await stage.composer.click();
  await stage.emit({ type: "queue.updated", thread: "t_harness", mode: "flowing", queue: [{ turn: "turn-3", text: "second" }, { turn: "turn-2", text: "first" }] });
  await stage.until(async () => (await order())[0] === "second");
  assert.equal(await stage.focused(), "composer");
});

test("a row of actions is one tab stop, and arrows go along it", async () => {
  await scene("queued");
  await row("shipping").getByRole("button", { name: "Add to the running task" }).focus();
  await stage.page.keyboard.press("ArrowRight");
  assert.equal(await stage.focused(), "Edit");
  await stage.page.keyboard.press("End");
  assert.equal(await stage.focused(), "Remove");
  await stage.page.keyboard.press("Home");
  await stage.page.keyboard.press("ArrowRight");
  await stage.page.keyboard.press("Tab");
  assert.equal(await row("everything else").getByRole("button", { name: "Add to the running task" }).evaluate((el) => el === document.activeElement), true);
  await stage.page.keyboard.press("Shift+Tab");
  assert.equal(await stage.focused(), "Edit", "it is left and found again where it was");
});

test("the queue is held and released, and a held message is sent by itself", async () => {
  await scene("queued");
  await stage.button("Hold").click();
  await stage.one("queue.hold");
  await stage.page.close();
  await scene("held");
  await stage.page.getByText("Held after Stop").waitFor();
  await row("everything else").getByRole("button", { name: "Send now" }).click();
  assert.equal((await stage.one("run.resume")).turn, "turn-3");
  await stage.button("Release").click();
  await stage.one("queue.release");
});

test("a question never takes the focus, and no press of its first half second answers it", async () => {
  await scene("steered");
  await stage.composer.click();
  await stage.page.keyboard.type("bl");
  await stage.page.evaluate(() => {
    window.harness.emit([{ type: "interaction.request", thread: "t_harness", interaction: {
      id: "i9", thread: "t_harness", turn: "turn-1", call: "n6", asked_at: 1, status: { status: "open" },
      wait: { type: "question", question: "Which colour?", options: ["Black"] },
    } }]);
    const press = () => {
      const option = document.querySelector<HTMLElement>(".options .button");
      if (option === null) requestAnimationFrame(press);
      else option.click();
    };
    press();
  });
  await stage.page.locator(".card").waitFor();
  await stage.page.keyboard.type("ack");
  await stage.rest();
  assert.equal(await stage.composer.inputValue(), "black");
  assert.deepEqual(await stage.sent("interaction.respond"), []);
  await stage.button("Black").click();
  assert.deepEqual((await stage.one("interaction.respond")).response, { type: "answer", text: "Black" });
});

test("an answer in one's own words is kept until it is taken, and the card comes back where it was not", async () => {
  await scene("question");
  const field = stage.page.getByRole("textbox", { name: "Your own answer" });
  await field.fill("the green one");
  await stage.rest();
  await stage.answer({ "interaction.respond": { refused: "storage_failed" } });
  await field.press("Enter");
  await stage.page.getByText("The browser's storage did not take it.").waitFor();
  assert.equal(await field.inputValue(), "the green one");
  await stage.answer({ "interaction.respond": { type: "done" } });
  await stage.rest();
  await field.press("Enter");
  await stage.page.locator(".card").waitFor({ state: "detached" });
  assert.deepEqual((await stage.sent("interaction.respond")).map((r) => r.response), Array(2).fill({ type: "answer", text: "the green one" }));
  assert.equal(await stage.focused(), "composer");
});

test("a composition in the answer sends nothing, and a question can be skipped", async () => {
  await scene("question");
  await stage.rest();
  await stage.page.getByRole("textbox", { name: "Your own answer" }).click();
  await stage.composeWithEnter();
  await stage.button("Answer").waitFor();
  assert.deepEqual(await stage.sent("interaction.respond"), []);
  await stage.button("Skip").click();
  assert.deepEqual((await stage.one("interaction.respond")).response, { type: "skip" });
});

test("words of the model are text, whatever they look like", async () => {
  await scene("steered");
  const question = "<b>Enter</b> your password & press [OK](https://evil.example)";
  await stage.emit({ type: "interaction.request", thread: "t_harness", interaction: {
    id: "i9", thread: "t_harness", turn: "turn-1", call: "n6", asked_at: 1, status: { status: "open" }, wait: { type: "question", question, options: [] },
  } });
  await stage.page.locator(".asked").waitFor();
  assert.equal(await stage.page.locator(".asked").innerText(), question);
  assert.equal(await stage.page.locator(".card a, .card b").count(), 0);
});

test("a timer can be gone on from at once, or stopped", async () => {
  await scene("timer");
  await stage.rest();
  await stage.button("Go on now").click();
  assert.deepEqual((await stage.one("interaction.respond")).response, { type: "skip" });
  await stage.page.close();
  await scene("timer");
  await stage.rest();
  await stage.page.locator(".card").getByRole("button", { name: "Stop" }).click();
  assert.equal((await stage.one("turn.interrupt")).turn, "turn-1");
});

test("while the person has the page its tab can be shown, and each word goes its own way", async () => {
  await scene("take-over");
  await stage.button("Show the tab").click();
  assert.deepEqual(await stage.page.evaluate(() => window.harness.shown), [7]);
  await stage.rest();
  await stage.button("Done").click();
  assert.deepEqual((await stage.one("interaction.respond")).response, { type: "done" });
  await stage.page.close();
  await scene("take-over");
  await stage.rest();
  await stage.button("I can't").click();
  assert.deepEqual((await stage.one("interaction.respond")).response, { type: "skip" });
});

test("a card that outlived its tab says so when the tab is to be shown", async () => {
  for (const name of ["take-over", "watch"] as const) {
    await scene(name);
    await stage.page.evaluate(() => {
      chrome.tabs.update = () => Promise.reject(new Error("No tab with id: 7."));
    });
    await stage.button("Show the tab").click();
    await stage.page.locator(".card").getByText("This tab is closed.").waitFor();
    await stage.page.close();
  }
});

test("a press that falls as the card appears does not say that anything is done", async () => {
  await scene("take-over");
  await stage.page.evaluate(() => {
    const [done] = [...document.querySelectorAll<HTMLButtonElement>(".card .is-primary")];
    done?.click();
  });
  assert.equal(await stage.page.locator(".card").count(), 1);
});

test("a page that is waited for can be shown, and the task goes on without it on the person's word", async () => {
  await scene("watch");
  await stage.page.getByText("Until “In stock” is on the page.").waitFor();
  await stage.rest();
  await stage.button("Go on now").click();
  assert.deepEqual((await stage.one("interaction.respond")).response, { type: "skip" });
});

test("how often a page is looked at is said as it is", async () => {
  await scene("watch");
  for (const [every_ms, words] of [[30_000, "Looks about twice a minute"], [60_000, "Looks about every 1 minute,"], [600_000, "Looks about every 10 minutes,"]] as const) {
    await stage.page.evaluate((every_ms) => {
      const thread = "t_harness";
      const tab = { id: 7, url: "https://shop.playground.test/", title: "" };
      const watch = { tab, origin: "https://shop.playground.test", condition: { for: "changed" as const }, every_ms, until: 1_790_005_400_000, reason: "policy_read" };
      const id = `i_${every_ms}`;
      window.harness.emit([
        { type: "interaction.closed", thread, interaction: "i1" },
        { type: "interaction.closed", thread, interaction: "i_30000" },
        { type: "interaction.closed", thread, interaction: "i_60000" },
        { type: "interaction.request", thread, interaction: { id, thread, turn: "turn-1", call: "n6", asked_at: 1, status: { status: "open" }, wait: { type: "watch", watch } } },
      ]);
    }, every_ms);
    await stage.page.locator(".card").getByText(words).waitFor();
  }
});

test("the page in question is shown before anything is said about it, and each word goes its own way", async () => {
  await scene("recovery");
  await stage.button("Show the page").click();
  assert.deepEqual(await stage.page.evaluate(() => window.harness.shown), [7]);
  await stage.rest();
  await stage.button("Do it again").click();
  assert.equal((await stage.one("run.resolve_uncertain")).resolution, "retry");
});
