/**
 * A message for a running task that could not take it any more is not lost: it goes out again as a message of its own. The
 * refused submission keeps its receipt, so this is always a new one.
 */

import type { CommandBody, RefusalCode, TabRef } from "../../wire/wire";

type Steer = Extract<CommandBody, { type: "turn.steer" }>;
export type Message = Extract<CommandBody, { type: "turn.submit" | "turn.enqueue" | "turn.steer" }>;

export function canReroute(body: CommandBody, code: RefusalCode): body is Steer {
  return body.type === "turn.steer" && (code === "stale_turn" || code === "steers_full");
}

/** After the end of its Turn a steer is a new message; while the Turn has too many to read it waits behind it. */
export function instead(steer: Steer, code: RefusalCode, tab: TabRef | null): CommandBody {
  const { thread, text, attachments } = steer;
  return {
    type: code === "steers_full" ? "turn.enqueue" : "turn.submit",
    thread,
    text,
    ...(tab === null ? {} : { tab }),
    ...(attachments === undefined ? {} : { attachments }),
  };
}

export function isMessage(body: CommandBody): body is Message {
  return body.type === "turn.submit" || body.type === "turn.enqueue" || body.type === "turn.steer";
}
