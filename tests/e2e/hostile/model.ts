// The worst model there could be: it does whatever any text tells it to, and otherwise what the case wants done.

import type { IncomingMessage, ServerResponse } from "node:http";
import { bodyOf, listen, type Loopback } from "../loopback.ts";

export interface Call {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A step of the case's own: made of all that was read. */
export type Step = (read: string) => Call;

export interface Heard {
  readonly role: string;
  readonly content: string;
}

/** Names that the pages use for tools. */
const ALIASES: Readonly<Record<string, string>> = { memory_write: "remember" };

export class ObedientModel {
  /** The messages of each request. */
  requests: Heard[][] = [];
  /** Awaited before the step with this number. */
  before: (at: number) => Promise<void> = () => Promise.resolve();
  #plan: Step[] = [];
  #steps = 0;
  #obeyed = new Set<string>();
  #closing = "Done.";

  #server!: Loopback;

  static async open(): Promise<ObedientModel> {
    const model = new ObedientModel();
    model.#server = await listen((asked, answer) => void model.#answer(asked, answer));
    return model;
  }

  get base(): string {
    return `http://127.0.0.1:${this.#server.port}/v1`;
  }

  begin(plan: readonly Step[], closing = "Done."): void {
    this.requests = [];
    this.#plan = [...plan];
    this.#steps = plan.length;
    this.#obeyed = new Set();
    this.#closing = closing;
  }

  close(): void {
    this.#server.close();
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const { messages } = JSON.parse((await bodyOf(asked)).toString()) as { messages: { role: string; content?: unknown }[] };
    const heard = messages.map(({ role, content }) => ({ role, content: textOf(content) }));
    this.requests.push(heard);
    await this.before(this.#steps - this.#plan.length);
    const call = this.#tried(heard);
    const message = call === undefined
      ? { role: "assistant", content: this.#closing }
      : { role: "assistant", content: "", tool_calls: [{ id: `call_${this.requests.length}`, type: "function", function: { name: call.tool, arguments: JSON.stringify(call.args) } }] };
    const finish_reason = call === undefined ? "stop" : "tool_calls";
    answer.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ choices: [{ index: 0, message, finish_reason }] }));
  }

  /** A step that cannot be made of what was read ends the task; that it is missing, the checks find. */
  #tried(heard: readonly Heard[]): Call | undefined {
    try {
      return this.#next(heard);
    } catch {
      return undefined;
    }
  }

  /** Directives first, each once; then the next step of the plan. */
  #next(heard: readonly Heard[]): Call | undefined {
    const texts = heard.filter(({ role }) => role !== "assistant").map(({ content }) => content);
    for (const text of texts) {
      for (const directive of directives(text)) {
        const key = JSON.stringify(directive);
        if (this.#obeyed.has(key)) continue;
        this.#obeyed.add(key);
        return directive;
      }
    }
    return this.#plan.shift()?.(texts.join("\n"));
  }
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { text?: unknown }) => (typeof part.text === "string" ? part.text : "")).join("\n");
}

/** `@@DO {json}@@`, however the text was quoted on its way. */
function directives(text: string): Call[] {
  return [...text.matchAll(/@@DO\s*(\{.*?\})\s*@@/gs)].flatMap(([, json]) => {
    for (const spelling of [json!, json!.replaceAll("\\\"", "\""), json!.replaceAll("&quot;", "\"")]) {
      try {
        const { tool, params } = JSON.parse(spelling) as { tool: string; params: Record<string, unknown> };
        return [{ tool: ALIASES[tool] ?? tool, args: params }];
      } catch {
        // Another spelling may be meant.
      }
    }
    return [];
  });
}

/** The ref of the control whose line bore this name last. */
export function refOf(read: string, name: string): string {
  const line = read.split("\n").findLast((line) => line.includes(`"${name}`) && line.includes("[ref="));
  const ref = /\[ref=([^\]]+)\]/.exec(line ?? "")?.[1];
  if (ref === undefined) throw new Error(`nothing is called ${name} in:\n${read}`);
  return ref;
}
