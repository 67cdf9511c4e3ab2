// How a long Turn fares in the window of a model that nobody has said anything about: what goes out of its view, how often the cached
// prefix breaks for it, and how often a Turn with calls writes. Counts that load cannot change.

import type { JournalRow } from "../../extension/wire/wire.ts";
import type { BenchClient } from "./bench-client.ts";
import type { Report } from "./bench-report.ts";
import { script } from "./playground.ts";
import { WorkerMeter } from "./worker-meter.ts";
import type { World } from "./world.ts";

const READS = 40;

export async function context(world: World, client: BenchClient, report: Report): Promise<void> {
  const thread = "t_bench_context";
  const page = await world.visit(`${world.playground.base}/big/?nodes=4000`);
  await client.ask({ type: "thread.create", thread });
  const [id] = await world.worker().evaluate(async (url) => (await chrome.tabs.query({})).filter((tab) => tab.url === url).map((tab) => tab.id), page.url());
  const reads = Array.from({ length: READS }, () => `[[then read_page ${JSON.stringify({ tab_id: id })}]]`).join("");
  const meter = await WorkerMeter.of(world);
  await meter.count();
  const { texts } = await client.turn({ type: "turn.submit", thread, text: script(`${reads}[[say done]]`) });
  const { commits } = await meter.take();
  const turn = texts.find((event) => event.type === "item.complete")?.item.turn;
  if (turn === undefined) throw new Error("the turn has no item");
  const { event } = await client.ask({ type: "journal.read", run: turn, from_seq: 1 });
  if (event.type !== "command.ack" || event.body.type !== "journal") throw new Error(`no journal: ${JSON.stringify(event)}`);
  const of = (type: string) => event.body.type === "journal" ? event.body.rows.filter((row) => row.type === type) : [];
  const says = (row: JournalRow, key: string) => (row.payload as Readonly<Record<string, unknown>>)[key];
  const requests = of("model.requested");
  const appended = of("node.appended").map((row) => says(row, "kind"));
  const name = `turn of ${READS} reads`;
  report.row(`${name}: requests`, "count", [requests.length]);
  report.row(`${name}: prefixes kept`, "count", [requests.filter((row) => says(row, "prefix") === "kept").length]);
  report.row(`${name}: masks`, "count", [appended.filter((kind) => kind === "context_masked").length]);
  report.row(`${name}: notes`, "count", [appended.filter((kind) => kind === "context_compacted").length]);
  report.row(`${name}: commits a call`, "count", [commits / READS]);
  await page.close();
}
