/** Which messages are for a page: those of this extension's own worker, in the one agreed form. */

import type { PageRequest, PageSign } from "../wire/wire.ts";

interface Sender {
  readonly id?: string | undefined;
  readonly tab?: unknown;
}

/** A message of a tab (any content script, this one too) is never a request. */
export function accepts(message: unknown, sender: Sender, own: string): PageRequest | null {
  const ours = ofWorker(message, sender, own);
  if (ours === null || !isRecord(ours.request)) return null;
  const { id, op } = ours.request;
  if (typeof id !== "string" || id === "" || id.length > 256 || !isRecord(op) || typeof op.op !== "string") return null;
  return ours.request as unknown as PageRequest;
}

/** Whose a page is, likewise. */
export function signIn(message: unknown, sender: Sender, own: string): PageSign | null {
  const ours = ofWorker(message, sender, own);
  return ours !== null && isRecord(ours.sign) ? (ours.sign as unknown as PageSign) : null;
}

function ofWorker(message: unknown, sender: Sender, own: string): Record<string, unknown> | null {
  if (sender.id !== own || sender.tab !== undefined) return null;
  return isRecord(message) && message.fairlead === 1 ? message : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
