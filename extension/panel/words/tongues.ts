/**
 * The languages that there are words of. English comes with the page; another one is fetched when it is first needed, and
 * until it is here English is spoken.
 */

import { signal } from "@preact/signals";
import { EN, type Speech, speech, type Tongue, type Words } from "./speech";

const SOURCES: Readonly<Record<Tongue, () => Promise<Words>>> = {
  "en": () => Promise.resolve(EN),
  "zh-CN": async () => (await import("./simplified-chinese")).ZH,
};

const known = signal<ReadonlyMap<Tongue, Words>>(new Map([["en", EN]]));
const wanted = new Set<Tongue>();

/** What is said in this language; read inside a computation, it changes when the words have come. */
export function speechIn(tongue: Tongue): Speech {
  const words = known.value.get(tongue);
  if (words !== undefined) return speech(tongue, words);
  void fetchWords(tongue);
  return speech("en");
}

export async function fetchWords(tongue: Tongue): Promise<void> {
  if (wanted.has(tongue)) return;
  wanted.add(tongue);
  try {
    const words = await SOURCES[tongue]();
    known.value = new Map(known.peek()).set(tongue, words);
  } catch {
    // The extension was replaced under this page, which is told to reload; until then English has to do.
  }
}
