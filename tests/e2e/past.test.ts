// What the person has visited, kept and closed: found in the real browser, and only with its permission.

import assert from "node:assert/strict";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";
import { until } from "./until.ts";

scene("what was visited, kept and closed is found, opened again and put into a group", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const { port } = world.playground;
  const article = await world.visit(`http://article.test:${port}/`);
  const title = await article.title();
  const front = await world.shop();
  const panel = await world.panel(front);
  const visited = await told(world, panel, 'history_search {"query":"article.test"}', "visited");
  assert.ok(visited.includes(`"${title}" http://article.test:${port}/`), visited);
  assert.match(visited, /visited \d{4}-\d\d-\d\dT\d\d:\d\dZ/);
  await world.worker().evaluate((url) => chrome.bookmarks.create({ title: "Kept for later", url }), `http://form.test:${port}/`);
  assert.match(await told(world, panel, 'bookmarks_search {"query":"later"}', "kept"), /- "Kept for later" http:\/\/form\.test/);
  assert.match(await told(world, panel, 'bookmarks_search {"query":"nowhere"}', "none"), /Nothing was found/);
  assert.doesNotMatch(await told(world, panel, "top_sites {}", "top"), /error/);
  await article.close();
  const closed = await told(world, panel, "recently_closed {}", "closed");
  const session = /http:\/\/article\.test:\d+\/ session_id (\S+)/.exec(closed)?.[1];
  const restored = await told(world, panel, `session_restore {"session_id":"${session}"}`, "restored");
  const again = /tab_id (\d+) .*http:\/\/article\.test/.exec(restored)?.[1];
  assert.ok(again, restored);
  const shown = await world.worker().evaluate(async () => (await chrome.tabs.query({ active: true, lastFocusedWindow: true }))[0]?.url);
  assert.match(String(shown), /shop\.test/);
  assert.match(await told(world, panel, 'session_restore {"session_id":"999"}', "forgotten"), /error not_found/);

  const grouped = await told(world, panel, `tabs_group {"tab_ids":[${again}]}`, "grouped");
  const group = /1 tabs are in group_id (\d+) now/.exec(grouped)?.[1];
  await told(world, panel, `tab_group_update {"group_id":${group},"title":"To read","color":"blue"}`, "named");
  assert.match(await told(world, panel, "tab_groups_list {}", "groups"), new RegExp(`group_id ${group} window \\d+ "To read" blue, 1 tabs`));
  assert.match(await told(world, panel, "tabs_list {}", "tabs"), new RegExp(`tab_id ${again} window \\d+ group ${group} `));
  assert.match(await told(world, panel, `tabs_group {"tab_ids":[${again},999999]}`, "missing"), /error tab_gone: tab 999999/);
});

scene("without the browser's permission nothing is read, and its refusal has a next step", { model: "demo", refused: "history" }, async (world) => {
  await world.command(AUTO);
  const panel = await world.panel(await world.shop());
  await panel.say('[[call history_search {"query":"shop"}]][[say that is all]]');
  await panel.untilText("Let Fairlead see your browsing history?");
  // Here Chrome refuses without a prompt: the permission is not among those that it may give.
  // A card that has only just come takes no press.
  await until("Chrome has answered", async () => {
    await panel.tryPress("Allow");
    return (await panel.text()).includes("Chrome did not give the permission");
  });
  await panel.press("Deny");
  await panel.untilText(/^that is all$/m);
  assert.match(await world.playground.lastResult(), /error no_permission: the person did not give the browser's permission for this/);
});
