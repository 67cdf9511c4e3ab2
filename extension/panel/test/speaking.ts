/** Events for tests of the view, with only what a test is about. */

import type { Approval, Event, Item, ItemBody, RunState, RunView, Snapshot } from "../../wire/wire";
import { reduce, type PanelEvent } from "../view/reduce";
import { initialState, type PanelState } from "../view/state";

export const T = "t_1";

export const COUNTERS = {
  model_calls: 0, tool_calls: 0, tool_failures_in_row: 0, broken_arguments_in_row: 0, resumptions: 0, input_tokens: 0, output_tokens: 0,
  cache_read_tokens: 0, cache_write_tokens: 0, active_ms: 0,
};

const NOTHING_USED = { tokens: 0, calls: 0, active_ms: 0 };

export function item(id: string, body: ItemBody, turn = "u1"): Item {
  return { id, turn, at: 1, body };
}

export function said(id: string, text: string, turn = "u1"): Item {
  return item(id, { type: "user_message", text }, turn);
}

export function live(id: string, attempt: number, text = ""): Item {
  return item(id, { type: "assistant_message", text, reasoning: "", ending: { type: "live", attempt } });
}

export function whole(id: string, text: string): Item {
  return item(id, { type: "assistant_message", text, reasoning: "", ending: { type: "whole", stop: { type: "end" } } });
}

export function step(id: string, status: Extract<ItemBody, { type: "tool_call" }>["status"]): Item {
  return item(id, { type: "tool_call", tool: "click", effects: "write", arguments: { element: "Buy" }, status });
}

export function delta(id: string, attempt: number, text: string, channel: "text" | "reasoning" = "text"): Extract<Event, { type: "item.delta" }> {
  return { type: "item.delta", thread: T, item: id, attempt, channel, text };
}

export function runView(state: RunState, more: Partial<RunView> = {}): RunView {
  return { turn: "u1", state, counters: COUNTERS, journal: 1, limits: {}, used: NOTHING_USED, ...more };
}

export function approval(id: string): Approval {
  return {
    id, thread: T, turn: "u1", call: "k1", digest: "d", asked_at: 1, status: { status: "open" },
    ask: {
      type: "call", tool: "click", effects: "write", arguments: {}, target: { origin: "https://shop.example" }, reason: "policy_untrusted",
      flags: [], scopes: ["once"],
    },
  };
}

export function snapshot(more: Partial<Snapshot> = {}): Event {
  return {
    type: "thread.snapshot",
    snapshot: {
      thread: { id: T, title: "A chat", updated_at: 1, turns: 1, activity: "idle" },
      items: [], approvals: [], interactions: [], queue: [], queue_mode: "flowing", steers: [], forks: [], ...more,
    },
  };
}

/** The panel looks at a stored Thread whose snapshot is here. */
export function opened(...events: (Event | PanelEvent)[]): PanelState {
  return after(reduce(initialState({ id: T, is: "stored" }), snapshot()), ...events);
}

export function after(state: PanelState, ...events: (Event | PanelEvent)[]): PanelState {
  return events.reduce(reduce, state);
}
