/** The languages of a page: English comes with it; another one is fetched when it is first needed, and until it is here English is spoken. */

import { signal } from "@preact/signals";
import { type Speech, speech, type Tongue, type Words } from "./speech";

export interface Tongues<More extends string> {
  /** What is said in this language; read inside a computation, it changes when the words have come. */
  speechIn(tongue: Tongue): Speech<More>;
  fetchWords(tongue: Tongue): Promise<void>;
}

export function tongues<More extends string>(english: Words<More>, chinese: () => Promise<Words<More>>): Tongues<More> {
  const sources: Readonly<Record<Tongue, () => Promise<Words<More>>>> = { "en": () => Promise.resolve(english), "zh-CN": chinese };
  const known = signal<ReadonlyMap<Tongue, Words<More>>>(new Map([["en", english]]));
  const wanted = new Set<Tongue>();

  async function fetchWords(tongue: Tongue): Promise<void> {
    if (wanted.has(tongue)) return;
    wanted.add(tongue);
    try {
      const words = await sources[tongue]();
      known.value = new Map(known.peek()).set(tongue, words);
    } catch {
      // The extension was replaced under this page, which is told to reload; until then English has to do.
    }
  }

  function speechIn(tongue: Tongue): Speech<More> {
    const words = known.value.get(tongue);
    if (words !== undefined) return speech(tongue, words);
    void fetchWords(tongue);
    return speech("en", english);
  }

  return { speechIn, fetchWords };
}
