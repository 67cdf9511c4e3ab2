// A Turn that waits for the person or for a time: the wait is stored, so it outlives the worker and the panel, and is ended once.

import assert from "node:assert/strict";
import { script } from "./playground.ts";
import { scene } from "./scene.ts";
import { until } from "./until.ts";
import { openThread, Witness } from "./witness.ts";

const QUESTION = '[[call ask_user {"question":"Which colour?","options":["red","blue"]}]]';

scene("a question is answered by one of the offered answers", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(script(`${QUESTION}[[say so be it]]`));
  await panel.untilText("A question for you");
  await panel.decide("blue");
  await panel.untilText(/^so be it$/m);
  await panel.untilIdle();
  assert.match(await world.playground.lastResult(), /blue/);
  assert.equal((await world.playground.chats()).length, 2);
});

scene("a question that outlived its worker is answered in the person's own words, once", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(script(`${QUESTION}[[say so be it]]`));
  await panel.untilText("A question for you");
  await world.killWorker();
  await world.untilBack(panel, "A question for you");
  await panel.insertAt(".card textarea", "green, if there is one");
  await panel.decide("Answer");
  await panel.untilText(/^so be it$/m);
  await panel.untilIdle();
  assert.match(await world.playground.lastResult(), /green, if there is one/);
  assert.equal((await world.playground.chats()).length, 2, "the question was asked and answered once");
});

scene("a question that is skipped is told as such, and a stop closes one", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(script(`${QUESTION}[[say without it]]`));
  await panel.untilText("A question for you");
  await panel.decide("Skip");
  await panel.untilText(/^without it$/m);
  await panel.untilIdle();
  await panel.say(script(`${QUESTION}[[say never]]`));
  await panel.untilText("A question for you");
  await panel.press(/^Stop/);
  await panel.untilIdle();
  assert.ok(!(await panel.text()).match(/^never$/m));
});

scene("a time that is waited for can be cut short by the person", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(script('[[call schedule_resume {"minutes":30,"reason":"the sale begins"}]][[say on we go]]'));
  await panel.untilText(/^Goes on at /m);
  await panel.decide("Go on now");
  await panel.untilText(/^on we go$/m);
  await panel.untilIdle();
});

scene(
  "with no panel open and its worker dead, a Turn goes on when its time has come",
  { model: "demo" },
  async (world) => {
    const panel = await world.panel(await world.shop());
    await panel.say(script('[[call schedule_resume {"minutes":1,"reason":"the sale begins"}]][[say on we go]]'));
    await panel.untilText(/^Goes on at /m);
    const thread = await openThread(panel);
    await panel.close();
    await world.killWorker();
    const due = Date.now() + 60_000;
    await until("the model is asked to go on", async () => (await world.playground.chats()).length === 2, 110_000);
    assert.ok(Date.now() > due - 2_000, "it did not go on before its time");
    const witness = await Witness.of(world);
    const { run, items } = await until("the Turn is over", async () => {
      const snapshot = await witness.snapshot(thread);
      return snapshot.run?.state === "completed" && snapshot;
    });
    assert.equal(run?.stop, "end");
    const last = items.at(-1)?.body;
    assert.ok(last?.type === "assistant_message" && last.text === "on we go");
    assert.equal((await world.playground.chats()).length, 2, "it went on once");
  },
  180_000,
);

scene("a time that is waited for outlives the browser: its alarm is set again, and it is waited for once", { model: "demo" }, async (world) => {
  const panel = await world.panel(await world.shop());
  await panel.say(script('[[call schedule_resume {"minutes":30,"reason":"the sale begins"}]][[say on we go]]'));
  await panel.untilText(/^Goes on at /m);
  const thread = await openThread(panel);
  const due = Date.now() + 30 * 60_000;
  await world.restart();
  const witness = await Witness.of(world);
  assert.equal((await witness.snapshot(thread)).run?.state, "waiting_interaction");
  await until("an alarm is set for that time", async () => {
    const alarms = await world.worker().evaluate(() => chrome.alarms.getAll());
    return alarms.some(({ scheduledTime }) => scheduledTime > due - 60_000 && scheduledTime <= due);
  });
  const later = await world.panel();
  await later.press("Chats");
  await later.press(/waiting/);
  await later.untilText(/Goes on at /);
  await later.decide("Go on now");
  await later.untilText(/^on we go$/m);
  await later.untilIdle();
  assert.equal((await world.playground.chats()).length, 2, "it went on once");
});
