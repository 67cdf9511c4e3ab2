/** How full a model's window is. */

import type { Occupancy } from "../../wire/wire";

export function percentOf({ used, room }: Occupancy): number {
  return Math.round((used / Math.max(room, 1)) * 100);
}
