/** The content script as it ships, with a window for tests on which element a ref means. */

import { Desk } from "../desk.ts";
import { documentIn, isFrame, selectInDocument } from "../dom.ts";
import { walkElements } from "../elements.ts";
import { install } from "../install.ts";
import { nameOf } from "../name.ts";
import { roleOf } from "../role.ts";

interface Probed {
  fairleadProbe?: true;
  fairleadCall?: (name: string, given: unknown[]) => unknown;
}

const world = globalThis as typeof globalThis & Probed;

if (!world.fairleadProbe) {
  world.fairleadProbe = true;
  const desk = new Desk();
  install(desk);
  const calls: Readonly<Record<string, (...given: never[]) => unknown>> = {
    refFor: (refs: string[], css: string, frame: string | null) => {
      const wanted = documents()
        .filter((one) => frame === null || one.URL.endsWith(frame))
        .flatMap((one) => Array.from(selectInDocument(one, css)));
      return refs.find((ref) => wanted.includes(desk.refs.held(ref) as Element)) ?? null;
    },
    roleOf: (css: string) => Array.from(selectInDocument(document, css), roleOf).join(" "),
    nameOf: (css: string) => Array.from(selectInDocument(document, css), nameOf).join(" "),
    documentOf: (ref: string) => desk.refs.held(ref)?.ownerDocument.URL ?? null,
  };
  world.fairleadCall = (name, given) => calls[name]?.(...(given as never[]));
}

function documents(): Document[] {
  const all = [document];
  for (const element of walkElements(document)) {
    const inner = isFrame(element) ? documentIn(element) : null;
    if (inner) all.push(inner);
  }
  return all;
}
