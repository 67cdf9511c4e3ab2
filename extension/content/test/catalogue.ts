/** A page as large as is asked for, and what reading it costs the page. */

import type { Browser, Tab } from "./chromium.ts";

/** Nodes of one product. */
export const NODES_EACH = 10;

export function catalogue(products: number): string {
  return `<!doctype html><html lang="en"><title>Catalogue</title><h1>Catalogue</h1><label>Filter <input></label><ul aria-label="Products" id="l"></ul>
<button id="end">Load more</button><script>
let h="";for(let i=0;i<${products};i++)h+="<li><h3>Product "+i+"</h3><p>Ships in "+(i%9+1)+" days</p><span>$"+(i*7%500)+".00</span> <a href='#p"+i+"'>Details</a> <button>Add product "+i+"</button></li>";
l.innerHTML=h;</script>`;
}

export interface Measured {
  readonly text: string;
  readonly ms: number;
  /** How long the page waited for each of its own turns that came between two slices. */
  readonly waits: readonly number[];
  /** The longest task of more than 50 ms, 0 if there was none. */
  readonly longest: number;
}

export async function measured(browser: Browser, tab: Tab, maxTokens: number): Promise<Measured> {
  await browser.inject(tab);
  await tab.page.evaluate(() => {
    const gaps: number[] = [];
    const channel = new MessageChannel();
    let last = performance.now();
    channel.port1.onmessage = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      channel.port2.postMessage(0);
    };
    channel.port2.postMessage(0);
    const tasks: number[] = [];
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ entryTypes: ["longtask"] });
    Object.assign(window, { gaps, tasks });
  });
  const began = performance.now();
  const { outcome } = await browser.ask(tab, { op: "read_page", mode: "snapshot", max_tokens: maxTokens });
  const ms = performance.now() - began;
  if (outcome.type !== "done") throw new Error(JSON.stringify(outcome));
  const { gaps, tasks } = await tab.page.evaluate(() => {
    const { gaps, tasks } = window as unknown as { gaps: number[]; tasks: number[] };
    return { gaps, tasks };
  });
  return { text: outcome.content, ms, waits: gaps.filter((gap) => gap > 4).sort((a, b) => a - b), longest: Math.max(0, ...tasks) };
}
