/** Plays one case of the corpus with the tools of this stage and says what differs from what it expects. */

import type { Page } from "playwright-core";
import type { PageOp, PageReply, ScrollDirection } from "../../wire/wire.ts";
import type { Browser, Site, Tab } from "./chromium.ts";
import { type Read, readLines, valueIn } from "./reading.ts";

export interface Case {
  readonly id: string;
  readonly slug: string;
  readonly kind: string;
  /** What it takes to bring the page to the state that is expected. */
  readonly level: "L1" | "L2";
  readonly start: string;
  readonly steps: readonly Step[];
  readonly expect: {
    readonly snapshot?: readonly SnapshotExpectation[];
    readonly result?: readonly ResultExpectation[];
    readonly state?: readonly StateExpectation[];
    readonly alt_state?: readonly StateExpectation[];
    readonly refs?: readonly { same: Find; between: [string, string] }[];
  };
}

interface Find {
  readonly role?: string;
  readonly name?: string;
  readonly label?: string;
  readonly text?: string;
  readonly dom?: string;
  readonly frame?: string;
  readonly nth?: number;
  readonly scope?: { role: string; name: string };
}

interface Step {
  readonly tool: string;
  readonly find?: Find;
  readonly to?: Find;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly save?: string;
  readonly from?: string;
  readonly tab?: string;
}

interface Wanted {
  readonly role?: string;
  readonly name: string;
  readonly ref?: boolean;
  readonly box_at_least?: [number, number];
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly disabled?: boolean;
  readonly readonly?: boolean;
  readonly filled?: boolean;
  readonly haspopup?: boolean;
  readonly expanded?: boolean;
}

interface SnapshotExpectation {
  readonly at: number;
  readonly text_includes?: readonly string[];
  readonly text_excludes?: readonly string[];
  readonly has?: readonly Wanted[];
  readonly has_control?: readonly Wanted[];
  readonly lacks?: readonly { role: string; name: string }[];
  readonly ref_for?: readonly { dom: string; frame?: string }[];
  readonly states?: readonly Wanted[];
  readonly node_value?: { role: string; name: string; value: string };
  readonly max_chars?: number;
  readonly says_truncated?: boolean;
}

interface ResultExpectation {
  readonly step: number;
  readonly ok?: boolean;
  readonly code?: string;
  readonly mentions?: readonly string[];
  readonly within_ms?: number;
}

interface StateExpectation {
  readonly js?: string;
  readonly frame?: string;
  readonly tab?: string;
  readonly tabs?: number;
  readonly equals?: unknown;
  readonly in?: readonly unknown[];
  readonly alt_state?: StateExpectation;
}

interface Told {
  readonly text: string;
  readonly ok: boolean;
  readonly code: string | null;
  readonly took: number;
}

/** The corpus names some outcomes otherwise than the protocol does. */
const CODES: Readonly<Record<string, string>> = {
  occluded: "covered", no_effect: "ignored_by_page", selection_reverted: "ignored_by_page", option_disabled: "disabled", bad_value: "invalid_arguments",
};

/** Mentions that describe what must be said instead of quoting it. */
const DESCRIBED: Readonly<Record<string, RegExp>> = { "container that moved and position": /Scrolled .+ by \d+ px; now \d+ px/, "new tab": /new tab/ };

export class CaseRun {
  readonly #browser: Browser;
  readonly #case: Case;
  readonly #base: string;
  readonly #faults: string[] = [];
  readonly #told = new Map<number, Told>();
  readonly #saved = new Map<string, string>();
  readonly #tabs = new Map<string, Tab>();
  #last = "";

  constructor(browser: Browser, site: Site, given: Case, folder: string) {
    this.#browser = browser;
    this.#case = given;
    this.#base = `${site.address}/${folder}`;
  }

  /** Faults; none if the case passes. */
  async play(): Promise<string[]> {
    const first = await this.#browser.open(`${this.#base}/${this.#case.start}`);
    this.#tabs.set("first", first);
    try {
      for (const [at, step] of this.#case.steps.entries()) await this.#step(at, step);
      await this.#check();
    } finally {
      for (const tab of this.#tabs.values()) await tab.page.close();
    }
    return this.#faults;
  }

  #tab(name: string | undefined): Tab {
    const tab = this.#tabs.get(name ?? "first");
    if (!tab) throw new Error(`no tab ${name}`);
    return tab;
  }

  async #step(at: number, step: Step): Promise<void> {
    const tab = this.#tab(step.tab);
    const args = step.args ?? {};
    await this.#arm(at, tab);
    switch (step.tool) {
      case "@eval":
        await tab.page.evaluate(String(args.js));
        return;
      case "@wait":
        await tab.page.waitForTimeout(Number(args.ms));
        return;
      case "@assert":
        return this.#state(`step ${at}`, args as StateExpectation);
      case "@newtab":
        this.#tabs.set("new", await this.#browser.newest([...this.#tabs.values()]));
        return;
      case "navigate":
        await tab.page.goto(`${this.#base}/${String(args.url)}`);
        return;
      case "read_page":
        return this.#ask(at, tab, { op: "read_page", mode: "snapshot", max_tokens: Number(args.maxTokens ?? 3_000) }, step.save);
      case "extract":
        return this.#ask(at, tab, { op: "extract", from_char: 0 });
      case "find_in_page":
        return this.#ask(at, tab, { op: "find_in_page", query: String(args.query) });
      case "wait_for":
        return this.#ask(at, tab, { op: "wait_for", condition: { for: "text", text: String(args.text) }, timeout_ms: 5_000 });
      case "click":
        return this.#ask(at, tab, { op: "click", ref: await this.#ref(step, tab), button: "left", clicks: "single" });
      case "set_checked":
        return this.#ask(at, tab, { op: "set_checked", ref: await this.#ref(step, tab), checked: args.checked === true });
      case "press_key": {
        const on = step.find ? { ref: await this.#ref(step, tab) } : {};
        return this.#ask(at, tab, { op: "press_key", key: String(args.key), ...on });
      }
      case "hover":
        return this.#ask(at, tab, { op: "hover", ref: await this.#ref(step, tab) });
      case "drag":
        return this.#ask(at, tab, { op: "drag", ref: await this.#ref(step, tab), to: await this.#ref({ ...step, find: step.to as Find }, tab) });
      case "upload_file": {
        const files = (args.files as { name: string; mime: string; text: string }[]).map(({ name, mime, text }) => ({ name, media_type: mime, data_b64: btoa(text) }));
        return this.#ask(at, tab, { op: "upload_file", ref: await this.#ref(step, tab), files });
      }
      case "handle_dialog":
        // Given before the action that opens the dialog: see `#arm`.
        return;
      case "type":
        return this.#ask(at, tab, {
          op: "type", ref: await this.#ref(step, tab), text: String(args.text), mode: args.mode === "append" ? "append" : "replace",
          after: args.submit === true ? "submit" : "stay", pace: args.slowly === true ? "key_by_key" : "at_once",
        });
      case "select_option":
        return this.#ask(at, tab, { op: "select_option", ref: await this.#ref(step, tab), options: args.values as string[] });
      case "scroll":
        return this.#scroll(at, tab, step, args);
      default:
        throw new Error(`no tool ${step.tool}`);
    }
  }

  /** The corpus answers dialogs once they are open; here what they are answered with is said before the action. */
  async #arm(at: number, tab: Tab): Promise<void> {
    for (let next = at + 1; this.#case.steps[next]?.tool === "handle_dialog"; next += 1) {
      const { accept, text } = this.#case.steps[next]?.args ?? {};
      await this.#ask(-1, tab, { op: "handle_dialog", answer: accept === true ? "accept" : "dismiss", ...(typeof text === "string" ? { text } : {}) });
    }
  }

  /** The corpus scrolls by pixels or to the end, the tool by views: as many calls as it takes. */
  async #scroll(at: number, tab: Tab, step: Step, args: Readonly<Record<string, unknown>>): Promise<void> {
    const ref = step.find ? { ref: await this.#ref(step, tab) } : {};
    if (args.amount === "end") return this.#ask(at, tab, { op: "scroll", direction: "bottom", ...ref });
    const direction = args.direction as ScrollDirection;
    let moved = 0;
    for (let calls = 0; calls < 30 && moved < Number(args.amount ?? 1); calls += 1) {
      await this.#ask(at, tab, { op: "scroll", direction, ...ref });
      const by = Number(/by (-?\d+) px/.exec(this.#told.get(at)?.text ?? "")?.[1] ?? 0);
      if (by === 0) return;
      moved += Math.abs(by);
    }
  }

  async #ask(at: number, tab: Tab, op: PageOp, save?: string): Promise<void> {
    const began = Date.now();
    const reply = await this.#browser.ask(tab, op);
    const told = toldBy(reply, Date.now() - began);
    this.#told.set(at, told);
    if (op.op === "read_page" || op.op === "find_in_page") this.#last = told.text;
    if (save) this.#saved.set(save, told.text);
  }

  async #ref(step: Step, tab: Tab): Promise<string> {
    const find = step.find as Find;
    const text = step.from ? (this.#saved.get(step.from) ?? "") : this.#last;
    let ref = await this.#lookUp(find, text, tab);
    if (ref === null && !step.from) {
      // The last answer may be of before an action; the model would read again.
      await this.#ask(-1, tab, { op: "read_page", mode: "snapshot", max_tokens: 3_000 });
      ref = await this.#lookUp(find, this.#last, tab);
    }
    if (ref === null) throw new Error(`no ref for ${JSON.stringify(find)} in:\n${text}`);
    return ref;
  }

  async #lookUp(find: Find, text: string, tab: Tab): Promise<string | null> {
    const lines = readLines(text);
    const refs = lines.flatMap((line) => line.ref ?? []);
    if (find.dom !== undefined) return this.#browser.probe<string | null>(tab, "refFor", refs, find.dom, find.frame ?? null);
    let fitting = lines.filter((line) => line.ref !== null && matches(line, find));
    if (find.scope) {
      const { role, name } = find.scope;
      fitting = fitting.filter((line) => line.above.some((at) => lines[at]?.role === role && lines[at]?.name === name));
    }
    if (find.frame !== undefined) {
      const inFrame: Read[] = [];
      for (const line of fitting) {
        const url = await this.#browser.probe<string | null>(tab, "documentOf", line.ref);
        if (url?.endsWith(find.frame)) inFrame.push(line);
      }
      fitting = inFrame;
    }
    return fitting[find.nth ?? 0]?.ref ?? null;
  }

  async #check(): Promise<void> {
    const { snapshot = [], result = [], state = [], alt_state: instead = [], refs = [] } = this.#case.expect;
    for (const wanted of snapshot) await this.#snapshot(wanted);
    for (const wanted of result) this.#result(wanted);
    for (const { same, between } of refs) {
      const [a, b] = between.map((name) => readLines(this.#saved.get(name) ?? "").find((line) => matches(line, same))?.ref);
      if (!a || a !== b) this.#faults.push(`ref of ${JSON.stringify(same)}: ${a} then ${b}`);
    }
    if (this.#isRefused()) return;
    const before = this.#faults.length;
    for (const wanted of state) await this.#state("end", wanted);
    if (this.#faults.length > before && instead.length > 0) {
      const held = this.#faults.splice(before);
      for (const wanted of instead) await this.#state("end", wanted);
      if (this.#faults.length > before) this.#faults.push(...held);
    }
  }

  /** Where only trusted input has an effect, these tools say that they had none: the next call is one of another level. */
  #isRefused(): boolean {
    const last = this.#told.get(this.#case.steps.length - 1);
    return this.#case.level === "L2" && last?.code === "ignored_by_page";
  }

  async #snapshot(wanted: SnapshotExpectation): Promise<void> {
    const text = this.#told.get(wanted.at)?.text ?? "";
    const lines = readLines(text);
    const fault = (what: string): number => this.#faults.push(`snapshot at ${wanted.at}: ${what}\n${text.slice(0, 1_500)}`);
    for (const part of wanted.text_includes ?? []) if (!text.includes(part)) fault(`lacks ${JSON.stringify(part)}`);
    for (const part of wanted.text_excludes ?? []) if (text.includes(part)) fault(`holds ${JSON.stringify(part)}`);
    for (const one of wanted.has ?? []) if (!lines.some((line) => fits(line, one))) fault(`lacks ${JSON.stringify(one)}`);
    for (const one of wanted.has_control ?? []) if (!lines.some((line) => fits(line, one))) fault(`lacks control ${JSON.stringify(one)}`);
    for (const one of wanted.lacks ?? []) if (lines.some((line) => fits(line, one))) fault(`has ${JSON.stringify(one)}`);
    for (const one of wanted.states ?? []) {
      const line = lines.find((other) => other.name === one.name && other.ref !== null);
      if (!line) fault(`lacks ${one.name}`);
      else if (!statesFit(line, one)) fault(`states of ${line.line} are not ${JSON.stringify(one)}`);
    }
    for (const { dom, frame } of wanted.ref_for ?? []) {
      const refs = lines.flatMap((line) => line.ref ?? []);
      if ((await this.#browser.probe(this.#tab(undefined), "refFor", refs, dom, frame ?? null)) === null) fault(`no ref for ${dom}`);
    }
    if (wanted.node_value) {
      const { role, name, value } = wanted.node_value;
      const line = lines.find((other) => other.role === role && other.name === name);
      if (!line || !new RegExp(`^(?:${value})$`).test(valueIn(line))) fault(`value of ${name} is not ${value}`);
    }
    if (wanted.max_chars !== undefined && text.length > wanted.max_chars) fault(`${text.length} characters`);
    if (wanted.says_truncated && !/not shown|left out/.test(text)) fault("does not say that it was cut");
  }

  #result(wanted: ResultExpectation): void {
    const told = this.#told.get(wanted.step);
    if (!told) return;
    const fault = (what: string): number => this.#faults.push(`result of step ${wanted.step}: ${what}\n${told.text}`);
    if (wanted.ok !== undefined && told.ok !== wanted.ok) fault(`ok is ${told.ok}`);
    if (wanted.code !== undefined) {
      const codes = wanted.code.split("|").map((code) => CODES[code] ?? code);
      if (told.code === null || !codes.includes(told.code)) fault(`code is ${told.code}, not ${codes.join(" or ")}`);
    }
    for (const mention of wanted.mentions ?? []) {
      const described = DESCRIBED[mention];
      if (described ? !described.test(told.text) : !told.text.includes(mention)) fault(`does not mention ${mention}`);
    }
    if (wanted.within_ms !== undefined && told.took > wanted.within_ms) fault(`took ${told.took} ms`);
  }

  async #state(when: string, wanted: StateExpectation): Promise<void> {
    if (wanted.tabs !== undefined) {
      const open = this.#browser.pages.filter((page) => page.url().startsWith(this.#base)).length;
      if (open !== wanted.tabs) this.#faults.push(`${when}: ${open} tabs`);
      return;
    }
    const is = await valueOf(this.#tab(wanted.tab).page, wanted);
    const good = wanted.in ? wanted.in.includes(is) : JSON.stringify(is) === JSON.stringify(wanted.equals);
    if (good) return;
    if (wanted.alt_state) return this.#state(when, wanted.alt_state);
    const last = [...this.#told.values()].at(-1)?.text ?? "";
    this.#faults.push(`${when}: ${wanted.js} is ${JSON.stringify(is)}, not ${JSON.stringify(wanted.in ?? wanted.equals)}\n${last.slice(0, 800)}`);
  }
}

async function valueOf(page: Page, wanted: StateExpectation): Promise<unknown> {
  const frame = wanted.frame ? page.frames().find((one) => one.url().endsWith(wanted.frame ?? "")) : page.mainFrame();
  return frame?.evaluate(wanted.js ?? "undefined");
}

function toldBy(reply: PageReply, took: number): Told {
  const { outcome } = reply;
  switch (outcome.type) {
    case "done":
      return { text: outcome.content, ok: true, code: null, took };
    case "watched":
      return { text: outcome.glimpse.type, ok: true, code: null, took };
    case "described":
      return { text: JSON.stringify(outcome.element), ok: true, code: null, took };
    case "located":
      return { text: JSON.stringify(outcome.spot), ok: true, code: null, took };
    case "marked":
      return { text: JSON.stringify(outcome.marks), ok: true, code: null, took };
    case "failed":
      return { text: `${outcome.failure.message} ${outcome.failure.next}`, ok: false, code: outcome.failure.code, took };
  }
}

function matches(line: Read, find: Find): boolean {
  if (find.role !== undefined && line.role !== find.role) return false;
  if (find.label !== undefined) return line.name === find.label;
  if (find.text !== undefined) return line.name.includes(find.text);
  return find.name === undefined || line.name === find.name;
}

function fits(line: Read, wanted: Wanted): boolean {
  if (wanted.role !== undefined && line.role !== wanted.role) return false;
  if (line.name !== wanted.name || (wanted.ref === true && line.ref === null)) return false;
  if (!wanted.box_at_least) return true;
  const size = line.marks.map((mark) => /^(\d+)x(\d+)$/.exec(mark)).find((found) => found !== null);
  return size !== undefined && Number(size?.[1]) >= wanted.box_at_least[0] && Number(size?.[2]) >= wanted.box_at_least[1];
}

function statesFit(line: Read, wanted: Wanted): boolean {
  const has = (mark: string): boolean => line.marks.some((one) => one === mark || one.startsWith(`${mark}=`));
  const pairs: [boolean | undefined, string][] = [
    [wanted.checked, "checked"], [wanted.selected, "selected"], [wanted.disabled, "disabled"], [wanted.readonly, "readonly"],
    [wanted.filled, "filled"], [wanted.haspopup, "haspopup"], [wanted.expanded, "expanded"],
  ];
  return pairs.every(([is, mark]) => is === undefined || has(mark) === is);
}
