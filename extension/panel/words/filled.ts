/** A phrase with its values: `{name}` is what stands under that name, and nothing where nothing does. */

import type { Tongue } from "./speech";

export type Values = Readonly<Record<string, string | number>>;

export function filled(phrase: string, values: Values = {}): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Phrases of one language by key, for a part of a page that brings words of its own. */
export type Teller<K extends string> = (key: K, values?: Values) => string;

export function teller<K extends string>(words: Readonly<Record<Tongue, Readonly<Record<K, string>>>>, tongue: Tongue): Teller<K> {
  return (key, values) => filled(words[tongue][key], values);
}
