/**
 * The walk: from the composed DOM to the tree of what can be seen, iterative, bounded, in slices.
 *
 * It decides what is shown at all; what a small budget leaves out is not decided here.
 */

import {
  attribute, boxesOf, boxOf, carries, composedHolds, controlOf, dataOf, documentIn, documentOf, firstChildOf, focused, isElement,
  isFrame, isHtml, isLabel, isSlot, isText, localName, nextOf, rootOf, selectIn, selectInDocument, shadowOf, slotted, styleOf, titleOf,
} from "./dom.ts";
import { FRAME_DEPTH, FRAMES, SEARCHED_CHARS, TREE_DEPTH, WALK_MS, WALK_NODES } from "./caps.ts";
import { finish, holdsNothingElse, isEmpty, remove, settleGeneric, unwrap } from "./distil.ts";
import { placeIn } from "./frames.ts";
import { operable, type Operable } from "./interactive.ts";
import { openedByHover } from "./hover_styles.ts";
import { topModal } from "./modal.ts";
import { nameOf } from "./name.ts";
import { now, Slice } from "./pace.ts";
import { shownName } from "./print.ts";
import type { RefBook } from "./refs.ts";
import { isLabelledByAuthor, roleOf } from "./role.ts";
import { seenText, type Scene, type Seen } from "./seen.ts";
import { type Box, EVERYWHERE, type Hiding, hiding, intersect, meets, textIsDrawn } from "./sight.ts";
import { printedOptions, printedValue, scrollRoom, statesOf, valueOf } from "./state.ts";
import { isHiddenItself, isInSentence, isOperatedByLabel, isTellingImage, repeatedTag, saysItsContent, sizeOf, struck } from "./telling.ts";
import { quoted, shorten, tidy } from "./text.ts";

const SKIPPED = new Set(["script", "style", "noscript", "template", "head", "meta", "link", "title", "base", "param", "source", "track", "datalist", "option", "optgroup"]);
/** Roles that are worth a line of their own even if nobody operates them. */
const SHOWN = new Set(
  ("main navigation banner contentinfo complementary region form search list listitem table row cell gridcell columnheader rowheader grid treegrid " +
    "dialog alertdialog alert status log group radiogroup tablist tabpanel menu menubar listbox tree treeitem toolbar article heading img iframe " +
    "progressbar meter video audio canvas tooltip definition term feed figure option timer").split(" "),
);
const ONLY_IF_NAMED = new Set(["group", "form", "region", "figure", "tabpanel"]);
const LEAVES = new Set(["button", "link", "tab", "option", "menuitem", "menuitemcheckbox", "menuitemradio", "checkbox", "radio", "switch", "heading"]);

/** What children inherit from the elements around them. */
interface Around {
  readonly into: Seen;
  readonly level: number;
  readonly clip: Box;
  readonly shift: { readonly x: number; readonly y: number };
  readonly viewport: Box;
  readonly style: CSSStyleDeclaration | null;
  readonly pointer: boolean;
  /** The text is part of a name that is shown already. */
  readonly spoken: boolean;
  readonly frames: number;
  /** Tag of the siblings that repeat here. */
  readonly repeats: string | null;
  readonly modal: Element | null;
}

interface Frame {
  readonly around: Around;
  node: Node | null;
  readonly given: Node[] | null;
  at: number;
  readonly done: (() => void) | null;
}

export interface WalkOptions {
  readonly scope?: Element | undefined;
}

export async function walk(refs: RefBook, options: WalkOptions = {}): Promise<Scene> {
  return new Walk(refs).run(options.scope);
}

class Walk {
  readonly #refs: RefBook;
  readonly #root: Seen = { ...seenText("", true, false), role: "page" };
  readonly #stack: Frame[] = [];
  readonly #notes: string[] = [];
  readonly #focus = focused();
  readonly #placed = new Set<Element>();
  /** What shows more of itself under the pointer, by the style sheets of the documents that were entered. */
  #opening: ReadonlySet<Element> = new Set();
  /** Something can be dragged, so that what holds things may be dropped on. */
  #drags = false;
  #nodes = 0;
  #whole = true;
  #frames = 0;
  /** The next text starts a line of its own. */
  #broken = true;
  /** There was white space between the last text and the next. */
  #spaced = false;

  constructor(refs: RefBook) {
    this.#refs = refs;
  }

  async run(scope: Element | undefined): Promise<Scene> {
    const start = scope ?? rootOf(document);
    const modal = scope ? null : topModal();
    if (start) this.#begin(start, modal);
    this.#survey(document);
    if (modal) this.#notes.push("A modal dialog is open: what lies behind it cannot be used and is not shown.");
    const slice = new Slice();
    const began = now();
    while (this.#stack.length > 0) {
      this.#step();
      if ((this.#nodes & 63) === 0 && slice.isOver()) {
        await slice.turn();
        if (this.#nodes > WALK_NODES || now() - began > WALK_MS) {
          this.#notes.push(`The page is huge: reading stopped after ${this.#nodes.toLocaleString("en-US")} nodes. Read a part with scope, or scroll.`);
          this.#whole = false;
          this.#unwind();
        }
      }
    }
    finish(this.#root);
    return { title: tidy(titleOf(document), 300), address: location.href, roots: this.#root.children, notes: this.#notes, whole: this.#whole };
  }

  /** Closes every open element, so that what was read so far is whole. */
  #unwind(): void {
    for (let frame = this.#stack.pop(); frame; frame = this.#stack.pop()) frame.done?.();
  }

  #begin(start: Element, modal: Element | null): void {
    const view = documentOf(start).defaultView ?? window;
    const viewport = { left: 0, top: 0, right: view.innerWidth, bottom: view.innerHeight };
    const around: Around = {
      into: this.#root, level: 0, clip: EVERYWHERE, shift: { x: 0, y: 0 }, viewport, style: null, pointer: false, spoken: false,
      frames: 0, repeats: null, modal,
    };
    this.#stack.push({ around, node: null, given: [start], at: 0, done: null });
  }

  #step(): void {
    const frame = this.#stack[this.#stack.length - 1] as Frame;
    let node: Node | null;
    if (frame.given) {
      node = frame.given[frame.at] ?? null;
      frame.at += 1;
    } else {
      node = frame.node;
      if (node) frame.node = nextOf(node);
    }
    if (!node) {
      this.#stack.pop();
      frame.done?.();
      return;
    }
    this.#nodes += 1;
    if (isText(node)) this.#text(node, frame.around);
    else if (isElement(node)) this.#element(node, frame.around);
  }

  #text(node: Text, around: Around): void {
    const parent = node.parentElement;
    if (around.spoken || around.modal || !around.style || !textIsDrawn(parent, around.style)) return;
    const data = dataOf(node);
    const text = struck(node, tidy(data, SEARCHED_CHARS));
    if (!text) {
      if (data && !this.#broken) this.#spaced = true;
      return;
    }
    const last = around.into.children.at(-1);
    const joins = !this.#broken && last?.role === "text";
    const spaced = this.#spaced || /^\s/.test(data);
    const onScreen = around.clip === EVERYWHERE ? true : meets(around.clip, around.viewport);
    const shown = onScreen && (parent === null || this.#isOnScreen(parent, around));
    around.into.children.push(seenText(joins && spaced ? ` ${text}` : text, shown, joins));
    this.#broken = false;
    this.#spaced = /\s$/.test(data);
  }

  #isOnScreen(of: Element, around: Around): boolean {
    const box = boxOf(of);
    const { x, y } = around.shift;
    const moved = { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y };
    return meets(intersect(moved, around.clip), around.viewport);
  }

  #element(of: Element, around: Around): void {
    const tag = localName(of);
    if (SKIPPED.has(tag)) return;
    if (tag === "br") {
      this.#broken = true;
      return;
    }
    const style = styleOf(of);
    const hidden = hiding(of, style);
    if (hidden !== null) {
      this.#hiddenControl(of, style, hidden, around);
      return;
    }
    let modal = around.modal;
    if (modal) {
      if (of === modal) modal = null;
      else if (!composedHolds(of, modal)) {
        if (!FLOATING.has(attribute(of, "role") ?? "")) return;
        modal = null;
      }
    }
    const inline = style.display.startsWith("inline") || style.display === "contents";
    if (!inline) this.#broken = true;
    const role = roleOf(of);
    const pointer = style.cursor === "pointer";
    const use = modal ? null : this.#use(of, role, style, around);
    const visible = style.visibility === "visible";
    const seen = !modal && visible ? this.#open(of, role, use, style, around) : null;
    const into = seen ?? around.into;
    const level = seen ? around.level + 1 : around.level;
    const spoken = around.spoken || (seen !== null && LEAVES.has(role) && saysItsContent(of, seen.name)) || this.#isSpoken(of);
    const clip = this.#clip(of, style, around);
    const labelled = isLabel(of) ? this.#labelledControl(of, around) : null;
    const done = (): void => {
      if (labelled) this.#placeLabelled(labelled, of, around);
      if (!inline) this.#broken = true;
      if (seen) this.#close(seen, around);
    };
    const inner: Around = {
      into: level > TREE_DEPTH ? around.into : into, level, clip, shift: around.shift, viewport: around.viewport, style, pointer: pointer || use === "control",
      spoken, frames: around.frames, repeats: null, modal,
    };
    if (isFrame(of)) this.#enterFrame(of, inner, seen, done);
    else if (tag === "svg" || tag === "canvas" || tag === "video" || tag === "audio" || tag === "select" || tag === "textarea" || tag === "img") done();
    else if (use === "control" && (tag === "input" || seen?.marks.some((mark) => mark.startsWith("[value=")))) done();
    else this.#enter(of, inner, done);
  }

  #use(of: Element, role: string, style: CSSStyleDeclaration, around: Around): Operable {
    const own = operable(of, role, style, around.pointer);
    if (own !== null) return own;
    if (this.#opening.has(of)) return "hoverable";
    return this.#drags && DROPPED_ON.has(role) ? "droppable" : null;
  }

  #survey(entered: Document): void {
    const opening = openedByHover(entered);
    if (opening.length > 0) this.#opening = new Set([...this.#opening, ...opening]);
    this.#drags ||= selectInDocument(entered, "[draggable=true]").length > 0;
  }

  #enter(of: Element, around: Around, done: () => void): void {
    const shadow = shadowOf(of);
    const given: Node[] = isSlot(of) ? slotted(of) : isHtml(of, "details") && !carries(of, "open") ? Array.from(selectIn(of, ":scope > summary")) : [];
    if (isHtml(of, "details") && !carries(of, "open") && given.length === 0) return done();
    const inside = shadow ?? of;
    const repeats = repeatedTag(shadow ? null : of);
    this.#stack.push({
      around: { ...around, repeats },
      node: given.length > 0 ? null : firstChildOf(inside),
      given: given.length > 0 ? given : null,
      at: 0,
      done,
    });
  }

  #enterFrame(frame: HTMLIFrameElement, around: Around, seen: Seen | null, done: () => void): void {
    const inner = documentIn(frame);
    const box = boxOf(frame);
    if (!inner || around.frames >= FRAME_DEPTH || this.#frames >= FRAMES) {
      if (seen && box.width > 4 && box.height > 4) {
        const source = attribute(frame, "src") ?? "";
        if (source) seen.marks.push(`[src=${quoted(shorten(tidy(source), 100))}]`);
        if (inner) seen.marks.push("[not read: too many frames]");
        else seen.frame = placeIn(frame);
        seen.pinned = true;
      }
      done();
      return;
    }
    this.#frames += 1;
    this.#survey(inner);
    const x = around.shift.x + box.left + frame.clientLeft;
    const y = around.shift.y + box.top + frame.clientTop;
    const shown = { left: x, top: y, right: x + box.width, bottom: y + box.height };
    const root = rootOf(inner);
    this.#stack.push({
      around: { ...around, shift: { x, y }, clip: intersect(around.clip, shown), style: null, pointer: false, spoken: false, frames: around.frames + 1 },
      node: null,
      given: root ? [root] : [],
      at: 0,
      done,
    });
  }

  #clip(of: Element, style: CSSStyleDeclaration, around: Around): Box {
    if (style.position === "fixed") return around.frames === 0 ? EVERYWHERE : around.clip;
    if (style.overflowX === "visible" && style.overflowY === "visible") return around.clip;
    const tag = localName(of);
    if (tag === "body" || tag === "html") return around.clip;
    const box = boxOf(of);
    const { x, y } = around.shift;
    return intersect(around.clip, { left: box.left + x, top: box.top + y, right: box.right + x, bottom: box.bottom + y });
  }

  #open(of: Element, role: string, use: Operable, style: CSSStyleDeclaration, around: Around): Seen | null {
    if (this.#placed.has(of)) return null;
    const room = scrollRoom(of, style);
    const scrolls = room !== null && localName(of) !== "body" && localName(of) !== "html" && use === null;
    const item = around.repeats !== null && localName(of) === around.repeats;
    if (use === null && !scrolls && !item && !(SHOWN.has(role) && !isInSentence(of))) return null;
    if (around.spoken && use === null) return null;
    if (role === "img" && use === null && !isTellingImage(of)) return null;
    const box = boxOf(of);
    if (use !== null && (box.width < 1 || box.height < 1) && boxesOf(of).length === 0 && style.display !== "contents") return null;
    return this.#place(of, role, use, room, around);
  }

  #place(of: Element, role: string, use: Operable, room: ReturnType<typeof scrollRoom>, around: Around): Seen {
    const scrolls = room !== null && room.above + room.below > 0;
    const name = use !== null || scrolls ? shownName(of, role) : NAMED_SHOWN.has(role) ? nameOf(of) : "";
    const marks = statesOf(of, role, this.#focus).map((state) => `[${state}]`);
    const value = printedValue(valueOf(of, role), role);
    if (value) marks.push(value);
    const choices = printedOptions(of);
    if (choices) marks.push(choices);
    if (room !== null && scrolls) marks.push(`[scrolls: ${room.above} px above, ${room.below} px below]`);
    if (use === "clickable" || use === "draggable") marks.push(`[${use}]`);
    if (use === "hoverable") marks.push("[more on hover]");
    if ((use === "control" && name === "") || (role === "img" && name === "") || role === "canvas") marks.push(...sizeOf(of));
    const placeholder = use === "control" ? tidy(attribute(of, "placeholder") ?? "") : "";
    if (placeholder !== "" && placeholder !== name && !value) marks.push(`[placeholder=${quoted(shorten(placeholder, 60))}]`);
    const dialog = role === "dialog" || role === "alertdialog";
    const seen: Seen = {
      role, name, marks, element: of, children: [], joins: false,
      ref: use !== null || scrolls ? this.#refs.name(of, role, name) : undefined,
      onScreen: this.#isOnScreen(of, around),
      pinned: dialog || role === "alert" || role === "heading" || of === this.#focus,
    };
    this.#placed.add(of);
    around.into.children.push(seen);
    this.#broken = true;
    return seen;
  }

  #close(seen: Seen, around: Around): void {
    this.#broken = true;
    finish(seen);
    const [only] = seen.children;
    if (seen.role === "heading" && only && seen.children.length === 1 && only.name === seen.name && only.children.length === 0) {
      // A heading that is one link is that link, with the level said.
      only.marks.unshift(`[heading ${seen.marks[0]?.slice(1) ?? "]"}`);
      only.pinned = true;
      return unwrap(seen, around.into);
    }
    if (ONLY_IF_NAMED.has(seen.role) && seen.name === "" && seen.ref === undefined && around.repeats === null) unwrap(seen, around.into);
    else if (seen.role === "listitem" && seen.children.length === 1 && holdsNothingElse(seen)) unwrap(seen, around.into);
    else if (seen.role === "generic" || seen.role === "none" || seen.role === "paragraph") settleGeneric(seen, around.into);
    else if (isEmpty(seen)) remove(seen, around.into);
  }

  /** A native control that is hidden itself but has a label that can be seen: the person operates it by the label. */
  #labelledControl(label: HTMLLabelElement, around: Around): Element | null {
    const control = controlOf(label);
    if (!control || around.spoken || around.modal || !isOperatedByLabel(control)) return null;
    return isHiddenItself(control) ? control : null;
  }

  #placeLabelled(control: Element, label: Element, around: Around): void {
    if (this.#placed.has(control)) return;
    const seen = this.#place(control, roleOf(control), "control", null, around);
    seen.onScreen = this.#isOnScreen(label, around);
  }

  /** Transparent native controls laid over something drawn are used like visible ones. */
  #hiddenControl(of: Element, style: CSSStyleDeclaration, why: Hiding, around: Around): void {
    if (why !== "opacity" || around.modal || style.visibility !== "visible" || style.pointerEvents === "none") return;
    if (!isOperatedByLabel(of) && localName(of) !== "select") return;
    const box = boxOf(of);
    if (box.width < 6 || box.height < 6 || this.#placed.has(of)) return;
    this.#place(of, roleOf(of), "control", null, around);
  }

  /** Legends, captions and labels are read out as the name of what they belong to. */
  #isSpoken(of: Element): boolean {
    const tag = localName(of);
    if (tag === "legend" || tag === "caption") return true;
    if (!isLabel(of)) return false;
    const control = controlOf(of);
    return control !== null && !isLabelledByAuthor(control) && (isOperatedByLabel(control) || !isHiddenItself(control));
  }
}

const NAMED_SHOWN = new Set(
  ("main navigation complementary region form search list table grid treegrid dialog alertdialog group radiogroup tablist tabpanel menu menubar listbox " +
    "tree treeitem toolbar article heading img iframe progressbar meter video audio canvas figure option feed").split(" "),
);
const DROPPED_ON = new Set(["list", "listbox", "grid", "table", "tree", "group", "region", "feed"]);
const FLOATING = new Set(["listbox", "menu", "alert", "status", "tooltip", "tree"]);
