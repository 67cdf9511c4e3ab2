/** Which messages are requests: those of this extension's own worker, in the one agreed form. */

import type { PageRequest } from "../wire/wire.ts";

interface Sender {
  readonly id?: string | undefined;
  readonly tab?: unknown;
}

/** A message of a tab (any content script, this one too) is never a request. */
export function accepts(message: unknown, sender: Sender, own: string): PageRequest | null {
  if (sender.id !== own || sender.tab !== undefined) return null;
  if (!isRecord(message) || message.fairlead !== 1 || !isRecord(message.request)) return null;
  const { id, op } = message.request;
  if (typeof id !== "string" || id === "" || id.length > 256 || !isRecord(op) || typeof op.op !== "string") return null;
  return message.request as unknown as PageRequest;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
