import assert from "node:assert/strict";
import { test } from "node:test";
import { Fake } from "../debugger/test/fake.ts";
import { known, OwnInput } from "../debugger/own-input.ts";
import { Hands, type Pages } from "../hands.ts";
import type { Felt, HandOnPage } from "../../wire/wire.ts";

/** Tabs, some with the script in them, and a clock that stands still. */
class Tabs implements Pages {
  readonly sent: string[] = [];
  readonly placed: string[] = [];
  readonly ears = new Set<number>();

  async send(tab: number, frame: number | null, message: unknown): Promise<unknown> {
    const { sign } = message as { sign: { type: string; turn?: string } };
    this.sent.push(`${tab}/${frame ?? "*"} ${sign.type}${sign.turn === undefined ? "" : ` ${sign.turn}`}`);
    return this.ears.has(tab) ? true : undefined;
  }

  async place(tab: number, frame: number | null): Promise<unknown> {
    this.placed.push(`${tab}/${frame ?? "*"}`);
    this.ears.add(tab);
    return undefined;
  }

  async tabs(): Promise<number[]> {
    return [7, 8, 9];
  }

  sleep(): Promise<void> {
    return new Promise(() => undefined);
  }
}

function setting() {
  const [tabs, told] = [new Tabs(), [] as HandOnPage[]];
  const clock = { now: 1_000_000 };
  const own = new OwnInput(() => clock.now);
  return { tabs, told, clock, own, hands: new Hands(tabs, own, (hand) => told.push(hand)) };
}

const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
};

const felt = (more: Partial<Felt>): unknown => ({
  fairlead: 1, felt: { hand: { thread: "t1", turn: "r1", gesture: "touch" }, means: "pointer", at: 1_000_000, ...more },
});

test("a page without the script is given it, and it and its frames hear for whom it is held", async () => {
  const { tabs, hands } = setting();
  await hands.hold(7, "t1", "r1");
  await settled();
  assert.deepEqual(tabs.placed, ["7/0", "7/*"]);
  assert.deepEqual(tabs.sent, ["7/0 hold r1", "7/0 hold r1", "7/* hold r1"]);
  tabs.sent.length = 0;
  await hands.hold(7, "t1", "r1");
  await settled();
  assert.deepEqual(tabs.sent, ["7/0 hold r1", "7/* hold r1"], "nothing is placed twice in one document");
  assert.equal(tabs.placed.length, 2);
});

test("a new document of a held tab hears it too, and one of any other tab nothing", async () => {
  const { tabs, hands } = setting();
  await hands.hold(7, "t1", "r1");
  await settled();
  tabs.ears.clear();
  tabs.sent.length = 0;
  hands.arrived(7, 0);
  hands.arrived(8, 0);
  await settled();
  hands.arrived(7, 3);
  await settled();
  assert.deepEqual(tabs.placed.slice(2), ["7/0", "7/*", "7/3"]);
  assert.deepEqual([...new Set(tabs.sent)], ["7/0 hold r1", "7/* hold r1", "7/3 hold r1"]);
});

test("what was held for a Thread is handed back, and after a restart wherever it may be", async () => {
  const { tabs, hands } = setting();
  await hands.hold(7, "t1", "r1");
  await hands.hold(8, "t2", "r2");
  await settled();
  tabs.sent.length = 0;
  hands.handBack("t1", false);
  await settled();
  assert.deepEqual(tabs.sent, ["7/* hand_back"]);
  hands.arrived(7, 0);
  await settled();
  assert.equal(tabs.sent.length, 1, "and it is not held again");
  hands.handBack("t3", true);
  await settled();
  assert.deepEqual(tabs.sent.slice(1), ["7/* hand_back", "8/* hand_back", "9/* hand_back"]);
});

test("a hand-back that overtakes the script on its way is the last word", async () => {
  const { tabs, hands } = setting();
  const held = hands.hold(7, "t1", "r1");
  hands.handBack("t1", false);
  await held;
  await settled();
  assert.equal(tabs.sent.at(-1), "7/* hand_back");
});

test("what a person does is told, and what the debugger does in the same tab at the same time is not", async () => {
  const { told, clock, own, hands } = setting();
  let answer = (): void => undefined;
  const fake = new Fake({ "Input.dispatchMouseEvent": () => new Promise<void>((done) => (answer = done)) });
  await fake.attach(7);
  const pressing = known(fake, own).send(7, undefined, "Input.dispatchMouseEvent", { type: "mousePressed", x: 1, y: 1 });
  clock.now += 400;
  const during = { at: clock.now - 100 };
  assert.equal(hands.felt(felt(during), 7), "ours", "however long the page takes for it");
  assert.equal(hands.felt(felt({ ...during, means: "keys" }), 7), "taken", "a key is not the debugger's pointer");
  assert.equal(hands.felt(felt(during), 8), "taken", "nor is another tab's pointer");
  answer();
  await pressing;
  clock.now += 5_000;
  assert.equal(hands.felt(felt(during), 7), "ours", "a page may be late to tell of it");
  assert.equal(hands.felt(felt({ at: clock.now }), 7), "taken");
  assert.deepEqual(told.map(({ gesture }) => gesture), ["touch", "touch", "touch"]);
});

test("a pointer of the debugger that only moves is nobody's press, and its text no key", async () => {
  const { clock, own, hands } = setting();
  const fake = new Fake();
  await fake.attach(7);
  await known(fake, own).send(7, undefined, "Input.dispatchMouseEvent", { type: "mouseMoved", x: 1, y: 1 });
  await known(fake, own).send(7, undefined, "Input.insertText", { text: "hi" });
  for (const means of ["pointer", "keys"] as const) assert.equal(hands.felt(felt({ means, at: clock.now }), 7), "taken");
});

test("a message that is none of a page's is not answered", () => {
  const { told, hands } = setting();
  const hand = { thread: "t1", turn: "r1", gesture: "touch" };
  for (const message of [
    null, "touch", { felt: {} }, { fairlead: 1, felt: { hand, means: "pointer" } }, { fairlead: 1, felt: { hand, means: "eyes", at: 1 } },
    { fairlead: 1, felt: { hand: { ...hand, gesture: "resume" }, means: "keys", at: 1 } },
    { fairlead: 1, felt: { hand: { ...hand, turn: "x".repeat(300) }, means: "keys", at: 1 } },
  ]) assert.equal(hands.felt(message, 7), null, JSON.stringify(message));
  assert.equal(hands.felt(felt({}), undefined), null, "not of a tab");
  assert.deepEqual(told, []);
});
