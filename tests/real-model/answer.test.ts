// A real model on a real server: it answers through the extension, is stopped half-way, and says what it used.

import assert from "node:assert/strict";
import { chunks, Relay, text } from "../e2e/relay.ts";
import { scene } from "../e2e/scene.ts";
import { until } from "../e2e/until.ts";
import { given, type World } from "../e2e/world.ts";

const MODEL = "gemma-3-270m";
/** A small machine reads the prompt at ten tokens a second when it is busy. */
const ANSWER_MS = 240_000;
const ABORT_MS = 2_000;

/** Of a size that cannot call tools; and titles would only make it slower. */
async function connected(world: World): Promise<Relay> {
  const relay = await Relay.before(given("FAIRLEAD_REAL_MODEL"));
  await world.connect(MODEL, "", `${relay.base}/v1`, { no_tools: true });
  await world.command({ type: "settings.set", settings: { policy: "untrusted", language: "en", theme: "light", titles: "first_line", completion: "enforce", limits: { profile: "open" } } });
  return relay;
}

interface Answer {
  text: string;
  ending: "whole" | "partial";
}

/** Of a row of `nodes` what is looked at here. */
interface Node {
  seq: number;
  body: { type: "assistant_message"; text: string; ending: { type: Answer["ending"] } } | { type: "user_message" };
}

/** Of a row of `runs`. */
interface Run {
  counters: { input_tokens: number; cache_read_tokens: number; output_tokens: number };
}

/** In the order of time. */
async function answers(world: World): Promise<Answer[]> {
  const [nodes] = (await world.rows("nodes")) as [Node[]];
  const said = nodes.sort((one, other) => one.seq - other.seq).map((node) => node.body);
  return said.filter((body) => body.type === "assistant_message").map(({ text, ending }) => ({ text, ending: ending.type }));
}

scene("a real model's answer streams in, word for word, with the tokens that its server counted", {}, async (world) => {
  const relay = await connected(world);
  try {
    const panel = await world.panel(await world.shop());
    await panel.say("Hello! Please introduce yourself in one sentence.");
    const turn = await until("it is answered to its end", async () => {
      const first = relay.calls[0];
      return first?.ending === "completed" && first;
    }, ANSWER_MS);
    await panel.untilIdle();
    assert.equal(relay.calls.length, 1);
    const said = text(turn);
    assert.ok(said.trim().length > 0, "it says something");
    const pieces = chunks(turn).filter((chunk) => chunk.choices?.[0]?.delta?.content);
    assert.ok(pieces.length > 1, "it came in pieces");
    assert.deepEqual(await answers(world), [{ text: said, ending: "whole" }]);
    const usage = chunks(turn).findLast((chunk) => chunk.usage)?.usage;
    assert.ok(usage, "the server counted");
    const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
    const [[run]] = (await world.rows("runs")) as [[Run]];
    assert.deepEqual(
      [run.counters.input_tokens, run.counters.cache_read_tokens, run.counters.output_tokens],
      [usage.prompt_tokens - cached, cached, usage.completion_tokens],
    );
  } finally {
    relay.close();
  }
}, ANSWER_MS * 2);

scene("a real model is stopped half-way: its server sees it at once, and what was said stays", {}, async (world) => {
  const relay = await connected(world);
  try {
    const panel = await world.panel(await world.shop());
    await panel.say("Tell me a long story about the sea.");
    const turn = await until("a few words have come", async () => {
      const first = relay.calls[0];
      return first && text(first).length > 20 && first;
    }, ANSWER_MS);
    const pressed = Date.now();
    await panel.press(/^Stop/);
    await until("the server sees it", async () => turn.ending === "aborted");
    const took = Date.now() - pressed;
    assert.ok(took <= ABORT_MS, `it took ${took} ms`);
    await panel.untilText("Stopped here.");
    // It works on nothing any more, and takes the next question.
    await until("the server is free", async () => {
      const slots = (await (await fetch(`${given("FAIRLEAD_REAL_MODEL")}/slots`)).json()) as { is_processing: boolean }[];
      return slots.every((slot) => !slot.is_processing);
    });
    const [kept] = await answers(world);
    assert.ok(kept?.ending === "partial" && kept.text.length > 0, "something was kept");
    assert.ok(text(turn).startsWith(kept.text), `kept was ${kept.text}, and it had said ${text(turn)}`);
    await panel.say("Say hello.");
    await until("it is answered to its end", async () => relay.calls[1]?.ending === "completed", ANSWER_MS);
    await panel.untilIdle();
    assert.deepEqual((await answers(world)).map(({ ending }) => ending), ["partial", "whole"]);
  } finally {
    relay.close();
  }
}, ANSWER_MS * 2);
