// Files that the browser downloads for a call: begun, waited for, and told of as the browser knows them.

import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "./loopback.ts";
import { scene } from "./scene.ts";
import { AUTO, told } from "./told.ts";

scene("a file is downloaded under the name that its server gives, and told of when it is whole", { model: "demo" }, async (world) => {
  const server = await listen((request, response) => {
    if (request.url === "/gone.pdf") return response.writeHead(404).end();
    response.setHeader("content-disposition", 'attachment; filename="prices 2026.csv"').setHeader("content-type", "text/csv");
    response.end("Aria 2,49.90\n");
  });
  const folder = await mkdtemp(join(tmpdir(), "fairlead-downloads-"));
  try {
    await world.browser.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await world.command(AUTO);
    const panel = await world.panel(await world.shop());
    const begun = await told(world, panel, `download {"url":"http://files.test:${server.port}/list"}`, "begun");
    const id = /Download started, download_id (\d+)/.exec(begun)?.[1];
    const whole = await told(world, panel, `wait_for_download {"download_id":${id}}`, "whole");
    assert.match(whole, new RegExp(`Download ${id} is complete: "prices 2026\\.csv", 13 bytes, text/csv`));
    const gone = await told(world, panel, `download {"url":"http://files.test:${server.port}/gone.pdf"}`, "gone");
    assert.match(gone, /Download started/);
    assert.match(await told(world, panel, "wait_for_download {}", "missing"), /was interrupted \(SERVER_BAD_CONTENT\)/);
    assert.deepEqual(await readdir(folder), ["prices 2026.csv"]);
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
});
