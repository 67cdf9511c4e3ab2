// Pages that are read side by side, against the same pages read in a row. Each takes its time to show something, as pages do that
// wait for a server, so what is compared is waiting and not computing: the ratio is the same on a busy machine.

import type { BenchClient } from "./bench-client.ts";
import type { Report } from "./bench-report.ts";
import { script } from "./playground.ts";
import type { World } from "./world.ts";

const PAGES = 8;
/** More than this share of the time in a row would mean that they wait for each other. */
const MOST = 1 / 3;

export async function together(world: World, client: BenchClient, report: Report): Promise<void> {
  const thread = "t_together";
  await client.ask({ type: "thread.create", thread });
  const urls = Array.from({ length: PAGES }, (_, n) => `${world.playground.base}/big/?nodes=0&page=${n}`);
  const pages = await Promise.all(urls.map((url) => world.visit(url)));
  for (const page of pages) await page.evaluate(() => document.body.replaceChildren());
  const ids = await world.worker().evaluate(async (urls) => {
    const tabs = await chrome.tabs.query({});
    return urls.map((url) => tabs.find((tab) => tab.url === url)?.id ?? 0);
  }, urls);
  const reading = async (word: "call" | "then") => {
    const calls = ids.map((id) => `[[${word} read_page ${JSON.stringify({ tab_id: id })}]]`);
    const { ms, texts } = await client.turn({ type: "turn.submit", thread, text: script(`${calls.join("")}[[say done]]`) });
    const bodies = texts.flatMap((event) => (event.type === "item.complete" ? [event.item.body] : []));
    const done = bodies.filter((body) => body.type === "tool_call" && body.status.type === "done");
    if (done.length !== PAGES) throw new Error(`${done.length} of ${PAGES} pages were read: ${JSON.stringify(bodies)}`);
    return ms;
  };
  const inARow = await reading("then");
  const atOnce = await reading("call");
  report.row(`${PAGES} pages read side by side, limit is in a row`, "ms", [atOnce], inARow);
  for (const page of pages) await page.close();
  if (atOnce > inARow * MOST) throw new Error(`${PAGES} pages side by side took ${atOnce} ms, and ${inARow} ms in a row`);
}
