/** Pure parts: text on its way out, differences, and whom the script listens to. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { dateFor } from "../dates.ts";
import { difference } from "../difference.ts";
import type { Line } from "../lines.ts";
import { accepts } from "../messages.ts";
import { seenText } from "../seen.ts";
import { capped, folded, quoted, shorten, tidy, tokensOf } from "../text.ts";

test("a token is four Latin characters or one CJK character", () => {
  assert.equal(tokensOf(""), 0);
  assert.equal(tokensOf("abcdefgh"), 2);
  assert.equal(tokensOf("价格"), 2);
  assert.equal(tokensOf("价格 12"), 3);
});

test("white space is folded and invisible characters are dropped", () => {
  assert.equal(tidy("  a\u00a0\n b\u200b\u202e\u{e0041}\ufe03 "), "a b");
});

test("a text is found by what a model is given of it, without what joins its letters", () => {
  assert.equal(folded("می\u200cخواهم"), folded("میخواهم"));
  assert.equal(folded("\u2764\ufe0f Like"), folded("\u2764 like"));
});

test("an answer is capped in bytes at a character border and says so", () => {
  const text = capped("价".repeat(100), 120);
  assert.ok(new TextEncoder().encode(text).length <= 120);
  assert.match(text, /^价+\n\[cut: 300 bytes in all\]$/);
  assert.equal(capped("short", 120), "short");
});

test("shortening does not cut a character in two", () => {
  assert.equal(shorten("ab😀cd", 4), "ab…");
  assert.equal(shorten("abcd", 4), "abcd");
});

test("quotes and backslashes are escaped", () => {
  assert.equal(quoted('a"b\\'), '"a\\"b\\\\"');
});

test("only the extension's own worker is listened to", () => {
  const message = { fairlead: 1, request: { id: "r1", op: { op: "describe" }, time_ms: 1 } };
  assert.deepEqual(accepts(message, { id: "me" }, "me"), message.request);
  assert.equal(accepts(message, { id: "other" }, "me"), null);
  assert.equal(accepts(message, { id: "me", tab: {} }, "me"), null);
  for (const broken of [null, "x", { fairlead: 2, request: message.request }, { fairlead: 1 }, { fairlead: 1, request: { id: "", op: { op: "x" } } }, { fairlead: 1, request: { id: "r", op: "click" } }]) {
    assert.equal(accepts(broken, { id: "me" }, "me"), null);
  }
});

const DATES: readonly (readonly [string, string])[] = [
  ["2027-3-5", "2027-03-05"], ["15/03/2027", "2027-03-15"], ["03/15/2027", "2027-03-15"], ["05.05.2027", "2027-05-05"], ["2027/12/31", "2027-12-31"],
];

for (const [given, wanted] of DATES) test(`${given} is ${wanted}`, () => assert.equal(dateFor("date", given), wanted));

test("a date that may be two days is refused", () => {
  assert.throws(() => dateFor("date", "03/04/2027"));
});

function lines(...texts: string[]): Line[] {
  return texts.map((text) => ({ depth: 0, text, seen: seenText(text, true, false), parent: -1 }));
}

test("a difference holds what came and went, and nothing that only moved in focus or scroll", () => {
  assert.equal(difference(lines("a", "b"), lines("a", "b")).lines, 0);
  assert.equal(difference(lines("a [focused]", "l [scrolls: 0 px above, 9 px below]"), lines("a", "l [scrolls: 4 px above, 5 px below]")).lines, 0);
  assert.deepEqual(difference(lines("a", "b", "c"), lines("a", "x", "c")), { text: "  on the page\n+ x\ngone: b", lines: 2 });
});

test("a very large difference is told in its first lines with a count of the rest", () => {
  const many = (mark: string): Line[] => lines(...Array.from({ length: 3_000 }, (_none, at) => `${mark} ${at}`));
  const { text, lines: number } = difference(many("a"), many("b"));
  assert.equal(number, 6_000);
  assert.equal(text.split("\n").length, 40 + 12 + 1);
  assert.match(text, /and 5949 more changed lines/);
});
