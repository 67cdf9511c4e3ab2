/** The acting tools, one function each: what must hold before, what is done, what is said after. */

import { perform, requireBinding, stateAfter, type Done } from "./acting.ts";
import { choose, labelsChosen, listOf, matchOptions } from "./choosing.ts";
import type { Desk } from "./desk.ts";
import { isInput, isSelect } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { describe, reach, requireEnabled } from "./hit.ts";
import { pressEnter } from "./keyboard.ts";
import { accompany } from "./overlay.ts";
import { press } from "./pointer.ts";
import { destinationOf } from "./print.ts";
import { reachNow } from "./reaching.ts";
import { kindOfInput, roleOf } from "./role.ts";
import { scroll as scrollBy } from "./scrolling.ts";
import { isSecret } from "./secret.ts";
import { checkedOf } from "./state.ts";
import { enter, expected, fieldOf, holding } from "./typing.ts";
import { quoted, shorten, tidy } from "./text.ts";
import type { Binding, PageOp } from "../wire/wire.ts";

type Op<Name extends PageOp["op"]> = Extract<PageOp, { op: Name }>;

export async function click(desk: Desk, op: Op<"click">, binding: Binding | undefined): Promise<Done> {
  let target = desk.refs.resolve(op.ref);
  requireEnabled(target);
  if (isSelect(target) && !target.multiple && target.size <= 1) {
    throw new Refusal("ignored_by_page", `${describe(target)} is a native list; its choices open outside the page.`, "Use select_option with one of the options that the snapshot shows.");
  }
  if (isInput(target) && kindOfInput(target) === "file") {
    throw new Refusal("ignored_by_page", `${describe(target)} opens a file chooser, which only the person may do.`, "Use upload_file with a file that the person attached, or ask them to choose it.");
  }
  const name = describe(target);
  return perform(desk, {
    target,
    act: async () => {
      const found = await reachNow(desk, op.ref);
      const { point } = found;
      target = found.target;
      // From here to the click nothing is awaited: what was judged is what is pressed.
      requireEnabled(target);
      requireBinding(desk, binding, target);
      const destination = destinationOf(target);
      const meant = press(target, point, { button: op.button, clicks: op.clicks, stillMeant: () => destinationOf(target) === destination });
      if (!meant) {
        throw new Refusal("target_changed", `${name} changed where it leads while it was pressed; it was not clicked.`, "Read the page again and look at where it leads.");
      }
      const blank = opensTab(target) ? ` It opens a new tab: ${destination}.` : "";
      return `${op.clicks === "double" ? "Double-clicked" : op.button === "left" ? "Clicked" : `Clicked (${op.button})`} ${name}.${blank}`;
    },
    after: () => ({ words: stateAfter(target) }),
  });
}

function opensTab(of: Element): boolean {
  const link = of.closest("a[href][target]");
  return link !== null && link.getAttribute("target") === "_blank";
}

export async function type(desk: Desk, op: Op<"type">, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(op.ref);
  requireEnabled(target);
  const field = fieldOf(target);
  requireEnabled(field.element);
  const name = describe(target);
  const before = holding(field);
  const secret = isSecret(field.element);
  let entered = "";
  return perform(desk, {
    target: field.element,
    act: async () => {
      if (field.element.ownerDocument.activeElement !== field.element) await reach(field.element, desk.refs);
      if (desk.refs.resolve(op.ref) !== target) throw drawnAnew(name);
      requireBinding(desk, binding, target);
      accompany(field.element, null);
      await enter(field, op.text, op.mode, op.pace);
      entered = holding(field);
      if (op.after === "stay") return field.kind === "keys" ? `Sent the keys of ${secret ? "the text" : quoted(shorten(op.text, 80))} to ${name}.` : `Typed into ${name}.`;
      const did = pressEnter(field.element);
      const enterWords = { submitted: "pressed Enter, which submitted the form", "left to the page": "pressed Enter, which the page handled", "nothing to submit": "pressed Enter; there was no form to submit" };
      return `Typed into ${name} and ${enterWords[did]}.`;
    },
    after: () => {
      if (field.kind === "keys") return { words: "It keeps its text to itself; see what changed." };
      // After Enter the page may clear the field: then what it held before Enter counts.
      const holds = field.element.isConnected ? holding(field) : entered;
      const held = op.after === "submit" && same(holds, "") ? entered : holds;
      const wanted = expected(field, before, op.text, op.mode);
      if (same(held, before) && !same(held, wanted) && field.element.isConnected && op.after === "stay") {
        throw new Refusal(
          "ignored_by_page",
          `${name} did not take the text: it still holds ${secret ? "what it held" : quoted(shorten(tidy(held), 200))}.`,
          "The page reacts only to real keys. Use type_trusted once, or ask the person to type it; do not claim that it was typed.",
        );
      }
      if (secret) return { words: held === "" ? "The field is empty." : same(held, wanted) ? "The field is filled." : "The field is filled, but not with exactly that text.", value: held === "" ? "empty" : "filled" };
      const value = shorten(held, 2_000);
      if (same(held, wanted)) return { words: `It holds ${quoted(shorten(held, 300))}.`, value };
      return { words: `The page changed the text: the field now holds ${quoted(shorten(held, 300))}, not what was sent.`, value };
    },
  });
}

function drawnAnew(name: string): Refusal {
  return new Refusal("stale_ref", `${name} was drawn anew just now; nothing was done.`, "Do it again with the same ref.");
}

function same(a: string, b: string): boolean {
  return a === b || tidy(a, 100_000) === tidy(b, 100_000);
}

export async function selectOption(desk: Desk, op: Op<"select_option">, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(op.ref);
  requireEnabled(target);
  const list = listOf(target);
  const name = describe(list);
  const chosen = matchOptions(list, op.options);
  const wanted = chosen.map((option) => tidy(option.label));
  return perform(desk, {
    target: list,
    act: () => {
      if (desk.refs.resolve(op.ref) !== target) throw drawnAnew(name);
      requireEnabled(list);
      requireBinding(desk, binding, target);
      accompany(list, null);
      choose(list, chosen);
      return `Chose ${wanted.map(quoted).join(", ")} in ${name}.`;
    },
    after: () => {
      const now = labelsChosen(list);
      const value = now.join(", ");
      // By label: a page may have drawn the options anew. A list that is gone has done its work.
      const kept = [...now].sort().join("\n") === [...wanted].sort().join("\n") && chosen.every((option) => option.selected || !option.isConnected);
      if (kept || !list.isConnected) return { words: "", value };
      throw new Refusal("ignored_by_page", `The page did not keep the choice: ${name} holds ${now.map(quoted).join(", ") || "nothing"} again.`, "Read the page; it may say why.");
    },
  });
}

export async function setChecked(desk: Desk, op: Op<"set_checked">, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(op.ref);
  const name = describe(target);
  const is = (of: Element): string | null => checkedOf(of, roleOf(of));
  const wanted = String(op.checked);
  const state = op.checked ? "checked" : "unchecked";
  if (is(target) === null) throw new Refusal("not_editable", `${name} is nothing that is ticked.`, "Use click, or the ref of a checkbox, radio button or switch.");
  if (is(target) === wanted) return { content: `${name} is ${state} already; nothing was done.`, changes: { still_loading: false, lines: 0 } };
  if (!op.checked && roleOf(target) === "radio") {
    throw new Refusal("invalid_arguments", `${name} cannot be unticked: one of its group is always chosen.`, "Tick another of the group instead.");
  }
  const done = await click(desk, { op: "click", ref: op.ref, button: "left", clicks: "single" }, binding);
  // A page may have drawn it anew; what the ref means then counts.
  const after = heldAfter(desk, op.ref);
  if (after !== null && is(after) !== wanted) {
    throw new Refusal("ignored_by_page", `${name} was clicked and is not ${state}.`, "Read the page; it may say why, or ask something first.");
  }
  return done;
}

function heldAfter(desk: Desk, ref: string): Element | null {
  try {
    return desk.refs.resolve(ref);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export async function scroll(desk: Desk, op: Op<"scroll">): Promise<Done> {
  const target = op.ref === undefined ? null : desk.refs.resolve(op.ref);
  return perform(desk, { target, act: () => scrollBy(target ?? undefined, op.direction) });
}
