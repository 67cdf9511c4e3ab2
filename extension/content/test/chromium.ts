/**
 * A real Chromium with a tiny extension around the content script: requests go by chrome.tabs.sendMessage from a service worker,
 * as in the product. Pages are served on loopback.
 */

import { build } from "esbuild";
import { existsSync } from "node:fs";
import { mkdtemp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type BrowserContext, type Page, type Worker } from "playwright-core";
import type { Binding, PageOp, PageReply } from "../../wire/wire.ts";

export const EXTENSION = findUp("extension/content/main.ts").replace(/\/content\/main\.ts$/, "");
export const REPOSITORY = dirname(EXTENSION);

function findUp(path: string): string {
  for (const start of [process.cwd(), dirname(fileURLToPath(import.meta.url))]) {
    for (let at = start; ; at = dirname(at)) {
      if (existsSync(join(at, path))) return join(at, path);
      if (at === dirname(at)) break;
    }
  }
  throw new Error(`no ${path} above ${process.cwd()}`);
}

const FLAGS =
  "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync".split(" ");

const MANIFEST = {
  manifest_version: 3,
  name: "content script under test",
  version: "1",
  permissions: ["scripting", "tabs"],
  host_permissions: ["http://127.0.0.1/*", "http://localhost/*"],
  background: { service_worker: "worker.js" },
};

export interface Tab {
  readonly id: number;
  readonly page: Page;
}

export class Browser {
  readonly #context: BrowserContext;
  readonly #worker: Worker;
  readonly #folder: string;
  #requests = 0;

  private constructor(context: BrowserContext, worker: Worker, folder: string) {
    this.#context = context;
    this.#worker = worker;
    this.#folder = folder;
  }

  static async launch(): Promise<Browser> {
    const folder = await mkdtemp(join(tmpdir(), "fairlead-content-"));
    const extension = join(folder, "extension");
    await mkdir(extension);
    await build({
      entryPoints: [join(EXTENSION, "content/test/probe.ts")],
      bundle: true, format: "iife", target: "chrome125", charset: "utf8", logLevel: "error", outfile: join(extension, "content.js"),
    });
    await build({
      entryPoints: [join(EXTENSION, "content/dialogs_page.ts")],
      bundle: true, format: "iife", target: "chrome125", charset: "utf8", logLevel: "error", outfile: join(extension, "dialogs.js"),
    });
    await writeFile(join(extension, "manifest.json"), JSON.stringify(MANIFEST));
    await writeFile(join(extension, "worker.js"), "chrome.runtime.onInstalled.addListener(() => undefined);");
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: "/usr/bin/chromium",
      headless: true,
      ignoreDefaultArgs: ["--disable-extensions"],
      args: [...FLAGS, "--headless=new", `--disable-extensions-except=${extension}`, `--load-extension=${extension}`],
      viewport: { width: 1000, height: 700 },
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    return new Browser(context, worker, folder);
  }

  async open(address: string): Promise<Tab> {
    const page = await this.#context.newPage();
    const mark = `about:blank#${Math.random().toString(36).slice(2)}`;
    await page.goto(mark);
    const id = await this.#tabAt(mark);
    await page.goto(address, { waitUntil: "load" });
    return { id, page };
  }

  /** The tab that something opened meanwhile. */
  async newest(known: readonly Tab[]): Promise<Tab> {
    const isNew = (page: Page): boolean => !known.some((tab) => tab.page === page) && page.url() !== "about:blank";
    const page = this.#context.pages().find(isNew) ?? (await this.#context.waitForEvent("page", { timeout: 3_000 }));
    await page.waitForLoadState("load");
    return { id: await this.#tabAt(page.url()), page };
  }

  get pages(): Page[] {
    return this.#context.pages();
  }

  async #tabAt(url: string): Promise<number> {
    return this.#worker.evaluate(async (wanted) => {
      const tabs = await chrome.tabs.query({});
      return tabs.findLast((tab) => tab.url === wanted)?.id ?? -1;
    }, url);
  }

  async inject(tab: Tab): Promise<void> {
    await this.#worker.evaluate(async (tabId) => {
      await chrome.scripting.executeScript({ target: { tabId }, files: ["content.js"] });
      // A frame in which no script may run never answers.
      const inAll = chrome.scripting.executeScript({ target: { tabId, allFrames: true }, files: ["dialogs.js"], world: "MAIN" });
      await Promise.race([inAll, new Promise((late) => setTimeout(late, 300))]);
    }, tab.id);
  }

  async ask(tab: Tab, op: PageOp, extra: { id?: string; binding?: Binding; time_ms?: number } = {}): Promise<PageReply> {
    await this.inject(tab);
    this.#requests += 1;
    const request = { id: extra.id ?? `r${this.#requests}`, op, time_ms: extra.time_ms ?? 15_000, ...(extra.binding ? { binding: extra.binding } : {}) };
    return this.#worker.evaluate(
      async ([tabId, message]) => chrome.tabs.sendMessage(tabId as number, { fairlead: 1, request: message }, { frameId: 0 }),
      [tab.id, request] as const,
    ) as Promise<PageReply>;
  }

  /** Asks the probe in the content script's own world. */
  async probe<Result>(tab: Tab, name: string, ...given: unknown[]): Promise<Result> {
    await this.inject(tab);
    return this.#worker.evaluate(
      async ([tabId, call, values]) => {
        const [injection] = await chrome.scripting.executeScript({
          target: { tabId: tabId as number },
          func: (called: string, args: unknown[]) =>
            (globalThis as unknown as { fairleadCall: (name: string, given: unknown[]) => unknown }).fairleadCall(called, args),
          args: [call as string, values as unknown[]],
        });
        return injection?.result as never;
      },
      [tab.id, name, given] as const,
    ) as Promise<Result>;
  }

  async close(): Promise<void> {
    await this.#context.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

const KINDS: Readonly<Record<string, string>> = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".txt": "text/plain" };

export class Site {
  readonly #server: Server;
  readonly #pages: Map<string, string>;
  readonly address: string;
  readonly folder: string | null;

  private constructor(server: Server, pages: Map<string, string>, folder: string | null) {
    this.folder = folder;
    this.#server = server;
    this.#pages = pages;
    this.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Serves a folder, and pages given by name. */
  static async serve(folder: string | null = null): Promise<Site> {
    const pages = new Map<string, string>();
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname);
      const given = pages.get(path);
      const answer = given === undefined ? file(folder, path) : Promise.resolve(given);
      answer.then(
        (body) => response.writeHead(200, { "content-type": KINDS[extname(path)] ?? "text/html; charset=utf-8" }).end(body),
        () => response.writeHead(404).end("not here"),
      );
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    return new Site(server, pages, folder);
  }

  page(name: string, html: string): string {
    this.#pages.set(`/${name}`, html);
    return `${this.address}/${name}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((closed) => this.#server.close(closed));
  }
}

async function file(folder: string | null, path: string): Promise<Buffer> {
  if (folder === null) throw new Error("no folder");
  const full = resolve(folder, `.${normalize(path)}`);
  if (!full.startsWith(resolve(folder))) throw new Error("outside");
  return readFile(full);
}
