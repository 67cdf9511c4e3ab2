/** A connection as it is being typed, and what can be sent of it: a draft, or what is wrong at which field. */

import { randomId } from "../panel/link/ids";
import type { Connection, ConnectionDraft, DraftKey, Endpoint, Header, Model, Quirks, Wire } from "../wire/wire";
import { type BaseUrl, readBaseUrl } from "./base-url";
import { type PricesReading, readPrices, type TypedPrices, typedPrices } from "./prices";
import type { Template } from "./templates";
import { readWindow } from "./window";

export interface TypedModel {
  /** Of the row, while it is shown. */
  readonly row: string;
  readonly id: string;
  readonly tools: boolean;
  readonly vision: boolean;
  readonly reasoning: boolean;
  readonly window: string;
  readonly prices: TypedPrices;
}

/** Without a secret it is one that the vault holds. */
export interface TypedKey extends DraftKey {
  readonly hint: string | null;
}

export interface TypedHeader extends Header {
  readonly row: string;
}

export interface TypedConnection {
  readonly name: string;
  readonly wire: Wire;
  readonly url: string;
  readonly quirks: Partial<Quirks>;
  readonly models: readonly TypedModel[];
  readonly keys: readonly TypedKey[];
  /** One that is about to be added. */
  readonly key: string;
  readonly headers: readonly TypedHeader[];
}

export type Flaw =
  | { readonly field: "name" | "key" | "model" | "window" | "prices" | "header"; readonly row?: string; readonly prices?: Extract<PricesReading, { type: "bad" }>["fields"] }
  | { readonly field: "url"; readonly why: "form.required" | Extract<BaseUrl, { type: "bad" }>["why"] };

export type Reading =
  | { readonly type: "good"; readonly draft: ConnectionDraft; readonly base: Extract<BaseUrl, { type: "good" }> }
  | { readonly type: "bad"; readonly flaws: readonly Flaw[] };

export function typedModel(model?: Model): TypedModel {
  const { tools, vision, reasoning } = model?.capabilities ?? { tools: true, vision: true, reasoning: false };
  return {
    row: randomId("k"), id: model?.id ?? "", tools, vision, reasoning,
    window: model?.context_window?.toString() ?? "", prices: typedPrices(model?.prices),
  };
}

export function typedHeader(header?: Header): TypedHeader {
  return { row: randomId("k"), name: header?.name ?? "", value: header?.value ?? "" };
}

export function ofConnection(connection: Connection): TypedConnection {
  return {
    name: connection.name, wire: connection.wire, url: connection.base_url, quirks: connection.quirks,
    models: connection.models.map(typedModel), keys: connection.keys.map(({ id, hint }) => ({ id, hint: hint ?? null })), key: "",
    headers: connection.headers.map(typedHeader),
  };
}

export function ofTemplate(template: Template): TypedConnection {
  return {
    name: template.id === "custom" ? "" : template.name, wire: template.wire, url: template.base_url, quirks: template.quirks,
    models: template.models.length === 0 ? [typedModel()] : template.models.map(typedModel), keys: [], key: "", headers: [],
  };
}

/** All keys with the one that is still in its field. */
export function withTypedKey({ keys, key }: TypedConnection): readonly TypedKey[] {
  const secret = key.trim();
  return secret === "" ? keys : [...keys, { id: randomId("k"), secret, hint: secret.length < 16 ? null : secret.slice(-4) }];
}

/** `key`: whether the endpoint is known to want one. */
export function read(typed: TypedConnection, stored: Connection | null, key: Template["key"]): Reading {
  const base = readBaseUrl(typed.url);
  const flaws: Flaw[] = [];
  if (typed.name.trim() === "") flaws.push({ field: "name" });
  if (base.type === "bad") flaws.push({ field: "url", why: typed.url.trim() === "" ? "form.required" : base.why });
  if (key === "needed" && withTypedKey(typed).length === 0) flaws.push({ field: "key" });
  const models: Model[] = [];
  for (const { row, id, tools, vision, reasoning, ...written } of typed.models) {
    const window = readWindow(written.window);
    const reading = readPrices(written.prices);
    if (id.trim() === "" || models.some((other) => other.id === id.trim())) flaws.push({ field: "model", row });
    if (window === "bad") flaws.push({ field: "window", row });
    if (reading.type === "bad") flaws.push({ field: "prices", row, prices: reading.fields });
    if (window === "bad" || reading.type === "bad") continue;
    models.push({
      id: id.trim(), capabilities: { tools, vision, reasoning },
      ...(window === null ? {} : { context_window: window }), ...(reading.prices === null ? {} : { prices: reading.prices }),
    });
  }
  const headers = typed.headers.filter(({ name, value }) => name.trim() !== "" || value.trim() !== "");
  flaws.push(...headers.filter(({ name, value }) => name.trim() === "" || value.trim() === "").map(({ row }) => ({ field: "header" as const, row })));
  if (base.type === "bad" || flaws.length > 0) return { type: "bad", flaws };
  return {
    type: "good",
    base,
    draft: {
      id: stored?.id ?? randomId("c"), name: typed.name.trim(), wire: typed.wire, base_url: base.url, models,
      // What is left out is as the wire says.
      quirks: typed.quirks as Quirks,
      keys: keysFor(typed, stored, base.url),
      headers: written(headers),
    },
  };
}

/** Whom to ask for a list of models. */
export function endpointOf(typed: TypedConnection, stored: Connection | null, url: string): Endpoint {
  const { wire, quirks, headers } = typed;
  return {
    id: stored?.id ?? randomId("c"), wire, base_url: url,
    // What is left out is as the wire says.
    quirks: quirks as Quirks,
    keys: keysFor(typed, stored, url),
    headers: written(headers),
  };
}

function written(headers: readonly TypedHeader[]): Header[] {
  return headers.filter(({ name, value }) => name.trim() !== "" && value.trim() !== "").map(({ name, value }) => ({ name: name.trim(), value: value.trim() }));
}

/** A key is bound to where it was entered for: with a new one for a new address, those of the old one go. */
function keysFor(typed: TypedConnection, stored: Connection | null, url: string): DraftKey[] {
  const all = withTypedKey(typed).map(({ id, secret }) => ({ id, ...(secret === undefined ? {} : { secret }) }));
  const entered = all.filter(({ secret }) => secret !== undefined);
  return stored !== null && stored.base_url !== url && entered.length > 0 ? entered : all;
}
