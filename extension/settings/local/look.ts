/** Asks one port for its models. What does not answer as a server of models would is none. */

import type { ConnectionDraft, Endpoint, ListedModel, Model, ModelList, Quirks } from "../../wire/wire";
import { addressOf, type Candidate } from "./candidates";
import { isWindow } from "../window";

/** As the engine takes them. */
const MOST_MODELS = 100;

export type Found = { readonly is: "ready"; readonly draft: ConnectionDraft } | { readonly is: "locked"; readonly name: string; readonly address: string };

export async function look(candidate: Candidate, id: string, ask: (endpoint: Endpoint) => Promise<ModelList | null>): Promise<Found | null> {
  const { name } = candidate;
  const address = addressOf(candidate);
  // Local servers refuse what says that it comes from an extension, and a list does not show it: Chrome says so on a POST alone.
  // What is left out of the quirks, the engine takes as it is usual.
  const quirks = { no_origin: true } satisfies Partial<Quirks> as unknown as Quirks;
  const endpoint = { id, wire: "openai-chat" as const, base_url: address, quirks, keys: [], headers: [] };
  const list = await ask(endpoint);
  if (failure(list) === "auth") return { is: "locked", name, address };
  if (list?.type !== "listed" || list.models.length === 0) return null;
  return { is: "ready", draft: { ...endpoint, name, models: list.models.slice(0, MOST_MODELS).map(modelOf) } };
}

function failure(list: ModelList | null): string | null {
  return list?.type === "failed" && list.error.code.type === "model" ? list.error.code.kind : null;
}

export function modelOf({ id, context_window: window }: ListedModel): Model {
  const isKnown = window !== undefined && isWindow(window);
  return { id, capabilities: { tools: true, vision: true, reasoning: false }, ...(isKnown ? { context_window: window } : {}) };
}
