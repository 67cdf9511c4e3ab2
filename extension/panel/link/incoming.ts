/** What comes through the Port is text; it becomes an event here or is dropped. Unknown types are ignored, as agreed. */

import { checkEvent } from "../../wire/check";
import type { Event } from "../../wire/wire";

export function readEvent(message: unknown): Event | null {
  if (typeof message !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return null;
  }
  return checkEvent(value) ? value : null;
}
