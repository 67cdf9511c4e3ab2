/** Up and Down in the composer: through the person's own messages, as long as nothing else has been typed. */

export function recall(messages: readonly string[], current: string, direction: "older" | "newer"): string | null {
  const at = current === "" ? -1 : messages.indexOf(current);
  if (current !== "" && at < 0) return null;
  const next = direction === "older" ? at + 1 : at - 1;
  if (next < 0) return at < 0 ? null : "";
  return messages[next] ?? null;
}
