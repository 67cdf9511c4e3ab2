/** A Turn as it is laid out: the message, then runs of steps, answers and notices in the order in which they happened. */

import type { Item, ItemBody } from "../../wire/wire";
import type { TurnView } from "./state";

type Body<T extends ItemBody["type"]> = Extract<ItemBody, { type: T }>;
export type ItemOf<T extends ItemBody["type"]> = Omit<Item, "body"> & { readonly body: Body<T> };

export type Part =
  | { readonly type: "message"; readonly item: ItemOf<"user_message"> }
  | { readonly type: "steps"; readonly key: string; readonly entries: readonly StepEntry[] }
  | { readonly type: "answer"; readonly item: ItemOf<"assistant_message"> }
  | { readonly type: "notice"; readonly item: ItemOf<"notice"> };

/** A step, or thinking aloud between two of them. */
export type StepEntry = ItemOf<"tool_call"> | ItemOf<"assistant_message">;

export function partsOf(turn: TurnView): readonly Part[] {
  const parts: Part[] = [];
  let steps: StepEntry[] = [];
  const close = () => {
    const [first] = steps;
    if (first !== undefined) parts.push({ type: "steps", key: first.id, entries: steps });
    steps = [];
  };
  for (const item of turn.items) {
    if (is(item, "tool_call")) steps.push(item);
    else if (is(item, "assistant_message")) {
      if (item.body.text.trim() !== "" || isCutShort(item.body)) {
        close();
        parts.push({ type: "answer", item });
      } else if (item.body.reasoning !== "") steps.push(item);
    } else if (is(item, "user_message")) {
      close();
      parts.push({ type: "message", item });
    } else if (is(item, "notice")) {
      close();
      parts.push({ type: "notice", item });
    }
  }
  close();
  return parts;
}

/** An empty reply that ended oddly still has something to say about its end. */
function isCutShort(body: Body<"assistant_message">): boolean {
  if (body.ending.type !== "whole") return body.ending.type === "partial";
  return !["end", "tool_use", "stop_sequence", "pause"].includes(body.ending.stop.type);
}

function is<T extends ItemBody["type"]>(item: Item, type: T): item is Item & ItemOf<T> {
  return item.body.type === type;
}

export interface StepSum {
  readonly steps: number;
  readonly failed: number;
  readonly tookMs: number;
}

export function sumUp(entries: readonly StepEntry[]): StepSum {
  let [steps, failed, tookMs] = [0, 0, 0];
  for (const { body } of entries) {
    if (body.type !== "tool_call") continue;
    steps += 1;
    if (body.status.type === "failed") failed += 1;
    if (body.status.type === "done" || body.status.type === "failed") tookMs += body.status.took_ms;
  }
  return { steps, failed, tookMs };
}

/** What the person wrote, newest first: for Up in the composer. */
export function messagesOf(turns: readonly TurnView[]): readonly string[] {
  return turns.flatMap((t) => t.items.flatMap((i) => (i.body.type === "user_message" ? [i.body.text] : []))).toReversed();
}
