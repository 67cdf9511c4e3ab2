/**
 * What the person wants otherwise than the settings say, for the messages of one chat: kept with its draft, sent with every
 * message that starts a task. A task that runs keeps what it began with, so a message that joins it brings nothing along.
 */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { check } from "../../wire/check";
import type { Overrides } from "../../wire/wire";

/** Nothing at all where everything is as in the settings. */
export interface Carried {
  readonly overrides?: Overrides;
}

export interface ModeParts {
  /** Under which the open chat's draft is kept. */
  chat(): string;
  kept(what: string): string;
  keep(what: string, text: string): void;
}

export class Mode {
  private readonly held = signal<Overrides>({});
  readonly chosen: ReadonlySignal<Overrides> = this.held;
  /** How many things are otherwise than in the settings. */
  readonly count = computed(() => Object.keys(this.held.value).length);

  constructor(private readonly parts: ModeParts) {
    this.look();
  }

  /** Another chat was opened. */
  look(): void {
    this.held.value = read(this.parts.kept(key(this.parts.chat())));
  }

  /** `undefined` is as in the settings. */
  choose<K extends keyof Overrides>(what: K, value: Overrides[K] | undefined): void {
    const { [what]: _, ...others } = this.held.value;
    this.held.value = value === undefined ? others : { ...others, [what]: value };
    this.parts.keep(key(this.parts.chat()), write(this.held.value));
  }

  /** The new chat has become this one; the next new one begins as the settings say. */
  settle(chat: string): void {
    this.parts.keep(key(this.parts.chat()), "");
    this.parts.keep(key(chat), write(this.held.value));
  }

  /** For a command that starts a task in this chat. */
  carried(chat: string): Carried {
    const overrides = read(this.parts.kept(key(chat)));
    return Object.keys(overrides).length === 0 ? {} : { overrides };
  }
}

function key(chat: string): string {
  return `mode.${chat}`;
}

function write(overrides: Overrides): string {
  return Object.keys(overrides).length === 0 ? "" : JSON.stringify(overrides);
}

/** What an older build kept, and this one cannot read, is as if nothing had been chosen. */
function read(text: string): Overrides {
  if (text === "") return {};
  try {
    const checked = check("Overrides", JSON.parse(text));
    return checked.kind === "valid" ? checked.value : {};
  } catch {
    return {};
  }
}
