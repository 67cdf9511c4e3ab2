// What a Turn writes and what reopening a Thread reads, as counts; and whether the worker grows over a thousand Turns.

import type { BenchClient } from "./bench-client.ts";
import { type Report, several } from "./bench-report.ts";
import { script } from "./playground.ts";
import { WorkerMeter } from "./worker-meter.ts";
import type { World } from "./world.ts";

const SAY = script("[[say so]]");
/** The marks at which memory is looked at, and over how many Threads the Turns are spread. */
const MARKS = [100, 500, 1_000];
const TURNS_OF_A_THREAD = 50;

export async function commits(world: World, client: BenchClient, report: Report): Promise<void> {
  const meter = await WorkerMeter.of(world);
  await meter.count();
  const thread = "t_bench_commits";
  await client.ask({ type: "thread.create", thread });
  const counted = async () => {
    await meter.take();
    await client.turn({ type: "turn.submit", thread, text: SAY });
    return (await meter.take()).commits;
  };
  // The first Turn's title may be stored after its end; the next count must not have it.
  const first = await counted();
  await world.playground.untilTitled();
  await client.ask({ type: "ping" });
  const late = (await meter.take()).commits;
  report.row("commits of the first text Turn, its title too", "count", [first + late]);
  report.row("commits of a later text Turn", "count", await several(counted));
}

/** Threads of three sizes side by side; of each is told how long it takes to come back to it and what is read for it. */
export async function reopening(world: World, client: BenchClient, report: Report): Promise<void> {
  const sizes = [100, 1_000, 10_000];
  for (const nodes of sizes) {
    const thread = named(nodes);
    await client.ask({ type: "thread.create", thread });
    // A text Turn is three nodes: its frozen world, the message and the answer.
    for (let made = 0; made < Math.min(nodes, 100); made += 3) await client.turn({ type: "turn.submit", thread, text: SAY });
  }
  await client.disconnect();
  await world.killWorker();
  for (const nodes of sizes) await client.lengthen(named(nodes), nodes);
  for (const nodes of sizes) {
    const thread = named(nodes);
    const times = await several(async () => {
      await client.disconnect();
      await world.killWorker();
      await client.connect();
      return (await client.ask({ type: "thread.subscribe", thread })).ms;
    });
    const size = nodes.toLocaleString("en");
    report.row(`reopening a thread of ${size} nodes`, "ms", times);
    await client.disconnect();
    await world.killWorker();
    await client.connect();
    const meter = await WorkerMeter.of(world);
    await meter.count();
    await client.ask({ type: "thread.subscribe", thread });
    const { reads } = await meter.take();
    report.row(`reopening a thread of ${size} nodes, rows read`, "count", [reads.length]);
    const stores = [...new Set(reads.map(({ store }) => store))];
    console.log(`  ${stores.map((store) => `${store} ${reads.filter((row) => row.store === store).length}`).join(", ")}`);
    report.row(`  of other threads`, "count", [reads.filter((row) => row.thread !== undefined && row.thread !== thread).length]);
  }
}

export async function memory(world: World, client: BenchClient, report: Report): Promise<void> {
  await client.disconnect();
  await world.killWorker();
  await client.connect();
  const meter = await WorkerMeter.of(world);
  let turns = 0;
  for (const mark of MARKS) {
    while (turns < mark) {
      const thread = `t_bench_memory_${Math.floor(turns / TURNS_OF_A_THREAD)}`;
      if (turns % TURNS_OF_A_THREAD === 0) await client.ask({ type: "thread.create", thread });
      await client.turn({ type: "turn.submit", thread, text: SAY });
      turns += 1;
    }
    const { wasm, heap } = await meter.memory();
    const after = `after ${mark.toLocaleString("en")} Turns`;
    report.row(`memory of the engine ${after}`, "kB", [wasm / 1000]);
    report.row(`heap of the worker ${after}, collected`, "kB", [heap / 1000]);
  }
}

function named(nodes: number): string {
  return `t_bench_${nodes}`;
}
