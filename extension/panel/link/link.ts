/**
 * The connection to the engine: one Port, opened again whenever it closes. It shakes hands, sends what is unanswered
 * again under the same ids, and says how things stand. It knows nothing of what the messages mean to the view.
 */

import type { ClientId, Command, CommandBody, Event, SubmissionId, ThreadId } from "../../wire/wire";
import type { PortLike } from "./browser";
import { readEvent } from "./incoming";
import type { Outbox } from "./outbox";

export type LinkStatus =
  /** Working, or broken for so short a time that nobody needs to know. */
  | "ready"
  | "reconnecting"
  /** For so long that the person should be offered a restart. */
  | "lost"
  /** Panel and engine are of different builds; only a reload helps. */
  | "outdated";

export const TIMES = { firstRetry: 50, lastRetry: 2_000, silence: 400, giveUp: 8_000, pong: 10_000, check: 20_000 } as const;

export interface LinkParts {
  connect(): PortLike;
  readonly client: ClientId;
  readonly outbox: Outbox;
  readonly protocol: number;
  readonly schemaHash: string;
  newSubmission(): SubmissionId;
  /** The Thread whose events are wanted, asked anew at each handshake. */
  subscription(): ThreadId | null;
  /** Whether something is under way, so that a silent Port is worth a question. */
  expecting(): boolean;
  onEvent(event: Event): void;
  /** Hands are shaken and everything unanswered is sent again; `subscribed` is the Thread whose snapshot came along. */
  onReady(subscribed: ThreadId | null): void;
  onStatus(status: LinkStatus): void;
  later(ms: number, run: () => void): () => void;
}

export type Answer = Extract<Event, { type: "command.ack" | "command.rejected" }>;

export class Link {
  private port: PortLike | null = null;
  private shaken = false;
  private failures = 0;
  private status: LinkStatus = "ready";
  private cancelSilence: (() => void) | null = null;
  private cancelGiveUp: (() => void) | null = null;
  private cancelPong: (() => void) | null = null;
  private readonly asked = new Map<SubmissionId, (answer: Answer) => void>();

  constructor(private readonly parts: LinkParts) {}

  start(): void {
    this.open();
    this.keepChecking();
  }

  /** Gives a command; it is sent now, or after the next handshake, until it is answered. */
  send(body: CommandBody): SubmissionId {
    const command = this.command(body);
    this.parts.outbox.put(command);
    if (this.shaken) this.post(command);
    return command.submission_id;
  }

  /** `send`, for those who wait for the answer themselves. */
  ask(body: CommandBody): Promise<Answer> {
    const id = this.send(body);
    return new Promise((resolve) => this.asked.set(id, resolve));
  }

  private command(body: CommandBody): Command {
    return { client_id: this.parts.client, submission_id: this.parts.newSubmission(), body };
  }

  private open(): void {
    if (this.status === "outdated") return;
    this.shaken = false;
    this.cancelSilence ??= this.parts.later(TIMES.silence, () => this.say("reconnecting"));
    this.cancelGiveUp ??= this.parts.later(TIMES.giveUp, () => this.say("lost"));
    let port: PortLike;
    try {
      port = this.parts.connect();
    } catch {
      // The extension was reloaded under this page, or the worker is being replaced.
      this.reopen();
      return;
    }
    this.port = port;
    port.onMessage.addListener((message) => {
      if (this.port === port) this.receive(message);
    });
    port.onDisconnect.addListener(() => {
      if (this.port === port) this.reopen();
    });
    const subscribe = this.parts.subscription();
    this.post(
      this.command({
        type: "initialize",
        protocol: this.parts.protocol,
        schema_hash: this.parts.schemaHash,
        ...(subscribe === null ? {} : { subscribe }),
      }),
    );
    this.awaitSign();
  }

  private reopen(): void {
    this.port = null;
    this.shaken = false;
    this.cancelPong?.();
    this.cancelPong = null;
    if (this.status === "outdated") return;
    this.cancelSilence ??= this.parts.later(TIMES.silence, () => this.say("reconnecting"));
    this.cancelGiveUp ??= this.parts.later(TIMES.giveUp, () => this.say("lost"));
    const wait = Math.min(TIMES.lastRetry, TIMES.firstRetry * 2 ** this.failures);
    this.failures += 1;
    this.parts.later(wait, () => this.open());
  }

  private receive(message: unknown): void {
    this.cancelPong?.();
    this.cancelPong = null;
    const event = readEvent(message);
    if (event === null) return;
    switch (event.type) {
      case "initialized":
        this.parts.onEvent(event);
        this.settleIn(event.snapshot?.thread.id ?? null);
        return;
      case "fatal.reload_required":
        this.say("outdated");
        this.port?.disconnect();
        return;
      case "command.ack":
      case "command.rejected": {
        this.parts.outbox.settle(event.submission_id);
        const resolve = this.asked.get(event.submission_id);
        this.asked.delete(event.submission_id);
        this.parts.onEvent(event);
        resolve?.(event);
        return;
      }
      default:
        this.parts.onEvent(event);
    }
  }

  private settleIn(subscribed: ThreadId | null): void {
    this.shaken = true;
    this.failures = 0;
    this.cancelSilence?.();
    this.cancelGiveUp?.();
    this.cancelSilence = null;
    this.cancelGiveUp = null;
    this.say("ready");
    for (const command of this.parts.outbox.unanswered()) this.post(command);
    this.parts.onReady(subscribed);
  }

  private post(command: Command): void {
    try {
      this.port?.postMessage(JSON.stringify(command));
    } catch {
      // The Port closed in between; `onDisconnect` does the rest, and the outbox still has the command.
    }
  }

  /** A worker can hang without closing its Port: ask now and then while an answer is due. */
  private keepChecking(): void {
    this.parts.later(TIMES.check, () => {
      if (this.shaken && (this.parts.expecting() || this.parts.outbox.unanswered().length > 0)) {
        this.post(this.command({ type: "ping" }));
        this.awaitSign();
      }
      this.keepChecking();
    });
  }

  private awaitSign(): void {
    const port = this.port;
    this.cancelPong?.();
    this.cancelPong = this.parts.later(TIMES.pong, () => {
      if (this.port !== port || port === null) return;
      port.disconnect();
      this.reopen();
    });
  }

  private say(status: LinkStatus): void {
    if (this.status === status || this.status === "outdated") return;
    this.status = status;
    this.parts.onStatus(status);
  }
}
