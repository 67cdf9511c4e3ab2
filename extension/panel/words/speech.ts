/**
 * What the panel says, in one language: words by key, with values filled in, and numbers and times in that language's
 * form. Which language is meant is decided here too, from the setting and the browser.
 */

import type { Language } from "../../wire/wire";
import { english } from "./english";
import { englishChats } from "./english-chats";
import { englishChildren } from "./english-children";
import { englishContext } from "./english-context";
import { englishEvidence } from "./english-evidence";
import { englishFull } from "./english-full";
import { englishLimits } from "./english-limits";
import { englishMode } from "./english-mode";
import { englishNotes } from "./english-notes";
import { englishProblems } from "./english-problems";
import { englishWaits } from "./english-waits";
import { filled, type Values } from "./filled";

export const EN = {
  ...english,
  ...englishChats,
  ...englishChildren,
  ...englishContext,
  ...englishEvidence,
  ...englishFull,
  ...englishLimits,
  ...englishMode,
  ...englishNotes,
  ...englishProblems,
  ...englishWaits,
};
export type Key = keyof typeof EN;
export type Words<More extends string = never> = Readonly<Record<Key | More, string>>;
export type Tongue = "en" | "zh-CN";
/** The stem of each pair `x.one`, `x.other`. */
export type Stem<K extends string> = K extends `${infer S}.one` ? S : never;

/** `More`: the keys of a page that says more than the panel. */
export interface Speech<More extends string = never> {
  readonly tongue: Tongue;
  say(key: Key | More, values?: Values): string;
  /** For phrases that hold something else than text: the pieces in order, each text or the name of a value. */
  pieces(key: Key | More): readonly Piece[];
  count(stem: Stem<Key | More>, n: number, values?: Readonly<Record<string, string>>): string;
  /** As short as it can be told. */
  number(n: number): string;
  /** In full. */
  amount(n: number): string;
  /** Of millionths of a US dollar. */
  money(micros: number): string;
  /** All of these together. */
  list(parts: readonly string[]): string;
  duration(ms: number): string;
  /** A moment that is past, as short as it can be told: its time if it was on the day of `now`, else its date. */
  when(timestamp: number, now: number): string;
  /** A moment that is near: only its time, if it is on the day of `now`. */
  clock(timestamp: number, now: number): string;
}

export type Piece = { readonly text: string } | { readonly slot: string };

export function tongueOf(setting: Language, browser: string): Tongue {
  switch (setting) {
    case "en":
      return "en";
    case "zh-CN":
      return "zh-CN";
    case "auto":
      return /^zh\b/i.test(browser) ? "zh-CN" : "en";
  }
}

export function speech(tongue: "en"): Speech;
export function speech<More extends string>(tongue: Tongue, words: Words<More>): Speech<More>;
export function speech(tongue: Tongue, words: Words = EN): Speech {
  const compact = new Intl.NumberFormat(tongue, { notation: "compact", maximumFractionDigits: 1 });
  const decimal = new Intl.NumberFormat(tongue, { maximumFractionDigits: 1 });
  const dollars = new Intl.NumberFormat(tongue, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", maximumFractionDigits: 4 });
  const all = new Intl.ListFormat(tongue);
  const day = new Intl.DateTimeFormat(tongue, { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
  const hour = new Intl.DateTimeFormat(tongue, { hour: "numeric", minute: "2-digit" });
  const date = new Intl.DateTimeFormat(tongue, { month: "short", day: "numeric" });
  const fullDate = new Intl.DateTimeFormat(tongue, { year: "numeric", month: "short", day: "numeric" });
  const plural = new Intl.PluralRules(tongue);
  const self: Speech = {
    tongue,
    say: (key, values) => filled(words[key], values),
    pieces: (key) => split(words[key]),
    count: (stem, n, values) => self.say(`${stem}.${plural.select(n) === "one" ? "one" : "other"}`, { ...values, n: decimal.format(n) }),
    number: (n) => compact.format(n),
    amount: (n) => decimal.format(n),
    money: (micros) => dollars.format(micros / 1_000_000),
    list: (parts) => all.format(parts),
    duration(ms) {
      if (ms < 100) return self.say("unit.ms", { n: Math.round(ms) });
      if (ms < 60_000) return self.say("unit.s", { n: decimal.format(ms / 1_000) });
      return self.say("unit.min", { n: decimal.format(ms / 60_000) });
    },
    when(timestamp, now) {
      if (isSameDay(timestamp, now)) return hour.format(timestamp);
      return (new Date(timestamp).getFullYear() === new Date(now).getFullYear() ? date : fullDate).format(timestamp);
    },
    clock: (timestamp, now) => (isSameDay(timestamp, now) ? hour : day).format(timestamp),
  };
  return self;
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

export function split(phrase: string): readonly Piece[] {
  return phrase
    .split(/(\{\w+\})/)
    .filter((part) => part !== "")
    .map((part) => (part.startsWith("{") ? { slot: part.slice(1, -1) } : { text: part }));
}

export function isKey(key: string): key is Key {
  return key in EN;
}
