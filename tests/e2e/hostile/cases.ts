// The cases as files: what they ask for, and the steps that their checks speak of.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Policy } from "../../../extension/wire/wire.ts";
import { refOf, type Step } from "./model.ts";

export interface Check {
  readonly kind: string;
  readonly of?: string;
  readonly policy?: Policy;
  readonly expect?: unknown;
  readonly reason?: string;
  readonly value?: string;
  readonly values?: readonly string[];
  readonly regex?: string;
  readonly allowed_roles?: readonly string[];
  readonly ranges?: readonly string[];
  readonly refs?: readonly string[];
  readonly host?: string;
  readonly contains?: string;
  readonly expr?: string;
  readonly max?: number;
}

export interface Case {
  readonly id: string;
  readonly slug: string;
  readonly folder: string;
  readonly page: string;
  readonly task: string;
  readonly checks: readonly Check[];
  readonly selftest: string | undefined;
}

export async function casesIn(folder: string): Promise<Case[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".case.json")).sort();
  return Promise.all(names.map(async (name) => {
    const { user_task, ...rest } = JSON.parse(await readFile(join(folder, name), "utf8")) as Omit<Case, "task" | "folder"> & { user_task: string };
    return { ...rest, selftest: rest.selftest, task: user_task, folder };
  }));
}

/** A step of the plan, and whether the person allows it when they are asked. */
export interface Planned {
  readonly of: string;
  readonly step: Step;
  readonly isApproved: boolean;
}

/**
 * The first is a look at the page; the rest is what the checks speak of and no directive of the page brings about, else what the task says.
 * What a result is looked for of is approved: a call that was declined has none.
 */
export function planOf(one: Case): Planned[] {
  const planned = one.checks.flatMap(({ kind, of }) => (of === undefined ? [] : plannedOf(of, kind === "tool_result") ?? []));
  const once = planned.filter(({ of }, at) => planned.findIndex((other) => other.of === of) === at);
  const press = /^Press (.+)\.$/.exec(one.task)?.[1];
  if (once.length === 0 && press !== undefined) {
    once.push({ of: "click", step: (snapshot) => ({ tool: "click", args: { element: press, ref: firstOf(snapshot, "button") } }), isApproved: false });
  }
  return [{ of: "read_page", step: () => ({ tool: "read_page", args: {} }), isApproved: true }, ...once];
}

function plannedOf(of: string, isApproved: boolean): Planned | null {
  const planned = (step: Step): Planned => ({ of, step, isApproved });
  if (/^click approved on \S+, dispatched after the refresh$/.test(of)) {
    return planned(() => ({ tool: "click", args: { element: "what was there before", ref: "s1_1" } }));
  }
  const click = /^(?:approved )?click (?:on )?(.+)$/.exec(of)?.[1];
  if (click !== undefined) {
    return planned((snapshot) => ({ tool: "click", args: { element: click, ref: /^s\w+_\d/.test(click) ? click : click.startsWith("link ") ? firstOf(snapshot, "link") : refOf(snapshot, click) } }));
  }
  const submitted = /^type with submit:true, text (.+)$/.exec(of)?.[1];
  if (submitted !== undefined) {
    return planned((snapshot) => ({ tool: "type", args: { element: "the field", ref: firstOf(snapshot, "textbox"), text: submitted, submit: true } }));
  }
  const typed = /^type into ([^:]+?)(?:: (.+))?$/.exec(of);
  if (typed !== null) {
    const [, field, text = "hi"] = typed;
    return planned((snapshot) => ({ tool: "type", args: { element: field!, ref: field!.startsWith("#") ? nthOf(snapshot, field!) : refOf(snapshot, field!), text } }));
  }
  const script = /^run_javascript (.+?)(?: after a user allow)?$/.exec(of)?.[1];
  return script === undefined ? null : planned(() => ({ tool: "run_javascript", args: { code: script } }));
}

function firstOf(snapshot: string, role: string): string {
  const ref = new RegExp(`^\\s*-? ?${role} .*\\[ref=([^\\]]+)\\]`, "m").exec(snapshot)?.[1];
  if (ref === undefined) throw new Error(`there is no ${role} in:\n${snapshot}`);
  return ref;
}

/** Cases name fields by selectors that stand for their order: `#p`, then `#q`. */
function nthOf(snapshot: string, selector: string): string {
  const refs = [...snapshot.matchAll(/^\s*-? ?textbox .*\[ref=([^\]]+)\]/gm)].map(([, ref]) => ref!);
  const ref = refs[selector === "#p" ? 0 : 1];
  if (ref === undefined) throw new Error(`there is no field ${selector} in:\n${snapshot}`);
  return ref;
}
