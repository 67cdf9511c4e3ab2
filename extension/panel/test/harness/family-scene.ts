/** A task that has two parts delegated: one is over, the other asks before it opens its page. */

import type { Approval, Event, Item, Snapshot } from "../../../wire/wire";
import type { SceneParts } from "./scenes";

export const READER = "child-n_reader";
export const COMPARER = "child-n_comparer";
const SHOP = "https://shop.playground.test";

function delegate(parts: SceneParts, id: string, role: string, child: string, status: Parameters<SceneParts["call"]>[3]): Item {
  const made = parts.call(id, "delegate", { role, task: `Read ${SHOP} and tell the price.` }, status);
  return { ...made, body: { ...made.body, child } as Item["body"] };
}

export function delegated(parts: SceneParts): Item[] {
  return [
    delegate(parts, "n6", "reader of the headphones page", READER, {
      type: "done", content: "The Aria 2 cost 49.90 €.\n\n[read only; verified; 3 replies, 2 tool calls]", took_ms: 8_200,
    }),
    delegate(parts, "n7", "comparer of shipping costs", COMPARER, { type: "running", since: 1 }),
  ];
}

/** What the engine says to whoever listens to a child. */
export function childEvents(parts: SceneParts, child: string): Event[] {
  const summary: Snapshot["thread"] = { id: child, title: "", updated_at: 1, turns: 1, activity: "waiting" };
  const empty = { interactions: [], queue: [], queue_mode: "flowing", steers: [], forks: [] } as const satisfies Partial<Snapshot>;
  switch (child) {
    case READER:
      return [{ type: "thread.snapshot", snapshot: {
        ...empty, approvals: [], thread: summary, run: parts.run("completed", { stop: "end" }),
        items: [
          parts.call("r1", "tab_open", { url: `${SHOP}/headphones` }, { type: "done", content: "", took_ms: 640 }),
          parts.call("r2", "read_page", {}, { type: "done", content: "- heading \"Headphones\"", took_ms: 300 }),
        ],
      } }];
    case COMPARER:
      return [{ type: "thread.snapshot", snapshot: {
        ...empty, thread: summary, run: parts.run("waiting_approval"), approvals: [asked(child)],
        items: [
          parts.call("c1", "tabs_list", {}, { type: "done", content: "", took_ms: 20 }),
          parts.call("c2", "tab_open", { url: `${SHOP}/shipping` }, { type: "awaiting_approval", approval: "a_child" }),
        ],
      } }];
    default:
      return [];
  }
}

function asked(thread: string): Approval {
  return {
    id: "a_child", thread, turn: "turn-c", call: "c2", digest: "00", asked_at: 2, status: { status: "open" },
    ask: {
      type: "call", tool: "tab_open", effects: "write", arguments: { url: `${SHOP}/shipping` }, target: { origin: SHOP },
      reason: "policy_untrusted", flags: [], scopes: ["once", "session", "always"],
    },
  };
}
