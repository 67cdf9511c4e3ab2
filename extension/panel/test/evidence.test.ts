/** What an answer rests on: the lines below it, and the way from a claim to the step that shows it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evidence, Item } from "../../wire/wire";
import { announce } from "../view/announce";
import { badgeWords, eachOnce, linesOf, unclaimed } from "../view/showing";
import { initialState } from "../view/state";
import { speech } from "../words/speech";
import { theatre } from "./harness/theatre";

const EN = speech("en");
const house = theatre();

const TEXT = "It costs **$12.50**, and $12.50 it is.";
const ITEMS: Item[] = [
  { id: "m", turn: "r", at: 1, body: { type: "user_message", text: "What does it cost?" } },
  { id: "c1", turn: "r", at: 2, body: { type: "tool_call", tool: "tabs_list", effects: "read", arguments: {}, status: { type: "done", content: "", took_ms: 1 } } },
  { id: "c2", turn: "r", at: 3, body: { type: "tool_call", tool: "click", effects: "write", arguments: { element: "Price" }, status: { type: "done", content: "", took_ms: 1 } } },
];

function lines(evidence: Partial<Evidence>) {
  return linesOf({ standing: "proved", ...evidence }, TEXT, ITEMS, EN);
}

test("a claim is told in the answer's words, with the steps by their numbers", () => {
  const [line] = lines({ claims: [{ start: 9, end: 19, kind: "figure", by: [{ type: "step", call: "c2" }, { type: "request" }] }] });
  assert.equal(line?.words, "$12.50");
  assert.deepEqual(line?.places, [{ node: "c2", label: "Step 2: Click Price" }, { node: "m", label: "Your message" }]);
});

test("what is said twice and rests on the same has one line", () => {
  const by = [{ type: "step", call: "c2" }] as const;
  const claims = [{ start: 11, end: 17, kind: "figure", by: [...by] }, { start: 25, end: 31, kind: "figure", by: [...by] }] as Evidence["claims"] & object;
  assert.equal(lines({ claims }).length, 2);
  assert.equal(eachOnce(lines({ claims })).length, 1);
});

test("a step that is not shown here has a name and no way to it", () => {
  const [line] = lines({ claims: [{ start: 0, end: 2, kind: "action", by: [{ type: "step", call: "elsewhere" }] }] });
  assert.deepEqual(line?.places, [{ node: null, label: "A step that is not shown here" }]);
});

test("what is missing and belongs to no claim is told apart", () => {
  const evidence: Evidence = {
    standing: "unverified", missing: ["no_write", "request_part_missing"], claims: [{ start: 0, end: 2, kind: "action", lacks: "no_write" }],
  };
  assert.deepEqual(unclaimed(evidence), ["request_part_missing"]);
});

test("a badge says how the answer stands, and of a rejected one why", () => {
  assert.equal(badgeWords({ standing: "proved" }, EN), "Backed by this task's steps");
  const claims: Evidence["claims"] = [{ start: 0, end: 2, kind: "figure", lacks: "figure_unchecked" }];
  assert.equal(badgeWords({ standing: "proved", claims }, EN), "Backed by this task's steps; figures of its own are marked");
  assert.equal(badgeWords({ standing: "rejected", missing: ["no_write"] }, EN), "Not accepted: no step did it");
  assert.equal(badgeWords({ standing: "rejected" }, EN), "Not accepted: no step shows it");
});

test("that an answer was set aside is said, once and politely, and only of the chat that is open", () => {
  const state = initialState({ id: "t1", is: "stored" });
  const told = (thread: string, evidence?: Evidence) => announce(state, {
    type: "item.complete", thread,
    item: { id: "n", turn: "r", at: 1, body: { type: "assistant_message", text: TEXT, reasoning: "", ending: { type: "whole", stop: { type: "end" } }, ...(evidence && { evidence }) } },
  }, EN);
  assert.deepEqual(told("t1", { standing: "rejected", missing: ["no_read"] }), { text: "Not accepted: the page was not read", urgency: "polite" });
  assert.deepEqual([told("t2", { standing: "rejected" }), told("t1", { standing: "proved" }), told("t1")], [null, null, null]);
});

test("a claim leads to its step, which then lies open and has the focus", async () => {
  const stage = await house.stage("proved");
  const { page } = stage;
  await page.getByText("Backed by this task's steps").click();
  await page.getByRole("button", { name: "Step 5: Read page" }).first().click();
  const step = page.locator("[data-node=n10]");
  await step.getByText("Result").waitFor();
  assert.equal(await step.evaluate((el) => el === document.activeElement), true);
  assert.equal(await step.locator(".step-line").getAttribute("aria-expanded"), "true");
});

test("a rejected answer lies folded, says why, and can be read", async () => {
  const { page } = await house.stage("proved");
  const fold = page.getByRole("button", { name: "Not accepted: no step did it" });
  assert.equal(await fold.getAttribute("aria-expanded"), "false");
  assert.equal(await page.getByText("Done! The").isVisible(), false);
  await fold.press("Enter");
  assert.equal(await page.getByText("Done! The").isVisible(), true);
});

test("an answer that is not verified says at once what is missing and what to do, and nothing says it twice", async () => {
  const { page } = await house.stage("unverified");
  const badge = page.locator(".evidence.is-unverified");
  assert.match(await badge.innerText(), /Not verified/);
  assert.match(await badge.innerText(), /no step did it/);
  assert.match(await badge.innerText(), /a part of your request is left out/);
  assert.match(await badge.innerText(), /Check it on the page/);
  assert.equal(await page.locator(".problem").count(), 0);
});

test("what is set aside folds up without being drawn anew", async () => {
  const stage = await house.stage("streaming");
  const { page } = stage;
  const block = await page.locator("[data-node=n9] .prose > *").first().elementHandle();
  const text = await page.evaluate(() => document.querySelector("[data-node=n9] .prose")?.textContent ?? "");
  await stage.emit({
    type: "item.complete", thread: "t_harness",
    item: {
      id: "n9", turn: "turn-1", at: 1,
      body: { type: "assistant_message", text, reasoning: "", ending: { type: "whole", stop: { type: "end" } }, evidence: { standing: "rejected", missing: ["no_read"] } },
    },
  });
  await stage.button("Not accepted: the page was not read").waitFor();
  assert.equal(await block?.evaluate((el) => el.isConnected), true);
});

test("figures are marked where they stand, and a press on one leads to what shows it", async () => {
  const { page } = await house.stage("proved");
  await page.getByText("49.90 €").last().waitFor();
  const marked = () => page.evaluate(() => ["figure-shown", "figure-lacking"].map((name) => [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).toString())));
  assert.deepEqual(await marked(), [["49.90 €", "10.10 €", "60 €"], ["49.90 €"]]);
  const at = await page.evaluate(() => {
    const [figure] = [...(CSS.highlights.get("figure-shown") ?? [])] as Range[];
    const box = figure?.getBoundingClientRect() ?? new DOMRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  });
  await page.mouse.click(at.x, at.y);
  const step = page.locator("[data-node=n10]");
  await step.getByText("Result").waitFor();
  assert.equal(await step.evaluate((el) => el === document.activeElement), true);
});
