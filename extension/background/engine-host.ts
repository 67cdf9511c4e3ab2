// One engine at a time. A trapped one is dropped whole and another boots from the same rows: a panic is a crash, and a crash
// is what booting is for.

import { makeEngine } from "fairlead-engine";
import type { DebugAct, DebugOrder, Event, FetchOrder, HandOnPage, Notice } from "../wire/wire.ts";
import { ChromePages } from "./chrome-pages.ts";
import { ChromeProtocol } from "./debugger/chrome-debugger.ts";
import { Desk } from "./debugger/desk.ts";
import { carryOut } from "./debugger/orders.ts";
import { known, OwnInput } from "./debugger/own-input.ts";
import { ChromeLine } from "./fetching/chrome-line.ts";
import { fetchFor } from "./fetching/fetch.ts";
import { Hands } from "./hands.ts";
import type { Notices } from "./notices.ts";
import type { Receiver, Switchboard } from "./switchboard.ts";
import { keepAwake } from "./vigil.ts";

/** Waits before another start, after starts that failed or did not last. */
const PAUSES_MS = [0, 250, 1_000, 5_000, 30_000];
/** An engine that lived this long was no part of a series of crashes. */
const LASTING_MS = 10_000;

/** Orders that look at a place of the page, or press there. */
const AT_A_PLACE: ReadonlySet<DebugAct["act"]> = new Set(["under", "point", "press", "drag", "shoot"]);

type Engine = Awaited<ReturnType<ReturnType<typeof makeEngine>["Engine"]["start"]>>;

interface Waiting {
  port: number;
  text: string;
}

export class EngineHost implements Receiver {
  #switchboard: Switchboard;
  readonly #own = new OwnInput(Date.now);
  readonly #desk = new Desk(known(new ChromeProtocol(), this.#own));
  readonly hands = new Hands(new ChromePages(), this.#own, (hand) => this.#gestured(hand));
  readonly #line = new ChromeLine();
  #notices: Notices;
  #engine: Engine | undefined;
  #module: Promise<WebAssembly.Module> | undefined;
  #waiting: Waiting[] = [];
  #withdrawn: string[] = [];
  #gestures: HandOnPage[] = [];
  #failures = 0;
  #startedAt = 0;
  #generation = 0;

  constructor(switchboard: Switchboard, notices: Notices) {
    this.#switchboard = switchboard;
    this.#notices = notices;
    // A trap outside of a panic, such as a stack that overflowed, only shows here.
    self.addEventListener("error", (event) => this.#onError(event.error));
    self.addEventListener("unhandledrejection", (event) => this.#onError(event.reason));
  }

  get busy(): boolean {
    return this.#engine?.busy ?? false;
  }

  receive(port: number, text: string): void {
    if (this.#engine) this.#call((engine) => engine.receive(port, text));
    else this.#waiting.push({ port, text });
    keepAwake(this);
  }

  disconnected(port: number): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.port !== port);
    this.#call((engine) => engine.disconnected(port));
  }

  /** Sites that the person took back, by Chrome's match patterns. */
  withdrawn(patterns: string[]): void {
    if (this.#engine) this.#call((engine) => engine.withdrawn(patterns));
    else this.#withdrawn.push(...patterns);
    keepAwake(this);
  }

  async start(): Promise<void> {
    const generation = ++this.#generation;
    try {
      const engine = await this.#boot(generation);
      if (generation !== this.#generation) return;
      this.#engine = engine;
      this.#startedAt = Date.now();
      // Before anything that may lean on a grant.
      if (this.#withdrawn.length > 0) this.withdrawn(this.#withdrawn.splice(0));
      for (const hand of this.#gestures.splice(0)) this.#gestured(hand);
      for (const { port, text } of this.#waiting.splice(0)) this.receive(port, text);
    } catch (error) {
      if (generation !== this.#generation) return;
      const message = `The engine did not start: ${error instanceof Error ? error.message : String(error)}`;
      this.#tell({ type: "system.notice", code: "storage_failed", message });
      this.#startLater();
    }
  }

  async #boot(generation: number): Promise<Engine> {
    this.#module ??= WebAssembly.compileStreaming(fetch(chrome.runtime.getURL("engine.wasm")));
    const glue = makeEngine();
    await glue({ module_or_path: await this.#module });
    return glue.Engine.start({
      deliver: (ports: Uint32Array, text: string) => {
        if (generation === this.#generation) this.#switchboard.deliver(ports, text);
      },
      trapped: (message: string) => {
        if (generation === this.#generation) this.#replace(message);
      },
      notify: (notice: string) => {
        if (generation === this.#generation) this.#notices.show(JSON.parse(notice) as Notice);
      },
      quiet: (thread: string) => {
        if (generation === this.#generation) this.#notices.clear(thread);
      },
      debug: (order: string) => this.#debug(JSON.parse(order) as DebugOrder),
      fetch: async (order: string) => JSON.stringify(await fetchFor(this.#line, JSON.parse(order) as FetchOrder)),
      letGo: (thread: string) => this.#desk.letGo(thread),
      hold: (tab: number, thread: string, turn: string) => this.hands.hold(tab, thread, turn),
      handBack: (thread: string, everywhere: boolean) => this.hands.handBack(thread, everywhere),
      session: await browserSession(),
      language: chrome.i18n.getUILanguage(),
    });
  }

  #gestured(hand: HandOnPage): void {
    if (this.#engine) this.#call((engine) => engine.gestured(JSON.stringify(hand)));
    else this.#gestures.push(hand);
    keepAwake(this);
  }

  /** Places are looked at without anything of ours above them. */
  async #debug(order: DebugOrder): Promise<string> {
    if (AT_A_PLACE.has(order.act.act)) await this.hands.stepAside(order.tab);
    return JSON.stringify(await carryOut(this.#desk, order));
  }

  #call(use: (engine: Engine) => void): void {
    if (!this.#engine) return;
    try {
      use(this.#engine);
    } catch (error) {
      this.#onError(error);
    }
  }

  #onError(error: unknown): void {
    if (error instanceof WebAssembly.RuntimeError && this.#engine) this.#replace(error.message);
  }

  #replace(message: string): void {
    console.error("fairlead: the engine is replaced:", message);
    // The dead instance is not even freed: nothing may call into it again.
    this.#engine = undefined;
    this.#generation += 1;
    if (Date.now() - this.#startedAt > LASTING_MS) this.#failures = 0;
    this.#tell({ type: "system.notice", code: "engine_restarted", message: "The engine was restarted." });
    this.#switchboard.hangUp();
    this.#startLater();
  }

  #startLater(): void {
    const pause = PAUSES_MS[Math.min(this.#failures, PAUSES_MS.length - 1)];
    this.#failures += 1;
    setTimeout(() => void this.start(), pause);
  }

  #tell(event: Event): void {
    this.#switchboard.deliverToAll(JSON.stringify(event));
  }
}

/** Lives as long as the browser runs, through any number of workers: grants of a session end with it. */
async function browserSession(): Promise<string> {
  const { browserSession: held } = await chrome.storage.session.get("browserSession");
  if (typeof held === "string") return held;
  const made = crypto.randomUUID();
  await chrome.storage.session.set({ browserSession: made });
  return made;
}
