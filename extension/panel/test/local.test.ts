/** The search for local models: whom it asks, and what it makes of the answers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, CANDIDATES } from "../../settings/local/candidates";
import { look } from "../../settings/local/look";
import { WORDS } from "../../settings/local/words";
import type { Endpoint, ModelErrorKind, ModelList } from "../../wire/wire";

const OLLAMA = { name: "Ollama", port: 11434 };
const listed: ModelList = { type: "listed", models: [{ id: "small", context_window: 32_768 }, { id: "tiny", context_window: 10 }] };
const failed = (kind: ModelErrorKind): ModelList => ({ type: "failed", error: { code: { type: "model", kind }, message: "" } });

test("every port that is asked is one of this machine, and asked without a key", async () => {
  const asked: Endpoint[] = [];
  await Promise.all(CANDIDATES.map((candidate) => look(candidate, "c1", async (endpoint) => {
    asked.push(endpoint);
    return null;
  })));
  assert.equal(asked.length, CANDIDATES.length);
  for (const { base_url, keys } of asked) {
    assert.equal(new URL(base_url).hostname, "127.0.0.1");
    assert.deepEqual(keys, []);
  }
});

test("a server that lists models is a connection; a window that no model has is left out", async () => {
  const found = await look(OLLAMA, "c1", async () => listed);
  assert.ok(found?.is === "ready");
  assert.equal(found.draft.base_url, addressOf(OLLAMA));
  assert.deepEqual(found.draft.models.map(({ id, context_window }) => [id, context_window]), [["small", 32_768], ["tiny", undefined]]);
});

test("it is used without saying that requests come from an extension, which such servers refuse", async () => {
  const found = await look(OLLAMA, "c1", async () => listed);
  assert.ok(found?.is === "ready");
  assert.equal(found.draft.quirks?.no_origin, true);
});

test("one that wants a key is told of; a web page, silence and a refused connection are nothing", async () => {
  assert.deepEqual(await look(OLLAMA, "c1", async () => failed("auth")), { is: "locked", name: "Ollama", address: addressOf(OLLAMA) });
  for (const kind of ["protocol", "timeout", "network", "not_found"] as const) assert.equal(await look(OLLAMA, "c1", async () => failed(kind)), null, kind);
});

test("both languages say everything with the same values", () => {
  const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
  for (const [key, words] of Object.entries(WORDS.en)) assert.deepEqual(slots(WORDS["zh-CN"][key as keyof typeof WORDS.en]), slots(words), key);
});
