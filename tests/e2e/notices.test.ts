// Notifications: of a chat that waits and that no panel shows. They open it, decide nothing, and go once it is seen.

import assert from "node:assert/strict";
import type { TabRef, ThreadId } from "../../extension/wire/wire.ts";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import { until } from "./until.ts";
import { Witness } from "./witness.ts";
import type { World } from "./world.ts";

const QUESTION = script('[[call ask_user {"question":"Which colour?"}]][[say so be it]]');
const PRESS = script('[[call read_page {}]][[then click {"ref":"@Add Aurora Lite to cart","element":"Add to cart"}]][[say it is in]]');
const THREAD: ThreadId = "t_unseen";

/** A chat that nobody looks at: the Ports that began it are closed. */
async function unseen(world: World, text: string, tab?: TabRef): Promise<Witness> {
  const witness = await Witness.of(world);
  await witness.ask({ type: "thread.create", thread: THREAD });
  await witness.ask({ type: "turn.submit", thread: THREAD, text, ...(tab === undefined ? {} : { tab }) });
  return witness;
}

/** Chats that a notification stands for. */
function standing(world: World): Promise<string[]> {
  return world.worker().evaluate(async () => {
    const shown = await new Promise<object>((resolve) => chrome.notifications.getAll(resolve));
    return Object.keys(shown);
  });
}

async function untilTold(world: World): Promise<void> {
  await until("a notification stands", async () => (await standing(world)).length > 0);
  assert.deepEqual(await standing(world), [`thread:${THREAD}`]);
}

function front(world: World, url: string): Promise<TabRef> {
  return world.worker().evaluate(async (url) => {
    const [tab] = await chrome.tabs.query({ url });
    return { id: tab!.id!, url: tab!.url!, title: tab!.title! };
  }, url);
}

scene("a question that a panel shows is not told beside it", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(QUESTION);
  await panel.untilText("A question for you");
  assert.deepEqual(await standing(world), []);
});

scene("a question that no panel shows is told, outlives its worker, and is cleared once it is seen", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await unseen(world, QUESTION);
  await untilTold(world);
  assert.ok(!(await panel.text()).includes("A question for you"), "the panel shows another chat");
  await world.killWorker();
  await world.untilBack(panel, "New chat");
  await untilTold(world);
  await panel.press("Chats");
  await panel.press(/waiting for you/);
  await panel.untilText("A question for you");
  await until("it is cleared", async () => (await standing(world)).length === 0);
});

scene("a notification opens its card and decides nothing", { model: "demo" }, async (world) => {
  const shop = await world.shop();
  const witness = await unseen(world, PRESS, await front(world, shop.url()));
  await untilTold(world);
  await world.worker().evaluate((id) => {
    (chrome.notifications.onClicked as unknown as { dispatch: (id: string) => void }).dispatch(id);
  }, `thread:${THREAD}`);
  // Chrome opens the side panel inside a real click only: elsewhere the same page opens as a tab.
  const page = await until("the chat is opened", () =>
    world.context.pages().find((page) => page.url() === world.url("panel.html")),
  );
  await page.getByText("Allow once").waitFor();
  assert.equal((await witness.snapshot(THREAD)).run?.state, "waiting_approval");
  assert.equal((await world.playground.cart()).count, 0);
  await until("it is cleared", async () => (await standing(world)).length === 0);
});

scene("without the permission nothing is shown, and the card is there all the same", { model: "demo", refused: "notifications" }, async (world) => {
  const panel = await world.panel(await world.shop());
  const witness = await unseen(world, QUESTION);
  await until("the question is asked", async () => (await witness.snapshot(THREAD)).run?.state === "waiting_interaction");
  assert.equal(await world.worker().evaluate(() => typeof chrome.notifications), "undefined");
  await panel.press("Chats");
  await panel.press(/waiting for you/);
  await panel.insertAt(".card textarea", "green");
  await panel.decide("Answer");
  await panel.untilText(/^so be it$/m);
});
