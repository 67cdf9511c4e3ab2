/** What the strip says of the calls that are under way: the one by its name, several by what they are together. */

import type { Item } from "../../wire/wire";
import { entriesOf, targetOf, verb } from "../card/wording";
import type { Speech } from "../words/speech";

export interface UnderWay {
  readonly words: string;
  /** Pages that are read at once: the Run's own tab is only one of them. */
  readonly pages: number;
}

/** Null while none is. */
export function underWay(items: readonly Item[], speech: Speech): UnderWay | null {
  const steps = items.flatMap((i) => (i.body.type === "tool_call" && i.body.status.type === "running" ? [i.body] : []));
  const last = steps.at(-1);
  if (last === undefined) return null;
  if (steps.length === 1) return { words: `${verb(last.tool, speech)} ${targetOf(last.arguments)}`.trim(), pages: 1 };
  const tabs = new Set(steps.filter((step) => READS.has(step.tool)).map((step) => tabOf(step.arguments)));
  const onlyReads = steps.every((step) => READS.has(step.tool));
  const words = onlyReads && tabs.size > 1 ? speech.count("strip.pages", tabs.size) : speech.count("strip.steps", steps.length);
  return { words, pages: tabs.size };
}

const READS: ReadonlySet<string> = new Set(["read_page", "find_in_page", "extract"]);

/** Undefined is the tab of the conversation. */
function tabOf(args: unknown): unknown {
  return entriesOf(args).find(([name]) => name === "tab_id")?.[1];
}
