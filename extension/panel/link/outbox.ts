/**
 * Commands that nobody has answered yet, in the order they were given. Those that carry a decision of the person are also
 * kept in session storage, one key each, so that another life of the panel sends them again under the same ids; the
 * engine's receipts make that harmless. Questions are simply asked again, and secrets are never written down.
 */

import type { Command, CommandBody, SubmissionId } from "../../wire/wire";
import type { Shelf } from "./shelf";

const PREFIX = "outbox.";

interface Kept {
  readonly order: number;
  readonly command: Command;
}

export class Outbox {
  private readonly waiting = new Map<SubmissionId, Command>();
  private order = 0;

  constructor(private readonly shelf: Shelf) {}

  /** Takes over what an earlier life of the panel left behind. */
  async load(): Promise<readonly Command[]> {
    const kept = Object.entries(await this.shelf.all())
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([, value]) => value)
      .filter(isKeptCommand)
      .sort((a, b) => a.order - b.order);
    for (const { order, command } of kept) {
      this.order = Math.max(this.order, order);
      this.waiting.set(command.submission_id, command);
    }
    return kept.map((k) => k.command);
  }

  put(command: Command): void {
    this.waiting.set(command.submission_id, command);
    if (!outlivesPanel(command.body)) return;
    this.order += 1;
    const kept: Kept = { order: this.order, command };
    void this.shelf.put(PREFIX + command.submission_id, kept);
  }

  /** Answered, one way or the other. */
  settle(id: SubmissionId): Command | null {
    const command = this.waiting.get(id) ?? null;
    this.waiting.delete(id);
    void this.shelf.drop(PREFIX + id);
    return command;
  }

  unanswered(): readonly Command[] {
    return [...this.waiting.values()];
  }
}

export function outlivesPanel(body: CommandBody): boolean {
  switch (body.type) {
    case "thread.create":
    case "thread.rename":
    case "thread.pin":
    case "thread.archive":
    case "thread.delete":
    case "thread.fork":
    case "thread.select_branch":
    case "turn.submit":
    case "turn.enqueue":
    case "turn.steer":
    case "turn.fork":
    case "turn.delete":
    case "turn.interrupt":
    case "queue.update":
    case "queue.remove":
    case "queue.move":
    case "queue.steer":
    case "queue.hold":
    case "queue.release":
    case "run.resume":
    case "run.leave":
    case "run.resolve_uncertain":
    case "approval.respond":
    case "interaction.respond":
    case "attachments.remove":
    case "settings.set":
    case "connections.delete":
    case "rules.save":
    case "rules.delete":
    case "memory.update":
    case "memory.delete":
    case "memory.clear":
    case "exchanges.clear":
    case "context.refresh":
      return true;
    case "connections.save":
      // It may hold a key.
      return false;
    case "vault.unlock":
    case "vault.passphrase":
      // They hold the passphrase.
      return false;
    case "vault.lock":
    case "vault.forget":
      // Another life of the panel must not do what somebody has thought better of.
      return false;
    case "attachments.add":
      // Larger than session storage likes; a message whose file is missing is refused and comes back.
      return false;
    case "initialize":
    case "ping":
    case "thread.subscribe":
    case "thread.search":
    case "thread.export":
    case "attachments.read":
    case "approval.show":
    case "settings.get":
    case "connections.list":
    case "exchanges.list":
    case "exchanges.read":
    case "connections.verify":
    case "connections.models":
    case "rules.list":
    case "rules.try":
    case "memory.list":
    case "journal.read":
    case "run.export":
      return false;
  }
}

function isKeptCommand(value: unknown): value is Kept {
  if (typeof value !== "object" || value === null || !("command" in value) || !("order" in value)) return false;
  const { command, order } = value;
  return (
    typeof order === "number" && typeof command === "object" && command !== null &&
    "submission_id" in command && typeof command.submission_id === "string" && "body" in command
  );
}
