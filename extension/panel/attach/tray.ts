/**
 * The files that go with the next message, per chat. Each is given to the engine as soon as it is chosen; its content stays
 * in memory until the engine has it, and never goes where commands are kept for another life of the panel. What is kept
 * there are names: a file that was not stored when the panel closed has to be chosen again, and its chip says so.
 */

import { signal } from "@preact/signals";
import type { AttachmentId, AttachmentLink, CommandBody, RefusalCode, ThreadId } from "../../wire/wire";
import { randomId } from "../link/ids";
import type { Answer } from "../link/link";
import type { Shelf } from "../link/shelf";
import { fileName, FILES_PER_MESSAGE, judge, judgeSize } from "./accept";
import { base64, bytesOf } from "./base64";
import { type Entry, type EntryState, readEntries, TRAY_PREFIX } from "./entry";

/** A file that was not taken at all. */
export interface Turned {
  readonly name: string;
  readonly why: "empty" | "large" | "kind" | "many" | "unreadable";
}

export interface Hindrance {
  readonly thread: ThreadId;
  /** `broken`: a file of it is not stored. `wordless`: files alone say nothing. */
  readonly why: "broken" | "wordless";
}

export interface TrayParts {
  readonly shelf: Shelf;
  ask(body: CommandBody): Promise<Answer>;
  /** Makes the Thread if nobody but this panel knows it yet. */
  prepare(thread: ThreadId): void;
  whisper(text: string): void;
  readonly words: {
    /** What a file without a name is called. */
    nameless(): string;
    stored(name: string): string;
  };
}

type Content = { readonly blob: Blob; readonly url: string };

export class Tray {
  /** Of every chat that has some; those that went with a message stay until it is known to be stored. */
  private readonly entries = signal<ReadonlyMap<ThreadId, readonly Entry[]>>(new Map());
  readonly turned = signal<readonly Turned[]>([]);
  /** Why the message was not sent a moment ago. */
  readonly hindrance = signal<Hindrance | null>(null);
  /** The file that lies open before the person. */
  readonly preview = signal<AttachmentLink | null>(null);
  private readonly contents = new Map<AttachmentId, Content>();
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly parts: TrayParts) {}

  /** `underway`: files of messages that an earlier life of the panel sent without hearing what became of them. */
  async load(underway: ReadonlySet<AttachmentId>): Promise<void> {
    this.entries.value = readEntries(await this.parts.shelf.all(), underway);
  }

  /** The ones that the next message of this chat takes along. */
  of(thread: ThreadId): readonly Entry[] {
    return this.all(thread).filter((e) => e.place === "tray");
  }

  /** Those that a message on its way took along. */
  links(thread: ThreadId, ids: readonly AttachmentId[]): readonly AttachmentLink[] {
    return this.all(thread).filter((e) => ids.includes(e.link.id)).map((e) => e.link);
  }

  /** A picture of it for the chip, while its content is still here. */
  pictureOf(id: AttachmentId): string | null {
    const content = this.contents.get(id);
    return content !== undefined && content.blob.type.startsWith("image/") ? content.url : null;
  }

  add(thread: ThreadId, files: readonly File[]): void {
    this.turned.value = [];
    let room = FILES_PER_MESSAGE - this.of(thread).length;
    for (const file of files) {
      const why = judgeSize(file) ?? (room <= 0 ? "many" : null);
      if (why !== null) {
        this.turnAway(file, why);
        continue;
      }
      room -= 1;
      const id = randomId("a");
      const link = { id, name: fileName(file.name) || this.parts.words.nameless(), media_type: file.type, bytes: file.size };
      this.change(thread, (all) => [...all, { link, place: "tray", state: { is: "adding" } }]);
      // One after the other: eight large files at once are a hundred megabytes of text.
      this.reading = this.reading.then(() => this.read(thread, id, file));
    }
  }

  /** Under a new id: nobody knows for sure what became of the old one. */
  retry(thread: ThreadId, id: AttachmentId): void {
    const content = this.contents.get(id);
    if (content === undefined) return;
    const fresh = randomId("a");
    this.contents.delete(id);
    this.contents.set(fresh, content);
    this.change(thread, (all) => all.map((e) => e.link.id !== id ? e : { ...e, link: { ...e.link, id: fresh }, state: { is: "adding" } }));
    this.reading = this.reading.then(() => this.post(thread, fresh, content.blob));
  }

  remove(thread: ThreadId, id: AttachmentId): void {
    const entry = this.all(thread).find((e) => e.link.id === id);
    if (entry === undefined) return;
    this.drop(thread, [id]);
    // Commands of one Thread are taken in order, so one that is still being stored is removed after that.
    if (entry.state.is === "stored" || entry.state.is === "adding") {
      void this.parts.ask({ type: "attachments.remove", thread, attachment: id });
    }
  }

  readTurned(): void {
    this.turned.value = [];
  }

  /** Whether the message can be sent with what lies here. A file that is missing is never left out in silence. */
  mayGo(thread: ThreadId, text: string): boolean {
    const entries = this.of(thread);
    const isBroken = entries.some((e) => e.state.is === "failed" || e.state.is === "lost");
    const why = isBroken ? "broken" : entries.length > 0 && text.trim() === "" ? "wordless" : null;
    this.hindrance.value = why === null ? null : { thread, why };
    return this.hindrance.value === null;
  }

  readHindrance(): void {
    this.hindrance.value = null;
  }

  /** Takes them along with a message. Waits until those just chosen are on their way, so that none comes after it. */
  async take(thread: ThreadId): Promise<AttachmentId[]> {
    await this.reading;
    const ids = this.of(thread).map((e) => e.link.id);
    for (const id of ids) this.put(thread, id, { place: "message" });
    return ids;
  }

  /** The message is stored; its files are the engine's affair now. */
  delivered(thread: ThreadId, ids: readonly AttachmentId[]): void {
    this.drop(thread, ids);
  }

  /** The message was refused; its files are back beside the text. If it was for one of them, none is trusted to be stored. */
  giveBack(thread: ThreadId, ids: readonly AttachmentId[], code: RefusalCode): void {
    const isForThem = code === "unknown_attachment" || code === "unusable_attachment";
    for (const id of ids) {
      const state: EntryState = this.contents.has(id) ? { is: "failed", code } : { is: "lost" };
      this.put(thread, id, isForThem ? { place: "tray", state } : { place: "tray" });
    }
  }

  /** What is in one that a message took along; absent in the answer once it was evicted. */
  content(id: AttachmentId): Promise<Answer> {
    return this.parts.ask({ type: "attachments.read", attachment: id });
  }

  /** Of a draft from an earlier life of the panel the picture is with the engine. */
  async recall(id: AttachmentId): Promise<void> {
    const answer = await this.content(id);
    if (answer.type !== "command.ack" || answer.body.type !== "attachment" || answer.body.data === undefined) return;
    const isWanted = [...this.entries.peek().values()].some((all) => all.some((e) => e.link.id === id));
    if (!isWanted || this.contents.has(id)) return;
    const blob = new Blob([bytesOf(answer.body.data)], { type: answer.body.attachment.media_type });
    this.contents.set(id, { blob, url: URL.createObjectURL(blob) });
    this.entries.value = new Map(this.entries.peek());
  }

  /**
   * Of chats that are gone nothing is kept. A chat that was never made, because the panel closed too early, is not gone: its
   * text waits in the new chat, and there the chips of its files say what became of them.
   */
  keepOnly(isThere: (thread: ThreadId) => boolean, fresh: ThreadId | null): void {
    for (const [thread, entries] of this.entries.peek()) {
      if (isThere(thread)) continue;
      const lost = fresh === null ? [] : entries.filter((e) => e.state.is === "lost");
      this.drop(thread, entries.map((e) => e.link.id));
      if (fresh !== null && lost.length > 0) this.change(fresh, (all) => [...lost, ...all]);
    }
  }

  private async read(thread: ThreadId, id: AttachmentId, file: File): Promise<void> {
    if (!this.isHere(thread, id)) return;
    let content: Uint8Array<ArrayBuffer>;
    try {
      content = new Uint8Array(await file.arrayBuffer());
    } catch {
      // Dropped folders, and files that have gone since.
      this.drop(thread, [id]);
      this.turnAway(file, "unreadable");
      return;
    }
    const found = judge(file, content);
    if (found.type === "refused") {
      this.drop(thread, [id]);
      this.turnAway(file, found.why);
      return;
    }
    const blob = new Blob([content], { type: found.mediaType });
    this.contents.set(id, { blob, url: URL.createObjectURL(blob) });
    this.put(thread, id, { mediaType: found.mediaType });
    await this.post(thread, id, blob);
  }

  private async post(thread: ThreadId, id: AttachmentId, blob: Blob): Promise<void> {
    const data = await base64(blob);
    const entry = this.all(thread).find((e) => e.link.id === id);
    if (entry === undefined) return;
    this.parts.prepare(thread);
    const { name, media_type } = entry.link;
    void this.parts.ask({ type: "attachments.add", thread, attachment: { id, name, media_type, data } }).then((answer) => {
      if (answer.type === "command.rejected") this.put(thread, id, { state: { is: "failed", code: answer.refusal.code } });
      else if (this.isHere(thread, id)) {
        this.put(thread, id, { state: { is: "stored" } });
        this.parts.whisper(this.parts.words.stored(name));
      }
    });
  }

  private isHere(thread: ThreadId, id: AttachmentId): boolean {
    return this.all(thread).some((e) => e.link.id === id);
  }

  private all(thread: ThreadId): readonly Entry[] {
    return this.entries.value.get(thread) ?? [];
  }

  private put(thread: ThreadId, id: AttachmentId, change: { place?: Entry["place"]; state?: Entry["state"]; mediaType?: string }): void {
    this.change(thread, (all) => all.map((e) => e.link.id !== id ? e : {
      link: change.mediaType === undefined ? e.link : { ...e.link, media_type: change.mediaType },
      place: change.place ?? e.place,
      state: change.state ?? e.state,
    }));
  }

  private drop(thread: ThreadId, ids: readonly AttachmentId[]): void {
    if (ids.length === 0) return;
    this.hindrance.value = null;
    for (const id of ids) {
      const content = this.contents.get(id);
      if (content !== undefined) URL.revokeObjectURL(content.url);
      this.contents.delete(id);
    }
    this.change(thread, (all) => all.filter((e) => !ids.includes(e.link.id)));
  }

  private change(thread: ThreadId, change: (all: readonly Entry[]) => readonly Entry[]): void {
    const before = this.entries.peek().get(thread) ?? [];
    const after = change(before);
    const next = new Map(this.entries.peek());
    if (after.length === 0) next.delete(thread);
    else next.set(thread, after);
    this.entries.value = next;
    const { shelf } = this.parts;
    void (after.length === 0 ? shelf.drop(TRAY_PREFIX + thread) : shelf.put(TRAY_PREFIX + thread, after));
  }

  private turnAway(file: File, why: Turned["why"]): void {
    this.turned.value = [...this.turned.peek(), { name: fileName(file.name) || this.parts.words.nameless(), why }];
  }
}
