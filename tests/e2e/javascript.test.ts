// Code of the model among the page's own scripts: ruled out until the person takes the rule back, then asked about each time.

import assert from "node:assert/strict";
import { listen } from "./loopback.ts";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";

const run = (code: string) => `run_javascript ${JSON.stringify({ code })}`;

scene("a script is ruled out at first, then asked about, runs where the page allows none, and is stopped", { model: "demo" }, async (world) => {
  await world.command(AUTO);
  const site = await listen((_, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.setHeader("content-security-policy", "default-src 'none'");
    answer.end("<title>Strict</title><h1>Strict</h1><button>Here</button>");
  });
  try {
    const page = await world.visit(`http://held.test:${site.port}/`);
    const panel = await world.panel(page);
    assert.match(await told(world, panel, run("document.title = 'ran'"), "alpha"), /error denied_by_policy/);
    assert.equal(await page.title(), "Strict");
    await world.command({ type: "rules.delete", rule: "no_scripts" });
    for (const code of ["})(); document.title = 'ran'; (async () => {", "} static { document.title = 'ran' } static async other() {", "} }, document.title = 'ran', class { static async other() {"]) {
      const held = await told(world, panel, run(code), `held ${code.length}`, "the person");
      assert.match(held, /error invalid_arguments: the code is no body of a function: (SyntaxError|EvalError)/);
      assert.equal(await page.title(), "Strict");
    }
    const ran = await told(world, panel, run("await null; document.querySelector('button').textContent = 'Changed'; return { sum: 1 + 1, at: location.pathname }"), "beta", "the person");
    assert.match(ran, /It returned: \{"at":"\/","sum":2\}\n/);
    assert.match(ran, /button "Changed"/, "what it changed is told");
    const endless = await told(world, panel, run("document.title = 'begun'; for (;;);"), "gamma", "the person");
    assert.match(endless, /error maybe_done: the code took too long and was stopped/);
    assert.equal(await page.title(), "begun", "the page is alive");
  } finally {
    site.close();
  }
});
