/** What the strip says while several calls are under way. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Item } from "../../wire/wire";
import { underWay } from "../view/under-way";
import { ZH } from "../words/simplified-chinese";
import { speech } from "../words/speech";
import { item, said } from "./speaking";

const EN = speech("en");
const CN = speech("zh-CN", ZH);

const call = (id: string, tool: string, args: object, status: "running" | "waiting" = "running"): Item =>
  item(id, {
    type: "tool_call", tool, effects: "read", arguments: args, status: status === "running" ? { type: "running", since: 1 } : { type: "waiting" },
  });

test("nothing is said of calls while none is under way", () => {
  assert.equal(underWay([said("n1", "hi"), call("n2", "read_page", {}, "waiting")], EN), null);
});

test("one call is said by its name", () => {
  const one = underWay([call("n1", "find_in_page", { query: "size" }), call("n2", "read_page", {}, "waiting")], EN);
  assert.deepEqual([one?.pages, one?.words.endsWith("size")], [1, true]);
});

test("pages that are read at once are counted by their tabs", () => {
  const reads = [call("n1", "read_page", { tab_id: 1 }), call("n2", "extract", { tab_id: 2 }), call("n3", "read_page", {}), call("n4", "find_in_page", { query: "a" })];
  assert.deepEqual(underWay(reads, EN), { words: "Reading 3 pages", pages: 3 });
  assert.deepEqual(underWay(reads, CN), { words: "正在阅读 3 个页面", pages: 3 });
});

test("other calls at once are counted as steps", () => {
  const mixed = [call("n1", "tabs_list", {}), call("n2", "read_page", { tab_id: 2 })];
  assert.deepEqual(underWay(mixed, EN), { words: "2 steps at once", pages: 1 });
  const onePage = [call("n1", "read_page", {}), call("n2", "find_in_page", { query: "a" })];
  assert.deepEqual(underWay(onePage, CN), { words: "同时进行 2 个步骤", pages: 1 });
});
