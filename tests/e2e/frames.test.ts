// Frames of other origins: read with the page, operated by their refs, judged by their own origin, and marked where nobody may read.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { Site } from "../../extension/content/test/chromium.ts";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";
import { until } from "./until.ts";
import { given, type World } from "./world.ts";

/** A page of the shop that holds nothing but these frames. */
async function framing(world: World, frames: string): Promise<Page> {
  const shop = await world.shop();
  await shop.evaluate((html) => {
    document.body.innerHTML = `<h1>Around</h1>${html}<p id="after">after</p>`;
  }, frames);
  return shop;
}

async function frameOf(page: Page, site: string): Promise<Frame> {
  const frame = await until(`the page shows ${site}`, () => page.frames().find((one) => one.url().includes(site)));
  await frame.waitForLoadState();
  return frame;
}

const PROMO = `<label>Promo code <input></label><button onclick="document.title=document.querySelector('input').value;parent.postMessage('sent','*')">Send</button>`;

scene("frames of other origins are read below their line, nested ones too, and searched", { model: "demo" }, async (world) => {
  const { port } = world.playground;
  const shop = await framing(world, `<iframe title="Form" src="http://form.test:${port}/" width="600" height="300"></iframe><iframe title="Box" sandbox="allow-scripts" srcdoc="<button>In the box</button>" width="300" height="80"></iframe>`);
  const form = await frameOf(shop, "form.test");
  await form.evaluate((port) => {
    document.body.insertAdjacentHTML("beforeend", `<iframe title="Deep" src="http://article.test:${port}/" width="300" height="200"></iframe>`);
  }, port);
  await frameOf(shop, "article.test");
  const panel = await world.panel(shop);
  const text = await told(world, panel, 'read_page {"max_tokens":8000}', "read");
  assert.match(text, /\n- iframe "Form".*\n(?: {2}.*\n)* {2}.*textbox "[^"]*".*\[ref=s/, text);
  assert.match(text, /\n {2,}- iframe "Deep".*\n(?: {4,}.*\n)+/, text);
  assert.match(text, /\n- iframe "Box".*\n {2}- button "In the box" \[ref=s/, text);
  assert.ok(text.indexOf('iframe "Deep"') < text.indexOf('iframe "Box"') && text.indexOf("In the box") < text.indexOf('"after"'), text);
  assert.match(await told(world, panel, 'find_in_page {"query":"In the box"}', "found"), /In the frame about:srcdoc:\n1 match/);
});

scene("a control in a frame of another origin is typed into and clicked, and what it does around it is told", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const shop = await framing(world, `<iframe title="Coupon" src="http://form.test:${port}/" width="600" height="300"></iframe>`);
  await shop.evaluate(() => addEventListener("message", () => document.getElementById("after")?.replaceChildren("thanks")));
  const form = await frameOf(shop, "form.test");
  await form.evaluate((html) => (document.body.innerHTML = html), PROMO);
  const panel = await world.panel(shop);
  const typed = await told(world, panel, 'read_page {}]][[then type {"element":"Promo code","ref":"@Promo code","text":"SAVE20"}', "typed");
  assert.match(typed, /Typed into textbox "Promo code"\. It holds "SAVE20"\./);
  const clicked = await told(world, panel, 'read_page {}]][[then click {"element":"Send","ref":"@Send"}', "clicked");
  assert.match(clicked, /Clicked button "Send"\.[^]*Changes on the page:\n[^]*"thanks"/);
  assert.equal(await form.title(), "SAVE20");
});

scene("a frame of a site that the extension may not reach says so and how to go on", { model: "demo" }, async (world) => {
  const shop = await framing(world, `<iframe title="Elsewhere" src="http://other.example:${world.playground.port}/health" width="300" height="80"></iframe>`);
  const panel = await world.panel(shop);
  assert.match(await told(world, panel, "read_page {}", "read"), /iframe "Elsewhere".*\[content of another site, not read: .* Open its address in a tab of its own/);
});

interface Case {
  readonly id: string;
  readonly slug: string;
  readonly kind: string;
  readonly start: string;
  readonly steps: readonly { tool: string; find?: { role: string; name: string }; args?: Record<string, unknown> }[];
  readonly expect: {
    readonly snapshot?: readonly { at: number; has: readonly { role: string; name: string }[] }[];
    readonly state: readonly { js: string; frame?: string; equals: unknown }[];
  };
}

const further = process.env.FAIRLEAD_CASES ? [join(process.env.FAIRLEAD_CASES, "browser")] : [];
for (const root of [join(given("FAIRLEAD_ROOT"), "tests/cases/browser"), ...further]) {
  for (const folder of readdirSync(root).filter((name) => /^\d{3}-/.test(name)).sort()) {
    const played = JSON.parse(readFileSync(join(root, folder, "case.json"), "utf8")) as Case;
    if (played.kind === "cross-origin-iframe") scene(`case ${played.id} ${played.slug}`, { model: "demo" }, (world) => play(world, played, root, folder));
  }
}

/** Each step is a call of the model; the page's own state is what counts in the end. */
async function play(world: World, { steps, expect, start }: Case, root: string, folder: string): Promise<void> {
  await world.command(AUTO);
  const site = await Site.serve(root);
  try {
    const page = await world.visit(`${site.address}/${folder}/${start}`);
    const panel = await world.panel(page);
    for (const [at, { tool, find, args = {} }] of steps.entries()) {
      const target = find ? { element: find.name, ref: `@${find.name}` } : {};
      const before = find ? "read_page {}]][[then " : "";
      // A document without an origin is nobody's that the person trusts: acting in one is asked about each time.
      const answer = await told(world, panel, `${before}${tool} ${JSON.stringify({ ...args, ...target })}`, `step ${at}`, find ? "the person" : "nothing");
      for (const { role, name } of expect.snapshot?.find((one) => one.at === at)?.has ?? []) assert.match(answer, new RegExp(`- ${role} "${name}".*\\[ref=`));
    }
    for (const { js, frame, equals } of expect.state) {
      const where = frame ? page.frames().find((one) => one.url().endsWith(frame)) : page.mainFrame();
      assert.deepEqual(await where?.evaluate(js), equals, js);
    }
  } finally {
    await site.close();
  }
}
