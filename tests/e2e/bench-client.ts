// A client on the real Port, inside a page of the extension: what it measures has no test driver in between.

import type { Page } from "playwright-core";
import type { CommandBody, Event } from "../../extension/wire/wire.ts";
import { SCHEMA_HASH } from "../../extension/wire/hash.ts";

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
