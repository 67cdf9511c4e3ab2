// The person's hand on the page while a task acts on it: using the page pauses the task, and so does the button that the page shows; the
// debugger's input, which is as real as theirs, does not.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import type { SidePanel } from "./side-panel.ts";
import { AUTO } from "./told.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

/** From the person's press to the pause. */
const PAUSE_MS = 300;
const CLICK = '[[call read_page {}]][[then click {"element":"Add","ref":"@Add Aurora Lite to cart"}]]';
/** Said slowly: the task is at work until somebody stops it. */
const LONG = `[[say ${Array.from({ length: 400 }, (_, at) => at + 1).join(" ")}]]`;

/** The task has clicked in the shop, and goes on talking. */
async function working(world: World): Promise<{ panel: SidePanel; shop: Page }> {
  await world.command(AUTO);
  const shop = await world.shop();
  const panel = await world.panel(shop);
  await panel.say(script(`${CLICK}${LONG}`));
  await untilSaid(panel, "3 4 5");
  assert.equal((await world.playground.cart()).count, 1);
  return { panel, shop };
}

/** The message itself holds the same words. */
async function untilSaid(panel: SidePanel, words: string): Promise<void> {
  await until(`it has said ${words}`, async () => (await panel.answer()).includes(words));
}

interface Found {
  nodeName: string;
  backendNodeId: number;
  children?: Found[];
  shadowRoots?: Found[];
}

/** The middle of a button of the bar; only the browser's own tools see into it. Null: there is no bar. */
async function onBar(page: Page, label: "Pause" | "Stop"): Promise<{ x: number; y: number } | null> {
  const session = await page.context().newCDPSession(page);
  const { root } = (await session.send("DOM.getDocument", { depth: -1, pierce: true })) as { root: Found };
  const below = (node: Found): Found[] => [node, ...[...(node.children ?? []), ...(node.shadowRoots ?? [])].flatMap(below)];
  const html = below(root).find(({ nodeName }) => nodeName === "HTML");
  const buttons = (html?.children ?? []).flatMap((child) => (child.shadowRoots ?? []).flatMap(below)).filter(({ nodeName }) => nodeName === "BUTTON");
  const button = buttons[label === "Pause" ? 0 : 1];
  const place = button && (await session.send("DOM.getBoxModel", { backendNodeId: button.backendNodeId }));
  await session.detach();
  if (place === undefined) return null;
  const [left = 0, top = 0, right = 0, , , bottom = 0] = place.model.border;
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}

/** When the panel shows this, by the clock of the machine; it is told of nothing that is not stored. */
function shownAt(panel: SidePanel, text: string): Promise<number> {
  return panel.evaluate<number>(`new Promise((seen) => {
    const look = () => document.body.innerText.includes(${JSON.stringify(text)}) && (observer.disconnect(), seen(Date.now()));
    const observer = new MutationObserver(look);
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    look();
  })`);
}

scene("using the page pauses the task at once, over the death of the worker too, and Resume tells the model", { model: "demo-slow:40" }, async (world) => {
  const { panel, shop } = await working(world);
  await shop.evaluate(() => {
    // What a page makes up is not the person's, and moving the pointer is looking.
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, composed: true }));
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true, composed: true }));
    addEventListener("pointerdown", () => (document.title = String(Date.now())), { once: true });
  });
  const heading = await shop.locator("h1").first().boundingBox();
  assert.ok(heading);
  await shop.mouse.move(heading.x + 5, heading.y + 5, { steps: 3 });
  await shop.mouse.wheel(0, 1);
  await shop.keyboard.press("Shift");
  await untilSaid(panel, "40 41");
  assert.doesNotMatch(await panel.text(), /You used the page/);
  const shown = shownAt(panel, "You used the page: paused");
  await shop.mouse.down();
  await shop.mouse.up();
  const took = (await shown) - Number(await shop.title());
  console.log(`from the press to the pause that the panel shows: ${took} ms`);
  assert.ok(took <= PAUSE_MS, `it took ${took} ms`);
  assert.equal(await onBar(shop, "Pause"), null, "the page is the person's");
  const asked = (await world.playground.chats()).length;
  await world.killWorker();
  await world.untilBack(panel, "You used the page: paused");
  assert.equal((await world.playground.chats()).length, asked, "nothing goes on by itself");
  await panel.decide("Resume");
  const told = await until("the model is asked again", async () => (await world.playground.chats())[asked]);
  assert.match(JSON.stringify(told.body?.messages?.at(-1)), /The person used the page.*read it again/);
  await panel.press(/^Stop/);
});

scene("the bar in the page pauses and stops for a person, and nobody else can press it", { model: "demo-slow:40" }, async (world) => {
  const { panel, shop } = await working(world);
  const pause = await onBar(shop, "Pause");
  assert.ok(pause);
  const met = await shop.evaluate(({ x, y }) => {
    const on = document.elementFromPoint(x, y) as HTMLElement;
    on.dispatchEvent(new MouseEvent("click", { bubbles: true, composed: true, clientX: x, clientY: y }));
    on.click();
    return { root: on.shadowRoot, text: on.textContent, inner: on.childElementCount };
  }, pause);
  assert.deepEqual(met, { root: null, text: "", inner: 0 });
  await shop.mouse.click(pause.x, pause.y);
  await panel.untilText("Paused: you have the page");
  await panel.decide("Resume");
  // The next thing that it changes shows the bar again.
  await panel.press(/^Stop/);
  await panel.untilText("Stopped here.");
  await panel.say(script(`${CLICK}${LONG}`));
  const talking = async () => (await world.playground.chats()).at(-1)?.ending;
  await until("it has clicked once more and goes on", async () => (await world.playground.cart()).count === 2 && (await talking()) === "open");
  const stop = await until("the bar is there again", () => onBar(shop, "Stop"));
  await shop.mouse.click(stop.x, stop.y);
  await until("the model is not listened to any more", async () => (await talking()) === "aborted");
  await panel.untilIdle();
  await until("the bar is gone", async () => (await onBar(shop, "Stop")) === null);
});

scene("real input of the debugger is not taken for the person's, also where the bar lies", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  await shop.evaluate(() => {
    document.body.insertAdjacentHTML("afterbegin", '<div style="position:fixed;bottom:0;left:0;right:0;height:60px;display:flex;z-index:9"><button id="b" style="flex:1">Real only</button></div><input id="e" aria-label="Real field">');
    const button = document.getElementById("b")!;
    button.addEventListener("click", (event) => { if (event.isTrusted) button.textContent = "Really pressed"; });
  });
  const panel = await world.panel(shop);
  await panel.say(script(`${CLICK}[[then read_page {}]][[then click_trusted {"element":"Real only","ref":"@Real only"}]][[then type_trusted {"element":"Real field","ref":"@Real field","text":"by hand"}]][[say alpha]]`));
  await panel.untilText(/^alpha$/m, 40_000);
  await panel.untilIdle();
  assert.equal(await shop.innerText("#b"), "Really pressed");
  assert.equal(await shop.inputValue("#e"), "by hand");
  assert.doesNotMatch(await panel.text(), /You used the page/);
  assert.equal(await onBar(shop, "Pause"), null, "the turn is over");
});

scene("of a row of actions nothing is done any more once the person uses the page", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  // The first keeps the page moving, so that the second waits; a while after the page has come to rest it says so.
  await shop.evaluate(() => {
    document.body.insertAdjacentHTML("afterbegin", '<button id="a">First</button><button id="b">Second</button><p id="moving"></p>');
    document.getElementById("b")!.addEventListener("click", () => document.body.setAttribute("data-second", "pressed"));
    document.getElementById("a")!.addEventListener("click", () => {
      document.title = "first";
      let left = 20;
      const moving = setInterval(() => {
        document.getElementById("moving")!.textContent = String(left);
        if (--left > 0) return;
        clearInterval(moving);
        setTimeout(() => (document.title = "at rest"), 2_000);
      }, 100);
    });
  });
  const panel = await world.panel(shop);
  const click = (name: string) => ({ tool: "click", element: name, ref: `@${name}` });
  await panel.say(script(`[[call read_page {}]][[then batch_actions ${JSON.stringify({ actions: [click("First"), click("Second")] })}]][[say beta]]`));
  await until("the first is done", async () => (await shop.title()) === "first");
  await shop.keyboard.press("x");
  await panel.untilText("You used the page: paused");
  await until("the page is at rest", async () => (await shop.title()) === "at rest", 20_000);
  assert.equal(await shop.getAttribute("body", "data-second"), null);
});
