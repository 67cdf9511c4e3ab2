/** The connection: handshake, outbox, reconnecting and giving up, with a clock that the test turns. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Command, CommandBody, Event } from "../../wire/wire";
import type { PortLike } from "../link/browser";
import { Drafts, giveBack } from "../link/drafts";
import { randomId } from "../link/ids";
import { Link, type LinkStatus, TIMES } from "../link/link";
import { Outbox, outlivesPanel } from "../link/outbox";
import { memoryShelf } from "../link/shelf";

class Clock {
  private now = 0;
  private timers: { at: number; run: () => void }[] = [];

  readonly later = (ms: number, run: () => void) => {
    const timer = { at: this.now + ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((t) => t !== timer);
    };
  };

  advance(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter((t) => t.at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.timers = this.timers.filter((t) => t !== next);
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }
}

class FakePort implements PortLike {
  readonly got: Command[] = [];
  isClosed = false;
  private onText: ((m: unknown) => void)[] = [];
  private onEnd: (() => void)[] = [];
  readonly onMessage = { addListener: (l: (m: unknown) => void) => void this.onText.push(l) };
  readonly onDisconnect = { addListener: (l: () => void) => void this.onEnd.push(l) };

  postMessage(text: string): void {
    this.got.push(JSON.parse(text) as Command);
  }

  disconnect(): void {
    this.isClosed = true;
  }

  say(event: Event | string): void {
    for (const l of this.onText) l(typeof event === "string" ? event : JSON.stringify(event));
  }

  drop(): void {
    for (const l of this.onEnd) l();
  }

  welcome(): void {
    this.say({
      type: "initialized", submission_id: "", boot: "b", settings: { policy: "untrusted", language: "en", theme: "auto", titles: "model", completion: "enforce", limits: { profile: "open" } }, connections: [],
      keys: "none", threads: [],
    });
  }

  get types(): string[] {
    return this.got.map((c) => c.body.type);
  }
}

function stage(shelf = memoryShelf(), subscription: string | null = null, expecting = false) {
  const clock = new Clock();
  const ports: FakePort[] = [];
  const statuses: LinkStatus[] = [];
  const events: Event[] = [];
  const ready: (string | null)[] = [];
  const outbox = new Outbox(shelf);
  let n = 0;
  const link = new Link({
    connect() {
      const port = new FakePort();
      ports.push(port);
      return port;
    },
    client: "p_1", outbox, protocol: 1, schemaHash: "abc", newSubmission: () => `s${(n += 1)}`, subscription: () => subscription,
    expecting: () => expecting, onEvent: (e) => events.push(e), onReady: (s) => ready.push(s), onStatus: (s) => statuses.push(s), later: clock.later,
  });
  const port = (): FakePort => {
    const last = ports.at(-1);
    assert.ok(last);
    return last;
  };
  return { clock, ports, statuses, events, ready, outbox, link, port, shelf };
}

const SUBMIT: CommandBody = { type: "turn.submit", thread: "t_1", text: "hi" };
const ACK = (id: string): Event => ({ type: "command.ack", submission_id: id, body: { type: "done" } });

test("the first word is the handshake; commands wait for its answer and are sent once", () => {
  const { link, port } = stage(memoryShelf(), "t_1");
  link.start();
  const id = link.send(SUBMIT);
  assert.deepEqual(port().got.map((c) => c.body), [{ type: "initialize", protocol: 1, schema_hash: "abc", subscribe: "t_1" }]);
  port().welcome();
  assert.deepEqual(port().got.filter((c) => c.submission_id === id).length, 1);
});

test("after a break everything unanswered is sent again under the same ids, in order", () => {
  const { link, port, ports, clock } = stage();
  link.start();
  port().welcome();
  const ids = [link.send({ type: "thread.create", thread: "t_1" }), link.send(SUBMIT), link.send({ ...SUBMIT, text: "two" })];
  port().say(ACK(ids[0] ?? ""));
  port().drop();
  clock.advance(TIMES.firstRetry);
  assert.equal(ports.length, 2);
  port().welcome();
  assert.deepEqual(port().got.slice(1).map((c) => c.submission_id), ids.slice(1));
});

test("another life of the panel takes the outbox over, and an answer clears it", async () => {
  const shelf = memoryShelf();
  const first = stage(shelf);
  first.link.start();
  const id = first.link.send(SUBMIT);
  const second = stage(shelf);
  assert.deepEqual((await second.outbox.load()).map((c) => [c.client_id, c.submission_id, c.body]), [["p_1", id, SUBMIT]]);
  second.link.start();
  second.port().welcome();
  assert.deepEqual(second.port().got.at(-1)?.submission_id, id);
  second.port().say(ACK(id));
  assert.deepEqual(await shelf.all(), {});
});

test("the order of commands outlives the panel, and damaged entries are left out", async () => {
  const shelf = memoryShelf({ "outbox.bad": { nonsense: true }, "draft.t_1": "text" });
  const outbox = new Outbox(shelf);
  for (let n = 1; n <= 12; n += 1) outbox.put({ client_id: "p", submission_id: `z${(n * 7) % 13}`, body: { ...SUBMIT, text: String(n) } });
  // Storage gives its keys in an order of its own.
  const shuffled = memoryShelf(Object.fromEntries(Object.entries(await shelf.all()).sort(([a], [b]) => a.localeCompare(b))));
  const left = await new Outbox(shuffled).load();
  assert.deepEqual(left.map((c) => (c.body.type === "turn.submit" ? Number(c.body.text) : 0)), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("a key is never written down, and a question is not kept", async () => {
  const shelf = memoryShelf();
  const { link, port } = stage(shelf);
  link.start();
  port().welcome();
  link.send({ type: "connections.save", connection: { id: "c", name: "", wire: "openai-chat", base_url: "", models: [], keys: [{ id: "k", secret: "sk-secret" }], headers: [] } as never });
  link.send({ type: "rules.list" });
  assert.deepEqual(await shelf.all(), {});
  assert.equal(outlivesPanel(SUBMIT), true);
});

test("a short break is silent, a longer one is said, a long one offers a restart, and all is well again after it", () => {
  const { link, port, clock, statuses } = stage();
  link.start();
  port().welcome();
  port().drop();
  clock.advance(TIMES.silence - 1);
  assert.deepEqual(statuses, []);
  clock.advance(1);
  assert.deepEqual(statuses, ["reconnecting"]);
  clock.advance(TIMES.giveUp);
  assert.deepEqual(statuses, ["reconnecting", "lost"]);
  port().welcome();
  assert.deepEqual(statuses, ["reconnecting", "lost", "ready"]);
});

test("retries become slower, from 50 ms to 2 s, and begin anew after success", () => {
  const { link, port, ports, clock } = stage();
  link.start();
  const waits = [50, 100, 200, 400, 800, 1_600, 2_000, 2_000];
  for (const [i, wait] of waits.entries()) {
    port().drop();
    clock.advance(wait - 1);
    assert.equal(ports.length, i + 1);
    clock.advance(1);
    assert.equal(ports.length, i + 2);
  }
  port().welcome();
  port().drop();
  clock.advance(50);
  assert.equal(ports.length, waits.length + 2);
});

test("another build says reload: no more reconnecting, and the outbox stays", async () => {
  const { link, port, ports, clock, statuses, shelf } = stage();
  link.start();
  link.send(SUBMIT);
  port().say({ type: "fatal.reload_required", protocol: 2, schema_hash: "other" });
  port().drop();
  clock.advance(60_000);
  assert.equal(ports.length, 1);
  assert.deepEqual(statuses, ["outdated"]);
  assert.equal(Object.keys(await shelf.all()).length, 1);
});

test("a Port that is open and silent is given up while something is under way", () => {
  const { link, port, ports, clock } = stage(memoryShelf(), null, true);
  link.start();
  port().welcome();
  clock.advance(TIMES.check);
  assert.equal(port().types.at(-1), "ping");
  clock.advance(TIMES.pong + TIMES.firstRetry);
  assert.equal(ports.length, 2);
  assert.equal(ports[0]?.isClosed, true);
});

test("an idle Port is left in peace, so that the worker may sleep", () => {
  const { link, port, clock } = stage();
  link.start();
  port().welcome();
  clock.advance(TIMES.check * 5);
  assert.deepEqual(port().types, ["initialize"]);
});

test("it says that it is ready after everything unanswered is sent, and which Thread came along", () => {
  const { link, port, ready, events } = stage(memoryShelf(), "t_1");
  link.start();
  link.send({ type: "thread.create", thread: "t_1" });
  port().welcome();
  assert.deepEqual(port().types, ["initialize", "thread.create"]);
  assert.deepEqual([ready, events.map((e) => e.type)], [[null], ["initialized"]]);
});

test("what is not an event is dropped", () => {
  const { link, port, events } = stage();
  link.start();
  for (const bad of ["", "{", "null", "[]", '{"type":"future.thing","x":1}', '{"type":"item.delta","thread":7}']) port().say(bad);
  assert.deepEqual(events, []);
});

test("those who ask get the answer to their own question", async () => {
  const { link, port } = stage();
  link.start();
  port().welcome();
  const [one, two] = [link.ask({ type: "rules.list" }), link.ask({ type: "settings.get" })];
  const [, first, second] = port().got;
  port().say({ type: "command.rejected", submission_id: second?.submission_id ?? "", refusal: { code: "busy", message: "" } });
  port().say({ type: "command.ack", submission_id: first?.submission_id ?? "", body: { type: "rules", rules: [] } });
  assert.deepEqual([(await one).type, (await two).type], ["command.ack", "command.rejected"]);
});

test("a draft is written 300 ms after the last key, per chat, and at once when asked", async () => {
  const shelf = memoryShelf();
  const clock = new Clock();
  const drafts = new Drafts(shelf, clock.later);
  drafts.write("t_1", "a");
  clock.advance(299);
  drafts.write("t_1", "ab");
  clock.advance(299);
  assert.deepEqual(await shelf.all(), {});
  clock.advance(1);
  assert.deepEqual(await shelf.all(), { "draft.t_1": "ab" });
  drafts.write("t_2", "x");
  drafts.write("t_1", "");
  drafts.save();
  assert.deepEqual(await shelf.all(), { "draft.t_2": "x" });
  const again = new Drafts(shelf, clock.later);
  await again.load();
  assert.deepEqual([again.of("t_2"), again.of("t_1")], ["x", ""]);
});

test("a text that comes back does not overwrite what was typed since", () => {
  assert.equal(giveBack("sent", ""), "sent");
  assert.equal(giveBack("sent", "sent"), "sent");
  assert.equal(giveBack("sent", "more"), "sent\n\nmore");
});

test("ids are 26 characters of base32 after their prefix", () => {
  assert.match(randomId("t"), /^t_[a-z2-7]{26}$/);
  assert.notEqual(randomId("t"), randomId("t"));
});
