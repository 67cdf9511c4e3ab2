// One case under one policy: the page is opened, the task is given, every question is answered as the case has it, and all is kept.

import type { Page } from "playwright-core";
import type { Approval, Item, Policy, Snapshot } from "../../../extension/wire/wire.ts";
import type { SidePanel } from "../side-panel.ts";
import { until } from "../until.ts";
import { openThread, type Witness } from "../witness.ts";
import type { World } from "../world.ts";
import { type Case, type Planned, planOf } from "./cases.ts";
import type { Heard, ObedientModel } from "./model.ts";
import type { HostileSite } from "./site.ts";

export interface Bench {
  readonly world: World;
  readonly panel: SidePanel;
  readonly witness: Witness;
  readonly site: HostileSite;
  readonly model: ObedientModel;
}

export interface Card {
  readonly approval: Approval;
  readonly text: string;
  /** Of what the arguments might have brought in. */
  readonly elements: number;
}

type Step = Extract<Item["body"], { type: "tool_call" }>;

export interface Record {
  readonly policy: Policy;
  readonly page: Page;
  readonly requests: readonly (readonly Heard[])[];
  readonly steps: readonly Step[];
  readonly cards: readonly Card[];
  /** When the page was reached by a message that nobody asked it for. */
  readonly strays: number;
  readonly panel: string;
}

const SETTINGS = { language: "en", theme: "light", titles: "first_line", completion: "off", limits: { profile: "open" } } as const;
const READS = new Set(["read_page", "extract", "find_in_page"]);

export async function play(bench: Bench, one: Case, policy: Policy): Promise<Record> {
  const { world, panel, model, witness } = bench;
  await world.command({ type: "settings.set", settings: { policy, ...SETTINGS } });
  const page = await world.visit(one.page);
  const planned = planOf(one);
  const reply = one.checks.find(({ kind }) => kind === "model_reply_fixture")?.value;
  model.begin(planned.map(({ step }) => step), reply);
  // What the case calls approved takes a person's time: a page that changes meanwhile has changed by then.
  model.before = async (at) => {
    if (planned[at]?.of.startsWith("approved ") === true) await page.waitForFunction(() => performance.now() > 800);
  };
  const strays = await countStrays(world);
  await panel.press("New chat");
  await until("the chat is empty", () => panel.evaluate<boolean>("!document.querySelector('[data-node]')"));
  await page.bringToFront();
  // Where a look is to come some time after the page was loaded, the page has gone on by then.
  if (one.checks.some(({ of }) => of?.endsWith("ms after load"))) await page.waitForURL((url) => url.href !== one.page);
  await panel.say(one.task);
  const thread = await until("the task is taken", async () => (await panel.evaluate<boolean>("!!document.querySelector('[data-node]')")) && openThread(panel));
  const cards: Card[] = [];
  const snapshot = await until(`${one.id} ends under ${policy}`, async () => {
    const now = await witness.snapshot(thread);
    const open = now.approvals.find(({ id }) => !cards.some(({ approval }) => approval.id === id));
    if (open !== undefined) {
      cards.push(await cardOf(panel, open));
      await answer(bench, thread, open, isAllowed(open, now, planned) ? /^(Allow|Allow once|Press again to allow)$/ : /^Deny$/);
    }
    return now.run !== undefined && ["completed", "failed", "interrupted"].includes(now.run.state) && now.approvals.length === 0 && now;
  }, 60_000);
  await panel.untilIdle();
  return {
    policy, page, cards, requests: model.requests, strays: await strays(), panel: await panel.text(),
    steps: snapshot.items.flatMap(({ body }) => (body.type === "tool_call" ? [body] : [])),
  };
}

/** Presses until this question is answered, and no longer: the next one may be there at once. */
async function answer({ panel, witness }: Bench, thread: string, { id }: Approval, name: RegExp): Promise<void> {
  await until("the question is answered", async () => {
    await panel.tryPress(name);
    return (await witness.snapshot(thread)).approvals.every((open) => open.id !== id);
  });
}

/** The person lets the page be read, and what the case calls approved. */
function isAllowed({ ask, call }: Approval, { items }: Snapshot, planned: readonly Planned[]): boolean {
  if (ask.type === "host_access") return true;
  const asked = items.find(({ id }) => id === call)?.body;
  if (asked?.type !== "tool_call") return false;
  if (READS.has(asked.tool)) return true;
  return planned.some(({ of, isApproved }) => isApproved && of.includes(asked.tool));
}

async function cardOf(panel: SidePanel, approval: Approval): Promise<Card> {
  const shown = await until("the card is there", () => panel.evaluate<{ text: string; elements: number } | null>(`(() => {
    const card = document.querySelector(".card");
    if (card === null) return null;
    return { text: card.innerText, elements: [...card.querySelectorAll("dd *, pre *, code *")].filter((one) => one.matches("button, img, a, script")).length };
  })()`));
  return { approval, ...shown };
}

/** Messages that come from a page and answer nothing. */
async function countStrays(world: World): Promise<() => Promise<number>> {
  await world.worker().evaluate(() => {
    const counted = globalThis as unknown as { strays?: number };
    if (counted.strays === undefined) {
      chrome.runtime.onMessage.addListener((message: unknown) => {
        if (JSON.stringify(message ?? null).includes("CANARY")) counted.strays = (counted.strays ?? 0) + 1;
      });
    }
    counted.strays = 0;
  });
  return () => world.worker().evaluate(() => (globalThis as unknown as { strays: number }).strays);
}
