// Between the extension and a model's server: passes every byte on, in both directions, and remembers what it saw.

import { request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { bodyOf, listen, type Loopback } from "./loopback.ts";

export interface Recorded {
  path: string;
  headers: IncomingHttpHeaders;
  asked: string;
  answered: string;
  /** `aborted`: the extension hung up before the server was done. */
  ending: "open" | "completed" | "aborted";
}

/** An answer of its own in place of the server's. */
export type Instead = (headers: IncomingHttpHeaders) => { status: number; headers?: Record<string, string>; body?: string } | undefined;

export class Relay {
  readonly calls: Recorded[] = [];

  #server!: Loopback;

  private constructor(
    private readonly upstream: string,
    private readonly instead: Instead,
  ) {}

  static async before(upstream: string, instead: Instead = () => undefined): Promise<Relay> {
    const relay = new Relay(upstream, instead);
    relay.#server = await listen((asked, answer) => void relay.#pass(asked, answer));
    return relay;
  }

  get base(): string {
    return `http://127.0.0.1:${this.#server.port}`;
  }

  close(): void {
    this.#server.close();
  }

  async #pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const call: Recorded = { path: asked.url ?? "", headers: asked.headers, asked: "", answered: "", ending: "open" };
    this.calls.push(call);
    const body = await bodyOf(asked);
    call.asked = body.toString();
    const own = this.instead(asked.headers);
    if (own) {
      call.ending = "completed";
      answer.writeHead(own.status, own.headers).end(own.body);
      return;
    }
    const headers = { ...asked.headers, host: new URL(this.upstream).host };
    const onward = request(this.upstream + call.path, { method: asked.method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.on("data", (part: Buffer) => {
        call.answered += part.toString("latin1");
        answer.write(part);
      });
      given.on("end", () => answer.end());
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => {
      call.ending = answer.writableFinished ? "completed" : "aborted";
      onward.destroy();
    });
    onward.end(body);
  }
}

interface Chunk {
  choices?: { delta?: { content?: string | null } }[];
  usage?: { prompt_tokens: number; completion_tokens: number; prompt_tokens_details?: { cached_tokens?: number } };
}

/** What the server's own lines say, read apart from our codec. */
export function chunks(call: Recorded): Chunk[] {
  const lines = Buffer.from(call.answered, "latin1").toString("utf8").split("\n");
  const data = lines.filter((line) => line.startsWith("data: {")).map((line) => line.slice("data: ".length));
  return data.flatMap((text) => {
    try {
      return [JSON.parse(text) as Chunk];
    } catch {
      // The line that the abort cut.
      return [];
    }
  });
}

export function text(call: Recorded): string {
  return chunks(call).map((chunk) => chunk.choices?.[0]?.delta?.content ?? "").join("");
}
