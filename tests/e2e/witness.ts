// A second pair of eyes on the engine: a page of the extension that asks on a Port of its own what is stored, and what the panel
// was sent, message by message.

import type { Page } from "playwright-core";
import type { CommandBody, Event, JournalRow, Snapshot, ThreadId, TurnId } from "../../extension/wire/wire.ts";
import type { SidePanel } from "./side-panel.ts";
import type { World } from "./world.ts";

export class Witness {
  private constructor(private readonly page: Page) {}

  static async of(world: World): Promise<Witness> {
    const page = await world.context.newPage();
    // A page of the extension that has no script, and so no Port of its own.
    await page.goto(world.url("manifest.json"));
    return new Witness(page);
  }

  /** All that is heard until the answer, and the answer. The Port is closed again: it must not keep a worker alive. */
  async ask(body: CommandBody): Promise<Event[]> {
    const heard = await this.page.evaluate(async (body) => {
      const port = chrome.runtime.connect({ name: "fairlead" });
      const submission_id = crypto.randomUUID();
      const heard: string[] = [];
      await new Promise<void>((resolve, reject) => {
        port.onMessage.addListener((text: string) => {
          heard.push(text);
          if ((JSON.parse(text) as { submission_id?: string }).submission_id === submission_id) resolve();
        });
        port.onDisconnect.addListener(() => reject(new Error("the worker hung up")));
        port.postMessage(JSON.stringify({ client_id: "witness", submission_id, body }));
      });
      port.disconnect();
      return heard;
    }, body);
    return heard.map((text) => JSON.parse(text) as Event);
  }

  async snapshot(thread: ThreadId): Promise<Snapshot> {
    const found = (await this.ask({ type: "thread.subscribe", thread })).find((event) => event.type === "thread.snapshot");
    if (found?.type !== "thread.snapshot") throw new Error(`no snapshot of ${thread}`);
    return found.snapshot;
  }

  /** Attaches so many files of this size to a Thread. They are made in the page: they need not cross the test's own connection. */
  fill(thread: ThreadId, count: number, bytes: number): Promise<void> {
    return this.page.evaluate(
      async ({ thread, count, bytes }) => {
        const port = chrome.runtime.connect({ name: "fairlead" });
        const data = btoa("x".repeat(bytes));
        for (let at = 0; at < count; at += 1) {
          const attachment = { id: `f_hoard_${at}`, name: `hoard-${at}.txt`, media_type: "text/plain", data };
          const submission_id = crypto.randomUUID();
          const answer = new Promise<string>((resolve) => {
            const hear = (text: string) => {
              if ((JSON.parse(text) as { submission_id?: string }).submission_id !== submission_id) return;
              port.onMessage.removeListener(hear);
              resolve(text);
            };
            port.onMessage.addListener(hear);
          });
          const body = { type: "attachments.add", thread, attachment };
          port.postMessage(JSON.stringify({ client_id: "witness", submission_id, body }));
          const text = await answer;
          if (!text.includes("command.ack")) throw new Error(text);
        }
        port.disconnect();
      },
      { thread, count, bytes },
    );
  }

  async journal(run: TurnId): Promise<JournalRow[]> {
    const answer = (await this.ask({ type: "journal.read", run, from_seq: 1 })).at(-1);
    if (answer?.type !== "command.ack" || answer.body.type !== "journal") throw new Error(`no journal of ${run}`);
    return answer.body.rows;
  }
}

/** From the panel's next load on, every message that it is sent is kept. */
export async function overhear(panel: SidePanel): Promise<void> {
  await panel.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `
      globalThis.overheard = [];
      const connect = chrome.runtime.connect.bind(chrome.runtime);
      chrome.runtime.connect = (...how) => {
        const port = connect(...how);
        port.onMessage.addListener((text) => overheard.push(text));
        return port;
      };`,
  });
}

export async function overheard(panel: SidePanel): Promise<Event[]> {
  return (await panel.evaluate<string[]>("overheard")).map((text) => JSON.parse(text) as Event);
}

/** The conversation that the panel shows. */
export function openThread(panel: SidePanel): Promise<ThreadId> {
  return panel.evaluate<ThreadId>(`chrome.storage.session.get("open").then(({ open }) => open)`);
}
