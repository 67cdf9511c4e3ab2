// One small Turn with a read, an approval, a write, a steer and a streamed answer, played once whole and then once for every
// message that the panel was sent in it: right behind that message the worker dies. Whatever had happened by then, the conversation
// ends the same, in the store and in the panel, and the page was written to once.

import assert from "node:assert/strict";
import type { Event, Snapshot } from "../../extension/wire/wire.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { conversation, line, torn } from "./transcript.ts";
import { until } from "./until.ts";
import { openThread, overhear, overheard, Witness } from "./witness.ts";
import { WorkerHalt } from "./worker-halt.ts";
import type { World } from "./world.ts";

const REQUEST = '[[call read_page {}]][[then click {"element":"Add","ref":"@Add Aurora Lite to cart"}]][[say not heard]]';
const STEER = "[[say Added it, and I heard you.]]";
const ANSWER = "Added it, and I heard you.";
const CARD_IS_NEW_MS = 520;
/** The last words may come a while after the worker is back. */
const PATIENCE_MS = 20_000;
/** Some eighty runs, at five seconds each where the machine is busy. */
const ALL_RUNS_MS = 540_000;

/** What one run leaves behind. */
interface Trace {
  transcript: string[];
  last: string;
  messages: number;
}

scene(
  "killed behind every message of a Turn, it ends the same, and nothing is lost or done twice",
  { model: "demo-slow:20" },
  async (world) => {
    const started = Date.now();
    const stage = await Stage.set(world);
    const whole = await stage.play(undefined);
    console.log(`the Turn sends the panel ${whole.messages} messages`);
    const failures: string[] = [];
    for (let after = 1; after <= whole.messages; after += 1) {
      try {
        const trace = await stage.play(after);
        assert.deepEqual(trace.transcript, whole.transcript, `behind message ${after}, ${trace.last}`);
      } catch (error) {
        failures.push(`killed behind message ${after} of ${whole.messages}: ${(error as Error).message}\n${await stage.scene()}`);
        await stage.clear();
      }
    }
    const doubts = [...stage.doubts].map(([answer, times]) => `“${answer}” ${times} times`).join(", ");
    console.log(`${stage.kills} kills in ${((Date.now() - started) / 1000).toFixed(0)} s; of lost outcomes was said ${doubts}`);
    assert.equal(failures.length, 0, failures.join("\n\n"));
  },
  ALL_RUNS_MS,
);

class Stage {
  kills = 0;
  /** How often the person said what of a write whose outcome was lost. */
  readonly doubts = new Map<string, number>();

  private constructor(
    private readonly world: World,
    private readonly panel: SidePanel,
    private readonly witness: Witness,
    private halt: WorkerHalt,
  ) {}

  static async set(world: World): Promise<Stage> {
    const witness = await Witness.of(world);
    const panel = await world.panel(await world.shop());
    await overhear(panel);
    const halt = await WorkerHalt.install(world);
    const stage = new Stage(world, panel, witness, halt);
    await stage.reload();
    return stage;
  }

  /** The Turn in a Thread and a page of its own; with a number, the worker dies behind that message. */
  async play(after: number | undefined): Promise<Trace> {
    const { world, panel } = this;
    await world.playground.shop({ clear_cart: true });
    const shop = await world.shop();
    await panel.tryPress("New chat");
    await panel.evaluate("void (overheard.length = 0)");
    if (after !== undefined) await this.halt.after(after);
    await panel.say(REQUEST);
    const over = new AbortController();
    const [killed, doubt] = await Promise.all([
      after === undefined ? false : this.kill(over.signal),
      attend(world, panel).finally(() => over.abort()),
    ]);
    if (killed) {
      this.kills += 1;
      await until("the panel is back", async () => (await overheard(panel)).some((event) => event.type === "initialized"));
    }
    for (const answer of doubt) this.doubts.set(answer, (this.doubts.get(answer) ?? 0) + 1);

    const messages = await overheard(panel);
    assert.ok(killed || after === undefined || messages.length < after, `${messages.length} messages came, and nobody died`);
    const thread = await openThread(panel);
    const snapshot = await this.witness.snapshot(thread);
    const last = JSON.stringify(messages[(after ?? messages.length) - 1])?.slice(0, 200) ?? "no message";
    const { count } = await world.playground.cart();
    assert.equal(count, 1, `the page was written to ${count} times; ${last}`);
    await this.completedOnce(snapshot, messages, last);

    assert.deepEqual(torn(messages), [], last);
    const shown = await conversation(panel);
    this.halt = await WorkerHalt.install(world);
    await this.reload();
    const fresh = await until("a fresh panel shows the conversation", async () => {
      const text = await conversation(panel);
      return text.includes(ANSWER) && text;
    });
    assert.equal(shown, fresh, `the panel differs from a fresh one; ${last}`);
    await shop.close();
    return { transcript: snapshot.items.map(line), last, messages: messages.length };
  }

  /** Kills the worker where it halts; a busy machine may have merged a delta into another, and then the Turn is over before. */
  private async kill(over: AbortSignal): Promise<boolean> {
    await until("the worker halts", () => this.halt.halted || over.aborted, PATIENCE_MS);
    // The last messages follow the answer closely.
    await until("the last message is sent", () => this.halt.halted, 500).catch(() => this.halt.never());
    if (this.halt.halted) await this.world.killWorker();
    return this.halt.halted;
  }

  /** How things stand, for the report of a run that went wrong. */
  async scene(): Promise<string> {
    const events = (await overheard(this.panel)).map((event) => event.type);
    return `the panel shows:\n${await this.panel.text()}\nit was sent: ${events.join(" ")}`;
  }

  /** Leaves a run that went wrong behind. */
  async clear(): Promise<void> {
    for (const page of this.world.context.pages()) if (page.url().includes("shop")) await page.close();
    await this.world.killWorker();
    await until("the panel is back", async () => !!(await this.witness.ask({ type: "ping" })));
    this.halt = await WorkerHalt.install(this.world);
    await this.reload();
  }

  private async completedOnce(snapshot: Snapshot, messages: readonly Event[], last: string): Promise<void> {
    assert.ok(snapshot.run, `no Run; ${last}`);
    assert.equal(snapshot.run.state, "completed", last);
    const told = messages.filter((event) => event.type === "turn.complete").length;
    // Who comes back after the end finds it in the snapshot.
    const found = messages.some((event) => event.type === "initialized" && event.snapshot?.run?.state === "completed");
    assert.ok(told === 1 || (told === 0 && found), `turn.complete was told ${told} times; ${last}`);
    const rows = await this.witness.journal(snapshot.run.turn);
    const completed = rows.filter((row) => row.type === "run.completed");
    assert.equal(completed.length, 1, `the journal has ${completed.length} ends; ${last}`);
  }

  private async reload(): Promise<void> {
    await this.panel.reload();
    await until("the panel is connected", async () => (await overheard(this.panel)).some((event) => event.type === "initialized"));
  }
}

/**
 * The person: answers what is asked, and has one more thing to say when the first question comes. Gives what was said of a write
 * whose outcome was lost.
 */
async function attend(world: World, panel: SidePanel): Promise<string[]> {
  const doubt: string[] = [];
  let [steered, before] = [false, null as string | null];
  let calmSince = 0;
  // A card takes nothing while it is new, and a second press may land on the card that follows.
  const press = async (name: string) => {
    if (Date.now() - calmSince < CARD_IS_NEW_MS || !(await panel.tryPress(name))) return false;
    calmSince = Date.now();
    return true;
  };
  await until("the Turn is over", async () => {
    const { title, busy, answer } = await look(panel);
    if (title !== before) calmSince = Date.now();
    before = title;
    if (title === "Did this happen?") {
      const { count } = await world.playground.cart();
      const word = count > 0 ? "It worked" : "Do it again";
      if ((await press(word)) && doubt.at(-1) !== word) doubt.push(word);
    } else if (title !== null && !steered) {
      await panel.say(STEER);
      steered = true;
    } else if (title !== null && !(await press("Allow once"))) {
      await press("Back");
    }
    return title === null && !busy && answer.includes(ANSWER);
  }, PATIENCE_MS);
  return doubt;
}

function look(panel: SidePanel): Promise<{ title: string | null; busy: boolean; answer: string }> {
  return panel.evaluate(`({
    title: document.querySelector(".card h2")?.innerText.trim() ?? null,
    busy: !!document.querySelector(".strip, .is-sending, .link-notice"),
    answer: [...document.querySelectorAll(".answer .prose")].at(-1)?.innerText ?? "",
  })`);
}
