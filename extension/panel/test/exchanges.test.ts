/** What is told of a request to a model: how it stands, what a filter finds, the file, and the words in both languages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange, ExchangeState } from "../../wire/wire";
import { fileOf, isFound, sizes, standing } from "../../settings/exchanges/told";
import { CHINESE, ENGLISH, type ExchangeKey, telling } from "../../settings/exchanges/words";

const tell = telling("en");
const body = { bytes: 12, kept: 12, digest: "00", form: "text", masked: 0 } as const;
const response = { at: 2, status: 503, headers: [], body: { ...body, bytes: 34 } };
const exchange = (state: ExchangeState): Exchange => ({
  id: "x1", purpose: "notes", connection: "c1", connection_name: "Work", model: "large-2", attempt: 1, sent_at: 1,
  request: { method: "POST", url: "https://models.example/v1/messages", headers: [], body },
  state,
});
const refused = exchange({
  type: "ended", at: 3, response, ending: { type: "failed", error: { code: { type: "model", kind: "overloaded" }, message: "come back later" } },
});

test("a request stands as it ended, and one whose end is not known says so", () => {
  assert.deepEqual(standing(refused, tell), { is: "failed", words: "503 overloaded" });
  assert.deepEqual(standing(exchange({ type: "sent" }), tell), { is: "open", words: "Sent, no end known" });
  assert.deepEqual(standing(exchange({ type: "ended", at: 3, ending: { type: "stopped" } }), tell), { is: "stopped", words: "stopped" });
  assert.deepEqual(sizes(refused), { out: 12, in: 34 });
});

test("it is found by every word that is told of it, and by its kind", () => {
  for (const text of ["", "work LARGE", "notes 503", "models.example later"]) assert.ok(isFound(refused, text, "all", tell), text);
  assert.ok(isFound(refused, "", "notes", tell));
  assert.ok(!isFound(refused, "", "reply", tell));
  assert.ok(!isFound(refused, "work elsewhere", "all", tell));
});

test("its file holds all of it", () => {
  const file = fileOf({ exchange: refused, request: "{\"a\":\"价\"}", response: "busy" });
  assert.equal(file.name, "fairlead-call-x1.json");
  assert.deepEqual(JSON.parse(file.text), { format: "fairlead-exchange", version: 1, exchange: refused, request: "{\"a\":\"价\"}", response: "busy" });
});

test("both languages say everything with the same values", () => {
  const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, words] of Object.entries(ENGLISH)) assert.deepEqual(slots(CHINESE[key as ExchangeKey]), slots(words), key);
});
