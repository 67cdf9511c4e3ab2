/**
 * Code of the model among the page's own scripts. The page may have changed every built-in there: what comes back is a text of bounded
 * length and is believed as little as any other text of the page.
 */

import type { Sitting } from "./desk.ts";
import { Broken, Refused, Snagged } from "./snag.ts";
import type { DebugAct } from "../../wire/wire.ts";

/** How long it may run without giving way; what it awaits has as long as any command. */
const RUN_MS = 5_000;
/** Of what it returns, in characters. */
const RETURNED = 20_000;
const THROWN = 2_000;

/** What Chrome says of a value that is no JSON, and of a page that was left meanwhile. */
const NO_JSON = /returned by value|reference chain/;
const LEFT = /navigated or closed|context was destroyed/;

interface Evaluated {
  readonly result: { readonly type: string; readonly value?: unknown; readonly unserializableValue?: string; readonly description?: string };
  readonly exceptionDetails?: { readonly text: string; readonly exception?: Evaluated["result"] };
}

export async function evaluate(sitting: Sitting, { code, origin }: Extract<DebugAct, { act: "evaluate" }>): Promise<string> {
  await mustBeBody(sitting, code);
  // A page cannot redefine its location, so this is looked at in the task of the code itself.
  const elsewhere = crypto.randomUUID();
  const expression = `(async () => { if (location.origin !== ${JSON.stringify(origin)}) return ${JSON.stringify(elsewhere)};\n${code}\n})()`;
  const evaluated = await run(sitting, expression);
  if (typeof evaluated === "string") return evaluated;
  const { result, exceptionDetails } = evaluated;
  if (result.value === elsewhere) throw new Refused("target_changed", "The page went to another site", "Look at the page again.");
  if (exceptionDetails) throw broken(`the code threw ${thrown(exceptionDetails)}`);
  return `It returned: ${returned(result)}`;
}

/**
 * Code that closes the function around it would run whatever the page's origin is. Behind an arrow function in brackets only `,` and `)`
 * may stand, and within a class neither may stand behind a method: what can be the body of both is a body. Both are only read: nothing
 * calls the functions that would make them, and what stands beside them may change nothing.
 */
async function mustBeBody(sitting: Sitting, code: string): Promise<void> {
  for (const read of [`class { static async body() {\n${code}\n} }`, `async () => {\n${code}\n}`]) {
    const expression = `(() => ${read})`;
    const { exceptionDetails } = await sitting.send<Evaluated>("Runtime.evaluate", { expression, silent: true, throwOnSideEffect: true, timeout: RUN_MS });
    if (exceptionDetails) throw new Refused("invalid_arguments", `the code is no body of a function: ${thrown(exceptionDetails)}`, "Correct it.");
  }
}

/** What came of it, or what is to be told where nothing did. */
async function run(sitting: Sitting, expression: string): Promise<Evaluated | string> {
  try {
    return await sitting.send<Evaluated>("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, silent: true, timeout: RUN_MS, allowUnsafeEvalBlockedByCSP: false });
  } catch (error) {
    if (!(error instanceof Snagged)) throw error;
    const { snag } = error;
    if (snag.is === "late") await sitting.sendIfThere("Runtime.terminateExecution", {});
    else if (snag.is !== "command") throw error;
    else if (NO_JSON.test(snag.why)) return "It ran to its end. What it returned is no text and no plain JSON.";
    else if (LEFT.test(snag.why)) return "The page was left before the code came to its end.";
    throw broken("the code took too long and was stopped");
  }
}

function broken(what: string): Broken {
  return new Broken({ code: "maybe_done", message: `${what}; what it did until then stands`, next: "Read the page to see what it did. Do not simply run it again." });
}

function returned({ type, value, unserializableValue }: Evaluated["result"]): string {
  if (type === "undefined") return "nothing";
  return short(unserializableValue ?? (typeof value === "string" ? value : JSON.stringify(value)), RETURNED);
}

function thrown({ text, exception }: NonNullable<Evaluated["exceptionDetails"]>): string {
  return short(exception?.description ?? (exception ? returned(exception) : text), THROWN);
}

function short(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}\n[cut: ${length} of ${text.length} characters shown]`;
}
