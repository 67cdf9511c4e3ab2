import assert from "node:assert/strict";
import { test } from "node:test";
import { check, checkCommand, checkEvent } from "../check.ts";

const command = {
  client_id: "c1",
  submission_id: "s1",
  body: { type: "turn.submit", thread: "t1", text: "hello", tab: { id: 7, url: "https://a.test/", title: "A" } },
};

test("a command is taken, with and without what may be absent", () => {
  assert.equal(check("Command", command).kind, "valid");
  const { tab: _, ...body } = command.body;
  assert.ok(checkCommand({ ...command, body }));
});

test("what is missing is named by its path", () => {
  const { text: _, ...body } = command.body;
  assert.deepEqual(check("Command", { ...command, body }), { kind: "invalid", path: "body.text", why: "missing" });
});

test("a wrong kind deep inside is named by its path", () => {
  const wrong = { ...command, body: { ...command.body, tab: { ...command.body.tab, title: 7 } } };
  assert.deepEqual(check("Command", wrong), { kind: "invalid", path: "body.tab.title", why: "not a string" });
});

test("a member of a list is named by its place", () => {
  const queue = [{ turn: "u1", text: "x" }, 7];
  const result = check("Event", { type: "queue.updated", thread: "t1", mode: "flowing", queue });
  assert.equal(result.kind, "invalid");
  assert.match(result.kind === "invalid" ? result.path : "", /^queue\[[01]\]/);
});

test("members that are not known are let through", () => {
  assert.ok(checkEvent({ type: "pong", submission_id: "s1", later: [1, { a: 2 }] }));
});

test("an event of a type that is not known is to be ignored", () => {
  assert.deepEqual(check("Event", { type: "weather.changed" }), { kind: "unknown", tag: "weather.changed" });
});

test("names that every object inherits are neither tags nor members", () => {
  assert.deepEqual(check("Event", { type: "constructor" }), { kind: "unknown", tag: "constructor" });
  assert.equal(check("Command", Object.create(command)).kind, "invalid");
});

test("numbers that JSON cannot hold exactly are refused", () => {
  assert.equal(check("Seq", 7).kind, "valid");
  for (const seq of [1.5, -1, Number.NaN, 2 ** 60, "7"]) {
    assert.equal(check("Seq", seq).kind, "invalid", String(seq));
  }
});

test("a word outside the list is refused", () => {
  assert.equal(check("Scope", "once").kind, "valid");
  assert.equal(check("Scope", "forever").kind, "invalid");
});

test("a value nested too deep is refused without overflowing the stack", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  assert.deepEqual(check("JournalRow", deep), { kind: "invalid", path: "", why: "nested too deep" });
});

test("too many members and too much text are refused before anything is looked at", () => {
  const bounds = { depth: 4, members: 3, text: 10 };
  assert.deepEqual(check("Event", [1, 2, 3, 4], bounds), { kind: "invalid", path: "", why: "too many members" });
  assert.deepEqual(check("Event", "x".repeat(11), bounds), { kind: "invalid", path: "", why: "too much text" });
});
