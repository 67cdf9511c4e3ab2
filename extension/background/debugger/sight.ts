/** What is at a place of what the tab shows, through frames of any process, and what that is to a person. */

import type { Sitting } from "./desk.ts";
import { cornerOf, type Frame, framesOf, insideOf, metricsOf, ownerOf } from "./frames.ts";
import { around, middle, minus, moved, plus, type Point, type Rect, within } from "./geometry.ts";
import { isControl } from "./outline.ts";
import { type AxNode, propertyOf, textOf } from "./protocol.ts";
import type { Named } from "./refs.ts";
import { Refused } from "./snag.ts";
import type { ElementPrint } from "../../wire/wire.ts";

/** A scrolled element is at rest when it is at the same place twice. */
const REST_MS = 60;
const REST_TRIES = 20;

export interface Hit {
  readonly element: ElementPrint;
  readonly frame: Frame;
  readonly main: Frame | undefined;
  /** The innermost node, and all that it is in. */
  readonly chain: readonly number[];
}

export async function hit(sitting: Sitting, at: Point): Promise<Hit> {
  const place = await innermost(sitting, at);
  const frames = await framesOf(sitting);
  const frame = place && frames.find(({ id }) => id === place.frameId);
  if (!place || !frame) {
    throw new Refused("not_found", `Nothing is at ${at.x}, ${at.y} of what the tab shows`, "Take a screenshot of the viewport and use places within it.");
  }
  const chain = await ancestors(sitting, frame, place.backendNodeId);
  const element = await printOf(sitting, frame, chain.find((node) => node.ignored !== true && isControl(node)) ?? chain[0]);
  return { element, frame, main: frames[0], chain: chain.flatMap((node) => node.backendDOMNodeId ?? []) };
}

async function innermost(sitting: Sitting, at: Point): Promise<{ backendNodeId: number; frameId: string } | null> {
  let session: string | undefined;
  for (let local = at; ; ) {
    const { cssVisualViewport: view } = await metricsOf(sitting, session);
    if (session === undefined && (local.x >= view.clientWidth || local.y >= view.clientHeight)) return null;
    const inDocument = plus(local, { x: view.pageX, y: view.pageY });
    const place = await sitting.sendIfThere<{ backendNodeId: number; frameId: string }>("DOM.getNodeForLocation", { x: Math.floor(inDocument.x), y: Math.floor(inDocument.y) }, session);
    const inner = place && (await ownedBy(sitting, session, place.backendNodeId));
    if (!place || inner === null) return place;
    local = minus(local, await insideOf(sitting, session, place.backendNodeId));
    session = inner;
  }
}

/** The session of the frame that this node owns. */
async function ownedBy(sitting: Sitting, session: string | undefined, backend: number): Promise<string | null> {
  for (const child of sitting.children) {
    if (child.parent === session && (await ownerOf(sitting, session, child.frame)) === backend) return child.session;
  }
  return null;
}

/** The node itself first, then what it is in, as far as the accessibility tree has it. */
async function ancestors(sitting: Sitting, frame: Frame, backend: number): Promise<AxNode[]> {
  const asked = { backendNodeId: backend, fetchRelatives: true };
  const { nodes } = await sitting.send<{ nodes: AxNode[] }>("Accessibility.getPartialAXTree", asked, frame.session);
  const chain: AxNode[] = [];
  let at = nodes.find((node) => node.backendDOMNodeId === backend);
  while (at && !chain.includes(at)) {
    chain.push(at);
    const { parentId } = at;
    at = nodes.find((node) => node.nodeId === parentId);
  }
  return chain;
}

async function printOf(sitting: Sitting, frame: Frame, node: AxNode | undefined): Promise<ElementPrint> {
  const blank = { role: "", name: "", tag: "", kind: "", label: "", placeholder: "", autocomplete: "", destination: "" };
  if (node?.backendDOMNodeId === undefined) return blank;
  const asked = { backendNodeId: node.backendDOMNodeId };
  const { node: facts } = await sitting.send<{ node: { localName: string; attributes?: string[] } }>("DOM.describeNode", asked, frame.session);
  const attribute = (name: string): string => {
    const at = (facts.attributes ?? []).findIndex((key, place) => place % 2 === 0 && key === name);
    return at < 0 ? "" : (facts.attributes?.[at + 1] ?? "");
  };
  return {
    ...blank,
    role: textOf(node.role).toLowerCase(),
    name: textOf(node.name),
    tag: facts.localName,
    kind: attribute("type"),
    placeholder: attribute("placeholder"),
    autocomplete: attribute("autocomplete"),
    destination: propertyOf(node, "url"),
  };
}

/** What a ref of `read_page_deep` stands for now. */
export interface Held {
  readonly element: ElementPrint;
  readonly frame: Frame;
  readonly main: Frame | undefined;
  readonly node: Named;
}

export async function held(sitting: Sitting, ref: string): Promise<Held> {
  const node = sitting.book.find(ref);
  const frames = await framesOf(sitting);
  const frame = node && frames.find(({ id, loader }) => id === node.frame && loader === node.loader);
  if (!node || !frame) {
    throw new Refused("stale_ref", `${ref} belongs to a document that is not there any more, or was never given out`, "Call read_page_deep and use the ref that it shows.");
  }
  const [self] = await ancestors(sitting, frame, node.backend);
  const print = await printOf(sitting, frame, self);
  // What only listens has no name of its own: it is called by its words, as when it was named.
  const element = node.role === "clickable" ? { ...print, role: node.role, name: node.name } : print;
  return { element, frame, main: frames[0], node };
}

/** Scrolled to where it can be seen; the part of it that is in what the tab shows. */
export async function inView(sitting: Sitting, { frame, node, element }: Held): Promise<Rect> {
  const asked = { backendNodeId: node.backend };
  await sitting.sendIfThere("DOM.scrollIntoViewIfNeeded", asked, frame.session);
  let before: Rect | null = null;
  for (let tries = 0; tries < REST_TRIES; tries += 1) {
    const answer = await sitting.sendIfThere<{ quads: number[][] }>("DOM.getContentQuads", asked, frame.session);
    const rect = answer?.quads.map((quad) => around(quad)).find((rect) => rect !== null) ?? null;
    const now: Rect | null = rect && moved(rect, await cornerOf(sitting, frame.session));
    if (now && before && now.x === before.x && now.y === before.y) break;
    before = now;
    await sitting.sleep(REST_MS);
  }
  const { cssVisualViewport: view } = await metricsOf(sitting);
  const seen = before && within(before, { x: 0, y: 0, width: view.clientWidth, height: view.clientHeight });
  if (!seen) throw new Refused("not_visible", `${words(element)} cannot be seen`, "Open what contains it, then read the page again.");
  return seen;
}

/** Where it takes the pointer. */
export async function reachable(sitting: Sitting, held: Held): Promise<{ at: Point; area: Rect }> {
  const area = await inView(sitting, held);
  const at = middle(area);
  const there = await hit(sitting, at);
  if (there.frame.id !== held.frame.id || !there.chain.includes(held.node.backend)) {
    throw new Refused("covered", `${words(held.element)} is covered by ${words(there.element)}`, "Close or move what covers it, then read the page again.");
  }
  return { at, area };
}

/** The origin of a frame, if it is another than the page's. */
export function foreign({ frame, main }: { frame: Frame; main: Frame | undefined }): string | undefined {
  return frame.origin === main?.origin ? undefined : frame.origin;
}

function words({ role, name, tag }: ElementPrint): string {
  return name === "" ? `a nameless ${role || tag}` : `${role} "${name}"`;
}
