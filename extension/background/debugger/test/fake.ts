/** A browser's debugger that answers what a test says, and remembers what it was sent. Sleeps end when the test lets time pass. */

import type { Listener, Params, Protocol } from "../chrome-debugger.ts";

export interface Sent {
  readonly method: string;
  readonly params: Params;
  readonly session: string | undefined;
}

type Answer = (params: Params, session: string | undefined) => unknown;

export class Fake implements Protocol {
  readonly sent: Sent[] = [];
  readonly held = new Set<number>();
  /** Why the next attachment is refused. */
  refusal: string | null = null;
  listener: Listener | undefined;
  detached = 0;
  #sleepers: { ms: number; wake: () => void }[] = [];

  constructor(readonly answers: Record<string, Answer> = {}, readonly left: number[] = []) {}

  async attach(tab: number): Promise<void> {
    if (this.refusal !== null) throw new Error(this.refusal);
    this.held.add(tab);
  }

  async detach(tab: number): Promise<void> {
    if (!this.held.delete(tab)) throw new Error("Debugger is not attached");
    this.detached += 1;
  }

  async send(tab: number, session: string | undefined, method: string, params: Params): Promise<unknown> {
    if (!this.held.has(tab)) throw new Error(`Debugger is not attached to the tab with id: ${tab}.`);
    this.sent.push({ method, params, session });
    return this.answers[method]?.(params, session) ?? {};
  }

  async attached(): Promise<number[]> {
    return this.left;
  }

  listen(listener: Listener): void {
    this.listener = listener;
  }

  sleep(ms: number): Promise<void> {
    if (ms < 1_000) return Promise.resolve();
    return new Promise((wake) => this.#sleepers.push({ ms, wake }));
  }

  /** All who sleep for at most so long are woken, and have their turn. */
  async pass(ms: number): Promise<void> {
    const due = this.#sleepers.filter((sleeper) => sleeper.ms <= ms);
    this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.ms > ms);
    for (const { wake } of due) wake();
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
  }

  methods(): string[] {
    return this.sent.map(({ method }) => method);
  }

  /** What `Input.` was sent, in short. */
  input(): string[] {
    return this.sent.filter(({ method }) => method.startsWith("Input.")).map(({ method, params }) => {
      const { type, key, text, x, y, button, clickCount, commands, enabled } = params;
      return [method.slice(6), type, key, text === "" ? undefined : text, x === undefined ? undefined : `${String(x)},${String(y)}`, button, clickCount, commands, enabled]
        .filter((part) => part !== undefined).map(String).join(" ");
    });
  }
}

/** What Chrome says of a command that fails. */
export function commandError(message: string): never {
  throw new Error(JSON.stringify({ code: -32000, message }));
}
