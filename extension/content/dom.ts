/**
 * Reads of the DOM that a page cannot answer for.
 *
 * A form's or document's named children shadow its own properties (`form.parentNode` may be an input), in an isolated
 * world too. So everything is read through prototype members captured once, and kinds are told by local name, never by
 * `instanceof`, which fails for nodes of same-origin frames.
 */

import { handHost } from "./hand/place.ts";

const HTML = "http://www.w3.org/1999/xhtml";

function reader<T extends object, K extends keyof T>(owner: T, key: K): (of: T) => T[K] {
  for (let at: object | null = owner; at; at = Object.getPrototypeOf(at) as object | null) {
    const get = Object.getOwnPropertyDescriptor(at, key)?.get;
    if (get) return (of) => Reflect.apply(get, of, []) as T[K];
  }
  throw new TypeError(`no accessor ${String(key)}`);
}

export const typeOf = reader(Node.prototype, "nodeType");
export const parentOf = reader(Node.prototype, "parentNode");
export const firstChildOf = reader(Node.prototype, "firstChild");
export const nextOf = reader(Node.prototype, "nextSibling");
export const isConnected = reader(Node.prototype, "isConnected");
export const documentOf = reader(Node.prototype, "ownerDocument") as (of: Node) => Document;
export const dataOf = reader(CharacterData.prototype, "data");
export const localName = reader(Element.prototype, "localName");
export const namespaceOf = reader(Element.prototype, "namespaceURI");
const openShadow = reader(Element.prototype, "shadowRoot");
export const firstElementOf = reader(Element.prototype, "firstElementChild");
export const nextElementOf = reader(Element.prototype, "nextElementSibling");
export const scrollTopOf = reader(Element.prototype, "scrollTop");
export const scrollHeightOf = reader(Element.prototype, "scrollHeight");
export const clientHeightOf = reader(Element.prototype, "clientHeight");
export const clientWidthOf = reader(Element.prototype, "clientWidth");
export const rootOf = reader(Document.prototype, "documentElement") as (of: Document) => Element | null;
export const bodyOf = reader(Document.prototype, "body") as (of: Document) => Element | null;
export const titleOf = reader(Document.prototype, "title");
export const viewOf = reader(Document.prototype, "defaultView") as (of: Document) => (Window & typeof globalThis) | null;
const activeIn = reader(Document.prototype, "activeElement");
const activeInShadow = reader(ShadowRoot.prototype, "activeElement");
const hostOf = reader(ShadowRoot.prototype, "host");
const frameDocument = reader(HTMLIFrameElement.prototype, "contentDocument");
const windowOfFrame = reader(HTMLIFrameElement.prototype, "contentWindow");

const { getAttribute, hasAttribute, matches, closest, checkVisibility, getBoundingClientRect, getClientRects, querySelectorAll } = Element.prototype;
const { getRootNode, contains } = Node.prototype;
const { assignedNodes } = HTMLSlotElement.prototype;
const { dispatchEvent } = EventTarget.prototype;
const getElementById = Document.prototype.getElementById;
const getElementByIdIn = DocumentFragment.prototype.getElementById;
const pointIn = Document.prototype.elementFromPoint;
const pointsIn = Document.prototype.elementsFromPoint;
const pointInShadow = ShadowRoot.prototype.elementFromPoint;

export const attribute = (of: Element, name: string): string | null => getAttribute.call(of, name);
export const carries = (of: Element, name: string): boolean => hasAttribute.call(of, name);
export const fits = (of: Element, selector: string): boolean => matches.call(of, selector);
export const nearest = (of: Element, selector: string): Element | null => closest.call(of, selector);
/** Neither it nor anything around it is kept from being drawn, as far as `display` and `visibility` say. */
export const isRendered = (of: Element): boolean => checkVisibility.call(of, { visibilityProperty: true });
export const boxOf = (of: Element): DOMRect => getBoundingClientRect.call(of);
export const boxesOf = (of: Element): DOMRectList => getClientRects.call(of);
export const selectIn = (of: Element, selector: string): NodeListOf<Element> => querySelectorAll.call(of, selector);
export const selectInDocument = (of: Document, selector: string): NodeListOf<Element> =>
  Document.prototype.querySelectorAll.call(of, selector);
export const holds = (outer: Node, inner: Node | null): boolean => contains.call(outer, inner);
export const fire = (at: EventTarget, event: Event): boolean => dispatchEvent.call(at, event);

export const isElement = (node: Node | null): node is Element => node !== null && typeOf(node) === Node.ELEMENT_NODE;
export const isText = (node: Node): node is Text => typeOf(node) === Node.TEXT_NODE;
export const isHtml = (of: Element, name: string): boolean => localName(of) === name && namespaceOf(of) === HTML;
export const isInput = (of: Element): of is HTMLInputElement => isHtml(of, "input");
export const isTextArea = (of: Element): of is HTMLTextAreaElement => isHtml(of, "textarea");
export const isSelect = (of: Element): of is HTMLSelectElement => isHtml(of, "select");
export const isLabel = (of: Element): of is HTMLLabelElement => isHtml(of, "label");
export const isFrame = (of: Element): of is HTMLIFrameElement => isHtml(of, "iframe") || isHtml(of, "frame");
export const isSlot = (of: Element): of is HTMLSlotElement => isHtml(of, "slot");

export function styleOf(of: Element): CSSStyleDeclaration {
  const view = viewOf(documentOf(of)) ?? window;
  return view.getComputedStyle(of);
}

/** The shadow root, closed ones included where the browser gives extensions leave. */
export function shadowOf(of: Element): ShadowRoot | null {
  const open = openShadow(of);
  if (open || namespaceOf(of) !== HTML) return open;
  // Only elements that may host a shadow root are asked: the call costs more than the whole rest of a visit.
  if (!localName(of).includes("-") && !MAY_HOST.has(localName(of))) return null;
  try {
    return chrome.dom.openOrClosedShadowRoot(of as HTMLElement) as ShadowRoot | null;
  } catch {
    return null;
  }
}

const MAY_HOST = new Set(["article", "aside", "blockquote", "body", "div", "footer", "header", "main", "nav", "p", "section", "span"]);

export function slotted(slot: HTMLSlotElement): Node[] {
  return assignedNodes.call(slot);
}

/** The document of a frame if this script may read it. */
export function documentIn(frame: HTMLIFrameElement): Document | null {
  try {
    const inner = frameDocument(frame);
    return inner && rootOf(inner) ? inner : null;
  } catch {
    return null;
  }
}

export function frameWindow(frame: HTMLIFrameElement): Window | null {
  try {
    return windowOfFrame(frame);
  } catch {
    return null;
  }
}

/** The element of the parent document that shows this one, if it may be read. */
export function frameOf(of: Document): Element | null {
  try {
    return viewOf(of)?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** Parent in the tree that is painted: through slots, shadow hosts and same-origin frames. */
export function composedParent(of: Node): Element | null {
  const slot = (of as Partial<Slottable>).assignedSlot;
  if (slot && isElement(slot)) return slot;
  const parent = parentOf(of);
  if (!parent) return typeOf(of) === Node.DOCUMENT_NODE ? frameOf(of as Document) : null;
  if (isElement(parent)) return parent;
  if (typeOf(parent) === Node.DOCUMENT_FRAGMENT_NODE) {
    return "host" in parent ? hostOf(parent as ShadowRoot) : null;
  }
  return typeOf(parent) === Node.DOCUMENT_NODE ? frameOf(parent as Document) : null;
}

/** Like `closest`, through slots and shadow hosts, but not out of the document. */
export function closestComposed(of: Element, selector: string): Element | null {
  for (let at: Element | null = of; at; ) {
    const found = nearest(at, selector);
    if (found) return found;
    const root: Node = getRootNode.call(at);
    at = typeOf(root) === Node.DOCUMENT_FRAGMENT_NODE && "host" in root ? hostOf(root as ShadowRoot) : null;
  }
  return null;
}

export function composedHolds(outer: Element, inner: Element): boolean {
  for (let at: Element | null = inner; at; at = composedParent(at)) if (at === outer) return true;
  return false;
}

/** An id as the element's own tree resolves it. */
export function byId(near: Element, id: string): Element | null {
  const root = getRootNode.call(near);
  if (typeOf(root) === Node.DOCUMENT_NODE) return getElementById.call(root as Document, id);
  return typeOf(root) === Node.DOCUMENT_FRAGMENT_NODE ? getElementByIdIn.call(root as DocumentFragment, id) : null;
}

/** The focused element of this document, looked up inside shadow roots and same-origin frames. */
export function focused(): Element | null {
  let at: Element | null = activeIn(document);
  for (let depth = 0; at && depth < 32; depth += 1) {
    const shadow = shadowOf(at);
    const inner = shadow ? activeInShadow(shadow) : isFrame(at) ? documentIn(at) && activeIn(documentIn(at) as Document) : null;
    if (!inner) return at;
    at = inner;
  }
  return at;
}

/** Our own bar lies above the page; a pointer of ours goes to what is below. */
function below(of: Document, x: number, y: number): Element | null {
  const hit = pointIn.call(of, x, y);
  if (hit === null || hit !== handHost()) return hit;
  return pointsIn.call(of, x, y).find((element) => element !== hit) ?? null;
}

/** The innermost element at a point of a document's viewport. */
export function elementAt(of: Document, x: number, y: number): Element | null {
  let hit = below(of, x, y);
  for (let depth = 0; hit && depth < 32; depth += 1) {
    const shadow = shadowOf(hit);
    const inner = shadow ? pointInShadow.call(shadow, x, y) : null;
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
  return hit;
}

/** Labels by the id they are for, of one tree; good for the running task only. */
let labelsFor: Map<Node, Map<string, Element[]>> | null = null;

function labelIndex(root: Node): Map<string, Element[]> {
  if (!labelsFor) {
    labelsFor = new Map();
    // The page cannot run before this task ends, so until then the index is true.
    queueMicrotask(() => (labelsFor = null));
  }
  const known = labelsFor.get(root);
  if (known) return known;
  const index = new Map<string, Element[]>();
  const labels = typeOf(root) === Node.DOCUMENT_NODE
    ? selectInDocument(root as Document, "label[for]")
    : DocumentFragment.prototype.querySelectorAll.call(root as DocumentFragment, "label[for]");
  for (const label of labels) {
    const id = attribute(label, "for") ?? "";
    const others = index.get(id);
    if (others) others.push(label);
    else index.set(id, [label]);
  }
  labelsFor.set(root, index);
  return index;
}

const LABELABLE = new Set(["button", "input", "meter", "output", "progress", "select", "textarea"]);

/** As the property `labels` says, which searches the whole document at each call. */
export function labelsOf(of: Element): Element[] {
  if (!LABELABLE.has(localName(of)) && !localName(of).includes("-")) return [];
  const labels: Element[] = [];
  const around = nearest(of, "label");
  if (around && isLabel(around) && controlOf(around) === of) labels.push(around);
  const id = attribute(of, "id");
  if (!id) return labels;
  const root = getRootNode.call(of);
  if (typeOf(root) === Node.ELEMENT_NODE) return labels;
  for (const label of labelIndex(root).get(id) ?? []) {
    if (!labels.includes(label) && isLabel(label) && controlOf(label) === of) labels.push(label);
  }
  return labels;
}

const labelControl = reader(HTMLLabelElement.prototype, "control");
export const controlOf = (of: HTMLLabelElement): Element | null => labelControl(of);
