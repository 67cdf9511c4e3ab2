/** What a journal tells: each entry with its kinds, how long what it began took, and the sums above all of them. Pure. */

import { countOf, isPayload, type Line, type Payload, textOf } from "./line";

export const KINDS = ["model", "tools", "permission", "person", "problems"] as const;
export type Kind = (typeof KINDS)[number];

export interface Step {
  readonly line: Line;
  readonly kinds: ReadonlySet<Kind>;
  /** Since the first entry. */
  readonly offset: number;
  /** From this entry to the one that ends what it began; absent while it lasts, and for what has no length. */
  readonly took: number | null;
  /** The tool that it is about. */
  readonly tool: string | null;
}

export interface Story {
  readonly steps: readonly Step[];
  readonly length: number;
  readonly versions: readonly (readonly [string, string])[];
  readonly model: string | null;
  /** The newest stop, if nothing came after it. */
  readonly end: Line | null;
  readonly sums: Sums;
}

export interface Sums {
  readonly modelCalls: number;
  readonly toolCalls: number;
  readonly tokens: number;
}

/** What an entry begins, and which of its texts names it to the entry that ends it. */
const BEGINS: Readonly<Record<string, string>> = {
  "model.requested": "reply",
  "tool.dispatched": "call",
  "tool.started": "call",
  "approval.asked": "approval",
  "interaction.asked": "interaction",
};
const ENDS: Readonly<Record<string, string>> = {
  "model.responded": "reply",
  "tool.completed": "call",
  "tool.outcome_lost": "call",
  "approval.answered": "approval",
  "approval.closed": "approval",
  "interaction.answered": "interaction",
  "interaction.elapsed": "interaction",
  "interaction.met": "interaction",
  "interaction.closed": "interaction",
};
/** A Turn that stops takes whatever is under way with it. */
const STOPS = new Set(["run.completed", "run.failed", "run.interrupted", "run.paused", "run.budget_spent", "run.context_full", "run.taken_over", "run.cancelled"]);
const PROBLEMS = new Set([
  "run.failed", "run.interrupted", "run.paused", "run.budget_spent", "tool.outcome_lost", "model.restarted", "completion.rejected",
  "completion.unverified", "run.context_full", "context.refused", "approval.closed", "tool.batch_limited",
]);

export function storyOf(lines: readonly Line[]): Story {
  const first = lines[0]?.ts ?? 0;
  const ends = endings(lines);
  const tools = toolsOf(lines);
  const steps = lines.map((line, at): Step => {
    const end = ends.get(at);
    return {
      line, kinds: kindsOf(line), offset: line.ts - first, took: end === undefined ? null : Math.max(0, end - line.ts),
      tool: textOf(line.payload, "tool") ?? tools.get(textOf(line.payload, "call") ?? "") ?? null,
    };
  });
  const created = lines.find((line) => line.type === "run.created")?.payload ?? {};
  const stop = lines.findLast((line) => line.type.startsWith("run."));
  return {
    steps, length: (lines.at(-1)?.ts ?? first) - first, versions: versionsOf(created), model: textOf(created, "model"),
    end: stop !== undefined && STOPS.has(stop.type) ? stop : null, sums: sumsOf(lines),
  };
}

/** Whether an entry is shown: of the kind, and with the text in its type, its tool, its words or what it carries. */
export function isShown(step: Step, words: string, kind: Kind | "all", text: string): boolean {
  if (kind !== "all" && !step.kinds.has(kind)) return false;
  const sought = text.trim().toLowerCase();
  if (sought === "") return true;
  return [step.line.type, words, step.tool ?? "", JSON.stringify(step.line.payload)].some((one) => one.toLowerCase().includes(sought));
}

export function kindsOf(line: Line): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  const { type, payload } = line;
  const [family = ""] = type.split(".");
  switch (family) {
    case "model":
    case "context":
    case "completion":
      kinds.add("model");
      break;
    case "tool":
    case "tools":
    case "delegate":
    case "plan":
    case "memory":
      kinds.add(type === "tool.judged" ? "permission" : "tools");
      break;
    case "approval":
      kinds.add("permission");
      if (type === "approval.answered") kinds.add("person");
      break;
    case "steer":
    case "interaction":
      kinds.add("person");
      break;
    case "node":
      if (payload["kind"] === "user_message") kinds.add("person");
      break;
    case "run":
      if (isOfPerson(type)) kinds.add("person");
      break;
    default:
      break;
  }
  if (PROBLEMS.has(type) || payload["outcome"] === "failure" || payload["verdict"] === "deny") kinds.add("problems");
  return kinds;
}

function isOfPerson(type: string): boolean {
  return type === "run.created" || type === "run.resumed" || type === "run.left" || type === "run.interrupted" || type.startsWith("run.queue") || type === "run.erased";
}

/** By the place of the entry that began it: the time at which it ended. */
function endings(lines: readonly Line[]): Map<number, number> {
  const open = new Map<string, number>();
  const ends = new Map<number, number>();
  const close = (key: string, ts: number) => {
    const at = open.get(key);
    if (at !== undefined) ends.set(at, ts);
    open.delete(key);
  };
  lines.forEach((line, at) => {
    const ended = keyOf(ENDS, line);
    if (ended !== null) close(ended, line.ts);
    if (STOPS.has(line.type)) for (const key of [...open.keys()]) close(key, line.ts);
    const begun = keyOf(BEGINS, line);
    if (begun !== null) open.set(begun, at);
  });
  return ends;
}

function keyOf(table: Readonly<Record<string, string>>, line: Line): string | null {
  const name = table[line.type];
  const id = name === undefined ? null : textOf(line.payload, name);
  return id === null ? null : `${name} ${id}`;
}

function toolsOf(lines: readonly Line[]): Map<string, string> {
  const tools = new Map<string, string>();
  for (const { payload } of lines) {
    const [node, tool] = [textOf(payload, "node"), textOf(payload, "tool")];
    if (node !== null && tool !== null) tools.set(node, tool);
  }
  return tools;
}

function versionsOf(created: Payload): (readonly [string, string])[] {
  const versions = created["versions"];
  if (!isPayload(versions)) return [];
  return Object.entries(versions).flatMap(([name, version]) => (typeof version === "string" && version !== "" ? [[name, version] as const] : []));
}

function sumsOf(lines: readonly Line[]): Sums {
  let [modelCalls, toolCalls, tokens] = [0, 0, 0];
  for (const { type, payload } of lines) {
    if (type === "model.responded") {
      modelCalls += 1;
      const usage = payload["usage"];
      if (isPayload(usage)) for (const key of ["input", "output", "cache_read", "cache_write"]) tokens += countOf(usage, key) ?? 0;
    } else if (type === "tool.dispatched" || type === "tool.started") {
      toolCalls += 1;
    }
  }
  return { modelCalls, toolCalls, tokens };
}
