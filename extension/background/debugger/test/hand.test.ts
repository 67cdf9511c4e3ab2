import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "../desk.ts";
import { writing } from "../keys.ts";
import { carryOut } from "../orders.ts";
import { Fake } from "./fake.ts";
import type { DebugAct } from "../../../wire/wire.ts";

async function sent(fake: Fake, act: DebugAct): Promise<string[]> {
  const reply = await carryOut(new Desk(fake), { tab: 7, thread: "a", act });
  assert.equal(reply.type, "done");
  return fake.input();
}

test("a double click is two presses that count up", async () => {
  assert.deepEqual(await sent(new Fake(), { act: "press", at: { x: 3, y: 4 }, button: "right", clicks: "double" }), [
    "dispatchMouseEvent mousePressed 3,4 right 1", "dispatchMouseEvent mouseReleased 3,4 right 1",
    "dispatchMouseEvent mousePressed 3,4 right 2", "dispatchMouseEvent mouseReleased 3,4 right 2",
  ]);
});

test("a text replaces what is there, key by key or in one piece, and an empty one deletes it", async () => {
  const all = "dispatchKeyEvent rawKeyDown selectAll";
  assert.deepEqual(await sent(new Fake(), { act: "type", text: "aé", mode: "replace", keys: "each" }), [
    all, "dispatchKeyEvent keyDown a a", "dispatchKeyEvent keyUp a", "dispatchKeyEvent keyDown é é", "dispatchKeyEvent keyUp é",
  ]);
  assert.deepEqual(await sent(new Fake(), { act: "type", text: "one\ntwo", mode: "append", keys: "none" }), ["insertText one\ntwo"]);
  assert.deepEqual(await sent(new Fake(), { act: "type", text: "", mode: "replace", keys: "none" }), [all, "dispatchKeyEvent rawKeyDown Backspace", "dispatchKeyEvent keyUp Backspace"]);
  assert.deepEqual(await sent(new Fake(), { act: "enter" }), ["dispatchKeyEvent keyDown Enter \r", "dispatchKeyEvent keyUp Enter"]);
});

test("a letter has its place on the keyboard", () => {
  const table = [["a", "KeyA", 65], ["Q", "KeyQ", 81], ["7", "Digit7", 55], [" ", "Space", 32], ["é", "", 0], ["价", "", 0]] as const;
  for (const [letter, code, number] of table) assert.deepEqual(writing(letter), { key: letter, code, windowsVirtualKeyCode: number, text: letter });
});

test("a drag that the page makes its own is carried on with its data, any other with the pointer", async () => {
  const act = { act: "drag", from: { x: 0, y: 0 }, to: { x: 120, y: 60 } } as const;
  const plain = await sent(new Fake(), act);
  assert.equal(plain.filter((event) => event.includes("mouseMoved")).length, 12);
  assert.equal(plain.at(-2), "dispatchMouseEvent mouseReleased 120,60 left 1");
  assert.equal(plain.at(-1), "setInterceptDrags false", "the person's own drags work again");
  const own: Fake = new Fake({
    "Input.dispatchMouseEvent": ({ type, x }) => { if (type === "mouseMoved" && x === 30) own.listener?.heard(7, undefined, "Input.dragIntercepted", { data: { items: [] } }); return {}; },
  });
  const carried = await sent(own, act);
  assert.equal(carried.filter((event) => event.includes("mouseMoved")).length, 3);
  assert.ok(carried.includes("dispatchDragEvent dragEnter 30,15"));
  assert.equal(carried.at(-3), "dispatchDragEvent drop 120,60");
});
