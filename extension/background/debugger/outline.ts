/** The accessibility trees of all frames as one indented text, a node a line, in the form of the snapshot. */

import type { Frame } from "./frames.ts";
import { type AxNode, propertyOf, textOf } from "./protocol.ts";
import type { Book } from "./refs.ts";

/** One frame's tree, and what its document says beside it. */
export interface Leaf {
  readonly frame: Frame;
  readonly nodes: readonly AxNode[];
  /** Nodes that react to a click, whatever their role is. */
  readonly clickable: ReadonlySet<number>;
  /** Fields whose value nobody is told. */
  readonly secret: ReadonlySet<number>;
}

/** Characters of a name or a value that are shown. */
const WORDS = 160;
/** How deep a tree is followed. */
const DEPTH = 400;

const CONTROLS = new Set(
  ("button link textbox searchbox combobox checkbox radio switch slider spinbutton menuitem menuitemcheckbox menuitemradio option tab " +
    "treeitem listbox").split(" "),
);
/** They say nothing by themselves; what is in them does. */
const PLAIN = new Set(["", "generic", "none", "InlineTextBox", "LineBreak", "ListMarker", "paragraph", "Section", "Pre"]);

type Weight = "text" | "structure" | "control";

interface Line {
  readonly weight: Weight;
  readonly text: string;
}

export function isControl(node: AxNode): boolean {
  return CONTROLS.has(textOf(node.role));
}

/** The whole page within so many tokens. What does not fit is counted: texts go first, then what holds others. */
export function outline(leaves: readonly Leaf[], book: Book, tokens: number): string {
  const [first] = leaves;
  const lines: Line[] = [];
  if (first) addFrame(leaves, first, book, 0, lines);
  return fitted(lines, tokens);
}

function fitted(lines: readonly Line[], tokens: number): string {
  const room = tokens * 4;
  const weigh = (text: string): number => text.length + 2 * text.replaceAll(/[\u0020-\u007e]/g, "").length + 8;
  let used = lines.reduce((sum, { text }) => sum + weigh(text), 0);
  const dropped = new Set<Line>();
  for (const weight of ["text", "structure", "control"] as const) {
    for (const line of lines.filter((line) => line.weight === weight).reverse()) {
      if (used <= room) break;
      used -= weigh(line.text);
      dropped.add(line);
    }
  }
  const shown = lines.filter((line) => !dropped.has(line)).map(({ text }) => text);
  if (dropped.size > 0) {
    const count = (weight: Weight): number => [...dropped].filter((line) => line.weight === weight).length;
    shown.push(`[cut: ${count("control")} controls, ${count("text")} texts and ${count("structure")} other lines are not shown; call again with more max_tokens]`);
  }
  return shown.join("\n");
}

function addFrame(leaves: readonly Leaf[], leaf: Leaf, book: Book, depth: number, lines: Line[]): void {
  const index = new Map(leaf.nodes.map((node) => [node.nodeId, node]));
  const root = leaf.nodes.find((node) => node.parentId === undefined);
  if (root) addNode(root, depth, "");

  /** `told` is what the line above has said already. */
  function addNode(node: AxNode, depth: number, told: string): void {
    const [role, name] = [textOf(node.role), textOf(node.name)];
    if (depth > DEPTH) return;
    if (role === "StaticText") {
      if (name !== "" && !told.includes(name)) add("text", depth, `text "${short(name)}"`);
      return;
    }
    const backend = node.backendDOMNodeId;
    const isPlain = node.ignored === true || PLAIN.has(role);
    const isPage = role === "RootWebArea";
    const reacts = backend !== undefined && leaf.clickable.has(backend);
    const acts = !isPage && backend !== undefined && (reacts || (node.ignored !== true && (isControl(node) || propertyOf(node, "focusable") === "true")));
    const inner = backend === undefined ? undefined : leaves.find(({ frame }) => frame.owner?.backend === backend && frame.owner.session === leaf.frame.session);
    let below = depth;
    let said = told;
    if (acts || !(isPlain || isPage)) {
      const shown = isPlain ? "clickable" : role.toLowerCase();
      said = name === "" && acts ? wordsIn(index, node) : name;
      let text = `${shown} "${short(said)}"${states(node)}${value(leaf, node)}`;
      if (acts) text += ` [ref=${book.name({ frame: leaf.frame.id, loader: leaf.frame.loader, backend, role: shown, name: said })}]`;
      if (inner && inner.frame.origin !== leaf.frame.origin) text += ` of ${inner.frame.origin}`;
      add(acts ? "control" : "structure", depth, text);
      below += 1;
    }
    for (const id of node.childIds ?? []) {
      const child = index.get(id);
      if (child) addNode(child, below, said);
    }
    if (inner) addFrame(leaves, inner, book, below, lines);
  }

  function add(weight: Weight, depth: number, text: string): void {
    lines.push({ weight, text: `${"  ".repeat(Math.min(depth, 20))}- ${text}` });
  }
}

function value(leaf: Leaf, node: AxNode): string {
  const value = textOf(node.value);
  if (value === "") return "";
  return leaf.secret.has(node.backendDOMNodeId ?? -1) ? " [filled]" : ` [value="${short(value)}"]`;
}

function states(node: AxNode): string {
  const flags = ["disabled", "required", "readonly", "selected", "focused", "modal"].filter((name) => propertyOf(node, name) === "true").map((name) => ` [${name}]`);
  const valued = ["checked", "pressed", "expanded", "level"].map((name) => [name, propertyOf(node, name)]).filter(([, state]) => state !== "");
  return flags.join("") + valued.map(([name, state]) => ` [${name}=${state}]`).join("");
}

/** What a thing without a name says. */
function wordsIn(index: ReadonlyMap<string, AxNode>, node: AxNode): string {
  const words: string[] = [];
  const open = [node];
  for (let next = open.pop(); next && words.length < 20; next = open.pop()) {
    if (textOf(next.role) === "StaticText") words.push(textOf(next.name));
    else open.push(...[...(next.childIds ?? [])].reverse().flatMap((id) => index.get(id) ?? []));
  }
  return words.join(" ");
}

function short(text: string): string {
  const clipped = text.length > WORDS ? `${text.slice(0, WORDS)}…` : text;
  return clipped.replaceAll('"', "'");
}
