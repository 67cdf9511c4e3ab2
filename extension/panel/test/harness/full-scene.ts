/** A window that is full: by what was read, which can go out of view, or by what the person wrote, which stays. */

import type { Item, Occupancy, RunView } from "../../../wire/wire";
import type { SceneParts } from "./scenes";

const BY_RESULTS: Occupancy = {
  room: 24_576, used: 23_610, by: "estimate", parts: { prompt: 410, tools: 3_050, messages: 1_480, results: 17_820, summary: 850, notes: 0 },
};
const BY_MESSAGES: Occupancy = {
  room: 12_288, used: 31_400, by: "estimate", parts: { prompt: 410, tools: 3_050, messages: 27_940, results: 0, summary: 0, notes: 0 },
};
const NOTES = "Goal: the cheapest headphones in stock\nDecided and done:\n- Looked at the list, sorted by price\nFacts:\n- Aria 2 costs 49.90 € (node n2)";

export function fullWindow(name: "full" | "full-fixed", { item, run }: SceneParts): { readonly items: Item[]; readonly run: RunView } {
  const isByResults = name === "full";
  const marks: Item[] = [
    item("n7", { type: "notice", code: "context_masked", text: "" }),
    item("n8", { type: "notice", code: "context_compacted", text: NOTES }),
  ];
  return {
    items: isByResults ? marks : [],
    run: run("paused_context", {
      stop: "context_full", occupancy: isByResults ? BY_RESULTS : BY_MESSAGES, ...(isByResults ? {} : { relief: "none" as const }),
    }),
  };
}
