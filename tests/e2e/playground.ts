// The playground's other side: what the model was asked, what the shop holds.

import { until } from "./until.ts";

export interface Logged {
  kind: "turn" | "title" | "notes" | "other";
  method: string;
  path: string;
  body: { model?: string; messages?: { role: string; content: unknown }[]; tools?: unknown } | null;
  ending: "open" | "completed" | "aborted" | "cut";
  started_ms: number;
  ended_ms: number | null;
  duration_us: number | null;
  aborted_ms: number | null;
  deltas: number;
}

export interface Cart {
  items: { id: string; name: string; price_cents: number; quantity: number }[];
  count: number;
  total: string;
}

/** What its model is to do, as code: that is no request of the person's. */
export function script(text: string): string {
  return `\`\`\`${text}\`\`\``;
}

export class Playground {
  constructor(readonly base: string) {}

  get port(): string {
    return new URL(this.base).port;
  }

  cart(): Promise<Cart> {
    return this.#get("/_admin/cart");
  }

  /** What the model was asked for in Turns; titles are asked for beside them. */
  async chats(): Promise<Logged[]> {
    return (await this.#requests()).filter((request) => request.kind === "turn");
  }

  /** Notes on a part of a conversation. */
  async notes(): Promise<Logged[]> {
    return (await this.#requests()).filter((request) => request.kind === "notes");
  }

  async titles(): Promise<Logged[]> {
    return (await this.#requests()).filter((request) => request.kind === "title");
  }

  /** Every title that was asked for has been answered. */
  async untilTitled(): Promise<void> {
    await until("a title was answered", async () => {
      const titles = await this.titles();
      return titles.length > 0 && titles.every((request) => request.ending !== "open");
    });
  }

  /** What the model that was asked last was told of each call. */
  async results(): Promise<string[]> {
    const messages = (await this.chats()).at(-1)?.body?.messages ?? [];
    return messages.filter(({ role }) => role === "tool").map(({ content }) => String(content));
  }

  async lastResult(): Promise<string> {
    return (await this.results()).at(-1) ?? "";
  }

  async #requests(): Promise<Logged[]> {
    return (await this.#get<{ requests: Logged[] }>("/_admin/requests")).requests;
  }

  async reset(): Promise<void> {
    await this.#post("/_admin/reset", {});
  }

  async shop(change: object): Promise<void> {
    await this.#post("/_admin/shop", change);
  }

  async #get<T>(path: string): Promise<T> {
    const response = await fetch(this.base + path);
    return (await response.json()) as T;
  }

  async #post(path: string, body: object): Promise<void> {
    const response = await fetch(this.base + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  }
}
