/** What a chat does otherwise than the settings say: kept with its draft, carried by what starts a task. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Mode } from "../mode/mode";

function modes() {
  const kept = new Map<string, string>();
  const at = { chat: "new" };
  const mode = new Mode({ chat: () => at.chat, kept: (what) => kept.get(what) ?? "", keep: (what, text) => void kept.set(what, text) });
  const look = (chat: string) => {
    at.chat = chat;
    mode.look();
  };
  return { mode, kept, look };
}

test("nothing chosen carries nothing, and what is put back to the settings is nothing again", () => {
  const { mode, kept } = modes();
  assert.deepEqual(mode.carried("new"), {});
  mode.choose("policy", "always");
  assert.deepEqual([mode.carried("new"), mode.count.value], [{ overrides: { policy: "always" } }, 1]);
  mode.choose("policy", undefined);
  assert.deepEqual([mode.carried("new"), mode.count.value, kept.get("mode.new")], [{}, 0, ""]);
});

test("each chat has its own, and a new one begins as the settings say", () => {
  const { mode, look } = modes();
  mode.choose("limits", { profile: "guarded" });
  mode.settle("t_1");
  look("t_1");
  assert.deepEqual(mode.carried("t_1"), { overrides: { limits: { profile: "guarded" } } });
  look("new");
  assert.deepEqual([mode.chosen.value, mode.carried("new")], [{}, {}]);
  look("t_1");
  assert.equal(mode.count.value, 1);
});

test("what cannot be read counts as nothing chosen", () => {
  const { mode, kept, look } = modes();
  for (const text of ["{", "null", '{"policy":"whatever"}', '{"limits":{"profile":7}}']) {
    kept.set("mode.t_2", text);
    look("t_2");
    assert.deepEqual([mode.chosen.value, mode.carried("t_2")], [{}, {}], text);
  }
});
