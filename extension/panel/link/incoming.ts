/**
 * What comes through the Port is text; it becomes an event here, checked field by field, or it is dropped. A type that this
 * build does not know is ignored, as agreed; an event that is not what its type promises is named in the console.
 */

import { check } from "../../wire/check";
import type { Event } from "../../wire/wire";

export function readEvent(message: unknown): Event | null {
  if (typeof message !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return null;
  }
  const checked = check("Event", value);
  switch (checked.kind) {
    case "valid":
      return checked.value;
    case "unknown":
      return null;
    case "invalid":
      console.warn(`an event was dropped: ${checked.path} ${checked.why}`);
      return null;
  }
}
