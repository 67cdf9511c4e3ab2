/** Scrolling what a person's wheel would scroll: the named container, the open modal's, the one under the middle, the page. */

import { boxOf, composedHolds, composedParent, clientHeightOf, elementAt, isElement, rootOf, scrollHeightOf, scrollTopOf, styleOf } from "./dom.ts";
import { walkElements } from "./elements.ts";
import { describe } from "./hit.ts";
import { topModal } from "./modal.ts";
import { scrollRoom } from "./state.ts";
import type { ScrollDirection } from "../wire/wire.ts";

export function scroll(target: Element | undefined, direction: ScrollDirection): string {
  if (direction === "into_view") {
    if (target) target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
    return target ? `Brought ${describe(target)} into view.` : "Nothing was named to bring into view.";
  }
  const scroller = target ? scrollerAround(target) : scrollerOfPage(direction);
  const page = document.scrollingElement ?? rootOf(document);
  const moved = scroller ?? page;
  if (!moved) return "There is nothing to scroll.";
  const before = scrollTopOf(moved);
  const step = Math.max(40, Math.round(clientHeightOf(moved) * 0.8));
  const top = { up: before - step, down: before + step, top: 0, bottom: scrollHeightOf(moved) }[direction];
  moved.scrollTo({ top, behavior: "instant" });
  const after = scrollTopOf(moved);
  const below = Math.max(0, Math.round(scrollHeightOf(moved) - clientHeightOf(moved) - after));
  const name = moved === page ? "the page" : describe(moved);
  const by = Math.round(after - before);
  const where = `now ${Math.round(after)} px from its top, ${below} px below`;
  return by === 0 ? `${capital(name)} did not move: it is at its ${direction === "up" || direction === "top" ? "top" : "end"} (${where}).` : `Scrolled ${name} by ${by} px; ${where}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function scrollerAround(of: Element): Element | null {
  const page = document.scrollingElement;
  for (let at: Element | null = of; at && at !== page; at = composedParent(at)) {
    if (scrollRoom(at, styleOf(at))) return at;
  }
  return null;
}

function canMove(of: Element, direction: ScrollDirection): boolean {
  const room = scrollRoom(of, styleOf(of));
  if (!room) return false;
  return direction === "up" || direction === "top" ? room.above > 0 : room.below > 0;
}

function scrollerOfPage(direction: ScrollDirection): Element | null {
  const modal = topModal();
  if (modal) return largest(modal, direction);
  const page = document.scrollingElement;
  const middle = elementAt(document, innerWidth / 2, innerHeight / 2);
  for (let at: Element | null = middle; at && at !== page && isElement(at); at = composedParent(at)) if (canMove(at, direction)) return at;
  const root = document.scrollingElement;
  const pageMoves = root !== null && scrollHeightOf(root) - clientHeightOf(root) > 1;
  return pageMoves || !root ? null : largest(root, direction);
}

function largest(within: Element, direction: ScrollDirection): Element | null {
  let best: Element | null = null;
  let size = 0;
  for (const at of walkElements(within)) {
    if (!composedHolds(within, at) || !canMove(at, direction)) continue;
    const box = boxOf(at);
    if (box.width * box.height > size) {
      size = box.width * box.height;
      best = at;
    }
  }
  return best;
}
