/**
 * What the person wants otherwise than the settings say, for the messages of one chat: kept with its draft, sent with every
 * message that starts a task. A task that runs keeps what it began with, so a message that joins it brings nothing along.
 */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { check } from "../../wire/check";
import type { ModelChoice, Overrides } from "../../wire/wire";

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
  readonly count = computed(() => {
    const { connection: _, model: __, ...others } = this.held.value;
    return Object.keys(others).length + (chosenModel(this.held.value) === undefined ? 0 : 1);
  });

  constructor(private readonly parts: ModeParts) {
    this.look();
  }

  /** Another chat was opened. */
  look(): void {
    this.held.value = read(this.parts.kept(key(this.parts.chat())));
  }

  /** `undefined` is as in the settings. */
  choose<K extends Exclude<keyof Overrides, "connection" | "model">>(what: K, value: Overrides[K] | undefined): void {
    const { [what]: _, ...others } = this.held.value;
    this.hold(value === undefined ? others : { ...others, [what]: value });
  }

  chooseModel(choice: ModelChoice | undefined): void {
    const { connection: _, model: __, ...others } = this.held.value;
    this.hold({ ...others, ...choice });
  }

  private hold(overrides: Overrides): void {
    this.held.value = overrides;
    this.parts.keep(key(this.parts.chat()), write(overrides));
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

/** A model stands with its connection; an older build kept the connection alone. */
export function chosenModel({ connection, model }: Overrides): ModelChoice | undefined {
  if (connection === undefined) return undefined;
  return model === undefined ? { connection } : { connection, model };
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
