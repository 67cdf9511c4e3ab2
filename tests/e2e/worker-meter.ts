// What the running worker asks of IndexedDB, counted at the browser's own interface, and the memory that it holds.

import type { Attached } from "./attached.ts";
import type { World } from "./world.ts";

/** One row that came out of a store. */
export interface RowRead {
  store: string;
  /** Absent for rows of no Thread. */
  thread?: string;
}

interface Tally {
  commits: number;
  reads: RowRead[];
}

declare global {
  var tally: Tally;
}

export class WorkerMeter {
  private constructor(
    private readonly world: World,
    private readonly worker: Attached,
  ) {}

  /** On the worker that runs now. */
  static async of(world: World): Promise<WorkerMeter> {
    return new WorkerMeter(world, await world.attachToWorker());
  }

  /** Counts from now on. The counting itself takes memory. */
  async count(): Promise<void> {
    await this.world.worker().evaluate(() => {
      globalThis.tally = { commits: 0, reads: [] };
      const begin = IDBDatabase.prototype.transaction;
      IDBDatabase.prototype.transaction = function (stores, mode, options) {
        const transaction = begin.call(this, stores, mode, options);
        if (mode === "readwrite") transaction.addEventListener("complete", () => (tally.commits += 1));
        return transaction;
      };
      const note = (store: string, found: unknown) => {
        const row = found as { id?: string; thread?: string };
        const thread = store === "threads" ? row.id : row.thread;
        tally.reads.push(thread === undefined ? { store } : { store, thread });
      };
      for (const prototype of [IDBObjectStore.prototype, IDBIndex.prototype]) {
        for (const name of ["get", "getAll", "getKey", "getAllKeys", "openCursor", "openKeyCursor"] as const) {
          const ask = prototype[name] as (...how: unknown[]) => IDBRequest<unknown>;
          Object.assign(prototype, {
            [name](this: IDBObjectStore | IDBIndex, ...how: unknown[]) {
              const request = ask.apply(this, how);
              const store = this instanceof IDBIndex ? this.objectStore.name : this.name;
              request.addEventListener("success", () => {
                const { result } = request;
                if (Array.isArray(result)) for (const row of result) note(store, row);
                else if (result instanceof IDBCursorWithValue) note(store, result.value);
                else if (result !== undefined && result !== null) note(store, result);
              });
              return request;
            },
          });
        }
      }
    });
  }

  /** What was counted since the last time. */
  take(): Promise<Tally> {
    return this.world.worker().evaluate(() => {
      const taken = globalThis.tally;
      globalThis.tally = { commits: 0, reads: [] };
      return taken;
    });
  }

  /** In bytes: the linear memory of the engine, and the heap of the worker after a collection. */
  async memory(): Promise<{ wasm: number; heap: number }> {
    const { worker } = this;
    const { result } = (await worker.send("Runtime.evaluate", { expression: "WebAssembly.Memory.prototype" })) as {
      result: { objectId: string };
    };
    const { objects } = (await worker.send("Runtime.queryObjects", { prototypeObjectId: result.objectId })) as {
      objects: { objectId: string };
    };
    const sum = (await worker.send("Runtime.callFunctionOn", {
      objectId: objects.objectId,
      functionDeclaration: "function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }",
      returnByValue: true,
    })) as { result: { value: number } };
    await worker.send("HeapProfiler.collectGarbage");
    const { usedSize } = (await worker.send("Runtime.getHeapUsage")) as { usedSize: number };
    return { wasm: sum.result.value, heap: usedSize };
  }
}
