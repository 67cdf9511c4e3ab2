/** What is done with chats as wholes: finding, pinning, renaming, archiving, exporting, deleting them, and which are unread. */

import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { CommandBody, ExportFormat, NodeId, Refusal, ThreadId } from "../../wire/wire";
import type { Answer } from "../link/link";
import type { Shelf } from "../link/shelf";
import type { PanelState } from "../view/state";
import type { Speech } from "../words/speech";
import { saveFile } from "./save-file";
import { Unread } from "./unread";

export interface ChatsParts {
  readonly state: ReadonlySignal<PanelState>;
  readonly speech: ReadonlySignal<Speech>;
  readonly shelf: Shelf;
  send(body: CommandBody): void;
  /** For what the asker waits for and nobody else needs to know. */
  ask(body: CommandBody): Promise<Answer>;
  open(thread: ThreadId): void;
  whisper(text: string): void;
}

/** A passage that a search or a claim led to; the transcript goes there as soon as it has it. */
export interface Sought {
  readonly thread: ThreadId;
  readonly node: NodeId;
}

export class ChatsDesk {
  readonly unread: Unread;
  readonly sought = signal<Sought | null>(null);
  /** Why the last export did not come. */
  readonly refusal = signal<Refusal | null>(null);

  constructor(private readonly parts: ChatsParts) {
    this.unread = new Unread(parts.shelf);
  }

  /** Storage is read before anything is followed, or what was unread would be forgotten. */
  async load(): Promise<void> {
    await this.unread.load();
    const threads = computed(() => this.parts.state.value.threads);
    const open = computed(() => this.parts.state.value.open.id);
    const isKnown = computed(() => this.parts.state.value.boot !== null);
    effect(() => {
      if (isKnown.value) this.unread.follow(threads.value, open.value);
    });
  }

  pin(thread: ThreadId, as: "pin" | "unpin"): void {
    this.parts.send({ type: "thread.pin", thread, pinned: as === "pin" });
  }

  archive(thread: ThreadId, as: "archive" | "unarchive"): void {
    this.parts.send({ type: "thread.archive", thread, archived: as === "archive" });
    if (as === "archive") this.parts.whisper(this.parts.speech.value.say("chats.said_archived"));
  }

  rename(thread: ThreadId, title: string): void {
    if (title.trim() !== "") this.parts.send({ type: "thread.rename", thread, title: title.trim() });
  }

  delete(thread: ThreadId): void {
    this.parts.send({ type: "thread.delete", thread });
  }

  async export(thread: ThreadId, format: ExportFormat): Promise<void> {
    this.refusal.value = null;
    const answer = await this.parts.ask({ type: "thread.export", thread, format });
    if (answer.type === "command.rejected") {
      this.refusal.value = answer.refusal;
      return;
    }
    if (answer.body.type !== "exported") return;
    saveFile(answer.body);
    this.parts.whisper(this.parts.speech.value.say("chats.said_exported", { name: answer.body.name }));
  }

  forgetRefusal(): void {
    this.refusal.value = null;
  }

  search(query: string): Promise<Answer> {
    return this.parts.ask({ type: "thread.search", query });
  }

  /** Goes to what was found: the chat, and the passage in it. */
  seek(thread: ThreadId, node: NodeId | null): void {
    this.parts.open(thread);
    this.sought.value = node === null ? null : { thread, node };
  }

  /** The passage was reached, or is nowhere on the path that is shown. */
  arrived(at: "there" | "elsewhere"): void {
    this.sought.value = null;
    if (at === "elsewhere") this.parts.whisper(this.parts.speech.value.say("search.elsewhere"));
  }
}
