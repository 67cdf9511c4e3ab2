// An address is fetched by the real worker over the real network stack: what goes along, and how far a redirect is followed.

import assert from "node:assert/strict";
import { listen } from "./loopback.ts";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";

scene("a page is fetched without cookies, to the end of its own site's redirects and no further", { model: "demo" }, async (world) => {
  const asked: string[] = [];
  const server = await listen((request, response) => {
    const host = String(request.headers.host).split(":")[0];
    asked.push(`${host}${request.url} ${request.headers.cookie ?? "no cookie"}`);
    const leads: Readonly<Record<string, string>> = { "/moved": "/list", "/away": `http://elsewhere.test:${server.port}/list` };
    const to = leads[request.url ?? ""];
    if (to !== undefined) return response.writeHead(302, { location: to }).end();
    response.setHeader("content-type", "text/html").setHeader("set-cookie", "who=ada");
    response.end("<h1>Prices</h1><p>Aria 2: 49.90 <script>document.write('never')</script><a href='/more'>more</a>");
  });
  try {
    const base = `http://files.test:${server.port}`;
    await world.command(AUTO);
    const page = await world.visit(`${base}/`);
    assert.match(await page.evaluate("document.cookie") as string, /who=ada/);
    const panel = await world.panel(page);
    asked.length = 0;
    const list = await told(world, panel, `fetch_url {"url":"${base}/moved"}`, "fetched");
    assert.ok(list.includes(`${base}/list · text/html\n# Prices\nAria 2: 49.90 [more](${base}/more)`), list);
    assert.deepEqual(asked, ["files.test/moved no cookie", "files.test/list no cookie"]);
    const away = await told(world, panel, `fetch_url {"url":"${base}/away"}`, "away");
    assert.ok(away.includes(`the address leads on to http://elsewhere.test:${server.port}/list; nothing was read there`), away);
    assert.equal(asked.filter((request) => request.startsWith("elsewhere.test")).length, 0);
    const inside = await told(world, panel, `fetch_url {"url":"http://127.0.0.1:${server.port}/list"}`, "inside");
    assert.match(inside, /denied_by_policy: this call is not allowed \(private_network\)/);
  } finally {
    server.close();
  }
});
