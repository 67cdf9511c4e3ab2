/**
 * Which input of a tab is the debugger's: a page sees no difference between that and a person's. Known by its time, from when it is sent
 * to when the browser says that the page has had it; pages tell theirs by the same clock.
 */

import type { Protocol } from "./chrome-debugger.ts";
import type { Means } from "../../wire/wire.ts";

/** Two processes read the clock, and a page's own is coarse. */
const BLUR_MS = 30;
/** How long a page may keep what it has to tell to itself. */
const REMEMBERED_MS = 60_000;

interface Span {
  readonly tab: number;
  readonly means: Means;
  readonly from: number;
  until: number;
}

export class OwnInput {
  readonly #now: () => number;
  #spans: Span[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  async during<T>(tab: number, means: Means, input: Promise<T>): Promise<T> {
    const span: Span = { tab, means, from: this.#now(), until: Infinity };
    this.#spans = [...this.#spans.filter(({ until }) => until > span.from - REMEMBERED_MS), span];
    try {
      return await input;
    } finally {
      span.until = this.#now();
    }
  }

  made(tab: number, means: Means, at: number): boolean {
    return this.#spans.some((span) => span.tab === tab && span.means === means && at >= span.from - BLUR_MS && at <= span.until + BLUR_MS);
  }
}

/** What a command of the debugger is to a page; null: nothing that a person could have done, or only looking. */
function meansOf(method: string, type: unknown): Means | null {
  switch (method) {
    case "Input.dispatchKeyEvent":
      return "keys";
    case "Input.dispatchMouseEvent":
      return type === "mouseMoved" ? null : "pointer";
    case "Input.dispatchDragEvent":
      return "pointer";
    default:
      return null;
  }
}

/** A protocol whose input is known afterwards. */
export function known(protocol: Protocol, own: OwnInput): Protocol {
  return {
    attach: (tab) => protocol.attach(tab),
    detach: (tab) => protocol.detach(tab),
    attached: () => protocol.attached(),
    listen: (listener) => protocol.listen(listener),
    sleep: (ms) => protocol.sleep(ms),
    send: (tab, session, method, params) => {
      const sent = protocol.send(tab, session, method, params);
      const means = meansOf(method, params.type);
      return means === null ? sent : own.during(tab, means, sent);
    },
  };
}
