/** `read_page_deep`: every frame's accessibility tree, with what the snapshot of its document knows beside it. */

import type { Sitting } from "./desk.ts";
import { type Frame, framesOf } from "./frames.ts";
import { type Leaf, outline } from "./outline.ts";
import type { AxNode, DocumentSnapshot } from "./protocol.ts";

export type Hints = Pick<Leaf, "clickable" | "secret">;

const NONE: Hints = { clickable: new Set(), secret: new Set() };

export async function read(sitting: Sitting, tokens: number): Promise<string> {
  const frames = await framesOf(sitting);
  const bySession = new Map<string | undefined, ReadonlyMap<string, Hints>>();
  const leaves: Leaf[] = [];
  for (const frame of frames) {
    if (!bySession.has(frame.session)) bySession.set(frame.session, await hintsOf(sitting, frame));
    const tree = await sitting.sendIfThere<{ nodes: AxNode[] }>("Accessibility.getFullAXTree", { frameId: frame.id }, frame.session);
    if (tree) leaves.push({ frame, nodes: tree.nodes, ...(bySession.get(frame.session)?.get(frame.id) ?? NONE) });
  }
  return `page ${frames[0]?.url ?? ""}\n${Math.max(0, leaves.length - 1)} frames in it\n${outline(leaves, sitting.book, tokens)}`;
}

async function hintsOf(sitting: Sitting, { session }: Frame): Promise<ReadonlyMap<string, Hints>> {
  const snapshot = await sitting.sendIfThere<DocumentSnapshot>("DOMSnapshot.captureSnapshot", { computedStyles: [] }, session);
  return snapshot ? hints(snapshot) : new Map();
}

/** What reacts to a click and what is secret, by frame. */
export function hints({ documents, strings }: DocumentSnapshot): Map<string, Hints> {
  const found = new Map<string, Hints>();
  for (const { frameId, nodes } of documents) {
    const clickable = new Set(nodes.isClickable.index.flatMap((at) => nodes.backendNodeId[at] ?? []));
    const secret = new Set(nodes.backendNodeId.filter((_, at) => isSecret(nodes.attributes[at] ?? [], strings)));
    found.set(strings[frameId] ?? "", { clickable, secret });
  }
  return found;
}

function isSecret(attributes: readonly number[], strings: readonly string[]): boolean {
  return attributes.some((name, at) => {
    if (at % 2 === 1) return false;
    const value = (strings[attributes[at + 1] ?? -1] ?? "").toLowerCase();
    if (strings[name] === "type") return value === "password";
    return strings[name] === "autocomplete" && value.split(/\s+/).some((token) => token.startsWith("cc-") || token.endsWith("-password"));
  });
}
