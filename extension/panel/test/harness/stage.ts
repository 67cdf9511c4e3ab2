/** A harness page in Chromium, and what a test asks of it: what was sent, what the engine says, and waiting for what comes true. */

import assert from "node:assert/strict";
import type { Browser, Locator, Page } from "playwright-core";
import type { Command, CommandBody, Event } from "../../../wire/wire";
import { CARD_REST_MS } from "../../card/typist";
import type { SceneName } from "./scenes";
import type { Served } from "./serve";

type Body<T extends CommandBody["type"]> = Extract<CommandBody, { type: T }>;
export type Answers = Partial<Record<CommandBody["type"], Extract<Event, { type: "command.ack" }>["body"] | { refused: string; field?: string }>>;

export class Stage {
  private constructor(readonly page: Page) {}

  static async open(browser: Browser, served: Served, scene: SceneName, width = 360): Promise<Stage> {
    const page = await browser.newPage({ viewport: { width, height: 760 } });
    page.setDefaultTimeout(5_000);
    await page.goto(`${served.origin}/panel.html?scene=${scene}`);
    const stage = new Stage(page);
    await stage.until(async () => (await stage.commands()).length > 0);
    return stage;
  }

  get composer(): Locator {
    return this.page.getByRole("textbox", { name: "Message", exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name, exact: typeof name === "string" });
  }

  commands(): Promise<Command[]> {
    return this.page.evaluate(() => window.harness.commands);
  }

  async sent<T extends CommandBody["type"]>(type: T): Promise<Body<T>[]> {
    return (await this.commands()).map((c) => c.body).filter((b): b is Body<T> => b.type === type);
  }

  /** The only command of a kind, once it is there. */
  async one<T extends CommandBody["type"]>(type: T): Promise<Body<T>> {
    await this.until(async () => (await this.sent(type)).length > 0);
    const [first, ...more] = await this.sent(type);
    assert.ok(first !== undefined);
    assert.equal(more.length, 0, `${type} was sent more than once`);
    return first;
  }

  emit(...events: Event[]): Promise<void> {
    return this.page.evaluate((all) => window.harness.emit(all), events);
  }

  /** From now on commands of these kinds are answered so. */
  async answer(answers: Answers): Promise<void> {
    await this.page.evaluate((known) => {
      const before = window.harness.world.answer;
      window.harness.world.answer = (command) => {
        const { submission_id } = command;
        const answer = known[command.body.type];
        if (answer === undefined) return before(command);
        if ("type" in answer) return [{ type: "command.ack", submission_id, body: answer }];
        const { refused, field } = answer;
        return [{ type: "command.rejected", submission_id, refusal: { code: refused as "busy", message: "", ...(field === undefined ? {} : { field }) } }];
      };
    }, answers);
  }

  async until(holds: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + 5_000; Date.now() < end; ) {
      if (await holds()) return;
      await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    assert.fail(`never came true: ${holds.toString()}`);
  }

  /** A card counts presses only once it has rested; the page's own clock says when. */
  async rest(): Promise<void> {
    await this.page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms + 20)), CARD_REST_MS);
  }

  /** The accessible name of what has the focus, or its id. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const el = document.activeElement;
      return el?.getAttribute("aria-label") ?? el?.id ?? "";
    });
  }

  /** Enter, taken by an input method in the middle of a word. */
  async composeWithEnter(): Promise<void> {
    const ime = await this.page.context().newCDPSession(this.page);
    await ime.send("Input.imeSetComposition", { text: "ni", selectionStart: 2, selectionEnd: 2 });
    await ime.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 });
    await ime.send("Input.dispatchKeyEvent", { type: "keyUp", key: "Enter", code: "Enter", windowsVirtualKeyCode: 229 });
    await ime.send("Input.insertText", { text: "你" });
  }
}
