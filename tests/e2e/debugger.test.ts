// What needs the browser's debugger: trusted input, frames of other processes, pictures. Chrome's own side is real in all of it.

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";
import { until } from "./until.ts";
import type { World } from "./world.ts";

/** The newest picture that the model was shown, as a data address. */
async function shown(world: World): Promise<string> {
  const messages = (await world.playground.chats()).at(-1)?.body?.messages ?? [];
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? (content as { image_url?: { url: string } }[]) : []));
  const picture = parts.filter((part) => part.image_url).at(-1)?.image_url?.url;
  assert.ok(picture, "the model was shown a picture");
  return picture;
}

/** Size of a picture, and how many of its pixels have a colour. */
function measured(page: Page, picture: string, colour: [number, number, number]): Promise<{ width: number; height: number; pixels: number }> {
  return page.evaluate(async ([picture, colour]) => {
    const image = new Image();
    image.src = picture;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const pen = canvas.getContext("2d")!;
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let pixels = 0;
    for (let at = 0; at < data.length; at += 4) if (colour.every((part, of) => data[at + of] === part)) pixels += 1;
    return { width: canvas.width, height: canvas.height, pixels };
  }, [picture, colour] as const);
}

function tabOf(world: World, page: Page): Promise<number> {
  return world.worker().evaluate(async (url) => (await chrome.tabs.query({})).find((tab) => tab.url === url)!.id!, page.url());
}

/** Whether our own extension is attached: only then does Chrome take a command of it. */
function isAttached(world: World, tabId: number): Promise<boolean> {
  return world.worker().evaluate((tabId) => chrome.debugger.sendCommand({ tabId }, "Page.getLayoutMetrics").then(() => true, () => false), tabId);
}

scene("a page that only takes what comes from a person takes it by the debugger, which is let go with the turn", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  await shop.evaluate(() => {
    document.body.insertAdjacentHTML("afterbegin", '<button id="b">Real only</button><div id="e" contenteditable role="textbox" aria-label="Real editor" style="min-height:30px"></div>');
    const [button, editor] = [document.getElementById("b")!, document.getElementById("e")!];
    button.addEventListener("click", (event) => { if (event.isTrusted) button.textContent = "Really pressed"; });
    editor.addEventListener("beforeinput", (event) => { if (!event.isTrusted) event.preventDefault(); });
  });
  const panel = await world.panel(shop);
  const tab = await tabOf(world, shop);
  const pressed = await told(world, panel, 'read_page {}]][[then click_trusted {"element":"Real only","ref":"@Real only"}', "alpha");
  assert.match(pressed, /Clicked button "Real only" with the browser's pointer/);
  assert.match(pressed, /Really pressed/, "the answer says what changed");
  assert.equal(await shop.innerText("#b"), "Really pressed");
  await until("the tab is let go", async () => !(await isAttached(world, tab)));
  const typed = await told(world, panel, 'read_page {}]][[then type_trusted {"element":"Real editor","ref":"@Real editor","text":"by hand"}', "beta");
  assert.match(typed, /It holds "by hand"/);
  assert.equal(await shop.innerText("#e"), "by hand");
});

scene("controls in frames of other sites and in closed roots are read and used", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const shop = await world.shop();
  await shop.evaluate((port) => {
    document.body.insertAdjacentHTML("afterbegin", `<div id="host"></div><iframe id="f" src="http://form.test:${port}/" style="width:600px;height:420px"></iframe><div id="l">Only listens</div>`);
    const root = document.getElementById("host")!.attachShadow({ mode: "closed" });
    root.innerHTML = "<button>Sealed</button>";
    root.querySelector("button")!.addEventListener("click", (event) => (document.title = `sealed ${event.isTrusted}`));
    document.getElementById("l")!.addEventListener("click", (event) => (document.title = `listened ${event.isTrusted}`));
  }, port);
  const outer = await until("the frame is there", async () => shop.frames().find((frame) => frame.url().includes("form.test")));
  await outer.waitForLoadState();
  await outer.evaluate((port) => {
    document.body.insertAdjacentHTML("afterbegin", `<iframe src="http://article.test:${port}/" style="width:400px;height:200px"></iframe>`);
  }, port);
  const inner = await until("the inner frame is there", async () => shop.frames().find((frame) => frame.url().includes("article.test")));
  await inner.waitForLoadState();
  await inner.evaluate(() => {
    document.body.insertAdjacentHTML("afterbegin", '<button onclick="this.textContent = `hit ${event.isTrusted}`">Deep down</button>');
  });
  const panel = await world.panel(shop);
  const use = (name: string) => `read_page_deep {"max_tokens":12000}]][[then click_trusted {"element":"${name}","ref":"@${name}"}`;
  assert.match(await told(world, panel, use("Sealed"), "alpha"), /Clicked button "Sealed"/);
  assert.equal(await shop.title(), "sealed true");
  assert.match(await told(world, panel, use("Only listens"), "beta"), /Clicked clickable "Only listens"/);
  assert.equal(await shop.title(), "listened true");
  const deep = await told(world, panel, use("Deep down"), "gamma");
  assert.match(deep, new RegExp(`Clicked button "Deep down" in a frame of http://article\\.test:${port}`));
  assert.equal(await inner.innerText("button"), "hit true");
  const gone = await told(world, panel, 'click_trusted {"element":"nothing","ref":"d9999"}', "delta");
  assert.match(gone, /error stale_ref/);
});

scene("a picture is of the size that was asked for, is stored with its step and is shown to the model", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  await shop.evaluate(() => document.body.insertAdjacentHTML("afterbegin", '<div role="img" aria-label="Sign" tabindex="0" style="width:120px;height:80px;background:rgb(1,2,250)"></div>'));
  const panel = await world.panel(shop);
  const view = () => shop.evaluate(() => ({ width: Math.round(visualViewport!.width), height: Math.round(visualViewport!.height), whole: document.documentElement.scrollHeight }));
  assert.match(await told(world, panel, "screenshot {}", "alpha"), /Picture of what the tab shows/);
  const plain = await measured(shop, await shown(world), [1, 2, 250]);
  assert.equal(plain.pixels, 120 * 80, "the sign is there, one pixel for one of CSS");
  const { width, height, whole } = await view();
  assert.deepEqual({ width: plain.width, height: plain.height }, { width, height });
  await told(world, panel, 'screenshot {"area":"full_page"}', "beta");
  const page = await measured(shop, await shown(world), [1, 2, 250]);
  assert.deepEqual({ width: page.width, height: page.height }, { width, height: whole });
  await told(world, panel, 'read_page {}]][[then screenshot {"ref":"@Sign"}', "gamma");
  const sign = await measured(shop, await shown(world), [1, 2, 250]);
  assert.deepEqual({ width: sign.width, height: sign.height }, { width: 120, height: 80 });
  assert.match(await told(world, panel, 'screenshot {"annotate":true}', "delta"), /[1-9]\d* controls have a box with their ref/);
  const boxes = await measured(shop, await shown(world), [0xd4, 0x14, 0x5a]);
  assert.ok(boxes.pixels > 300, `${boxes.pixels} pixels of boxes`);
  const [attachments] = await world.rows("attachments");
  assert.equal((attachments as { provenance: string }[]).filter(({ provenance }) => provenance === "tool").length, 4);
});

scene("a place is clicked and a thing is dragged, on a canvas and in a list", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  await shop.evaluate(() => {
    document.body.innerHTML = '<canvas id="c" width="300" height="200" style="position:fixed;left:0;top:0;background:#eee"></canvas>' +
      '<div id="a" draggable="true" style="position:fixed;left:320px;top:20px;width:80px;height:40px;background:#cde">Card</div>' +
      '<div id="z" style="position:fixed;left:320px;top:150px;width:200px;height:90px;background:#edc">Shelf</div>';
    const canvas = document.getElementById("c")!;
    const path: string[] = [];
    for (const kind of ["pointerdown", "pointerup", "click"]) {
      canvas.addEventListener(kind, (event) => {
        const { offsetX, offsetY, isTrusted } = event as PointerEvent;
        path.push(`${kind} ${Math.round(offsetX)},${Math.round(offsetY)} ${isTrusted}`);
        document.title = path.join(" | ");
      });
    }
    const shelf = document.getElementById("z")!;
    document.getElementById("a")!.addEventListener("dragstart", (event) => event.dataTransfer!.setData("text/plain", "the card"));
    shelf.addEventListener("dragover", (event) => event.preventDefault());
    shelf.addEventListener("drop", (event) => (shelf.textContent = `holds ${event.dataTransfer!.getData("text/plain")} ${event.isTrusted}`));
  });
  const panel = await world.panel(shop);
  const clicked = await told(world, panel, 'click_xy {"element":"the map","x":50,"y":60}', "alpha");
  assert.match(clicked, /Clicked at 50, 60/);
  assert.match(await shop.title(), /pointerdown 50,60 true \| pointerup 50,60 true \| click 50,60 true/);
  await told(world, panel, 'drag_xy {"element":"a line","from_x":20,"from_y":30,"to_x":200,"to_y":120}', "beta");
  assert.match(await shop.title(), /pointerdown 20,30 true \| pointerup 200,120 true/);
  const dragged = await told(world, panel, 'drag_xy {"element":"card to shelf","from_x":340,"from_y":40,"to_x":400,"to_y":190}', "gamma");
  assert.equal(await shop.innerText("#z"), "holds the card true", dragged);
});

scene("where another debugger holds the tab the call is refused with a way on, and clicks go on", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  const panel = await world.panel(shop);
  const tab = await tabOf(world, shop);
  await world.worker().evaluate((tabId) => chrome.debugger.attach({ tabId }, "1.3"), tab);
  const refused = await told(world, panel, "screenshot {}", "alpha");
  assert.match(refused, /error no_debugger: the browser does not let the debugger into this tab \(Another debugger is already attached/);
  assert.match(refused, /next: Go on with read_page, click and type/);
  const name = await shop.locator("button").first().innerText();
  assert.ok(!(await told(world, panel, `read_page {}]][[then find_in_page {"query":${JSON.stringify(name)}}`, "beta")).includes("error"));
});

scene("a tab that stayed attached when the worker died is let go by the next one", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const shop = await world.shop();
  const panel = await world.panel(shop);
  const tab = await tabOf(world, shop);
  await panel.say("[[say still here]]");
  await panel.untilText(/^still here$/m);
  await panel.untilIdle();
  await world.worker().evaluate((tabId) => chrome.debugger.attach({ tabId }, "1.3"), tab);
  assert.ok(await isAttached(world, tab));
  await world.killWorker();
  await world.untilBack(panel, "still here");
  await until("the tab is let go", async () => !(await isAttached(world, tab)));
});
