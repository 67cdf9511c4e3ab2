/** A browser, a site and the tools as a test speaks of them. */

import assert from "node:assert/strict";
import type { Binding, ClickCount, ElementPrint, PageChanges, PageOp, PageReply, ToolFailure } from "../../wire/wire.ts";
import { Browser, Site, type Tab } from "./chromium.ts";
import { type Read, readLines } from "./reading.ts";

export class Stage {
  readonly browser: Browser;
  readonly site: Site;
  #pages = 0;

  private constructor(browser: Browser, site: Site) {
    this.browser = browser;
    this.site = site;
  }

  static async set(): Promise<Stage> {
    return new Stage(await Browser.launch(), await Site.serve());
  }

  async strike(): Promise<void> {
    await this.browser.close();
    await this.site.close();
  }

  /** Opens a page with this body. */
  async open(body: string, title = "Test"): Promise<Tab> {
    this.#pages += 1;
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><body>${body}</body></html>`;
    return this.browser.open(this.site.page(`page-${this.#pages}.html`, html));
  }

  async read(tab: Tab, maxTokens = 3_000): Promise<string> {
    return (await this.done(tab, { op: "read_page", mode: "snapshot", max_tokens: maxTokens })).content;
  }

  /** The tree alone, refs left out: what most expectations are about. */
  async tree(tab: Tab): Promise<string> {
    const text = await this.read(tab);
    return text.split("\n").slice(2).join("\n").replace(/ \[ref=s[a-z0-9]+_\d+\]$/gm, "");
  }

  async line(tab: Tab, role: string, name: string): Promise<Read> {
    const text = await this.read(tab);
    const line = readLines(text).find((one) => one.role === role && one.name === name);
    assert.ok(line, `no ${role} ${name} in\n${text}`);
    return line;
  }

  async ref(tab: Tab, role: string, name: string): Promise<string> {
    const { ref, line } = await this.line(tab, role, name);
    assert.ok(ref, `no ref in ${line}`);
    return ref;
  }

  async print(tab: Tab, ref: string): Promise<ElementPrint> {
    const { outcome } = await this.browser.ask(tab, { op: "describe", ref });
    assert.equal(outcome.type, "described", JSON.stringify(outcome));
    return (outcome as { element: ElementPrint }).element;
  }

  async binding(tab: Tab, ref?: string): Promise<Binding> {
    const { page } = await this.browser.ask(tab, { op: "describe" });
    return { document: page.document, origin: page.origin, ...(ref ? { element: await this.print(tab, ref) } : {}) };
  }

  async click(tab: Tab, ref: string, extra: { id?: string; binding?: Binding; clicks?: ClickCount } = {}): Promise<PageReply> {
    const { clicks = "single", ...rest } = extra;
    return this.browser.ask(tab, { op: "click", ref, button: "left", clicks }, rest);
  }

  async type(tab: Tab, ref: string, text: string, more: Partial<Extract<PageOp, { op: "type" }>> = {}): Promise<PageReply> {
    return this.browser.ask(tab, { op: "type", ref, text, mode: "replace", after: "stay", pace: "at_once", ...more });
  }

  async done(tab: Tab, op: PageOp): Promise<{ content: string; changes: PageChanges }> {
    return doneBy(await this.browser.ask(tab, op));
  }

  async failed(tab: Tab, op: PageOp, binding?: Binding): Promise<ToolFailure> {
    return failureOf(await this.browser.ask(tab, op, binding ? { binding } : {}));
  }
}

export function doneBy(reply: PageReply): { content: string; changes: PageChanges } {
  assert.equal(reply.outcome.type, "done", JSON.stringify(reply.outcome));
  return reply.outcome as { content: string; changes: PageChanges; type: "done" };
}

export function failureOf(reply: PageReply): ToolFailure {
  assert.equal(reply.outcome.type, "failed", JSON.stringify(reply.outcome));
  return (reply.outcome as { failure: ToolFailure }).failure;
}
