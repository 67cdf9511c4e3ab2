/** How the list of chats is laid out: pinned ones first, archived ones apart, and the one mark that a chat carries. */

import type { ThreadId, ThreadSummary } from "../../wire/wire";

export interface Shelves {
  readonly pinned: readonly ThreadSummary[];
  readonly recent: readonly ThreadSummary[];
  readonly archived: readonly ThreadSummary[];
}

/** Each keeps the order in which they come, which is the newest first. An archived one is nowhere else, pinned or not. */
export function shelve(threads: readonly ThreadSummary[]): Shelves {
  const shown = threads.filter((t) => t.archived !== true);
  return {
    pinned: shown.filter((t) => t.pinned === true),
    recent: shown.filter((t) => t.pinned !== true),
    archived: threads.filter((t) => t.archived === true),
  };
}

export type Mark = "waiting" | "running" | "unread";

/** What waits for the person comes before what works, and that before what is merely new. */
export function markOf(thread: ThreadSummary, unread: ReadonlySet<ThreadId>): Mark | null {
  switch (thread.activity) {
    case "waiting":
      return "waiting";
    case "running":
      return "running";
    case "idle":
      return unread.has(thread.id) ? "unread" : null;
  }
}

/** What the most pressing of them asks for, where the list itself is not in sight. One that works by itself asks for nothing. */
export function calling(threads: readonly ThreadSummary[], unread: ReadonlySet<ThreadId>): "waiting" | "unread" | null {
  const marks = new Set(threads.map((t) => markOf(t, unread)));
  return marks.has("waiting") ? "waiting" : marks.has("unread") ? "unread" : null;
}

/** Where a chat was forked from: `gone` if that one was deleted since. */
export function originOf(thread: ThreadSummary, threads: readonly ThreadSummary[]): ThreadSummary | "gone" | null {
  const parent = thread.parent ?? null;
  return parent === null ? null : (threads.find((t) => t.id === parent) ?? "gone");
}
