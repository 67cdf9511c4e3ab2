import assert from "node:assert/strict";
import { test } from "node:test";
import { Desk } from "../desk.ts";
import { carryOut } from "../orders.ts";
import { commandError, Fake } from "./fake.ts";

const IDLE_MS = 30_000;
const POINT = { act: "point", at: { x: 1, y: 2 } } as const;

test("a tab is attached once for the calls of all threads, and let go with the last turn that used it", async () => {
  const fake = new Fake();
  const desk = new Desk(fake);
  for (const thread of ["a", "b", "a"]) assert.equal((await carryOut(desk, { tab: 7, thread, act: POINT })).type, "done");
  assert.equal(fake.methods().filter((method) => method === "Page.enable").length, 1, "one attachment");
  desk.letGo("a");
  await fake.pass(0);
  assert.ok(fake.held.has(7), "the other thread still holds it");
  desk.letGo("b");
  await fake.pass(0);
  assert.deepEqual([...fake.held], []);
});

test("a tab that nobody asks anything of is let go after a while, and not before", async () => {
  const fake = new Fake();
  const desk = new Desk(fake);
  await carryOut(desk, { tab: 7, thread: "a", act: POINT });
  await fake.pass(IDLE_MS - 1);
  await carryOut(desk, { tab: 7, thread: "a", act: POINT });
  assert.ok(fake.held.has(7));
  await fake.pass(IDLE_MS);
  assert.deepEqual([...fake.held], []);
  assert.equal((await carryOut(desk, { tab: 7, thread: "a", act: POINT })).type, "done", "and is attached again when it is needed");
});

test("what a dead worker left attached is let go before anything is attached", async () => {
  const fake = new Fake({}, [3, 4]);
  fake.held.add(3);
  const desk = new Desk(fake);
  await carryOut(desk, { tab: 5, thread: "a", act: POINT });
  assert.deepEqual([...fake.held], [5], "tab 4 is somebody else's, and stays");
  assert.equal(fake.detached, 1);
});

test("orders of one tab follow each other, also behind one that failed", async () => {
  let running = 0;
  const fake = new Fake({ "Input.dispatchMouseEvent": ({ x }) => { running += 1; assert.equal(running, 1); running -= 1; if (x === 0) commandError("no"); return {}; } });
  const desk = new Desk(fake);
  const replies = await Promise.all([0, 1, 2].map((x) => carryOut(desk, { tab: 7, thread: "a", act: { act: "point", at: { x, y: 0 } } })));
  assert.deepEqual(replies.map(({ type }) => type), ["failed", "done", "done"]);
});

test("a refusal, a loss and silence are told apart, and what may have happened is not called undone", async () => {
  const press = { act: "press", at: { x: 1, y: 1 }, button: "left", clicks: "single" } as const;
  const code = async (fake: Fake, act: typeof POINT | typeof press): Promise<string> => {
    const reply = await carryOut(new Desk(fake), { tab: 7, thread: "a", act });
    return reply.type === "failed" ? `${reply.failure.code}: ${reply.failure.message}` : reply.type;
  };
  const refused = new Fake();
  refused.refusal = "Host access is restricted by policy.";
  assert.equal(await code(refused, press), "no_debugger: the browser does not let the debugger into this tab (Host access is restricted by policy); nothing was done");
  const lost = (): Fake => {
    const fake: Fake = new Fake({ "Input.dispatchMouseEvent": () => { fake.held.clear(); fake.listener?.lost(7, "canceled_by_user"); throw new Error("Detached while handling command."); } });
    return fake;
  };
  assert.match(await code(lost(), POINT), /^no_debugger: .*Detached while handling command.*nothing was done/);
  assert.match(await code(lost(), press), /^maybe_done: .*it may have happened/);
  const silent = new Fake({ "Input.dispatchMouseEvent": () => new Promise(() => undefined) });
  const late = code(silent, press);
  for (let turns = 0; turns < 10; turns += 1) await silent.pass(8_000);
  assert.match(await late, /^maybe_done: the browser did not answer/);
});

test("a dialog is dismissed at once and told with what opened it", async () => {
  const fake: Fake = new Fake({
    "Input.dispatchMouseEvent": ({ type }) => { if (type === "mouseReleased") fake.listener?.heard(7, undefined, "Page.javascriptDialogOpening", { type: "confirm", message: "Delete all?" }); return {}; },
  });
  const reply = await carryOut(new Desk(fake), { tab: 7, thread: "a", act: { act: "press", at: { x: 1, y: 1 }, button: "left", clicks: "single" } });
  assert.deepEqual(reply, { type: "done", told: 'The page opened a dialog, confirm "Delete all?"; it was dismissed.' });
  assert.deepEqual(fake.sent.find(({ method }) => method === "Page.handleJavaScriptDialog")?.params, { accept: false });
});

test("frames within frames are asked for until no more are told of", async () => {
  const fake: Fake = new Fake({
    "Target.setAutoAttach": (_, session) => {
      const next = session === undefined ? ["S1", "F1"] : session === "S1" ? ["S2", "F2"] : null;
      if (next) fake.listener?.heard(7, session, "Target.attachedToTarget", { sessionId: next[0], targetInfo: { targetId: next[1], type: "iframe" } });
      return {};
    },
  });
  const desk = new Desk(fake);
  const children = await desk.within(7, "a", async (sitting) => sitting.children);
  assert.deepEqual(children, [{ frame: "F1", session: "S1", parent: undefined }, { frame: "F2", session: "S2", parent: "S1" }]);
});
