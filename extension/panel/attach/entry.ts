/** One file of the tray, and how it is kept on the disk: all but its content. */

import type { AttachmentId, AttachmentLink, CommandBody, RefusalCode, ThreadId } from "../../wire/wire";

export interface Entry {
  readonly link: AttachmentLink;
  /** `message`: on its way with one. */
  readonly place: "tray" | "message";
  readonly state: EntryState;
}

export type EntryState =
  /** Being read, or given to the engine and not answered yet. */
  | { readonly is: "adding" }
  | { readonly is: "stored" }
  /** Refused; its content is here, so that it can be tried again. */
  | { readonly is: "failed"; readonly code: RefusalCode }
  /** The panel closed before it was stored, and its content went with it. */
  | { readonly is: "lost" };

export const TRAY_PREFIX = "files.";

/** Those of messages that nobody waits for any more are the engine's affair. */
export function readEntries(stored: Readonly<Record<string, unknown>>, underway: ReadonlySet<AttachmentId>): ReadonlyMap<ThreadId, readonly Entry[]> {
  const found = new Map<ThreadId, readonly Entry[]>();
  for (const [key, value] of Object.entries(stored)) {
    if (!key.startsWith(TRAY_PREFIX) || !Array.isArray(value)) continue;
    const entries = value.flatMap((one: unknown) => readEntry(one)).filter((e) => e.place === "tray" || underway.has(e.link.id));
    if (entries.length > 0) found.set(key.slice(TRAY_PREFIX.length), entries);
  }
  return found;
}

function readEntry(value: unknown): Entry[] {
  const { link, place, state } = fieldsOf(value);
  const { id, name, media_type, bytes } = fieldsOf(link);
  if (typeof id !== "string" || typeof name !== "string" || typeof media_type !== "string" || typeof bytes !== "number") return [];
  return [{
    link: { id, name, media_type, bytes },
    place: place === "message" ? "message" : "tray",
    state: { is: fieldsOf(state)["is"] === "stored" ? "stored" : "lost" },
  }];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

/** The files that a command takes along. */
export function filesOf(body: CommandBody): readonly AttachmentId[] {
  return "attachments" in body ? (body.attachments ?? []) : [];
}
