/** An answer's text with its figures marked; a press on one leads to what shows it. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Evidence, Item } from "../../wire/wire";
import { type Mark, markAt, markedIn, paint } from "../answer/marks";
import type { Speech } from "../words/speech";
import { linesOf } from "./showing";
import { useDesk } from "./use-desk";

interface FiguresProps {
  /** None while the answer grows. */
  evidence: Evidence | undefined;
  text: string;
  items: readonly Item[];
  speech: Speech;
  children: ComponentChildren;
}

export function Figures({ evidence, text, items, speech, children }: FiguresProps) {
  const desk = useDesk();
  const box = useRef<HTMLDivElement>(null);
  const marks = useRef<readonly Mark[]>([]);
  useLayoutEffect(() => {
    if (box.current === null || evidence === undefined) return;
    const figures = linesOf(evidence, text, items, speech).filter((line) => line.kind === "figure");
    marks.current = markedIn(box.current, figures.map(({ words, lacks, places }) => ({
      words, standing: lacks === null ? "shown" : "lacking", node: places.find((place) => place.node !== null)?.node ?? null,
    })));
    return paint(marks.current);
  }, [evidence, text]);
  const press = (event: MouseEvent) => {
    const node = markAt(marks.current, event.clientX, event.clientY)?.node ?? null;
    if (node !== null && getSelection()?.isCollapsed !== false) desk.goTo(node);
  };
  return <div ref={box} onClick={press}>{children}</div>;
}
