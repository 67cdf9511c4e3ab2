/** The search over all chats: asks the engine once the person stops typing, and never shows the answer to an older question. */

import { signal } from "@preact/signals";
import type { AckBody, RefusalCode, SearchHit, SearchScope } from "../../wire/wire";
import type { Answer } from "../link/link";

export type Finding =
  | { readonly is: "idle" }
  /** What was found before stays on the screen meanwhile. */
  | { readonly is: "looking"; readonly before: Found | null }
  | Found
  | { readonly is: "refused"; readonly code: RefusalCode };

export interface Found {
  readonly is: "found";
  readonly query: string;
  readonly hits: readonly SearchHit[];
  readonly scope: SearchScope;
}

export const PAUSE_MS = 250;
/** As the engine has it, in bytes of UTF-8. */
const QUERY_BYTES = 400;

export class Finder {
  readonly query = signal("");
  readonly finding = signal<Finding>({ is: "idle" });
  private question = 0;
  private cancel: (() => void) | null = null;

  constructor(
    private readonly ask: (query: string) => Promise<Answer>,
    private readonly later: (ms: number, run: () => void) => () => void = timer,
  ) {}

  write(text: string): void {
    this.query.value = text;
    this.cancel?.();
    this.cancel = null;
    this.question += 1;
    const wanted = clip(text.trim());
    if (wanted === "") {
      this.finding.value = { is: "idle" };
      return;
    }
    const known = this.finding.peek();
    const before = known.is === "found" ? known : known.is === "looking" ? known.before : null;
    this.finding.value = { is: "looking", before };
    const question = this.question;
    this.cancel = this.later(PAUSE_MS, () => void this.look(wanted, question));
  }

  private async look(query: string, question: number): Promise<void> {
    const answer = await this.ask(query);
    if (question !== this.question) return;
    if (answer.type === "command.rejected") this.finding.value = { is: "refused", code: answer.refusal.code };
    else this.finding.value = found(query, answer.body);
  }
}

function found(query: string, body: AckBody): Found {
  return body.type === "found"
    ? { is: "found", query, hits: body.hits, scope: body.scope }
    : { is: "found", query, hits: [], scope: "all" };
}

/** Hits of one chat stand together, in the order in which the engine gave them. */
export function byChat(hits: readonly SearchHit[]): readonly (readonly SearchHit[])[] {
  const chats = new Map<string, SearchHit[]>();
  for (const hit of hits) {
    const known = chats.get(hit.thread);
    if (known === undefined) chats.set(hit.thread, [hit]);
    else known.push(hit);
  }
  return [...chats.values()];
}

function clip(text: string): string {
  let bytes = 0;
  let out = "";
  for (const point of text) {
    bytes += new TextEncoder().encode(point).length;
    if (bytes > QUERY_BYTES) break;
    out += point;
  }
  return out;
}

function timer(ms: number, run: () => void): () => void {
  const id = setTimeout(run, ms);
  return () => clearTimeout(id);
}
