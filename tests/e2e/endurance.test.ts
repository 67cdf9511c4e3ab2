// One small Turn with a read, an approval, a write, a steer and a streamed answer, played once whole and then once for every
// message that the panel was sent in it: right behind that message the worker dies. Whatever had happened by then, the conversation
// ends the same, in the store and in the panel, and the page was written to once.

import assert from "node:assert/strict";
import type { Item, ItemBody, Snapshot } from "../../extension/wire/wire.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";
import { openThread, overhear, overheard, Witness } from "./witness.ts";
import { WorkerHalt } from "./worker-halt.ts";
import type { World } from "./world.ts";

const REQUEST = '[[call read_page {}]][[then click {"element":"Add","ref":"@Add Aurora Lite to cart"}]][[say not heard]]';
const STEER = "[[say Added it, and I heard you.]]";
const ANSWER = "Added it, and I heard you.";
/** The last words may come a while after the worker is back. */
const PATIENCE_MS = 20_000;
const ALL_RUNS_MS = 300_000;

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
        failures.push(`killed behind message ${after} of ${whole.messages}: ${(error as Error).message}`);
        await stage.clear();
      }
    }
    console.log(`${whole.messages} kills in ${((Date.now() - started) / 1000).toFixed(0)} s`);
    assert.equal(failures.length, 0, failures.join("\n\n"));
  },
  ALL_RUNS_MS,
);

class Stage {
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
    const killed = after === undefined ? Promise.resolve() : this.halt.untilHalted().then(() => world.killWorker());
    const heard = () => overheard(panel);
    await Promise.all([killed, attend(world, panel)]);
    if (after !== undefined) await until("the panel is back", async () => (await heard()).some((event) => event.type === "initialized"));

    const messages = await heard();
    const thread = await openThread(panel);
    const snapshot = await this.witness.snapshot(thread);
    const last = JSON.stringify(messages[(after ?? messages.length) - 1])?.slice(0, 200) ?? "no message";
    const { count } = await world.playground.cart();
    assert.equal(count, 1, `the page was written to ${count} times; ${last}`);
    await this.completedOnce(snapshot, messages.filter((event) => event.type === "turn.complete").length, last);

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

  /** Leaves a run that went wrong behind. */
  async clear(): Promise<void> {
    for (const page of this.world.context.pages()) if (page.url().includes("shop")) await page.close();
    await this.world.killWorker();
    await until("the panel is back", async () => !!(await this.witness.ask({ type: "ping" })));
    this.halt = await WorkerHalt.install(this.world);
    await this.reload();
  }

  private async completedOnce(snapshot: Snapshot, told: number, last: string): Promise<void> {
    assert.ok(snapshot.run, `no Run; ${last}`);
    assert.equal(snapshot.run.state, "completed", last);
    assert.ok(told <= 1, `turn.complete was told ${told} times; ${last}`);
    const rows = await this.witness.journal(snapshot.run.turn);
    const completed = rows.filter((row) => row.type === "run.completed");
    assert.equal(completed.length, 1, `the journal has ${completed.length} ends; ${last}`);
  }

  private async reload(): Promise<void> {
    await this.panel.reload();
    await until("the panel is connected", async () => (await overheard(this.panel)).some((event) => event.type === "initialized"));
  }
}

/** The person: answers what is asked, and has one more thing to say when the first question comes. */
async function attend(world: World, panel: SidePanel): Promise<void> {
  let steered = false;
  await until("the Turn is over", async () => {
    const { title, busy, answer } = await look(panel);
    if (title === "Did this happen?") {
      const { count } = await world.playground.cart();
      await panel.tryPress(count > 0 ? "It worked" : "Do it again");
    } else if (title !== null && !steered) {
      await panel.say(STEER);
      steered = true;
    } else if (title !== null) {
      await panel.tryPress("Allow once");
    }
    return title === null && !busy && answer.includes(ANSWER);
  }, PATIENCE_MS);
}

function look(panel: SidePanel): Promise<{ title: string | null; busy: boolean; answer: string }> {
  return panel.evaluate(`({
    title: document.querySelector(".card h2")?.innerText.trim() ?? null,
    busy: !!document.querySelector(".strip, .is-sending, .link-notice"),
    answer: [...document.querySelectorAll(".answer")].at(-1)?.innerText ?? "",
  })`);
}

/** What a person sees of it; how long steps took is no part of it. */
function conversation(panel: SidePanel): Promise<string> {
  return panel.evaluate("document.querySelector('main.transcript').innerText");
}

/** An item by kind and text. A ref names the document that it was read from, and a lost outcome is told by the person's word. */
function line({ body }: Item): string {
  const said = ((): unknown => {
    switch (body.type) {
      case "user_message":
        return [body.delivery ?? "opening", body.text];
      case "assistant_message":
        return [body.ending, body.text];
      case "tool_call":
        return [body.tool, body.status.type, body.arguments];
      case "notice":
        return [body.code, body.text];
    }
  })();
  return `${kind(body)} ${JSON.stringify(said).replaceAll(/"s\w+_(\d+)"/g, '"ref $1"')}`;
}

function kind(body: ItemBody): string {
  return body.type;
}
