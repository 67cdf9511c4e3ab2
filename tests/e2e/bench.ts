// What the product costs, measured in one run on one machine: medians with their range, and beside each the limit that the
// browser sets. No gate on times: load changes those. What load cannot change is asserted, in the tests or here.

import { gzipSync } from "node:zlib";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BenchClient } from "./bench-client.ts";
import { context } from "./bench-context.ts";
import { decoding } from "./bench-decoding.ts";
import { judging } from "./bench-judging.ts";
import { pages } from "./bench-pages.ts";
import { Report, several } from "./bench-report.ts";
import { commits, memory, reopening } from "./bench-storage.ts";
import { together } from "./bench-together.ts";
import { told } from "./bench-told.ts";
import { script } from "./playground.ts";
import { given, World } from "./world.ts";

const book = new Report();
const report = book.row.bind(book);

await decoding(book);
await judging(book);
await pages(book);

const world = await World.open({ model: "demo" });
try {
  // A page of the extension that has no script, and so no Port of its own.
  const page = await world.visit(world.url("manifest.json"));
  const client = new BenchClient(page);
  await client.install();
  const thread = "t_bench";

  report(
    "worker cold start to initialized",
    "ms",
    await several(async () => {
      await client.disconnect();
      await world.killWorker();
      return client.connect();
    }),
  );

  await client.ask({ type: "thread.create", thread });
  const renames = (count: number, at: number) =>
    Array.from({ length: count }, (_, n) => ({ type: "thread.rename" as const, thread, title: `title ${at} ${n}` }));
  const bare = await client.bareCommits(200);
  report("commits through rexie, with command and receipt", "per s", await several((at) => client.rate(renames(100, at))), bare);
  const pings = Array.from({ length: 100 }, () => ({ type: "ping" as const }));
  report("Port round trip", "ms", await several(async () => 1000 / (await client.rate(pings))), await client.barePort(100));

  const submit = (text: string, tab?: { id: number; url: string; title: string }) =>
    client.turn({ type: "turn.submit", thread, text, ...(tab ? { tab } : {}) });
  const served = async () => (await world.playground.chats()).reduce((sum, chat) => sum + (chat.duration_us ?? 0) / 1000, 0);
  const overhead = async (text: string, tab?: { id: number; url: string; title: string }) => {
    const before = await served();
    const { ms } = await submit(text, tab);
    return ms - ((await served()) - before);
  };
  await submit(script("[[say warm]]"));
  const textTurn = await several(() => overhead(script("[[say hello]]")));
  report("engine overhead of a text Turn", "ms", textTurn);

  const small = await world.visit(`${world.playground.base}/big/?nodes=50`);
  const tabOf = async (url: string) =>
    world.worker().evaluate(async (url) => {
      const [tab] = (await chrome.tabs.query({})).filter((tab) => tab.url === url);
      return { id: tab!.id!, url, title: tab!.title ?? "" };
    }, url);
  const smallTab = await tabOf(small.url());
  const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const withTool = await several(() => overhead(script("[[call read_page {}]][[say done]]"), smallTab));
  report("engine overhead of a tool call, page included", "ms", withTool.map((ms) => ms - median(textTurn)));
  await small.close();

  for (const nodes of [50, 5_000, 50_000]) {
    const big = await world.visit(`${world.playground.base}/big/?nodes=${nodes}`);
    const tab = await tabOf(big.url());
    await big.evaluate(() => {
      const tasks: number[] = [];
      Object.assign(window, { tasks });
      new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ entryTypes: ["longtask"] });
    });
    const sizes: number[] = [];
    const times = await several(async () => {
      const { texts } = await submit(script("[[call read_page {}]][[say done]]"), tab);
      const bodies = texts.flatMap((event) => (event.type === "item.complete" ? [event.item.body] : []));
      const step = bodies.flatMap((body) => (body.type === "tool_call" && body.status.type === "done" ? [body.status] : []))[0];
      if (!step) throw new Error(`the page was not read: ${JSON.stringify(bodies)}`);
      sizes.push(step.content.length / 4);
      return step.took_ms;
    });
    report(`snapshot of ${nodes.toLocaleString("en")} nodes`, "ms", times);
    report(`snapshot of ${nodes.toLocaleString("en")} nodes, size`, "tokens~", sizes);
    const longest = await big.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks));
    report(`snapshot of ${nodes.toLocaleString("en")} nodes, longest task over 50`, "ms", [longest]);
    await big.close();
  }

  await together(world, client, book);
  await told(world, client, book);
  await context(world, client, book);
  await commits(world, client, book);
  await reopening(world, client, book);
  await memory(world, client, book);

  await page.close();
  const panel = await world.panel();
  await panel.send("Performance.enable");
  const layouts = async () => {
    const { metrics } = (await panel.send("Performance.getMetrics")) as { metrics: { name: string; value: number }[] };
    return metrics.find((metric) => metric.name === "LayoutCount")?.value ?? 0;
  };
  const before = await layouts();
  const started = Date.now();
  for (let at = 1; at <= 4; at += 1) {
    await panel.say("count to 5000");
    await panel.untilText(/4999 5000/, 120_000);
    await panel.untilIdle(120_000);
    await panel.press("New chat");
  }
  report("20,000 deltas shown in the panel", "ms", [Date.now() - started]);
  report("20,000 deltas shown in the panel, layouts", "count", [(await layouts()) - before]);

  const dist = given("FAIRLEAD_DIST");
  for (const file of ["engine.wasm", "background.js", "content.js", "panel.js"]) {
    const bytes = await readFile(join(dist, file));
    report(`${file}, raw`, "kB", [bytes.length / 1000]);
    report(`${file}, gzip`, "kB", [gzipSync(bytes, { level: 9 }).length / 1000]);
  }
} finally {
  await world.close();
}

const at = process.argv.indexOf("--json");
const file = at < 0 ? undefined : process.argv[at + 1];
if (file) await writeFile(file, `${JSON.stringify({ date: new Date().toISOString(), rows: book.rows }, null, 2)}\n`);
