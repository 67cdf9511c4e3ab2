// A Chromium with the extension, a playground and a person's profile: what every end-to-end test starts from.

import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type BrowserContext, type CDPSession, type Page, type Worker } from "playwright-core";
import type { CommandBody, ConnectionDraft, Quirks } from "../../extension/wire/wire.ts";
import { Attached } from "./attached.ts";
import { Playground } from "./playground.ts";
import { withDatabase } from "./rows.ts";
import { SidePanel } from "./side-panel.ts";
import { until } from "./until.ts";

const MAPS = ["MAP *.test 127.0.0.1", "MAP *.example 127.0.0.1"];

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface WorldOptions {
  headless?: boolean;
  /** Model of the connection that is set up; absent: none is. */
  model?: string;
  colorScheme?: "light" | "dark";
  /** Rules by which addresses lead elsewhere, as Chromium has them. */
  maps?: readonly string[];
  /** The folder of another extension beside ours. */
  beside?: string;
  /** Pages that are left wait to be gone back to, as in a browser of a person. */
  keepsLeftPages?: true;
  /** A permission that the person did not give when they were asked. */
  refused?: "notifications" | "history";
}

/** A browser that runs. */
interface Running {
  context: BrowserContext;
  browser: CDPSession;
  extension: string;
}

export function given(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run this by cargo xtask`);
  return value;
}

export class World {
  readonly playground: Playground;
  /** Every side panel that was opened, for a look at what went wrong. */
  readonly panels: SidePanel[] = [];
  #endedAt = 0;

  private constructor(
    private running: Running,
    playground: Playground,
    readonly profile: string,
    private readonly options: WorldOptions,
  ) {
    this.playground = playground;
  }

  static async open(options: WorldOptions = {}): Promise<World> {
    const profile = await mkdtemp(join(tmpdir(), "fairlead-profile-"));
    const running = await World.#launch(profile, options);
    const playground = new Playground(given("FAIRLEAD_PLAYGROUND"));
    await playground.reset();
    const world = new World(running, playground, profile, options);
    if (options.model) await world.connect(options.model);
    return world;
  }

  get context(): BrowserContext {
    return this.running.context;
  }

  get browser(): CDPSession {
    return this.running.browser;
  }

  get extension(): string {
    return this.running.extension;
  }

  /** The browser ends, with all its tabs, and starts again with what the profile keeps. */
  async restart(): Promise<void> {
    await this.context.close();
    this.running = await World.#launch(this.profile, this.options);
  }

  static async #launch(profile: string, options: WorldOptions): Promise<Running> {
    const dist = await built(profile, options);
    const extensions = options.beside === undefined ? dist : `${dist},${options.beside}`;
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: given("FAIRLEAD_CHROMIUM"),
      headless: false,
      viewport: null,
      ignoreDefaultArgs: options.keepsLeftPages ? ["--disable-back-forward-cache"] : [],
      colorScheme: options.colorScheme ?? "light",
      args: [
        ...FLAGS,
        `--host-resolver-rules=${[...(options.maps ?? []), ...MAPS].join(", ")}`,
        ...(options.headless === false ? [] : ["--headless=new"]),
        "--lang=en-US",
        "--window-size=1280,900",
        `--disable-extensions-except=${extensions}`,
        `--load-extension=${extensions}`,
      ],
      env: { ...process.env, LANGUAGE: "en_US" },
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const extension = new URL(worker.url()).host;
    const owner = context.browser();
    if (!owner) throw new Error("the browser gives no session of its own");
    return { context, browser: await owner.newBrowserCDPSession(), extension };
  }

  worker(): Worker {
    const worker = this.context.serviceWorkers().find((worker) => worker.url().includes(this.extension));
    if (!worker) throw new Error("the service worker does not run");
    return worker;
  }

  url(page: string): string {
    return `chrome-extension://${this.extension}/${page}`;
  }

  /** Sets up a connection as the settings page does, through the same Port; without a key where that is empty. */
  async connect(model: string, key = "demo-key", baseUrl = `${this.playground.base}/v1`, unlike: Partial<Quirks> = {}): Promise<void> {
    // Every quirk has a default.
    const quirks = unlike as Quirks;
    const models = [{ id: model, capabilities: { tools: true, vision: true, reasoning: false } }];
    const keys = key === "" ? [] : [{ id: "k_demo", secret: key }];
    const connection: ConnectionDraft = { id: "c_demo", name: "Demo", wire: "openai-chat", base_url: baseUrl, models, keys, headers: [], quirks };
    await this.command({ type: "connections.save", connection });
  }

  /** The person writes down how much the model can hold. */
  async widen(tokens: number): Promise<void> {
    const settings = await this.visit(this.url("settings.html#window"));
    await settings.getByRole("textbox", { name: "Context window, tokens" }).fill(String(tokens));
    await settings.getByRole("button", { name: "Save", exact: true }).first().click();
    await settings.getByRole("textbox", { name: "Context window, tokens" }).waitFor({ state: "detached" });
    await settings.close();
  }

  /** Sends one command from the settings page and awaits that it is taken. */
  async command(body: CommandBody): Promise<void> {
    const page = await this.context.newPage();
    await page.goto(this.url("settings.html"));
    const answer = await page.evaluate(async (body) => {
      const port = chrome.runtime.connect({ name: "fairlead" });
      const command = { client_id: "setup", submission_id: crypto.randomUUID(), body };
      return new Promise<string>((resolve) => {
        port.onMessage.addListener((text: string) => {
          const event = JSON.parse(text) as { submission_id?: string };
          if (event.submission_id === command.submission_id) resolve(text);
        });
        port.postMessage(JSON.stringify(command));
      });
    }, body);
    if (!answer.includes("command.ack")) throw new Error(`${body.type} was not taken: ${answer}`);
    await page.close();
  }

  /** What is stored, as a page of the extension reads it. */
  async rows(...stores: string[]): Promise<unknown[][]> {
    const page = await this.context.newPage();
    await page.goto(this.url("settings.html"));
    await withDatabase(page);
    const rows = await page.evaluate((stores) => Promise.all(stores.map((name) => done(database.transaction(name).objectStore(name).getAll()))), stores);
    await page.close();
    return rows;
  }

  /** A page in front, as the person left it. */
  async visit(address: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(address);
    await page.bringToFront();
    return page;
  }

  shop(): Promise<Page> {
    return this.visit(`http://shop.test:${this.playground.port}/`);
  }

  /** Opens the real side panel, which Chrome does only for a person's click in a page of the extension. */
  async panel(front?: Page): Promise<SidePanel> {
    const opener = await this.context.newPage();
    await opener.goto(this.url("settings.html"));
    await opener.evaluate(() => {
      const button = document.createElement("button");
      button.id = "open-panel";
      button.textContent = "open";
      button.style.cssText = "position:fixed;inset:0;z-index:9999";
      document.body.append(button);
      button.addEventListener("click", () => {
        void chrome.windows.getCurrent().then(({ id }) => chrome.sidePanel.open({ windowId: id! }));
      });
    });
    await opener.click("#open-panel");
    const panel = await SidePanel.attach(this.browser, this.extension);
    this.panels.push(panel);
    await opener.close();
    await front?.bringToFront();
    await until("the panel is connected", () => panel.evaluate<boolean>("!!document.querySelector('textarea')"));
    return panel;
  }

  /** Ends the worker as Chrome does when memory is short. */
  async killWorker(): Promise<void> {
    this.#endedAt = Date.now();
    const targetId = await this.#workerTarget();
    if (targetId !== undefined) await this.browser.send("Target.closeTarget", { targetId });
  }

  /** Another worker runs than the one that was ended last, and the panel shows this again. */
  async untilBack(panel: SidePanel, what: string): Promise<void> {
    // A target outlives its workers, and one that is ending does not answer any more.
    const startedAt = async () => this.worker().evaluate(() => performance.timeOrigin);
    await until("another worker runs", async () => (await startedAt().catch(() => 0)) > this.#endedAt);
    await until(`the panel is back and shows ${what}`, async () => {
      const text = await panel.text();
      return text.includes(what) && !text.includes("Reconnecting");
    });
  }

  /** A session of its own with the worker that runs now. */
  async attachToWorker(): Promise<Attached> {
    const targetId = await this.#workerTarget();
    if (targetId === undefined) throw new Error("the service worker does not run");
    return Attached.to(this.browser, targetId);
  }

  async #workerTarget(): Promise<string | undefined> {
    const { targetInfos } = await this.browser.send("Target.getTargets");
    return targetInfos.find((info) => info.type === "service_worker" && info.url.includes(this.extension))?.targetId;
  }

  async keep(name: string, picture: Buffer): Promise<string> {
    const folder = given("FAIRLEAD_EVIDENCE");
    await mkdir(folder, { recursive: true });
    const file = join(folder, name);
    await writeFile(file, picture);
    return file;
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The extension as it was built; without a permission, a copy of it in the profile. */
async function built(profile: string, { refused }: WorldOptions): Promise<string> {
  const dist = given("FAIRLEAD_DIST");
  if (refused === undefined) return dist;
  const copy = join(profile, "dist");
  await cp(dist, copy, { recursive: true });
  const manifest = JSON.parse(await readFile(join(dist, "manifest.json"), "utf8")) as { permissions: string[] };
  const permissions = manifest.permissions.filter((permission) => permission !== refused);
  await writeFile(join(copy, "manifest.json"), JSON.stringify({ ...manifest, permissions }));
  return copy;
}
