// A client on the real Port, inside a page of the extension: what it measures has no test driver in between.

import type { Page } from "playwright-core";
import type { CommandBody, Event } from "../../extension/wire/wire.ts";
import { SCHEMA_HASH } from "../../extension/wire/hash.ts";
import { withDatabase } from "./rows.ts";

interface Client {
  connect(): Promise<number>;
  disconnect(): void;
  ask(body: object): Promise<{ ms: number; event: Event }>;
  turn(body: object): Promise<{ ms: number; events: number; texts: Event[] }>;
  rate(bodies: object[]): Promise<number>;
}

declare global {
  interface Window {
    bench: Client;
  }
}

export class BenchClient {
  constructor(private readonly page: Page) {}

  /** Puts the client into the page. */
  async install(): Promise<void> {
    await this.page.evaluate((hash) => {
      let port: chrome.runtime.Port | undefined;
      let listen: (event: Event) => void = () => undefined;
      const send = (body: object, submission = crypto.randomUUID()) => {
        port?.postMessage(JSON.stringify({ client_id: "bench", submission_id: submission, body }));
        return submission;
      };
      const answer = (event: Event) => ("submission_id" in event ? event.submission_id : undefined);
      window.bench = {
        connect: () =>
          new Promise((resolve) => {
            const started = performance.now();
            port = chrome.runtime.connect({ name: "fairlead" });
            port.onMessage.addListener((text: string) => listen(JSON.parse(text) as Event));
            listen = (event) => {
              if (event.type === "initialized") resolve(performance.now() - started);
            };
            send({ type: "initialize", protocol: 1, schema_hash: hash });
          }),
        disconnect: () => port?.disconnect(),
        ask: (body) =>
          new Promise((resolve) => {
            const started = performance.now();
            const submission = send(body);
            listen = (event) => {
              if (answer(event) === submission) resolve({ ms: performance.now() - started, event });
            };
          }),
        turn: (body) =>
          new Promise((resolve, reject) => {
            const started = performance.now();
            let events = 0;
            const texts: Event[] = [];
            listen = (event) => {
              events += 1;
              if (event.type === "item.complete") texts.push(event);
              if (event.type === "command.rejected") reject(new Error(JSON.stringify(event)));
              if (event.type === "turn.complete") resolve({ ms: performance.now() - started, events, texts });
            };
            send(body);
          }),
        rate: async (bodies) => {
          const started = performance.now();
          for (const body of bodies) await window.bench.ask(body);
          return (bodies.length * 1000) / (performance.now() - started);
        },
      };
    }, SCHEMA_HASH);
  }

  connect(): Promise<number> {
    return this.page.evaluate(() => window.bench.connect());
  }

  disconnect(): Promise<void> {
    return this.page.evaluate(() => window.bench.disconnect());
  }

  ask(body: CommandBody): ReturnType<Client["ask"]> {
    return this.page.evaluate((body) => window.bench.ask(body), body);
  }

  turn(body: CommandBody): ReturnType<Client["turn"]> {
    return this.page.evaluate((body) => window.bench.turn(body), body);
  }

  rate(bodies: CommandBody[]): Promise<number> {
    return this.page.evaluate((bodies) => window.bench.rate(bodies), bodies);
  }

  /**
   * Makes a stored Thread so long by copies of its last Turn, each behind the one before. No worker may run. Turns that are
   * really played would each send the whole conversation to the model.
   */
  async lengthen(thread: string, nodes: number): Promise<void> {
    await withDatabase(this.page);
    await this.page.evaluate(
      async ({ thread, nodes }) => {
        interface Stored {
          id: string;
          seq: number;
          turn: string;
        }
        const transaction = database.transaction(["threads", "nodes", "runs"], "readwrite");
        const ended = new Promise((resolve) => (transaction.oncomplete = resolve));
        const [threads, all, runs] = ["threads", "nodes", "runs"].map((name) => transaction.objectStore(name)) as [
          IDBObjectStore,
          IDBObjectStore,
          IDBObjectStore,
        ];
        const whole = IDBKeyRange.bound([thread, 0], [thread, Infinity]);
        const held = (await done(all.index("thread_seq").getAll(whole))) as Stored[];
        const last = held.at(-1)!;
        const turn = held.filter((node) => node.turn === last.turn);
        const run = (await done(runs.get(last.turn))) as object;
        const ids = [last.turn, ...turn.map((node) => node.id)];
        const copied = <T>(row: T, copy: number): T =>
          JSON.parse(ids.reduce((text, id) => text.replaceAll(`"${id}"`, `"${id}${copy.toString(36)}"`), JSON.stringify(row))) as T;
        let tip = last.id;
        let seq = last.seq;
        let copy = 0;
        for (; seq < nodes; copy += 1) {
          runs.put(copied(run, copy));
          for (const [at, node] of turn.entries()) {
            seq += 1;
            const next = { ...copied(node, copy), seq };
            all.put(at === 0 ? { ...next, parent: tip } : next);
            if (at === turn.length - 1) tip = next.id;
          }
        }
        const row = (await done(threads.get(thread))) as { stats: { turns: number } };
        row.stats.turns += copy;
        threads.put({ ...row, leaf: tip, seq });
        await ended;
        database.close();
      },
      { thread, nodes },
    );
  }

  /** Commits of one small row per second, with nothing of ours around IndexedDB. */
  bareCommits(count: number): Promise<number> {
    return this.page.evaluate(async (count) => {
      const name = "bench-bare";
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("rows", { keyPath: "id" });
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error as Error);
      });
      const started = performance.now();
      for (let n = 0; n < count; n += 1) {
        await new Promise<void>((resolve, reject) => {
          const transaction = database.transaction("rows", "readwrite");
          transaction.objectStore("rows").put({ id: n, text: "a row like any other" });
          transaction.oncomplete = () => resolve();
          transaction.onabort = () => reject(transaction.error as Error);
        });
      }
      const rate = (count * 1000) / (performance.now() - started);
      database.close();
      indexedDB.deleteDatabase(name);
      return rate;
    }, count);
  }

  /** A message to the worker's other side and back, without the engine. */
  barePort(count: number): Promise<number> {
    return this.page.evaluate(async (count) => {
      const started = performance.now();
      for (let n = 0; n < count; n += 1) await chrome.runtime.getPlatformInfo();
      return (performance.now() - started) / count;
    }, count);
  }
}
