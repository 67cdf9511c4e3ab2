import assert from "node:assert/strict";
import { test } from "node:test";
import { outline, type Leaf } from "../outline.ts";
import { hints } from "../reading.ts";
import { Book } from "../refs.ts";
import type { AxNode } from "../protocol.ts";

type Row = readonly [id: number, parent: number | null, role: string, name: string, properties?: Record<string, string | boolean | number>, value?: string];

function leaf(id: string, owner: number | null, rows: readonly Row[], more: Partial<Leaf> = {}): Leaf {
  const nodes: AxNode[] = rows.map(([node, parent, role, name, properties = {}, value]) => ({
    nodeId: String(node),
    ...(parent === null ? {} : { parentId: String(parent) }),
    role: { value: role },
    name: { value: name },
    ...(value === undefined ? {} : { value: { value } }),
    properties: Object.entries(properties).map(([name, value]) => ({ name, value: { value } })),
    childIds: rows.filter((row) => row[1] === node).map((row) => String(row[0])),
    backendDOMNodeId: node,
  }));
  const frame = { id, session: owner === null ? undefined : `S-${id}`, loader: "L", url: "", origin: `https://${id}.test`, owner: owner === null ? null : { session: undefined, backend: owner } };
  return { frame, nodes, clickable: new Set(), secret: new Set(), ...more };
}

test("frames stand under the nodes that own them, and only what takes an action has a ref", () => {
  const top = leaf("top", null, [
    [1, null, "RootWebArea", "Page", { focusable: true }], [2, 1, "heading", "Order", { level: 1 }], [5, 2, "StaticText", "Order"],
    [3, 1, "generic", ""], [6, 3, "StaticText", "Loose words"], [4, 1, "Iframe", ""],
  ]);
  const pay = leaf("pay", 4, [
    [1, null, "RootWebArea", ""], [2, 1, "button", "Pay", { focusable: true, disabled: true }], [3, 1, "checkbox", "Agree", { checked: "false" }],
  ]);
  assert.equal(outline([top, pay], new Book(), 1_000), [
    '- heading "Order" [level=1]', '- text "Loose words"', '- iframe "" of https://pay.test',
    '  - button "Pay" [disabled] [ref=d1]', '  - checkbox "Agree" [checked=false] [ref=d2]',
  ].join("\n"));
});

test("what only listens for a click is named by its words, and the value of a secret field is only said to be there", () => {
  const rows: Row[] = [[1, null, "RootWebArea", ""], [2, 1, "generic", ""], [3, 2, "StaticText", "Open the menu"], [4, 1, "textbox", "Card", {}, "4111"], [5, 1, "textbox", "Name", {}, "Ada"]];
  const text = outline([leaf("top", null, rows, { clickable: new Set([2]), secret: new Set([4]) })], new Book(), 1_000);
  assert.equal(text, ['- clickable "Open the menu" [ref=d1]', '- textbox "Card" [filled] [ref=d2]', '- textbox "Name" [value="Ada"] [ref=d3]'].join("\n"));
});

test("a small budget drops texts before controls and counts both", () => {
  const rows: Row[] = [[1, null, "RootWebArea", ""]];
  for (let id = 2; id < 102; id += 1) rows.push(id % 2 === 0 ? [id, 1, "button", `Press ${id}`] : [id, 1, "StaticText", `Some words of a text ${id}`]);
  const text = outline([leaf("top", null, rows)], new Book(), 300);
  const shown = text.split("\n").filter((line) => line.includes("button")).length;
  assert.ok(!text.includes("- text") && shown > 10 && shown < 50, `${shown} of 50`);
  assert.ok(text.endsWith(`[cut: ${50 - shown} controls, 50 texts and 0 other lines are not shown; call again with more max_tokens]`), text);
});

test("the snapshot of a document says what reacts and what is secret", () => {
  const strings = ["F", "type", "PASSWORD", "autocomplete", "section-a cc-number", "text"];
  const nodes = { backendNodeId: [11, 12, 13, 14], isClickable: { index: [1] }, attributes: [[], [1, 2], [3, 4], [1, 5]] };
  const found = hints({ documents: [{ frameId: 0, nodes }], strings }).get("F");
  assert.deepEqual([...(found?.clickable ?? [])], [12]);
  assert.deepEqual([...(found?.secret ?? [])], [12, 13]);
});

test("a node keeps its name until it is called otherwise, and no name is given twice", () => {
  const book = new Book();
  const node = { frame: "F", loader: "L", backend: 7, role: "button", name: "Buy" };
  const ref = book.name(node);
  assert.equal(book.name({ ...node }), ref);
  assert.notEqual(book.name({ ...node, name: "Sell" }), ref);
  const later = Array.from({ length: 6_000 }, (_, backend) => book.name({ ...node, backend }));
  assert.equal(new Set(later).size, 6_000);
  assert.equal(book.find(later.at(-1) ?? "")?.backend, 5_999);
  assert.equal(book.find(ref), undefined, "the oldest are forgotten");
});
