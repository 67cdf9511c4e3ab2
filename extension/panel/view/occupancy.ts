/** How full a model's window is, and of what. */

import type { ContextParts, Occupancy } from "../../wire/wire";

export const PARTS = ["prompt", "tools", "messages", "results", "summary", "notes"] as const satisfies readonly (keyof ContextParts)[];

export function percentOf({ used, room }: Occupancy): number {
  return Math.round((used / Math.max(room, 1)) * 100);
}
