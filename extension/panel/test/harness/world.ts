/** What both harness pages have in common: one connection, and settings taken from the address. */

import { SHAPES } from "../../../wire/schema";
import type { Connection, Quirks, Settings } from "../../../wire/wire";

export const CONNECTION: Connection = {
  id: "c_1",
  name: "Playground",
  wire: "openai-chat",
  base_url: "http://127.0.0.1:8787/v1",
  models: [
    { id: "scripted-1", capabilities: { tools: true, vision: true, reasoning: false } },
    { id: "scripted-small", capabilities: { tools: true, vision: false, reasoning: false } },
  ],
  keys: [{ id: "k_1", hint: "7f3a" }],
  headers: [],
  quirks: plainest("Quirks") as Quirks,
};

export function settingsFrom(query: URLSearchParams): Settings {
  return {
    policy: "untrusted",
    model: { connection: CONNECTION.id },
    language: query.get("lang") === "zh-CN" ? "zh-CN" : "en",
    titles: "model", completion: "enforce",
    limits: query.get("limits") === "own" ? { profile: "own", limits: { calls: 250, active_ms: 1_800_000 } } : { profile: "open" },
    theme: query.get("theme") === "dark" ? "dark" : "light",
  };
}

/** The plainest value of a type of the protocol; quirks are many, and none of them matters to a page. */
function plainest(shape: unknown): unknown {
  if (typeof shape === "string") {
    const named = (SHAPES as Readonly<Record<string, unknown>>)[shape];
    if (named !== undefined) return plainest(named);
    return { boolean: false, string: "" }[shape] ?? 0;
  }
  const { oneOf, fields } = shape as { oneOf?: readonly string[]; fields?: object };
  if (oneOf !== undefined) return oneOf[0];
  if (fields === undefined) return [];
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !name.endsWith("?")).map(([name, of]) => [name, plainest(of)]));
}
