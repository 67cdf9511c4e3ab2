/**
 * Figures of a finished answer, marked where they stand. Nothing that is drawn is touched: highlights paint over text (CSS Custom
 * Highlight API, level 1). Everything that a mark tells is in the list below the answer too, for those who do not see or point.
 */

export interface Figure {
  /** As the answer has it. */
  readonly words: string;
  readonly standing: "shown" | "lacking";
  /** Where a press leads. */
  readonly node: string | null;
}

export interface Mark extends Figure {
  readonly range: Range;
}

/** In the order of the text, each behind the one before; what is not found there has no mark. */
export function markedIn(root: Node, figures: readonly Figure[]): readonly Mark[] {
  const texts: { readonly node: Text; readonly from: number }[] = [];
  let whole = "";
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) {
    texts.push({ node: node as Text, from: whole.length });
    whole += (node as Text).data;
  }
  const marks: Mark[] = [];
  let from = 0;
  for (const figure of figures) {
    const at = figure.words === "" ? -1 : whole.indexOf(figure.words, from);
    if (at < 0) continue;
    from = at + figure.words.length;
    const first = texts.findLast((text) => text.from <= at);
    const last = texts.findLast((text) => text.from < from);
    if (first === undefined || last === undefined) continue;
    const range = new Range();
    range.setStart(first.node, at - first.from);
    range.setEnd(last.node, from - last.from);
    marks.push({ ...figure, range });
  }
  return marks;
}

/** Paints them, until the returned function is called. */
export function paint(marks: readonly Mark[]): () => void {
  for (const { range, standing } of marks) highlight(standing).add(range);
  return () => {
    for (const { range, standing } of marks) highlight(standing).delete(range);
  };
}

function highlight(standing: Figure["standing"]): Highlight {
  const name = `figure-${standing}`;
  const known = CSS.highlights.get(name);
  if (known !== undefined) return known;
  const fresh = new Highlight();
  CSS.highlights.set(name, fresh);
  return fresh;
}

/** The mark under a point of the window. */
export function markAt(marks: readonly Mark[], x: number, y: number): Mark | null {
  const holds = (rect: DOMRect) => x >= rect.left && x <= rect.right && y >= rect.top && y <= rect.bottom;
  return marks.find(({ range }) => [...range.getClientRects()].some(holds)) ?? null;
}
