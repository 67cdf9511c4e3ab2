/**
 * The frames of a page: those of another process have a session each, and one session holds a frame with all frames of its process
 * below it. Places in a session count from the upper left corner of its first frame.
 */

import type { Child, Sitting } from "./desk.ts";
import { around, plus, type Point } from "./geometry.ts";
import type { FrameTree, Metrics } from "./protocol.ts";

export interface Frame {
  readonly id: string;
  readonly session: string | undefined;
  readonly loader: string;
  readonly url: string;
  /** As the gatekeeper is told it; `null` is opaque. */
  readonly origin: string;
  /** The session and the node that it is in. */
  readonly owner: { readonly session: string | undefined; readonly backend: number } | null;
}

/** All frames, the page's own first. */
export async function framesOf(sitting: Sitting): Promise<Frame[]> {
  const frames: Frame[] = [];
  await addFrames(sitting, null, frames);
  for (const child of sitting.children) await addFrames(sitting, child, frames);
  return frames;
}

async function addFrames(sitting: Sitting, child: Child | null, frames: Frame[]): Promise<void> {
  const session = child?.session;
  const answer = await sitting.sendIfThere<{ frameTree: FrameTree }>("Page.getFrameTree", {}, session);
  if (!answer) return;
  const open: { tree: FrameTree; ownedIn: { session: string | undefined } | null }[] = [{ tree: answer.frameTree, ownedIn: child && { session: child.parent } }];
  for (let next = open.shift(); next; next = open.shift()) {
    const { frame, childFrames = [] } = next.tree;
    const backend = next.ownedIn && (await ownerOf(sitting, next.ownedIn.session, frame.id));
    frames.push({
      id: frame.id,
      session,
      loader: frame.loaderId,
      url: frame.url,
      origin: frame.securityOrigin === "://" || frame.securityOrigin === "" ? "null" : frame.securityOrigin,
      owner: next.ownedIn && backend !== null ? { session: next.ownedIn.session, backend } : null,
    });
    open.push(...childFrames.map((tree) => ({ tree, ownedIn: { session } })));
  }
}

export async function ownerOf(sitting: Sitting, session: string | undefined, frame: string): Promise<number | null> {
  const owner = await sitting.sendIfThere<{ backendNodeId: number }>("DOM.getFrameOwner", { frameId: frame }, session);
  return owner?.backendNodeId ?? null;
}

/** Where the inside of an element begins, counted as its session counts. */
export async function insideOf(sitting: Sitting, session: string | undefined, backend: number): Promise<Point> {
  const answer = await sitting.sendIfThere<{ model: { content: number[] } }>("DOM.getBoxModel", { backendNodeId: backend }, session);
  return around(answer?.model.content) ?? { x: 0, y: 0 };
}

/** Where a session's corner is in what the tab shows. */
export async function cornerOf(sitting: Sitting, session: string | undefined): Promise<Point> {
  let corner: Point = { x: 0, y: 0 };
  for (let child = childOf(sitting, session); child; child = childOf(sitting, child.parent)) {
    const owner = await ownerOf(sitting, child.parent, child.frame);
    if (owner !== null) corner = plus(corner, await insideOf(sitting, child.parent, owner));
  }
  return corner;
}

function childOf(sitting: Sitting, session: string | undefined): Child | undefined {
  return session === undefined ? undefined : sitting.children.find((child) => child.session === session);
}

export function metricsOf(sitting: Sitting, session?: string): Promise<Metrics> {
  return sitting.send<Metrics>("Page.getLayoutMetrics", {}, session);
}
