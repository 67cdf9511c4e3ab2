/**
 * By which way a message goes: into the running task, behind it, or as the start of one. A message for a task that could
 * not take it any more is not lost: it goes out again as a message of its own. The refused submission keeps its receipt, so
 * that is always a new one.
 */

import type { AttachmentId, CommandBody, RefusalCode, TabRef, ThreadId, TurnId } from "../../wire/wire";
import type { Carried } from "../mode/mode";
import { isLive, type ThreadView } from "./state";

type Steer = Extract<CommandBody, { type: "turn.steer" }>;
export type Message = Extract<CommandBody, { type: "turn.submit" | "turn.enqueue" | "turn.steer" }>;
export type Way = "send" | "steer" | "queue";

/** As the engine has it: so many may wait to be read. */
const STEERS = 16;

/** What Enter means now. */
export function wayOf(thread: ThreadView | null): Way {
  const run = thread?.run ?? null;
  if (thread === null || run === null || !isLive(run)) return "send";
  return thread.steers.length < STEERS ? "steer" : "queue";
}

interface Written {
  readonly thread: ThreadId;
  readonly text: string;
  readonly tab: TabRef | null;
  readonly attachments: readonly AttachmentId[];
  /** The Turn that ran when it was sent. */
  readonly live: TurnId | null;
  readonly mode: Carried;
}

export function messageBody(way: Way, { thread, text, tab, attachments, live, mode }: Written): Message {
  const files = attachments.length === 0 ? {} : { attachments: [...attachments] };
  const page = tab === null ? {} : { tab };
  switch (way) {
    case "send":
      return { type: "turn.submit", thread, text, ...page, ...files, ...mode };
    case "queue":
      return { type: "turn.enqueue", thread, text, ...page, ...files, ...mode };
    case "steer":
      if (live === null) return { type: "turn.submit", thread, text, ...page, ...files, ...mode };
      return { type: "turn.steer", thread, expected_turn: live, text, ...files };
  }
}

export function canReroute(body: CommandBody, code: RefusalCode): body is Steer {
  return body.type === "turn.steer" && (code === "stale_turn" || code === "steers_full");
}

/** After the end of its Turn a steer is a new message; while the Turn has too many to read it waits behind it. */
export function instead(steer: Steer, code: RefusalCode, tab: TabRef | null, mode: Carried): CommandBody {
  const { thread, text, attachments } = steer;
  return {
    type: code === "steers_full" ? "turn.enqueue" : "turn.submit",
    thread,
    text,
    ...(tab === null ? {} : { tab }),
    ...(attachments === undefined ? {} : { attachments }),
    ...mode,
  };
}

export function isMessage(body: CommandBody): body is Message {
  return body.type === "turn.submit" || body.type === "turn.enqueue" || body.type === "turn.steer";
}
