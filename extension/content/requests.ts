/** One request, one reply; the same request twice is one action. */

import { click, scroll, selectOption, setChecked, type } from "./acts.ts";
import { ANSWER_BYTES, REMEMBERED_REQUESTS } from "./caps.ts";
import type { Desk } from "./desk.ts";
import { extract } from "./extract.ts";
import { Refusal } from "./failure.ts";
import { answersForItself } from "./frames.ts";
import { findText, type Found } from "./find.ts";
import { drag, handleDialog, hover, pressKey, uploadFile } from "./gestures.ts";
import { highlight } from "./highlight.ts";
import { describe } from "./hit.ts";
import { changesIn, requireBinding, type Done } from "./acting.ts";
import { Awaited, marks } from "./awaited.ts";
import { pause } from "./pace.ts";
import { boundPrint } from "./print.ts";
import { selection } from "./selection.ts";
import { batch, fillForm } from "./several.ts";
import { readScene, snapshotOf } from "./snapshot.ts";
import { extractTable } from "./tables.ts";
import { capped } from "./text.ts";
import { waitFor } from "./waiting.ts";
import { watch } from "./watching.ts";
import { walk } from "./walk.ts";
import type { PageChanges, PageOp, PageOutcome, PageReply, PageRequest } from "../wire/wire.ts";

const NO_CHANGES: PageChanges = { still_loading: false, lines: 0 };

export class Requests {
  readonly #desk: Desk;
  readonly #awaited = new Awaited();
  /** Outcomes by request id, those under way too; the oldest are forgotten. */
  readonly #answers = new Map<string, Promise<PageReply>>();
  /** Writes follow each other: two at once would each see the other's changes. */
  #line: Promise<unknown> = Promise.resolve();

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  answer(request: PageRequest): Promise<PageReply> {
    const known = this.#answers.get(request.id);
    if (known) return known;
    const reply = this.#reply(request);
    this.#answers.set(request.id, reply);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > REMEMBERED_REQUESTS && oldest !== undefined) this.#answers.delete(oldest);
    return reply;
  }

  async #reply(request: PageRequest): Promise<PageReply> {
    const write = WRITES.has(request.op.op);
    const before = this.#line;
    let release = (): void => undefined;
    if (write) this.#line = new Promise<void>((resolve) => (release = resolve));
    try {
      if (write) await before;
      const outcome = await Promise.race([this.#carryOut(request), tooLong(request, write), ...(write ? [] : [pageLeft()])]);
      return { id: request.id, page: this.#desk.page(), outcome };
    } catch (error) {
      return { id: request.id, page: this.#desk.page(), outcome: { type: "failed", failure: failureOf(error) } };
    } finally {
      release();
    }
  }

  async #carryOut(request: PageRequest): Promise<PageOutcome> {
    const desk = this.#desk;
    const { op, binding } = request;
    if (!answersForItself()) throw new Refusal("unsupported_frame", "This frame is read with the page around it.", "Read the page.");
    requireBinding(desk, binding, null);
    switch (op.op) {
      case "describe":
        if (op.ref === undefined) return { type: "described" };
        return { type: "described", element: boundPrint(desk.refs.resolve(op.ref)), others: (op.others ?? []).map((ref) => boundPrint(desk.refs.resolve(ref))) };
      case "read_page": {
        const scope = op.scope === undefined ? undefined : desk.refs.resolve(op.scope);
        if (op.mode === "article") return done(await extract(desk, scope, 0, op.max_tokens));
        const scene = await readScene(desk.refs, scope);
        if (!scope) await desk.tell(scene);
        const { text, frames } = await snapshotOf(scene, op.max_tokens);
        return { ...done(text), ...(frames.length > 0 ? { frames } : {}) };
      }
      case "find_in_page":
        return found(await findText(await walk(desk.refs), op.query));
      case "extract":
        return done(await extract(desk, op.scope === undefined ? undefined : desk.refs.resolve(op.scope), op.from_char));
      case "click":
        return told(await click(desk, op, binding));
      case "type":
        return told(await type(desk, op, binding));
      case "select_option":
        return told(await selectOption(desk, op, binding));
      case "fill_form":
        return told(await fillForm(desk, op, binding));
      case "batch":
        return told(await batch(desk, op, binding));
      case "set_checked":
        return told(await setChecked(desk, op, binding));
      case "press_key":
        return told(await pressKey(desk, op, binding));
      case "hover":
        return told(await hover(desk, op, binding));
      case "drag":
        return told(await drag(desk, op, binding));
      case "upload_file":
        return told(await uploadFile(desk, op, binding));
      case "handle_dialog":
        return done(handleDialog(desk, op));
      case "scroll":
        return told(await scroll(desk, op));
      case "get_selection":
        return done(selection());
      case "extract_table":
        return done(await extractTable(desk, op.scope === undefined ? undefined : desk.refs.resolve(op.scope), op.from_row));
      case "wait_for":
        return done(await waitFor(desk, op.condition, op.timeout_ms));
      case "watch":
        return { type: "watched", glimpse: await watch(desk, op.condition, op.print, op.patience_ms) };
      case "changes": {
        const { text, lines } = await changesIn(desk);
        return done(text, { still_loading: false, lines });
      }
      case "begin":
        await this.#awaited.begin(desk, null);
        return done("");
      case "locate":
        return this.#awaited.locate(desk, op, binding);
      case "account": {
        const { content, changes } = await this.#awaited.account(desk);
        return done(content, changes);
      }
      case "marks":
        return { type: "marked", marks: await marks(desk) };
      case "highlight": {
        const target = desk.refs.resolve(op.ref);
        highlight(target);
        return done(`Marked ${describe(target)}.`);
      }
    }
  }
}

/** What was begun may still happen; a write that is not done in time is therefore not called undone. */
async function tooLong(request: PageRequest, write: boolean): Promise<never> {
  await pause(request.time_ms);
  const waited = `${request.op.op} was not done after ${request.time_ms} ms`;
  if (write) throw new Refusal("maybe_done", `${waited}; it may have happened.`, "Read the page to see what it shows before trying again.");
  throw new Refusal("timeout", `${waited}.`, "Try again, or read a smaller part.");
}

/** Reads end with the page they read. Writes speak for themselves: they know whether they had acted. */
function pageLeft(): Promise<never> {
  return new Promise((_resolve, reject) => {
    const left = new Refusal("target_changed", "The page was left while it was being read.", "Read the page that the tab shows now.");
    addEventListener("pagehide", () => reject(left), { once: true });
  });
}

/** What follows one another: each would else see the changes of another. */
const WRITES = new Set<PageOp["op"]>(["click", "type", "select_option", "set_checked", "fill_form", "batch", "press_key", "hover", "drag", "upload_file", "scroll"]);

/** How many matches there are is how much came of it. */
function found({ text, matches }: Found): PageOutcome {
  return done(text, { still_loading: false, lines: matches });
}

function told({ content, changes }: Done): PageOutcome {
  return done(content, changes);
}

function done(content: string, changes: PageChanges = NO_CHANGES): PageOutcome {
  return { type: "done", content: capped(content, ANSWER_BYTES), changes };
}

function failureOf(error: unknown): Refusal["failure"] {
  if (error instanceof Refusal) return { ...error.failure, message: capped(error.failure.message, 4_000), next: capped(error.failure.next, 4_000) };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: "internal", message: capped(`The page script failed. ${message}`, 1_000), next: "Read the page again; if it fails again, work in another way." };
}
