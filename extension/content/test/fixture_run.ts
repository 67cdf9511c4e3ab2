/**
 * One fixture page: are its controls listed with role and name, does the first try at each that says what should come of it succeed, and
 * how large is the snapshot beside Playwright's.
 *
 * A page marks what a person can use: `data-is="role name"`, and `data-try="click -> word"` (the page notes the word), `type text` or
 * `select label` (the control then holds it, unless a word is named). The marks are taken off before the page is read.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { PageOp } from "../../wire/wire.ts";
import { type Browser, REPOSITORY, type Tab } from "./chromium.ts";
import { tokensOf } from "../text.ts";
import { type Read, readLines } from "./reading.ts";

export const FIXTURES = join(REPOSITORY, "tests/fixtures/pages");
/** Pages that others hold in a frame. */
const PARTS = new Set(["frame-seats"]);

export const PAGES: readonly string[] = readdirSync(FIXTURES)
  .filter((name) => name.endsWith(".html"))
  .map((name) => name.slice(0, -5))
  .filter((name) => !PARTS.has(name))
  .sort();

/** As a model asks where it names no number. */
const TOKENS = 3_000;

interface Mark {
  readonly is: string;
  readonly attempt: string | null;
}

interface Attempt {
  readonly kind: "click" | "type" | "select";
  readonly text: string;
  readonly word: string | null;
}

export interface FixtureResult {
  readonly page: string;
  readonly controls: number;
  /** Controls without a ref, or under another role or name. */
  readonly missed: readonly string[];
  /** The same of Playwright's snapshot, by name alone. */
  readonly unnamedByPlaywright: number;
  readonly attempts: number;
  readonly failedAtFirst: readonly string[];
  readonly failed: readonly string[];
  readonly tokens: number;
  readonly playwrightTokens: number;
  readonly ms: number;
}

export async function runFixture(browser: Browser, address: string, page: string): Promise<FixtureResult> {
  const tab = await browser.open(address);
  const run = new FixtureRun(browser, tab, page);
  const result = await run.result();
  await tab.page.close();
  return result;
}

class FixtureRun {
  readonly #browser: Browser;
  readonly #tab: Tab;
  readonly #page: string;

  constructor(browser: Browser, tab: Tab, page: string) {
    this.#browser = browser;
    this.#tab = tab;
    this.#page = page;
  }

  async result(): Promise<FixtureResult> {
    const marks = await this.#browser.probe<Mark[]>(this.#tab, "takeMarks");
    const aria = await this.#tab.page.locator("body").ariaSnapshot({ mode: "ai" });
    const began = performance.now();
    const text = await this.#read();
    const ms = performance.now() - began;
    const lines = readLines(text);
    const refs = await this.#refs(lines);
    const missed = marks.flatMap((mark, at) => {
      const fault = faultIn(mark, lines.find((line) => line.ref !== null && line.ref === refs[at]));
      return fault === null ? [] : [`${this.#page}: ${mark.is}: ${fault}`];
    });
    const failedAtFirst: string[] = [];
    const failed: string[] = [];
    let attempts = 0;
    for (const [at, mark] of marks.entries()) {
      if (mark.attempt === null) continue;
      attempts += 1;
      const attempt = attemptOf(mark.attempt);
      const fault = await this.#attempt(at, attempt, refs[at] ?? null);
      if (fault === null) continue;
      failedAtFirst.push(`${this.#page}: ${mark.is}: ${mark.attempt}: ${fault}`);
      const still = await this.#again(at, attempt);
      if (still !== null) failed.push(`${this.#page}: ${mark.is}: ${mark.attempt}: ${still}`);
    }
    const unnamedByPlaywright = marks.filter((mark) => !aria.includes(nameIn(mark))).length;
    return {
      page: this.#page, controls: marks.length, missed, unnamedByPlaywright, attempts, failedAtFirst, failed, tokens: tokensOf(text), playwrightTokens: tokensOf(aria), ms,
    };
  }

  async #read(): Promise<string> {
    const { outcome } = await this.#browser.ask(this.#tab, { op: "read_page", mode: "snapshot", max_tokens: TOKENS });
    if (outcome.type !== "done") throw new Error(`${this.#page}: ${JSON.stringify(outcome)}`);
    return outcome.content;
  }

  #refs(lines: readonly Read[]): Promise<(string | null)[]> {
    return this.#browser.probe(this.#tab, "refsOfMarks", lines.flatMap((line) => line.ref ?? []));
  }

  async #attempt(at: number, attempt: Attempt, ref: string | null): Promise<string | null> {
    if (ref === null) return "no ref";
    const before = await this.#noted();
    const { outcome } = await this.#browser.ask(this.#tab, opOf(attempt, ref));
    const short = await this.#shortfall(at, attempt, before.length);
    return short === null ? null : `${short} after ${outcome.type === "failed" ? `${outcome.failure.code} ${outcome.failure.message}` : JSON.stringify(outcome).slice(0, 200)}`;
  }

  /** As a model goes on: reads again, and where the page only believes a person, uses the debugger's pointer and keys. */
  async #again(at: number, attempt: Attempt): Promise<string | null> {
    const ref = (await this.#refs(readLines(await this.#read())))[at] ?? null;
    const fault = await this.#attempt(at, attempt, ref);
    if (fault === null || ref === null || attempt.kind === "select") return fault;
    const { outcome } = await this.#browser.ask(this.#tab, { op: "locate", ref, purpose: "press" });
    if (outcome.type !== "located") return fault;
    const before = await this.#noted();
    await this.#tab.page.mouse.click(outcome.spot.x, outcome.spot.y);
    if (attempt.kind === "type") await this.#tab.page.keyboard.insertText(attempt.text);
    return this.#shortfall(at, attempt, before.length);
  }

  #noted(): Promise<string[]> {
    return this.#tab.page.evaluate(() => (window as unknown as { noted: string[] }).noted);
  }

  async #shortfall(at: number, { word, text }: Attempt, known: number): Promise<string | null> {
    if (word !== null) {
      const fresh = (await this.#noted()).slice(known);
      return fresh.includes(word) ? null : `noted ${JSON.stringify(fresh)}`;
    }
    const holds = await this.#browser.probe<string>(this.#tab, "valueOfMark", at);
    return holds === text ? null : `holds ${JSON.stringify(holds)}`;
  }
}

function faultIn(mark: Mark, line: Read | undefined): string | null {
  if (line === undefined) return "no ref";
  const is = `${line.role} ${line.name}`.trim();
  return is === mark.is.trim() ? null : `is ${is}`;
}

function nameIn({ is }: Mark): string {
  return is.slice(is.indexOf(" ") + 1).trim();
}

function attemptOf(text: string): Attempt {
  const [, kind, words = "", word = null] = /^(click|type|select)(?: (?!->)(.*?))?(?: -> (.*))?$/.exec(text) ?? [];
  if (kind !== "click" && kind !== "type" && kind !== "select") throw new Error(`no attempt: ${text}`);
  return { kind, text: words, word };
}

function opOf({ kind, text }: Attempt, ref: string): PageOp {
  switch (kind) {
    case "click":
      return { op: "click", ref, button: "left", clicks: "single" };
    case "type":
      return { op: "type", ref, text, mode: "replace", after: "stay", pace: "at_once" };
    case "select":
      return { op: "select_option", ref, options: [text] };
  }
}
