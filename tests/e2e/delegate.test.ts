// Parts of a task that children carry out: side by side in tabs behind the person's, asked about where they write, and taken up
// by the next worker if one dies.

import assert from "node:assert/strict";
import { HeldSite } from "./held-site.ts";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { AUTO } from "./told.ts";
import { until } from "./until.ts";
import type { World, WorldOptions } from "./world.ts";

/** What may not be undone is pressed twice. */
const ALLOW = /^(Allow once|Press again to allow)/;

interface Tab {
  id: number;
  active: boolean;
}

/** Tabs that show an address, or are on their way to it. */
function tabsAt(world: World, address: string): Promise<Tab[]> {
  return world.worker().evaluate(async (address) => (
    (await chrome.tabs.query({}))
      .filter((tab) => (tab.pendingUrl ?? tab.url ?? "").startsWith(address))
      .map((tab) => ({ id: tab.id!, active: tab.active }))
  ), address);
}

/** While a worker starts, nobody answers. */
function untilClosed(world: World, address: string): Promise<boolean> {
  return until("their tabs are closed", async () => (await tabsAt(world, address).catch(() => null))?.length === 0, 60_000);
}

function delegated(role: string, task: string, more: object = {}): string {
  return `delegate ${JSON.stringify({ role, task, ...more })}`;
}

/** Opens the address in a tab of its own, reads it and says the words. */
function reader(role: string, url: string, words: string): string {
  return delegated(role, `[[call tab_open {"url":"${url}"}]][[then read_page {}]][[say ${words}]]`);
}

const BOTH = (one: string, two: string, words = "is read") => script(
  `[[call ${reader("first reader", one, `one ${words}`)}]][[call ${reader("second reader", two, `two ${words}`)}]][[say both are done]]`,
);

/** Names of the lists of steps that lie below a step. */
function parts(panel: SidePanel): Promise<string[]> {
  return panel.evaluate<string[]>("[...document.querySelectorAll('.child-steps')].map((list) => list.ariaLabel)");
}

function held(name: string, options: WorldOptions, play: (world: World, site: HeldSite) => Promise<void>): void {
  scene(name, options, async (world) => {
    const site = await HeldSite.open();
    try {
      await world.command(AUTO);
      await play(world, site);
    } finally {
      site.close();
    }
  });
}

/** Two children on their way to pages that are held. */
async function onTheirWay(world: World, site: HeldSite): Promise<SidePanel> {
  const panel = await world.panel(await world.shop());
  await panel.say(BOTH(site.url("one"), site.url("two")));
  await until("both are on their way at once", async () => (await tabsAt(world, site.url(""))).length === 2);
  return panel;
}

held("two children read side by side behind the person's tab and leave none behind", { model: "demo" }, async (world, site) => {
  const panel = await onTheirWay(world, site);
  assert.deepEqual((await tabsAt(world, site.url(""))).map((tab) => tab.active), [false, false]);
  assert.deepEqual((await tabsAt(world, "http://shop.test")).map((tab) => tab.active), [true]);
  await until("their steps lie below", async () => (
    (await parts(panel)).join() === "Steps of the first reader,Steps of the second reader"
  ));
  site.release();
  await panel.untilText(/^both are done$/m, 60_000);
  await panel.untilIdle();
  await untilClosed(world, site.url(""));
  assert.equal((await tabsAt(world, "http://shop.test")).length, 1);
  assert.match((await world.playground.results()).join("\n"), /one is read[\s\S]*two is read/);
});

held("a tab that the person went to stays, and a stop closes the other", { model: "demo" }, async (world, site) => {
  const panel = await onTheirWay(world, site);
  const [theirs] = await tabsAt(world, site.url("one"));
  const show = (id: number) => world.worker().evaluate(async (id) => void (await chrome.tabs.update(id, { active: true })), id);
  await show(theirs!.id);
  await show((await tabsAt(world, "http://shop.test"))[0]!.id);
  await panel.press(/^Stop(?! this)/);
  await panel.untilIdle();
  await untilClosed(world, site.url("two"));
  assert.equal((await tabsAt(world, site.url("one"))).length, 1);
});

// The third answer of a child, what it has read, stops after four pieces and is whole when it is asked for again.
held("a worker that dies while children work is followed by one that goes on with them", { model: "demo-stall:4:3" }, async (world, site) => {
  site.release();
  const panel = await world.panel(await world.shop());
  await panel.say(BOTH(site.url("one"), site.url("two"), "has been read from its first word to its last"));
  await until("both give their answers", async () => (
    (await world.playground.chats()).filter(({ ending, deltas }) => ending === "open" && deltas === 4).length === 2
  ), 60_000);
  await world.killWorker();
  await panel.untilText(/^both are done$/m, 90_000);
  await panel.untilIdle();
  await untilClosed(world, site.url(""));
  assert.match((await world.playground.results()).join("\n"), /one has been read[\s\S]*two has been read/);
});

held("tabs of children whose Turn was stopped as the worker died are closed by the next one", { model: "demo" }, async (world, site) => {
  const panel = await onTheirWay(world, site);
  await panel.press(/^Stop(?! this)/);
  await world.killWorker();
  await untilClosed(world, site.url(""));
  await panel.untilIdle();
});

const buys = (world: World) => `[[call tab_open {"url":"http://shop.test:${world.playground.port}/"}]][[then read_page {}]]`
  + `[[then click {"element":"Add Aurora Lite to cart","ref":"@Add Aurora Lite to cart"}]][[say it is over]]`;

scene("a child without a grant changes nothing", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const panel = await world.panel(await world.shop());
  await panel.say(script(`[[call ${delegated("buyer", buys(world))}]][[say all is over]]`));
  await panel.untilText(/^all is over$/m, 60_000);
  await panel.untilIdle();
  assert.equal((await world.playground.cart()).count, 0);
  const results = (await world.playground.chats()).flatMap(({ body }) => body?.messages ?? []).map(({ content }) => String(content));
  assert.ok(results.some((said) => said.includes("`click` is not among the tools of a delegated task")), results.join("\n"));
});

scene("a child with a grant asks before it writes, and its cards are answered here", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(script(`[[call ${delegated("buyer", buys(world), { may_write: true })}]][[say all is over]]`));
  await panel.untilText("Let a delegated task act on pages?");
  // One card follows the other, so that none is ever seen to be taken.
  await until("the child asks", async () => {
    await panel.tryPress(ALLOW);
    return (await panel.text()).includes("Delegated: buyer");
  });
  assert.equal((await world.playground.cart()).count, 0);
  await until("all that it asks is allowed", async () => {
    await panel.tryPress(ALLOW);
    return (await world.playground.cart()).count === 1;
  }, 60_000);
  await panel.untilText(/^all is over$/m, 60_000);
  await panel.untilIdle();
  await until("its tab is closed, and the person's is not", async () => (await tabsAt(world, "http://shop.test")).length === 1);
});
