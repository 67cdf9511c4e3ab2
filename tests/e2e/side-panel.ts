// The real side panel, driven with real input.

import type { CDPSession } from "playwright-core";
import { Attached, type Params } from "./attached.ts";
import { until } from "./until.ts";

/** An accessible name, whole or by pattern. */
export type Name = string | RegExp;

/** Modifier keys as CDP counts them. */
const ALT = 1;
const SHIFT = 8;

function pattern(name: Name): string {
  return typeof name === "string" ? `(t) => t === ${JSON.stringify(name)}` : `(t) => ${String(name)}.test(t)`;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class SidePanel {
  private constructor(
    private readonly browser: CDPSession,
    private readonly attached: Attached,
  ) {}

  /** Attaches to the side panel, as soon as there is one. */
  static async attach(browser: CDPSession, extension: string): Promise<SidePanel> {
    const target = await until("the side panel opens", async () => {
      const { targetInfos } = await browser.send("Target.getTargets");
      return targetInfos.find((info) => info.url.startsWith(`chrome-extension://${extension}/panel.html`) && !info.attached);
    });
    const panel = new SidePanel(browser, await Attached.to(browser, target.targetId));
    await panel.send("Runtime.enable");
    await panel.send("Page.enable");
    return panel;
  }

  send(method: string, params: Params = {}): Promise<Params> {
    return this.attached.send(method, params);
  }

  /** The value of an expression in the panel. */
  evaluate<T>(expression: string): Promise<T> {
    return this.attached.evaluate<T>(expression);
  }

  /** All that a person can read. */
  text(): Promise<string> {
    return this.evaluate("document.body.innerText");
  }

  /** The last thing that the assistant said. */
  answer(): Promise<string> {
    return this.evaluate("[...document.querySelectorAll('.answer .prose')].at(-1)?.innerText ?? ''");
  }

  async untilText(what: string | RegExp, limitMs?: number): Promise<string> {
    const matches = (text: string) => (typeof what === "string" ? text.includes(what) : what.test(text));
    let last = "";
    try {
      return await until(
        `the panel shows ${String(what)}`,
        async () => {
          last = await this.text();
          return matches(last) ? last : undefined;
        },
        limitMs,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message}; it shows:\n${last}`);
    }
  }

  /** No task runs: the strip with its Stop is gone. */
  async untilIdle(limitMs = 30_000): Promise<void> {
    await until("the task ends", () => this.evaluate<boolean>(`(() => {
      const spoken = [...document.querySelectorAll("button")].map((b) => b.textContent ?? "");
      return !spoken.some((text) => text.startsWith("Stop") || text.startsWith("停止")) && !document.querySelector(".card");
    })()`), limitMs);
  }

  /** Presses the button with this accessible name or text, with a real mouse; within a named toolbar, group or list if given. */
  async press(name: Name, within?: Name): Promise<void> {
    const box = await until(`a button ${String(name)}`, () => this.#button(name, within));
    await this.click(box.x + box.width / 2, box.y + box.height / 2);
  }

  /** Presses it if it is there. */
  async tryPress(name: Name): Promise<boolean> {
    const box = await this.#button(name);
    if (box) await this.click(box.x + box.width / 2, box.y + box.height / 2);
    return box !== null;
  }

  #button(name: Name, within?: Name): Promise<Box | null> {
    return this.evaluate<Box | null>(`(() => {
      const matches = ${pattern(name)};
      const spoken = (e) => (e.getAttribute("aria-label") ?? [...e.childNodes]
        .filter((n) => !(n instanceof Element && n.getAttribute("aria-hidden") === "true"))
        .map((n) => n.textContent).join("")).trim();
      const isWithin = ${within === undefined ? "null" : pattern(within)};
      const named = [...document.querySelectorAll("[aria-label]:not(button)")];
      const scope = isWithin === null ? document : named.find((e) => isWithin(e.getAttribute("aria-label")));
      const button = [...scope?.querySelectorAll("button, [role=menuitem], summary") ?? []]
        .find((e) => !e.disabled && e.ariaDisabled !== "true" && matches(spoken(e)) && e.getClientRects().length > 0);
      if (!button) return null;
      button.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = button.getBoundingClientRect();
      return { x, y, width, height };
    })()`);
  }

  /** Presses a button of the card until the card takes it: in its first half second it takes nothing. */
  async decide(name: Name): Promise<void> {
    await this.press(name);
    await until(`the card takes ${String(name)}`, async () => {
      const box = await this.#button(name);
      if (!box) return this.evaluate<boolean>("!document.querySelector('.card')");
      await this.click(box.x + box.width / 2, box.y + box.height / 2);
      return false;
    });
  }

  /** Another life of the panel, in the same place. */
  async reload(): Promise<void> {
    await this.evaluate("void (globalThis.isOld = true)");
    await this.send("Page.reload");
    await until("the panel is up again", () =>
      this.evaluate<boolean>("!globalThis.isOld && !!document.querySelector('.composer textarea')"),
    );
  }

  /** Closes the panel and waits until it is gone. */
  async close(): Promise<void> {
    await this.evaluate("setTimeout(() => window.close())");
    await until("the panel is closed", async () => {
      const { targetInfos } = await this.browser.send("Target.getTargets");
      return !targetInfos.some((info) => info.targetId === this.attached.target);
    });
  }

  async click(x: number, y: number): Promise<void> {
    for (const type of ["mouseMoved", "mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 });
    }
  }

  /** Writes into the message box and sends. */
  async say(text: string): Promise<void> {
    await this.write(text);
    await this.key("Enter", 13);
  }

  /** Writes into the message box and has it wait for its turn. */
  async queue(text: string): Promise<void> {
    await this.write(text);
    await this.key("Enter", 13, ALT + SHIFT);
  }

  async write(text: string): Promise<void> {
    await this.insertAt(".composer textarea", text);
  }

  async insertAt(selector: string, text: string): Promise<void> {
    const at = JSON.stringify(selector);
    await until(selector, () => this.evaluate<boolean>(`!!document.querySelector(${at})`));
    await this.evaluate(`document.querySelector(${at}).focus()`);
    await this.send("Input.insertText", { text });
  }

  async key(key: string, code: number, modifiers = 0): Promise<void> {
    const common = { key, code: key, windowsVirtualKeyCode: code, modifiers };
    const text = key === "Enter" && modifiers === 0 ? { text: "\r" } : {};
    await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...common, ...text });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
  }

  /** Replaces what stands in the field that has the focus. */
  async retype(text: string): Promise<void> {
    await this.evaluate("document.activeElement.select()");
    await this.send("Input.insertText", { text });
  }

  /** Chooses files as in the browser's own dialog. */
  async attach(files: string[]): Promise<void> {
    const { result } = (await this.send("Runtime.evaluate", { expression: "document.querySelector('input[type=file]')" })) as {
      result: { objectId: string };
    };
    await this.send("DOM.setFileInputFiles", { files, objectId: result.objectId });
  }

  /** As it looks once nothing moves any more. */
  async screenshot(): Promise<Buffer> {
    await this.evaluate("Promise.allSettled(document.getAnimations().map((a) => a.finished)).then(() => undefined)");
    const { data } = (await this.send("Page.captureScreenshot", { format: "png" })) as { data: string };
    return Buffer.from(data, "base64");
  }
}
