/** What a journal tells, how it is written to a file, and what is taken for a run file. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { jsonLines, lineOf } from "../timeline/line";
import { openRunFile, readRunFile } from "../timeline/run-file";
import { sentenceOf } from "../timeline/sentence";
import { isShown, KINDS, type Step, storyOf } from "../timeline/story";
import { CHINESE, ENGLISH, isTimelineKey, telling } from "../timeline/words";
import { speech } from "../words/speech";
import { repository } from "./harness/serve";
import { journal, journalUntil } from "./journal";

const lines = journal().map(lineOf);
const story = storyOf(lines);
const step = (type: string, nth = 0): Step => {
  const found = story.steps.filter((one) => one.line.type === type)[nth];
  assert.ok(found !== undefined, type);
  return found;
};

function runFile(change: (file: Record<string, unknown>) => void = () => undefined): string {
  const file: Record<string, unknown> = { format: "fairlead-run", version: 1, contents: "redacted", run: {}, nodes: [], journal: lines.map((line) => ({ ...line })) };
  change(file);
  return JSON.stringify(file);
}

test("what a call of the model, a tool and a question took is told at its beginning", () => {
  assert.deepEqual([0, 1, 2].map((nth) => step("model.requested", nth).took), [2_100, 2_380, 1_200]);
  assert.deepEqual([0, 1].map((nth) => step("tool.dispatched", nth).took), [420, 400]);
  assert.equal(step("approval.asked").took, 6_500);
  assert.equal(step("model.responded").took, null);
});

test("what is still under way has no length, and a stop ends whatever was", () => {
  const open = storyOf(journalUntil("approval.answered").map(lineOf));
  assert.equal(open.steps.find((one) => one.line.type === "approval.asked")?.took, null);
  assert.equal(open.end, null);
  const stopped = [...journalUntil("approval.answered").map(lineOf)];
  const last = stopped.at(-1);
  assert.ok(last !== undefined);
  stopped.push({ ...last, seq: last.seq + 1, ts: last.ts + 1_000, type: "run.interrupted", payload: {} });
  assert.equal(storyOf(stopped).steps.find((one) => one.line.type === "approval.asked")?.took, 1_000);
});

test("the head has the versions, the ending and the sums", () => {
  assert.deepEqual(story.versions.map(([name]) => name), ["turn_loop", "scheduler", "context", "prompt", "gate"]);
  assert.deepEqual([story.model, story.end?.type, story.length], ["demo-large", "run.completed", 13_000]);
  assert.deepEqual(story.sums, { modelCalls: 3, toolCalls: 2, tokens: 2_480 + 5_044 + 8_060 });
});

test("a tool is named wherever its call is spoken of", () => {
  assert.deepEqual([step("tool.dispatched").tool, step("tool.completed", 1).tool, step("tool.judged", 1).tool], ["read_page", "click", "click"]);
});

test("entries are filtered by kind and by any word of them", () => {
  const shown = (kind: "all" | (typeof KINDS)[number], text = "") => story.steps.filter((one) => isShown(one, "", kind, text)).map((one) => one.line.type);
  assert.equal(shown("all").length, lines.length);
  assert.ok(shown("model").every((type) => type.startsWith("model.")));
  assert.ok(shown("permission").includes("tool.judged") && shown("permission").includes("approval.asked"));
  assert.deepEqual(shown("person"), ["run.created", "node.appended", "approval.answered"]);
  assert.deepEqual(shown("problems"), ["tool.completed"]);
  assert.deepEqual(shown("tools", "CLICK"), ["tool.dispatched", "tool.completed"]);
  assert.deepEqual(shown("all", "policy_untrusted"), ["tool.judged"]);
  assert.deepEqual(shown("all", "nowhere"), []);
});

test("an entry is said in words and codes, and one that nobody knows by its type", () => {
  const said = (one: Step) => sentenceOf(one, telling("en"), speech("en"));
  assert.deepEqual(said(step("tool.completed", 1)), { what: "Tool finished", codes: ["click", "failure"] });
  assert.deepEqual(said(step("run.completed")), { what: "Task ended", codes: ["end"] });
  const odd = { ...step("tools.ended"), line: { ...step("tools.ended").line, type: "moon.landed", payload: { code: { type: "model", kind: "network" } } } };
  assert.deepEqual(said(odd), { what: "moon.landed", codes: ["model network"] });
});

test("a file of lines has one entry a line under names that stay", () => {
  const text = jsonLines(lines);
  assert.ok(text.endsWith("}\n"));
  const read = text.trimEnd().split("\n").map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.equal(read.length, lines.length);
  for (const line of read) assert.deepEqual(Object.keys(line), ["run_id", "thread_id", "seq", "ts", "depth", "type", "payload"]);
});

test("a run file is read back as its entries", () => {
  const opened = readRunFile(runFile());
  assert.ok(opened.type === "file");
  assert.deepEqual(opened.file.lines, lines);
});

test("whatever is not as it must be is named by its field", () => {
  const entry = (at: number, change: object) => (file: Record<string, unknown>) => Object.assign((file["journal"] as object[])[at] ?? {}, change);
  const cases: [string, (file: Record<string, unknown>) => void][] = [
    ["format", (file) => (file["format"] = "other")],
    ["version", (file) => (file["version"] = "1")],
    ["contents", (file) => delete file["contents"]],
    ["journal", (file) => (file["journal"] = {})],
    ["journal", (file) => (file["journal"] = Array.from({ length: 50_001 }, () => 0))],
    ["journal[0]", (file) => (file["journal"] = [null])],
    ["journal[2].seq", entry(2, { seq: 9 })],
    ["journal[2].ts", entry(2, { ts: -1 })],
    ["journal[2].depth", entry(2, { depth: 0.5 })],
    ["journal[2].type", entry(2, { type: "x".repeat(81) })],
    ["journal[2].payload", entry(2, { payload: [] })],
    ["journal[2].run_id", entry(2, { run_id: 1 })],
  ];
  for (const [field, change] of cases) {
    assert.deepEqual(readRunFile(runFile(change)), { type: "misfit", misfit: { is: "field", field } }, field);
  }
  assert.deepEqual(readRunFile("{"), { type: "misfit", misfit: { is: "json" } });
  assert.deepEqual(readRunFile("[]"), { type: "misfit", misfit: { is: "field", field: "format" } });
  assert.deepEqual(readRunFile(runFile((file) => (file["version"] = 2))), { type: "misfit", misfit: { is: "version", version: 2 } });
});

test("a file that is too large is not even read", async () => {
  const blob = { size: 64_000_001, text: () => Promise.reject(new Error("it was read")) } as unknown as Blob;
  assert.deepEqual(await openRunFile(blob), { type: "misfit", misfit: { is: "large" } });
});

test("both languages name every entry that the engine writes", async () => {
  const source = await readFile(join(repository(), "crates/engine/src/entry.rs"), "utf8");
  const types = [...source.matchAll(/entry\(\s*"([a-z_.]+)"/g)].map((found) => `type.${found[1] ?? ""}`);
  assert.ok(types.length > 30);
  assert.deepEqual(types.filter((type) => !isTimelineKey(type)), []);
  for (const [key, words] of Object.entries(CHINESE)) {
    assert.match(words, /\p{Script=Han}|JSONL/u, key);
    const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(slots(words), slots(ENGLISH[key as keyof typeof ENGLISH]), key);
  }
});
