/** The list of chats without a screen: its order, its marks, what is unread, and the search. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ThreadSummary } from "../../wire/wire";
import { stretches } from "../chats/excerpt";
import { byChat, Finder, PAUSE_MS } from "../chats/finder";
import { calling, markOf, originOf, shelve } from "../chats/shelves";
import { follow, NOTHING_SEEN, Unread } from "../chats/unread";
import type { Answer } from "../link/link";
import { memoryShelf } from "../link/shelf";

function chat(id: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
  return { id, title: id, updated_at: 1, turns: 1, activity: "idle", ...more };
}

const ids = (threads: readonly ThreadSummary[]) => threads.map((t) => t.id);

test("pinned chats come first, archived ones are apart even if they are pinned, and each keeps its order", () => {
  const found = shelve([chat("a"), chat("b", { pinned: true }), chat("c", { archived: true, pinned: true }), chat("d"), chat("e", { pinned: true })]);
  assert.deepEqual([ids(found.pinned), ids(found.recent), ids(found.archived)], [["b", "e"], ["a", "d"], ["c"]]);
});

test("a chat carries one mark: what waits comes before what runs, and that before what is unread", () => {
  const unread = new Set(["a"]);
  assert.deepEqual(
    [chat("a", { activity: "waiting" }), chat("a", { activity: "running" }), chat("a"), chat("b")].map((t) => markOf(t, unread)),
    ["waiting", "running", "unread", null],
  );
});

test("where the list is not in sight, the most pressing chat calls, and one that works by itself does not", () => {
  const [waiting, running, done] = [chat("a", { activity: "waiting" }), chat("b", { activity: "running" }), chat("c")];
  const unread = new Set(["c"]);
  assert.deepEqual([[waiting, running, done], [running, done], [running]].map((threads) => calling(threads, unread)), ["waiting", "unread", null]);
});

test("a fork names where it came from, also when that is gone", () => {
  const [parent, fork, orphan] = [chat("a"), chat("b", { parent: "a" }), chat("c", { parent: "z" })];
  const all = [parent, fork, orphan];
  assert.deepEqual(all.map((t) => originOf(t, all)), [null, parent, "gone"]);
});

test("a chat that stops while another one is open is unread until it is opened", () => {
  const running = follow(NOTHING_SEEN, [chat("a", { activity: "running" }), chat("b")], "b");
  assert.deepEqual([...running.unread], []);
  const stopped = follow(running, [chat("a"), chat("b")], "b");
  assert.deepEqual([...stopped.unread], ["a"]);
  assert.equal(follow(stopped, [chat("a"), chat("b")], "b"), stopped, "nothing new is nothing changed");
  assert.deepEqual([...follow(stopped, [chat("a"), chat("b")], "a").unread], []);
  assert.deepEqual([...follow(stopped, [chat("b")], "b").unread], [], "a deleted chat is not unread");
});

test("a chat that stops under the person's eyes is not unread, nor is one that only waits", () => {
  const running = follow(NOTHING_SEEN, [chat("a", { activity: "running" }), chat("b", { activity: "running" })], "a");
  assert.deepEqual([...follow(running, [chat("a"), chat("b", { activity: "waiting" })], "a").unread], []);
});

test("what was busy when the panel closed and is over when it opens again is unread", async () => {
  const shelf = memoryShelf();
  const before = new Unread(shelf);
  await before.load();
  before.follow([chat("a", { activity: "running" }), chat("b")], "b");
  const after = new Unread(shelf);
  await after.load();
  after.follow([chat("a"), chat("b")], "b");
  assert.deepEqual([...after.ids], ["a"]);
});

test("storage that holds something else than was put there is as good as empty", async () => {
  const odd = new Unread(memoryShelf({ seen: { busy: "a", unread: [1, "b"] } }));
  await odd.load();
  assert.deepEqual([...odd.ids], ["b"]);
});

test("the match is marked whatever its case, as a phrase first and else by its words", () => {
  const show = (excerpt: string, query: string) => stretches(excerpt, query).map((s) => (s.is === "match" ? `[${s.text}]` : s.text)).join("");
  assert.equal(show("The Aria 2 and the aria 3", "aria"), "The [Aria] 2 and the [aria] 3");
  assert.equal(show("cheap Aria  2, not 2 Arias", "aria 2"), "cheap [Aria  2], not 2 Arias");
  assert.equal(show("two shops, one cart", "cart shops"), "two [shops], one [cart]");
  assert.equal(show("比较两家店的运费", "运费"), "比较两家店的[运费]");
  assert.equal(show("a (b) [c] $5.00", "$5.00"), "a (b) [c] [$5.00]");
  assert.equal(show("nothing here", "else"), "nothing here");
  assert.equal(show("", "x"), "");
});

class Clock {
  private timers: { at: number; run: () => void }[] = [];
  private now = 0;
  readonly later = (ms: number, run: () => void) => {
    const timer = { at: this.now + ms, run };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((t) => t !== timer));
  };
  advance(ms: number): void {
    this.now += ms;
    const due = this.timers.filter((t) => t.at <= this.now);
    this.timers = this.timers.filter((t) => t.at > this.now);
    for (const { run } of due) run();
  }
}

function search() {
  const clock = new Clock();
  const asked: { query: string; answer: (answer: Answer) => void }[] = [];
  const finder = new Finder((query) => new Promise((answer) => asked.push({ query, answer })), clock.later);
  return { clock, asked, finder };
}

function foundIn(thread: string): Answer {
  return { type: "command.ack", submission_id: "s", body: { type: "found", scope: "all", hits: [{ thread, title: thread, excerpt: "x" }] } };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test("the engine is asked once, when the typing has paused", async () => {
  const { clock, asked, finder } = search();
  for (const text of ["a", "ar", "ari "]) {
    finder.write(text);
    clock.advance(PAUSE_MS - 1);
  }
  assert.equal(asked.length, 0);
  clock.advance(1);
  assert.deepEqual(asked.map((a) => a.query), ["ari"]);
  asked[0]?.answer(foundIn("t"));
  await settled();
  assert.deepEqual(finder.finding.value, { is: "found", query: "ari", scope: "all", hits: [{ thread: "t", title: "t", excerpt: "x" }] });
});

test("the answer to an older question is never shown, and what was found stays until there is more", async () => {
  const { clock, asked, finder } = search();
  finder.write("one");
  clock.advance(PAUSE_MS);
  finder.write("two");
  clock.advance(PAUSE_MS);
  asked[0]?.answer(foundIn("old"));
  await settled();
  assert.equal(finder.finding.value.is, "looking");
  asked[1]?.answer(foundIn("new"));
  await settled();
  finder.write("three");
  const { value } = finder.finding;
  assert.ok(value.is === "looking" && value.before?.hits[0]?.thread === "new");
  finder.write("  ");
  assert.deepEqual(finder.finding.value, { is: "idle" });
});

test("a refused search says so, and the longest question is cut between two characters", async () => {
  const { clock, asked, finder } = search();
  finder.write("价".repeat(300));
  clock.advance(PAUSE_MS);
  assert.equal(asked[0]?.query, "价".repeat(133));
  asked[0]?.answer({ type: "command.rejected", submission_id: "s", refusal: { code: "overloaded", message: "" } });
  await settled();
  assert.deepEqual(finder.finding.value, { is: "refused", code: "overloaded" });
});

test("hits of one chat stand together in the order in which they came", () => {
  const hit = (thread: string, excerpt: string) => ({ thread, title: thread, excerpt });
  assert.deepEqual(
    byChat([hit("a", "1"), hit("b", "2"), hit("a", "3")]).map((hits) => hits.map((h) => h.excerpt)),
    [["1", "3"], ["2"]],
  );
});
