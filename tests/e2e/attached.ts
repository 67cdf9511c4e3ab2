// A target that Playwright has no object for, such as the side panel: the browser's own session attaches to it, and messages go
// through that session.

import type { CDPSession } from "playwright-core";

export type Params = Record<string, unknown>;

interface Message {
  id?: number;
  method?: string;
  params?: Params;
  result?: Params;
  error?: { message: string };
}

export class Attached {
  #next = 1;
  #waiting = new Map<number, { resolve: (value: Params) => void; reject: (error: Error) => void }>();
  #listeners = new Map<string, (params: Params) => void>();

  private constructor(
    private readonly browser: CDPSession,
    private readonly session: string,
    readonly target: string,
  ) {
    browser.on("Target.receivedMessageFromTarget", ({ sessionId, message }) => {
      if (sessionId === session) this.#take(JSON.parse(message) as Message);
    });
  }

  static async to(browser: CDPSession, targetId: string): Promise<Attached> {
    const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: false });
    return new Attached(browser, sessionId, targetId);
  }

  async send(method: string, params: Params = {}): Promise<Params> {
    const id = this.#next++;
    const answer = new Promise<Params>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    await this.browser.send("Target.sendMessageToTarget", {
      sessionId: this.session,
      message: JSON.stringify({ id, method, params }),
    });
    return answer;
  }

  on(method: string, listener: (params: Params) => void): void {
    this.#listeners.set(method, listener);
  }

  /** The value of an expression in the target. */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = (await this.send("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })) as { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } };
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  #take(message: Message): void {
    if (message.method !== undefined) this.#listeners.get(message.method)?.(message.params ?? {});
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (!waiting || message.id === undefined) return;
    this.#waiting.delete(message.id);
    if (message.error) waiting.reject(new Error(message.error.message));
    else waiting.resolve(message.result ?? {});
  }
}
