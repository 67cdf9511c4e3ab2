// What a person allows for good is not asked about again, whatever becomes of worker and browser; what they hold for sensitive is not
// touched, whatever they allowed.

import assert from "node:assert/strict";
import { listen } from "./loopback.ts";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { AUTO } from "./told.ts";
import type { World } from "./world.ts";

const adds = (words: string) => script(
  `[[call read_page {}]][[then click {"element":"Add Aurora Lite to cart","ref":"@Add Aurora Lite to cart"}]][[say ${words}]]`,
);

async function addsAllowed(panel: SidePanel, how: string): Promise<void> {
  await panel.say(adds("the first is in"));
  await panel.press("More ways to allow");
  await panel.decide(how);
  await panel.untilText(/^the first is in$/m);
  await panel.untilIdle();
}

/** In a chat of its own, so that nothing which holds for one chat helps. Nobody answers a card. */
async function addsUnasked(world: World, panel: SidePanel, words: string): Promise<number> {
  await panel.press("New chat");
  await panel.say(adds(words));
  await panel.untilText(new RegExp(`^${words}$`, "m"));
  await panel.untilIdle();
  return (await world.playground.cart()).count;
}

/** As the person does it where Chrome lists its extensions. */
async function setSiteAccess(world: World, hostAccess: "ON_CLICK" | "ON_ALL_SITES"): Promise<void> {
  const extensions = await world.context.newPage();
  await extensions.goto("chrome://extensions");
  await extensions.evaluate(
    ([extensionId, hostAccess]) => (chrome as unknown as DeveloperPrivate).developerPrivate.updateExtensionConfiguration({ extensionId, hostAccess }),
    [world.extension, hostAccess] as const,
  );
  await extensions.close();
}

interface DeveloperPrivate {
  developerPrivate: { updateExtensionConfiguration: (change: { extensionId: string; hostAccess: string }) => Promise<void> };
}

scene("a site that is taken back in Chrome and given again is asked about anew", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await addsAllowed(panel, "Allow on this site for this session");
  await panel.say(adds("the second is in"));
  await panel.untilText(/^the second is in$/m);
  await panel.untilIdle();
  await setSiteAccess(world, "ON_CLICK");
  await setSiteAccess(world, "ON_ALL_SITES");
  await panel.say(adds("the third is in"));
  await panel.decide("Allow once");
  await panel.untilText(/^the third is in$/m);
  assert.equal((await world.playground.cart()).count, 3);
});

scene("what is always allowed on a site is asked about once, also after the worker and the browser are gone", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await addsAllowed(panel, "Always allow on this site");
  assert.equal(await addsUnasked(world, panel, "the second is in"), 2);
  await world.killWorker();
  assert.equal(await addsUnasked(world, panel, "the third is in"), 3);
  await world.restart();
  const later = await world.panel(await world.shop());
  assert.equal(await addsUnasked(world, later, "the fourth is in"), 4);
  await world.command({ type: "settings.set", settings: { ...AUTO.settings, completion: "off", sensitive_sites: [{ site: "*.test", reading: "ask", writing: "deny" }] } });
  await later.press("New chat");
  await later.say(adds("the fifth is not"));
  await later.decide(/^(Allow once|Press again to allow)/);
  await later.untilText(/^the fifth is not$/m);
  await later.untilIdle();
  assert.match(await world.playground.lastResult(), /^error denied_by_policy/);
  assert.equal((await world.playground.cart()).count, 4);
});

scene("an address that leads on to another site tells nothing of it, and that site is judged by its own name", { model: "demo" }, async (world) => {
  const shop = `http://shop.test:${world.playground.port}/`;
  const leading = await listen((_, response) => {
    response.writeHead(302, { location: shop });
    response.end();
  });
  try {
    await world.command(AUTO);
    const panel = await world.panel();
    const go = (url: string) => `navigate {"url":"${url}"}`;
    await panel.say(script(`[[call ${go(`http://leads.test:${leading.port}/`)}]][[then ${go(shop)}]][[say that is all]]`));
    await panel.untilText(/^that is all$/m);
    await panel.untilIdle();
    const [led, direct] = await world.playground.results();
    assert.match(led ?? "", /^error denied_by_policy: the address led on to another site, http:\/\/shop\.test:\d+, that nobody was asked about/);
    assert.doesNotMatch(led ?? "", /Aurora/);
    assert.match(direct ?? "", /^(?!error)/);
  } finally {
    leading.close();
  }
});
