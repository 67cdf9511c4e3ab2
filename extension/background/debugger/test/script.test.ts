import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { Desk } from "../desk.ts";
import { carryOut } from "../orders.ts";
import { commandError, Fake } from "./fake.ts";
import type { Params } from "../chrome-debugger.ts";
import type { DebugReply } from "../../../wire/wire.ts";

const ORIGIN = "https://shop.example";

function run(fake: Fake, code = "return 1"): Promise<DebugReply> {
  return carryOut(new Desk(fake), { tab: 7, thread: "a", act: { act: "evaluate", code, origin: ORIGIN } });
}

/** A page in which every code can be a body. */
function answering(answer: () => unknown): Fake {
  return new Fake({ "Runtime.evaluate": ({ throwOnSideEffect }: Params) => (throwOnSideEffect === true ? { result: { type: "function" } } : answer()) });
}

/** A page at this origin that answers by value, as Chrome does. */
function page(origin: string): Fake {
  return new Fake({
    "Runtime.evaluate": async ({ expression, throwOnSideEffect }: Params) => {
      try {
        if (throwOnSideEffect === true) return { result: { type: typeof runInNewContext(String(expression)) } };
        const value = (await runInNewContext(String(expression), { location: { origin } })) as unknown;
        return { result: { type: typeof value, value } };
      } catch (error) {
        return { result: { type: "object" }, exceptionDetails: { text: "Uncaught", exception: { type: "object", description: String(error) } } };
      }
    },
  });
}

async function told(reply: Promise<DebugReply>): Promise<string> {
  const known = await reply;
  if (known.type === "done") return known.told;
  return known.type === "failed" ? `${known.failure.code}: ${known.failure.message}` : known.type;
}

test("what the code returns is told as a text, and cut where it is long", async () => {
  const table: [string, string | RegExp][] = [
    ["return 1 + 1", "It returned: 2"],
    ["return 'a text'", "It returned: a text"],
    ["return { price: await Promise.resolve(3), of: ['x'] }", 'It returned: {"price":3,"of":["x"]}'],
    ["// nothing at the end", "It returned: nothing"],
    ["return 'x'.repeat(20_001)", /^It returned: x{20000}\n\[cut: 20000 of 20001 characters shown\]$/],
  ];
  for (const [code, expected] of table) {
    const text = await told(run(page(ORIGIN), code));
    if (typeof expected === "string") assert.equal(text, expected);
    else assert.match(text, expected);
  }
});

test("code that throws has done what it did until then", async () => {
  assert.equal(await told(run(page(ORIGIN), "throw new TypeError('no')")), "maybe_done: the code threw TypeError: no; what it did until then stands");
});

test("code that would close the function around it is not run, wherever the page is", async () => {
  for (const code of [
    "})(); ran(); (async () => {",
    "}, ran(), async () => {",
    "}, function () { ran()",
    "} }, ran(), class { static async other() {",
    "} static { ran() } static async other() {",
    "return 1 /*",
    "return (",
  ]) {
    for (const origin of [ORIGIN, "https://other.example"]) {
      assert.match(await told(run(page(origin), code)), /^invalid_arguments: the code is no body of a function: (Syntax|Reference)Error: .*; nothing was done$/, code);
    }
  }
});

test("on a page that went to another site in the last moment nothing is run", async () => {
  assert.equal(await told(run(page("https://other.example"), "throw new Error('it ran')")), "target_changed: The page went to another site; nothing was done");
});

test("a value that cannot be told, a page that was left and code that was stopped are told apart", async () => {
  const failing = (message: string): Fake => answering(() => commandError(message));
  assert.equal(await told(run(failing("Object reference chain is too long"))), "It ran to its end. What it returned is no text and no plain JSON.");
  assert.equal(await told(run(failing("Inspected target navigated or closed"))), "The page was left before the code came to its end.");
  assert.equal(await told(run(failing("Execution was terminated"))), "maybe_done: the code took too long and was stopped; what it did until then stands");
});

test("code that waits for what never comes is stopped", async () => {
  const fake = answering(() => new Promise(() => undefined));
  const reply = told(run(fake));
  for (let turns = 0; turns < 10; turns += 1) await fake.pass(8_000);
  assert.match(await reply, /^maybe_done: the code took too long and was stopped;/);
  assert.ok(fake.methods().includes("Runtime.terminateExecution"));
});
