// Who listens at a Port: whatever the engine tells is heard, so it can be looked through for what it may never say.

import { PROTOCOL, SCHEMA_HASH } from "../../extension/wire/hash.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

/** A Port of its own: all that the engine tells a panel of the newest conversation, with its exports, once it is asked for. */
export async function listener(world: World): Promise<() => Promise<string[]>> {
  const page = await world.visit(world.url("settings.html"));
  await page.evaluate(() => {
    const told: string[] = [];
    const port = chrome.runtime.connect({ name: "fairlead" });
    port.onMessage.addListener((text: string) => told.push(text));
    Object.assign(globalThis, { told, port });
  });
  return async () => {
    const [[thread], [run], exchanges] = (await world.rows("threads", "runs", "exchanges")) as { id: string }[][] as [{ id: string }[], { id: string }[], { id: string }[]];
    await page.evaluate(([thread, turn, exchanges, protocol, schema_hash]) => {
      const { port } = globalThis as unknown as { port: chrome.runtime.Port };
      const bodies = [
        { type: "initialize", protocol, schema_hash, subscribe: thread },
        { type: "thread.export", thread, format: "json" },
        { type: "run.export", thread, turn, contents: "whole" },
        { type: "connections.list" },
        { type: "journal.read", run: turn, from_seq: 0 },
        { type: "exchanges.list" },
        ...exchanges.map((exchange) => ({ type: "exchanges.read", exchange })),
        { type: "turn.submit", thread, text: "[[say again]]" },
      ];
      for (const body of bodies) port.postMessage(JSON.stringify({ client_id: "listener", submission_id: crypto.randomUUID(), body }));
    }, [thread!.id, run!.id, exchanges.map(({ id }) => id), PROTOCOL, SCHEMA_HASH] as const);
    const told = () => page.evaluate(() => (globalThis as unknown as { told: string[] }).told);
    return until("all was told", async () => {
      const texts = await told();
      return texts.some((text) => text.includes("turn.complete")) && texts.filter((text) => text.includes('"exported"')).length === 2 && texts;
    });
  };
}
