// Halts the service worker between two messages to the panel, before it does anything else. A debugger's pause is what stops it
// there; what a kill then takes away is exactly what had not been stored.

import type { Event } from "../../extension/wire/wire.ts";
import type { Attached } from "./attached.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

declare global {
  /** Messages that may still leave the worker; absent: any number. */
  var messagesLeft: number | undefined;
  /** The first message with this in it is not sent before the worker goes on; absent: every one is. */
  var haltBefore: string | undefined;
}

export class WorkerHalt {
  #halted = false;

  private constructor(private readonly worker: Attached) {
    worker.on("Debugger.paused", () => (this.#halted = true));
  }

  /** Takes hold of the worker that runs now. Only Ports that open from here on are counted. */
  static async install(world: World): Promise<WorkerHalt> {
    const worker = await world.attachToWorker();
    await worker.send("Debugger.enable");
    await world.worker().evaluate(() => {
      chrome.runtime.onConnect.addListener((port) => {
        if (!port.sender?.url?.includes("panel.html")) return;
        const post = port.postMessage.bind(port);
        port.postMessage = (message: unknown) => {
          if (globalThis.haltBefore !== undefined && String(message).includes(globalThis.haltBefore)) {
            globalThis.haltBefore = undefined;
            debugger;
          }
          post(message);
          if (globalThis.messagesLeft === undefined) return;
          globalThis.messagesLeft -= 1;
          if (globalThis.messagesLeft === 0) debugger;
        };
      });
    });
    return new WorkerHalt(worker);
  }

  /** Halts after so many more messages. */
  async after(messages: number): Promise<void> {
    await this.worker.evaluate(`void (globalThis.messagesLeft = ${messages})`);
  }

  /** Takes the last word back. */
  async never(): Promise<void> {
    await this.worker.evaluate("void (globalThis.messagesLeft = undefined)");
  }

  /** Halts before the first message of this type. */
  async before(type: Event["type"]): Promise<void> {
    await this.worker.evaluate(`void (globalThis.haltBefore = ${JSON.stringify(`"type":"${type}"`)})`);
  }

  /** Lets it go on. */
  async release(): Promise<void> {
    this.#halted = false;
    await this.worker.send("Debugger.resume");
  }

  get halted(): boolean {
    return this.#halted;
  }

  untilHalted(): Promise<boolean> {
    return until("the worker is halted", () => this.#halted);
  }
}
