/** What is told of one request to a model: how it stands, its sizes, whether a filter finds it, and the file it becomes. Pure. */

import type { AckBody, Exchange, Purpose } from "../../wire/wire";
import type { SavedText } from "../../panel/chats/save-file";
import type { Tell } from "./words";

/** With what is kept of its bodies. */
export type Whole = Omit<Extract<AckBody, { type: "exchange" }>, "type">;

export const PURPOSES = ["reply", "title", "notes", "check", "models"] as const satisfies readonly Purpose[];

export interface Standing {
  readonly is: "open" | "complete" | "failed" | "stopped";
  /** The status of the answer, and how it ended. */
  readonly words: string;
}

export function standing({ state }: Exchange, tell: Tell): Standing {
  if (state.type === "sent") return { is: "open", words: tell("sent") };
  const { ending, response } = state;
  const status = response === undefined ? [] : [String(response.status)];
  switch (ending.type) {
    case "complete":
      return { is: "complete", words: [...status, tell("complete")].join(" ") };
    case "stopped":
      return { is: "stopped", words: [...status, tell("stopped")].join(" ") };
    case "failed": {
      const { code } = ending.error;
      return { is: "failed", words: [...status, code.type === "model" ? code.kind : code.type].join(" ") };
    }
  }
}

export function sizes({ request, state }: Exchange): { readonly out: number; readonly in: number } {
  const response = state.type === "ended" ? state.response : undefined;
  return { out: request.body?.bytes ?? 0, in: response?.body.bytes ?? 0 };
}

export function isFound(exchange: Exchange, text: string, purpose: Purpose | "all", tell: Tell): boolean {
  if (purpose !== "all" && exchange.purpose !== purpose) return false;
  const { connection_name, model, request, state } = exchange;
  const said = state.type === "ended" && state.ending.type === "failed" ? state.ending.error.message : "";
  const all = [connection_name, model ?? "", request.url, tell(`purpose.${exchange.purpose}`), standing(exchange, tell).words, said].join(" ").toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

export function fileOf(whole: Whole): SavedText {
  const text = JSON.stringify({ format: "fairlead-exchange", version: 1, ...whole }, null, 2);
  return { name: `fairlead-call-${whole.exchange.id}.json`, media_type: "application/json", text: `${text}\n` };
}
