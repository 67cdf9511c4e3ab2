/** What the person was typing, per Thread, kept on the disk 300 ms after the last key and at once when the page goes away. */

import type { Shelf } from "./shelf";

const PREFIX = "draft.";
const DELAY = 300;

export class Drafts {
  private readonly texts = new Map<string, string>();
  private readonly dirty = new Set<string>();
  private cancel: (() => void) | null = null;

  constructor(
    private readonly shelf: Shelf,
    private readonly later: (ms: number, run: () => void) => () => void,
  ) {}

  async load(): Promise<void> {
    for (const [key, value] of Object.entries(await this.shelf.all())) {
      if (key.startsWith(PREFIX) && typeof value === "string") this.texts.set(key.slice(PREFIX.length), value);
    }
  }

  of(thread: string): string {
    return this.texts.get(thread) ?? "";
  }

  write(thread: string, text: string): void {
    if (this.of(thread) === text) return;
    this.texts.set(thread, text);
    this.dirty.add(thread);
    this.cancel?.();
    this.cancel = this.later(DELAY, () => this.save());
  }

  save(): void {
    this.cancel?.();
    this.cancel = null;
    for (const thread of this.dirty) {
      const text = this.of(thread);
      void (text === "" ? this.shelf.drop(PREFIX + thread) : this.shelf.put(PREFIX + thread, text));
    }
    this.dirty.clear();
  }
}

/** A text that could not be sent goes back in front of whatever was typed since. */
export function giveBack(returned: string, typed: string): string {
  if (typed.trim() === "" || typed === returned) return returned;
  return `${returned}\n\n${typed}`;
}
