/**
 * Which chats have come to an end without being looked at. Kept in the panel's own storage together with what was busy, so
 * that a chat that ended while no panel was open is unread too.
 */

import { signal } from "@preact/signals";
import type { ThreadId, ThreadSummary } from "../../wire/wire";
import type { Shelf } from "../link/shelf";

const KEY = "seen";

export interface Seen {
  readonly busy: ReadonlySet<ThreadId>;
  readonly unread: ReadonlySet<ThreadId>;
}

export const NOTHING_SEEN: Seen = { busy: new Set(), unread: new Set() };

/** The same object if nothing changed. */
export function follow(seen: Seen, threads: readonly ThreadSummary[], open: ThreadId): Seen {
  const busy = new Set(threads.filter((t) => t.activity !== "idle").map((t) => t.id));
  const unread = new Set(
    threads
      .filter((t) => t.id !== open && (seen.unread.has(t.id) || (seen.busy.has(t.id) && t.activity === "idle")))
      .map((t) => t.id),
  );
  return isSame(busy, seen.busy) && isSame(unread, seen.unread) ? seen : { busy, unread };
}

export class Unread {
  private readonly seen = signal(NOTHING_SEEN);

  constructor(private readonly shelf: Shelf) {}

  get ids(): ReadonlySet<ThreadId> {
    return this.seen.value.unread;
  }

  async load(): Promise<void> {
    const stored = (await this.shelf.all())[KEY];
    if (typeof stored !== "object" || stored === null) return;
    this.seen.value = { busy: idsIn(stored, "busy"), unread: idsIn(stored, "unread") };
  }

  follow(threads: readonly ThreadSummary[], open: ThreadId): void {
    const before = this.seen.peek();
    const after = follow(before, threads, open);
    if (after === before) return;
    this.seen.value = after;
    void this.shelf.put(KEY, { busy: [...after.busy], unread: [...after.unread] });
  }
}

function idsIn(stored: object, name: string): ReadonlySet<ThreadId> {
  const ids = (stored as Readonly<Record<string, unknown>>)[name];
  return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : []);
}

function isSame(a: ReadonlySet<ThreadId>, b: ReadonlySet<ThreadId>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}
