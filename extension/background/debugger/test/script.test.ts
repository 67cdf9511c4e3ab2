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

/** A page at this origin that answers by value, as Chrome does. */
function page(origin: string): Fake {
  return new Fake({
    "Runtime.evaluate": async ({ expression }: Params) => {
      try {
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

test("on a page that went to another site in the last moment nothing is run", async () => {
  assert.equal(await told(run(page("https://other.example"), "throw new Error('it ran')")), "target_changed: The page went to another site; nothing was done");
});

test("a value that cannot be told, a page that was left and code that was stopped are told apart", async () => {
  const answering = (message: string): Fake => new Fake({ "Runtime.evaluate": () => commandError(message) });
  assert.equal(await told(run(answering("Object reference chain is too long"))), "It ran to its end. What it returned is no text and no plain JSON.");
  assert.equal(await told(run(answering("Inspected target navigated or closed"))), "The page was left before the code came to its end.");
  assert.equal(await told(run(answering("Execution was terminated"))), "maybe_done: the code took too long and was stopped; what it did until then stands");
});

test("code that waits for what never comes is stopped", async () => {
  const fake = new Fake({ "Runtime.evaluate": () => new Promise(() => undefined) });
  const reply = told(run(fake));
  for (let turns = 0; turns < 10; turns += 1) await fake.pass(8_000);
  assert.match(await reply, /^maybe_done: the code took too long and was stopped;/);
  assert.ok(fake.methods().includes("Runtime.terminateExecution"));
});
