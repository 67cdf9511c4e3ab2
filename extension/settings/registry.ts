/**
 * What the settings page knows and does: settings, connections and rules as the engine last told them, and commands to
 * change them. It listens to the same events as the panel and keeps to none of their Threads.
 */

import { computed, signal } from "@preact/signals";
import type {
  AckBody, CommandBody, Connection, ConnectionDraft, Event, Exchange, ExchangeId, KeyLock, Memory, MemoryId, ModelList, ModelsOf, Refusal,
  Rule, RuleDraft, Secret, Settings, Trial, Trialled, VerifyStep,
} from "../wire/wire";
import type { Browser } from "../panel/link/browser";
import type { Link, LinkStatus } from "../panel/link/link";
import { tongueOf } from "../panel/words/speech";
import { speechIn } from "./words/speech";
import { UNSET } from "./unset";

export type Outcome<T> = { readonly type: "done"; readonly value: T } | { readonly type: "refused"; readonly refusal: Refusal };

export class Registry {
  readonly settings = signal<Settings>(UNSET);
  readonly connections = signal<readonly Connection[] | null>(null);
  readonly keys = signal<KeyLock>("none");
  readonly rules = signal<readonly Rule[] | null>(null);
  /** The one that was written last first. */
  readonly memories = signal<readonly Memory[] | null>(null);
  readonly status = signal<LinkStatus>("ready");
  /** Of the last change that was not taken. */
  readonly refusal = signal<Refusal | null>(null);
  readonly polite = signal("");
  readonly speech;
  private link: Link | null = null;

  constructor(readonly browser: Browser) {
    const tongue = computed(() => tongueOf(this.settings.value.language, browser.uiLanguage()));
    this.speech = computed(() => speechIn(tongue.value));
  }

  /** Chrome shows its prompt only for a call made inside a press, before anything is awaited. */
  granted(pattern: string): Promise<boolean> {
    return this.browser.requestOrigins([pattern]).catch(() => false);
  }

  attach(link: Link): void {
    this.link = link;
    link.start();
    void this.ask({ type: "rules.list" });
    void this.ask({ type: "memory.list" });
  }

  receive(event: Event): void {
    switch (event.type) {
      case "initialized":
        this.settings.value = event.settings;
        this.connections.value = event.connections;
        this.keys.value = event.keys;
        return;
      case "settings.updated":
        this.settings.value = event.settings;
        return;
      case "connections.updated":
        this.connections.value = event.connections;
        return;
      case "vault.updated":
        this.keys.value = event.keys;
        return;
      case "rules.updated":
        this.rules.value = event.rules;
        return;
      case "memories.updated":
        this.memories.value = afterwards(this.memories.value ?? [], event);
        return;
      default:
        // Threads are the panel's affair.
        return;
    }
  }

  async change(change: Partial<Settings>): Promise<Outcome<AckBody>> {
    const outcome = await this.tryChange(change);
    this.report(outcome);
    return outcome;
  }

  /** Its form says what is wrong. */
  async tryChange(change: Partial<Settings>): Promise<Outcome<AckBody>> {
    const before = this.settings.value;
    // Shown at once; taken back if the engine refuses.
    this.settings.value = { ...before, ...change };
    const outcome = await this.ask({ type: "settings.set", settings: { ...before, ...change } });
    if (outcome.type === "refused") this.settings.value = before;
    return outcome;
  }

  async save(connection: ConnectionDraft): Promise<Outcome<AckBody>> {
    const outcome = await this.ask({ type: "connections.save", connection });
    if (outcome.type === "refused") return outcome;
    const inUse = this.settings.value.model?.connection ?? null;
    const isKnown = this.connections.value?.some((c) => c.id === inUse) ?? false;
    if (inUse === null || !isKnown) await this.change({ model: { connection: connection.id } });
    this.report(outcome);
    return outcome;
  }

  async deleteConnection(connection: Connection): Promise<void> {
    this.report(await this.ask({ type: "connections.delete", connection: connection.id }));
  }

  async verify(connection: Connection): Promise<Outcome<readonly VerifyStep[]>> {
    const outcome = await this.ask({ type: "connections.verify", connection: connection.id });
    if (outcome.type === "refused") return outcome;
    return { type: "done", value: outcome.value.type === "verified" ? outcome.value.steps : [] };
  }

  /** Null if nothing could be asked. */
  async models(of: ModelsOf): Promise<ModelList | null> {
    const outcome = await this.ask({ type: "connections.models", of });
    return outcome.type === "done" && outcome.value.type === "models" ? outcome.value.list : null;
  }

  /** Its form says what is wrong. */
  unlock(passphrase: Secret): Promise<Outcome<AckBody>> {
    return this.ask({ type: "vault.unlock", passphrase });
  }

  async lock(): Promise<void> {
    this.report(await this.ask({ type: "vault.lock" }));
  }

  /** `null`: there is none before, or none afterwards. */
  setPassphrase(current: Secret | null, passphrase: Secret | null): Promise<Outcome<AckBody>> {
    return this.ask({
      type: "vault.passphrase", ...(current === null ? {} : { current }), ...(passphrase === null ? {} : { passphrase }),
    });
  }

  async forgetKeys(): Promise<Outcome<AckBody>> {
    const outcome = await this.ask({ type: "vault.forget" });
    this.report(outcome);
    return outcome;
  }

  /** Its form says what is wrong. */
  saveRule({ id, tool, origin, verdict }: RuleDraft): Promise<Outcome<AckBody>> {
    return this.ask({ type: "rules.save", rule: { id, tool, origin, verdict } });
  }

  async tryOut(trial: Trial): Promise<Outcome<Trialled>> {
    const outcome = await this.ask({ type: "rules.try", trial });
    if (outcome.type === "refused") return outcome;
    if (outcome.value.type !== "trialled") throw new Error(`a trial was answered by ${outcome.value.type}`);
    return { type: "done", value: outcome.value.trialled };
  }

  async deleteRule(rule: Rule): Promise<void> {
    this.report(await this.ask({ type: "rules.delete", rule: rule.id }));
  }

  async updateMemory(memory: MemoryId, text: string, topic: string): Promise<Outcome<AckBody>> {
    const outcome = await this.ask({ type: "memory.update", memory, text, ...(topic === "" ? {} : { topic }) });
    this.report(outcome);
    return outcome;
  }

  async deleteMemory(memory: MemoryId): Promise<void> {
    this.report(await this.ask({ type: "memory.delete", memory }));
  }

  async clearMemories(): Promise<void> {
    this.report(await this.ask({ type: "memory.clear" }));
  }

  /** The newest first; null if they could not be read. */
  async exchanges(turn: string | null): Promise<readonly Exchange[] | null> {
    const outcome = await this.ask({ type: "exchanges.list", ...(turn === null ? {} : { turn }) });
    return outcome.type === "done" && outcome.value.type === "exchanges" ? outcome.value.exchanges : null;
  }

  /** Null for one that is not kept any more. */
  async exchange(exchange: ExchangeId): Promise<Extract<AckBody, { type: "exchange" }> | null> {
    const outcome = await this.ask({ type: "exchanges.read", exchange });
    return outcome.type === "done" && outcome.value.type === "exchange" ? outcome.value : null;
  }

  async clearExchanges(): Promise<void> {
    this.report(await this.ask({ type: "exchanges.clear" }));
  }

  private async ask(body: CommandBody): Promise<Outcome<AckBody>> {
    const answer = await this.link?.ask(body);
    if (answer === undefined) throw new Error("asked before the link was attached");
    if (answer.type === "command.rejected") return { type: "refused", refusal: answer.refusal };
    this.take(answer.body);
    return { type: "done", value: answer.body };
  }

  private take(body: AckBody): void {
    switch (body.type) {
      case "settings":
        this.settings.value = body.settings;
        return;
      case "connections":
        this.connections.value = body.connections;
        return;
      case "rules":
        this.rules.value = body.rules;
        return;
      case "memories":
        this.memories.value = body.memories;
        return;
      case "done":
      case "turn_started":
      case "turn_queued":
      case "steered":
      case "found":
      case "exported":
      case "attachment":
      case "verified":
      case "models":
      case "journal":
      case "exchanges":
      case "exchange":
        return;
    }
  }

  private report(outcome: Outcome<unknown>): void {
    this.refusal.value = outcome.type === "refused" ? outcome.refusal : null;
    this.polite.value = outcome.type === "done" ? this.speech.value.say("settings.saved") : "";
  }
}

function afterwards(before: readonly Memory[], { kept, gone }: Extract<Event, { type: "memories.updated" }>): readonly Memory[] {
  const others = before.filter((memory) => !gone.includes(memory.id) && !kept.some((newer) => newer.id === memory.id));
  return [...kept, ...others].sort((a, b) => b.updated_at - a.updated_at);
}
