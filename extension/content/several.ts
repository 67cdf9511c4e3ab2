/** Calls about several elements: the fields of a form, and a few actions in a row. Each is done and bound as if it were alone. */

import { click, selectOption, setChecked, type } from "./acts.ts";
import type { Done } from "./acting.ts";
import type { Desk } from "./desk.ts";
import { isSelect } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { isTaken } from "./hand/place.ts";
import { roleOf } from "./role.ts";
import { checkedOf } from "./state.ts";
import { count } from "./text.ts";
import type { Binding, ElementRef, FieldValue, PageOp } from "../wire/wire.ts";

type Op<Name extends PageOp["op"]> = Extract<PageOp, { op: Name }>;

export async function fillForm(desk: Desk, { fields }: Op<"fill_form">, binding: Binding | undefined): Promise<Done> {
  const acts = fields.map((field) => (bound: Binding | undefined) => fill(desk, field, bound));
  return inTurn(acts, binding, "field");
}

export async function batch(desk: Desk, { acts }: Op<"batch">, binding: Binding | undefined): Promise<Done> {
  return inTurn(acts.map((act) => (bound: Binding | undefined) => one(desk, act, bound)), binding, "action");
}

function one(desk: Desk, act: PageOp, binding: Binding | undefined): Promise<Done> {
  switch (act.op) {
    case "click":
      return click(desk, act, binding);
    case "type":
      return type(desk, act, binding);
    case "select_option":
      return selectOption(desk, act, binding);
    default:
      throw new Refusal("invalid_arguments", `${act.op} cannot stand in a row of actions.`, "Call it by itself.");
  }
}

const TICKED: Readonly<Record<string, boolean>> = { true: true, on: true, yes: true, checked: true, false: false, off: false, no: false, unchecked: false };

function fill(desk: Desk, { ref, value }: FieldValue, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(ref);
  if (isSelect(target)) return selectOption(desk, { op: "select_option", ref, options: [value] }, binding);
  if (checkedOf(target, roleOf(target)) === null) return type(desk, typing(ref, value), binding);
  const checked = TICKED[value.trim().toLowerCase()];
  if (checked === undefined) throw new Refusal("invalid_arguments", `"${value.slice(0, 40)}" is nothing that a box can be.`, "Give true or false.");
  return setChecked(desk, { op: "set_checked", ref, checked }, binding);
}

function typing(ref: ElementRef, text: string): Op<"type"> {
  return { op: "type", ref, text, mode: "replace", after: "stay", pace: "at_once" };
}

type Act = (binding: Binding | undefined) => Promise<Done>;

/** Up to the first that fails, or after which the page is another: what was agreed on would be done to something else. */
async function inTurn(acts: readonly Act[], binding: Binding | undefined, what: string): Promise<Done> {
  const prints = binding ? [binding.element, ...(binding.others ?? [])] : [];
  const said: string[] = [];
  let lines = 0;
  for (const [at, act] of acts.entries()) {
    const element = prints[at];
    let done: Done;
    try {
      done = await act(binding && { document: binding.document, origin: binding.origin, ...(binding.frame ? { frame: binding.frame } : {}), ...(element ? { element } : {}) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, next } = error.failure;
      throw new Refusal(code, [...said, `${what} ${at + 1} of ${acts.length}: ${message}`, at === 0 ? "Nothing was done." : `${count(at, what)} before it ${at === 1 ? "is" : "are"} done.`].join("\n"), next);
    }
    said.push(done.content);
    lines += done.changes.lines;
    const { navigated_to, still_loading } = done.changes;
    const left = acts.length - at - 1;
    const why = isTaken() ? "The person uses the page" : navigated_to !== undefined || still_loading ? "The page is changing" : null;
    if (left > 0 && why !== null) {
      said.push(`${why}: the last ${count(left, what)} ${left === 1 ? "was" : "were"} not done. Read the page before going on.`);
      return { content: said.join("\n"), changes: { ...done.changes, lines } };
    }
  }
  return { content: said.join("\n"), changes: { still_loading: false, lines } };
}
