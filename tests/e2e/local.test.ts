// The search for local models: the usual ports lead to servers of this test, and nobody is asked before it is pressed.

import assert from "node:assert/strict";
import { listen, type Answer, type Loopback } from "./loopback.ts";
import { scene } from "./scene.ts";

/** A server that counts who asks. */
async function serve(answer: Answer): Promise<Loopback & { asked: () => number }> {
  let asked = 0;
  const server = await listen((request, response) => {
    asked += 1;
    answer(request, response);
  });
  return { ...server, asked: () => asked };
}

const listing = (...ids: string[]): Answer => (_, response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id })) }));
};

/** As Ollama does. */
const shy: Answer = (request, response) => {
  if (request.headers.origin !== undefined) response.writeHead(403).end();
  else listing("shy-model")(request, response);
};

const ollama = await serve(shy);
const studio = await serve(listing("studio-a", "studio-b"));
const silent = await serve(() => undefined);
const web = await serve((_, response) => void response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><h1>Hello</h1>"));
const ports = { 11434: ollama.port, 1234: studio.port, 8080: silent.port, 8000: web.port };
const maps = Object.entries(ports).map(([usual, port]) => `MAP 127.0.0.1:${usual} 127.0.0.1:${port}`);

scene("local servers are looked for when pressed, and a found one is one press from use", { maps }, async (world) => {
  try {
    const page = await world.visit(world.url("settings.html"));
    const look = page.getByRole("button", { name: "Look for local models" });
    await look.waitFor();
    assert.deepEqual([ollama, studio, silent, web].map(({ asked }) => asked()), [0, 0, 0, 0]);
    await look.click();
    // The one that never answers holds none of them up.
    await page.getByText("LM Studio at http://127.0.0.1:1234/v1: studio-a, studio-b").waitFor({ timeout: 3_000 });
    await page.getByText("Ollama at http://127.0.0.1:11434/v1: shy-model").waitFor();
    await look.waitFor();
    assert.equal(await page.getByText(/llama\.cpp at|vLLM at/).count(), 0);
    assert.ok(silent.asked() > 0 && web.asked() > 0);
    await page.getByRole("button", { name: "Add Ollama" }).click();
    await page.getByRole("heading", { name: "Ollama" }).waitFor();
    const [rows] = (await world.rows("connections")) as [{ base_url: string; quirks: { no_origin: boolean }; models: { id: string }[] }[]];
    assert.deepEqual(rows.map(({ base_url, quirks, models }) => [base_url, quirks.no_origin, models[0]?.id]), [["http://127.0.0.1:11434/v1", true, "shy-model"]]);
  } finally {
    for (const server of [ollama, studio, silent, web]) server.close();
  }
});
