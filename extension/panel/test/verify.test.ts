/** A failed check names one next step, whatever failed at whatever stage, in both languages. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { nextStep } from "../../settings/verify/next-step";
import { WORDS } from "../../settings/verify/words";
import { SHAPES } from "../../wire/schema";
import type { ModelErrorKind, VerifyStage } from "../../wire/wire";

const KINDS = words("ModelErrorKind") as ModelErrorKind[];
const STAGES = words("VerifyStage") as VerifyStage[];
const step = (stage: VerifyStage, kind: ModelErrorKind) => nextStep(stage, { code: { type: "model", kind }, message: "" });

test("every failure of a model at every stage has a step with words", () => {
  assert.ok(KINDS.length > 15 && STAGES.length === 4);
  for (const kind of KINDS) {
    for (const stage of STAGES) {
      for (const tongue of ["en", "zh-CN"] as const) assert.ok(WORDS[tongue][step(stage, kind)].next.length > 5, `${stage} ${kind} ${tongue}`);
    }
  }
});

test("the step is taken where the cause is", () => {
  const told: readonly (readonly [VerifyStage, ModelErrorKind, string])[] = [
    ["reachable", "network", "url"], ["reachable", "not_found", "url"], ["reachable", "origin_forbidden", "hide_origin"],
    ["reachable", "server", "again"], ["key", "auth", "key"], ["key", "permission", "model"], ["key", "quota", "provider"],
    ["key", "rate_limit", "again"], ["streaming", "protocol", "model"], ["tool_call", "tool_use_failed", "model"],
  ];
  for (const [stage, kind, expected] of told) assert.equal(step(stage, kind), expected, `${stage} ${kind}`);
  assert.equal(nextStep("key", { code: { type: "key_unreadable" }, message: "" }), "key");
  assert.equal(nextStep("key", { code: { type: "keys_locked" }, message: "" }), "unlock");
});

test("only what is done elsewhere has no button", () => {
  for (const words of Object.values(WORDS)) {
    const silent = Object.entries(words).filter(([, { button }]) => button === undefined).map(([name]) => name);
    assert.deepEqual(silent, ["provider"]);
  }
});

/** What a word of the protocol may be. */
function words(type: string): readonly string[] {
  const shape = SHAPES[type];
  assert.ok(typeof shape === "object" && "oneOf" in shape, type);
  return shape.oneOf;
}
