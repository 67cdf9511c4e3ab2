/** Reads a journal page by page, and what was appended to it since whenever it is asked again. */

import { signal } from "@preact/signals";
import type { CommandBody, TurnId } from "../../wire/wire";
import type { Answer } from "../link/link";
import { type Line, lineOf } from "./line";

export class Reader {
  readonly lines = signal<readonly Line[]>([]);
  readonly state = signal<"reading" | "read" | "failed">("reading");
  private reading: Promise<void> | null = null;
  private isWanted = false;

  constructor(
    private readonly run: TurnId,
    private readonly ask: (body: CommandBody) => Promise<Answer>,
  ) {}

  /** One at a time: whoever asks meanwhile is served by another look behind this one. */
  read(): Promise<void> {
    this.isWanted = true;
    this.reading ??= this.all().finally(() => (this.reading = null));
    return this.reading;
  }

  private async all(): Promise<void> {
    while (this.isWanted) {
      this.isWanted = false;
      while ((await this.page()) === "more");
    }
  }

  private async page(): Promise<"more" | "no more"> {
    const known = this.lines.peek();
    const answer = await this.ask({ type: "journal.read", run: this.run, from_seq: (known.at(-1)?.seq ?? 0) + 1 });
    if (answer.type === "command.rejected" || answer.body.type !== "journal") {
      this.state.value = "failed";
      return "no more";
    }
    const { rows } = answer.body;
    if (rows.length > 0) this.lines.value = [...known, ...rows.map(lineOf)];
    if (rows.length === 0) this.state.value = "read";
    return rows.length === 0 ? "no more" : "more";
  }
}
