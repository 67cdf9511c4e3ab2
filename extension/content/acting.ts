/** The frame of every write: judged binding, one action in one task, settling, and the account of what changed. */

import { fits, focused, isInput, selectInDocument } from "./dom.ts";
import type { Desk } from "./desk.ts";
import { DialogHold } from "./dialogs.ts";
import { type Difference, difference } from "./difference.ts";
import { Refusal } from "./failure.ts";
import { describe } from "./hit.ts";
import { boundPrint, samePrint, saying } from "./print.ts";
import { roleOf } from "./role.ts";
import { Activity, type Settled } from "./settle.ts";
import { checkedOf } from "./state.ts";
import { quoted, shorten, tidy } from "./text.ts";
import { walk } from "./walk.ts";
import type { Binding, PageChanges } from "../wire/wire.ts";

export interface Done {
  readonly content: string;
  readonly changes: PageChanges;
}

/** Pages beyond this are not read just to have something to compare with. */
const BASELINE_ELEMENTS = 6_000;

/** Refuses unless document, origin and element are what the call was judged on. Call it in the task of the action. */
export function requireBinding(desk: Desk, binding: Binding | undefined, of: Element | null): void {
  if (!binding) return;
  const next = "Nothing was done. Read the page again and ask anew.";
  if (binding.document !== desk.document) throw new Refusal("target_changed", "The tab shows another document than the one that was agreed on.", next);
  const { origin } = desk.page();
  const agreed = binding.frame ?? binding.origin;
  if (agreed !== origin) throw new Refusal("target_changed", `What stands ${here()} is of ${origin}, agreed on was ${agreed}.`, next);
  if (!binding.element || !of) return;
  const is = boundPrint(of);
  if (samePrint(is, binding.element)) return;
  const what =
    is.destination !== binding.element.destination ? `it leads to ${shorten(is.destination || "nowhere", 200)} now` : `it is ${saying(is)} now`;
  throw new Refusal("target_changed", `${saying(binding.element)} is no longer what was agreed on: ${what}.`, next);
}

export interface Action {
  readonly target: Element | null;
  /** The one synchronous or short action; its words begin the account. */
  readonly act: () => Promise<string> | string;
  /** What is to be said and checked once the page has settled. */
  readonly after?: (settled: Settled) => { words: string; value?: string } | null;
}

/** A page before an action, and all that stirs in it from then on. */
export interface Begun {
  readonly target: Element | null;
  readonly activity: Activity;
  readonly before: Before;
}

/** What the model is told of changes is held against what it was told last. */
export async function baseline(desk: Desk): Promise<void> {
  if (desk.told === null && document.getElementsByTagName("*").length < BASELINE_ELEMENTS) await desk.tell(await walk(desk.refs));
}

export function begin(target: Element | null): Begun {
  const before = { address: location.href, focus: focused(), title: document.title };
  return { target, activity: new Activity(target), before };
}

export async function perform(desk: Desk, action: Action): Promise<Done> {
  await baseline(desk);
  // The hold first: a way that it bars is no way that the page is going.
  const hold = new DialogHold(desk.answers);
  const begun = begin(action.target);
  let words: string;
  let settled: Settled;
  try {
    words = await action.act();
    settled = await begun.activity.settle();
  } finally {
    begun.activity.stop();
    hold.end();
  }
  desk.answers.clear();
  return accountOf(desk, begun, settled, [words, ...hold.told], action.after);
}

/** What was done and met, and what changed of it. */
export async function accountOf(desk: Desk, { target, before }: Begun, settled: Settled, said: readonly string[], saying: Action["after"]): Promise<Done> {
  const [words = "", ...met] = said;
  const besides = [...met, ...settled.downloads.map((name) => `It started a download: ${quoted(name)}.`)];
  if (settled.leaving) return left([words, ...besides], settled);
  const after = saying?.(settled) ?? null;
  const first = [after ? `${words} ${after.words}`.trim() : words, ...besides].map((said): [string, number] => [said, 0]);
  const account = [...first, ...(await changesSince(desk, before, target, settled))];
  return {
    content: account.map(([text]) => text).filter((text) => text !== "").join("\n"),
    changes: {
      ...(location.href === before.address ? {} : { navigated_to: location.href }),
      ...(after?.value === undefined ? {} : { value: after.value }),
      still_loading: settled.stillLoading,
      lines: account.reduce((sum, [, lines]) => sum + lines, 0),
    },
  };
}

/** The worker tells where the tab came to; from here only the start of the way can be seen. */
function left(words: readonly string[], { towards }: Settled): Done {
  return { content: `${words.filter((line) => line !== "").join("\n")} The page is being left${towards ? ` for ${towards}` : ""}.`.trim(), changes: { still_loading: true, lines: 0 } };
}

/** Where the script looks for what changed. */
function here(): "on the page" | "in the frame" {
  return window === window.top ? "on the page" : "in the frame";
}

/** What is different since the model was last told; nothing if it was told nothing yet. */
export async function changesIn(desk: Desk): Promise<Difference> {
  const { told } = desk;
  return told === null ? { text: "", lines: 0 } : difference(told, await desk.tell(await walk(desk.refs)));
}

export interface Before {
  readonly address: string;
  readonly focus: Element | null;
  readonly title: string;
}

async function changesSince(desk: Desk, before: Before, target: Element | null, settled: Settled): Promise<[string, number][]> {
  const said: [string, number][] = [];
  if (location.href !== before.address) said.push([`The address is now ${location.href}`, 0]);
  if (document.title !== before.title) said.push([`The title is now ${quoted(tidy(document.title, 200))}`, 0]);
  for (const message of validationMessages()) said.push([`Validation: ${message}`, 0]);
  const told = desk.told;
  const scene = await walk(desk.refs);
  const lines = await desk.tell(scene);
  const changed = told ? difference(told, lines) : null;
  const focus = focused();
  if (focus && focus !== before.focus && focus !== target && focus !== document.body) said.push([`Focus is now on ${describe(focus)}.`, 0]);
  if (changed && changed.lines > 0) said.push([`Changes ${here()}:\n${changed.text}`, changed.lines]);
  else if (!changed) said.push(["The page is large; what changed is shown by read_page or find_in_page.", 0]);
  else if (location.href === before.address) said.push([settled.changed ? `Nothing that can be seen changed ${here()}.` : `Nothing ${here()} changed so far; if something should still come, wait_for it.`, 0]);
  for (const note of scene.notes) said.push([`note: ${note}`, 0]);
  if (settled.towards !== null) said.push([`A navigation to ${settled.towards} has begun and is not done yet.`, 0]);
  if (settled.stillLoading) said.push(["The page is still loading or changing (still_loading): wait_for what you expect before relying on it.", 0]);
  return said;
}

/** What the browser holds against fields that a person has touched or tried to send. */
function validationMessages(): string[] {
  return Array.from(selectInDocument(document, ":user-invalid"))
    .filter((field) => fits(field, "input, select, textarea"))
    .slice(0, 5)
    .map((field) => `${describe(field)}: ${tidy((field as HTMLInputElement).validationMessage, 200)}`)
    .filter((message) => !message.endsWith(": "));
}

/** The state of a thing that is switched, for the words after a click. */
export function stateAfter(of: Element): string {
  if (!of.isConnected) return "";
  const role = roleOf(of);
  const checked = checkedOf(of, role);
  if (checked !== null && (isInput(of) || of.hasAttribute("aria-checked"))) return `It is ${checked === "true" ? "checked" : checked === "mixed" ? "partly checked" : "unchecked"} now.`;
  return "";
}
