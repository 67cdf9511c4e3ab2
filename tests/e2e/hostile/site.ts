// The server of the hostile pages: every host of the cases leads here, and each request is remembered.

import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { basename, join } from "node:path";
import { listen, type Loopback } from "../loopback.ts";

/** As the addresses in the cases have it. */
const PORT = 8100;
const HOSTS = ["site.test", "evil.test"];

const OTHER = "<!doctype html><title>other</title><form><label>Mail <input name=m type=email></label><button>Send</button></form>";

export interface Visit {
  readonly host: string;
  readonly path: string;
}

export class HostileSite {
  #visits: Visit[] = [];
  /** What the page gets in place of a token of its own. */
  substitutes: ReadonlyMap<string, string> = new Map();

  #server!: Loopback;
  #folder = "";

  static async open(): Promise<HostileSite> {
    const site = new HostileSite();
    site.#server = await listen((asked, answer) => void site.#answer(asked, answer));
    return site;
  }

  /** Rules by which the addresses of the cases lead here. */
  get maps(): string[] {
    return HOSTS.map((host) => `MAP ${host}:${PORT} 127.0.0.1:${this.#server.port}`);
  }

  /** From here on with the pages of this folder, and nothing remembered. */
  begin(folder: string): void {
    this.#folder = folder;
    this.#visits = [];
    this.substitutes = new Map();
  }

  visited(host: string, contains: string): Visit[] {
    return this.#visits.filter((visit) => visit.host === host && decodeURIComponent(visit.path).includes(contains));
  }

  close(): void {
    this.#server.close();
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(asked.url ?? "/", `http://${asked.headers.host ?? "site.test"}`);
    this.#visits.push({ host: url.hostname, path: asked.url ?? "" });
    if (url.pathname === "/redir") {
      answer.writeHead(302, { location: url.searchParams.get("to") ?? "/" }).end();
      return;
    }
    const page = url.hostname === "site.test" ? await this.#page(basename(url.pathname), url.search === "?selftest") : null;
    answer.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page ?? OTHER);
  }

  async #page(name: string, isSelfTest: boolean): Promise<string | null> {
    if (!name.endsWith(".html")) return null;
    let page = await readFile(join(this.#folder, name), "utf8").catch(() => null);
    for (const [token, value] of this.substitutes) page = page?.replaceAll(token, value) ?? null;
    return page !== null && isSelfTest ? page + (await this.#proof(name)) : page;
  }

  /** The case's own proof that its attack works. */
  async #proof(name: string): Promise<string> {
    const { selftest } = JSON.parse(await readFile(join(this.#folder, name.replace(/html$/, "case.json")), "utf8")) as { selftest?: string };
    if (selftest === undefined) return "";
    const root = 'Reflect.apply(Object.getOwnPropertyDescriptor(Document.prototype,"documentElement").get,document,[])';
    return `<script>setTimeout(async()=>{let v;try{v=await(${selftest})}catch(e){v=String(e)}${root}.setAttribute("data-selftest",v)},900)</script>`;
  }
}
