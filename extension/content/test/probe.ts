/** The content script as it ships, with a window for tests on which element a ref means. */

import { Desk } from "../desk.ts";
import { attribute, documentIn, isFrame, selectInDocument } from "../dom.ts";
import { walkElements } from "../elements.ts";
import { install } from "../install.ts";
import { nameOf } from "../name.ts";
import { roleOf } from "../role.ts";
import { editedText, valueOf } from "../state.ts";
import { tidy } from "../text.ts";

interface Probed {
  fairleadProbe?: true;
  fairleadCall?: (name: string, given: unknown[]) => unknown;
}

const world = globalThis as typeof globalThis & Probed;

if (!world.fairleadProbe) {
  world.fairleadProbe = true;
  const desk = new Desk();
  install(desk);
  /** The controls of a fixture, in the order of its marks. */
  let marked: Element[] = [];
  /** What the script waited for: frames, and milliseconds of timers. */
  let waits: { frames: number; timers: number[] } = { frames: 0, timers: [] };
  const calls: Readonly<Record<string, (...given: never[]) => unknown>> = {
    refFor: (refs: string[], css: string, frame: string | null) => {
      const wanted = documents()
        .filter((one) => frame === null || one.URL.endsWith(frame))
        .flatMap((one) => Array.from(selectInDocument(one, css)));
      return refs.find((ref) => wanted.includes(desk.refs.held(ref) as Element)) ?? null;
    },
    roleOf: (css: string) => Array.from(selectInDocument(document, css), roleOf).join(" "),
    nameOf: (css: string) => Array.from(selectInDocument(document, css), nameOf).join(" "),
    takeMarks: () => {
      marked = Array.from(walkElements(document)).filter((one) => attribute(one, "data-is") !== null);
      return marked.map((one) => {
        const mark = { is: attribute(one, "data-is"), attempt: attribute(one, "data-try") };
        one.removeAttribute("data-is");
        one.removeAttribute("data-try");
        return mark;
      });
    },
    refsOfMarks: (refs: string[]) => {
      const held = new Map(refs.map((ref) => [desk.refs.held(ref), ref]));
      return marked.map((one) => held.get(one) ?? null);
    },
    valueOfMark: (at: number) => {
      const one = marked[at] as Element;
      const shown = valueOf(one, roleOf(one));
      return shown?.kind === "value" ? shown.text : tidy(editedText(one));
    },
    noteWaits: () => {
      const { requestAnimationFrame: frame, setTimeout: timer } = world;
      world.requestAnimationFrame = (run) => {
        waits.frames += 1;
        return frame(run);
      };
      world.setTimeout = ((run: () => void, ms: number) => {
        waits.timers.push(ms);
        return timer(run, ms);
      }) as typeof setTimeout;
    },
    takeWaits: () => {
      const taken = { ...waits };
      waits = { frames: 0, timers: [] };
      return taken;
    },
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
