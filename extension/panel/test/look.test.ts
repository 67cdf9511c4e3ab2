/**
 * The pages as a person sees them: pictures of every scene at every width, theme and language in `target/e2e/look/`, and
 * what must hold in each: axe finds nothing, nothing is wider than the page, and the policy was not violated.
 */

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch } from "./harness/chromium";
import type { SceneName } from "./harness/scenes";
import { repository, type Served, serveHarness } from "./harness/serve";

const SCENES: readonly SceneName[] = [
  "welcome", "welcome-unconnected", "streaming", "approval", "sensitive", "host", "recovery", "answer", "failed", "queued", "refused",
  "reconnecting", "restricted", "held", "steered", "question", "timer", "take-over", "taken-over", "watch", "limit", "budget", "full", "full-fixed", "branches", "drifted", "files", "plan", "delegated",
  "unverified",
];
const WIDTHS = [320, 360, 500, 900];
const LOOKS = [["light", "en"], ["dark", "en"], ["light", "zh-CN"], ["dark", "zh-CN"]] as const;
const OUT = join(repository(), "target/e2e/look");

let served: Served;
let browser: Browser;
let axe: string;

before(async () => {
  await mkdir(OUT, { recursive: true });
  served = await serveHarness();
  axe = await readFile(createRequire(join(repository(), "extension/package.json")).resolve("axe-core/axe.min.js"), "utf8");
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await served?.close();
});

for (const scene of SCENES) {
  test(`${scene} is clean and fits at every width, theme and language`, async () => {
    const faults = await look(async (page, at) => {
      await page.goto(`${served.origin}/panel.html?scene=${scene}&lang=${at.lang}&theme=${at.theme}`);
      await settle(page, scene);
    }, scene);
    assert.deepEqual(faults, []);
  });
}

/** What is only there after a press. */
const OPENED: readonly [string, SceneName, (page: Page, lang: Look["lang"]) => Promise<void>][] = [
  ["chats", "chats", async (page) => {
    await openChats(page);
    await page.locator(".chats-archive summary").click();
    await page.getByText("Last year's tax return").waitFor();
  }],
  ["chat-menu", "chats", async (page) => {
    await openChats(page);
    await page.locator(".chat .icon-button").first().click();
    await page.locator(".menu:popover-open").waitFor();
  }],
  ["chat-delete", "chats", async (page) => {
    await openChats(page);
    await page.locator(".chat", { hasText: "Fill in the travel form" }).locator(".icon-button").click();
    await page.locator(".menu .is-danger").click();
    await page.locator(".is-asking").waitFor();
  }],
  ["search", "chats", async (page) => {
    await openChats(page);
    await page.locator("input[type=search]").fill("headphones cut");
    await page.locator(".hit").first().waitFor();
  }],
  ["attached", "answer", async (page) => {
    const file = (name: string, mimeType: string, content: string | Buffer) => ({ name, mimeType, buffer: Buffer.from(content) });
    await page.locator("input[type=file]").setInputFiles([
      file("receipt.png", "image/png", await page.screenshot()), file("a rather long name of a table of prices.csv", "text/csv", "a,b\n"),
      file("full.md", "text/markdown", "x"), file("archive.zip", "application/zip", Buffer.from([0x50, 0x4b, 3, 4, 0, 0])),
    ]);
    await page.locator(".file.is-failed").waitFor();
    await page.locator(".files-said").waitFor();
  }],
  ["evidence", "proved", async (page) => {
    await page.locator(".evidence.is-proved summary").click();
    await page.locator(".set-aside").click();
    await page.locator(".is-set-aside .evidence summary").click();
    await page.locator(".is-set-aside .claim").first().waitFor();
  }],
  ["preview", "files", async (page) => {
    await page.locator(".file-open", { hasText: "prices.csv" }).click();
    await page.locator(".preview-text").waitFor();
  }],
  ["scopes", "approval", async (page) => {
    await page.getByRole("button", { name: /^(More ways to allow|更多允许方式)$/ }).click();
    await page.locator(".scopes").waitFor();
  }],
  ["note", "approval", async (page) => {
    await page.locator(".card-links .quiet").last().click();
    await page.locator(".note").waitFor();
  }],
  ["edit", "branches", async (page) => {
    await page.getByRole("button", { name: /^(Edit and resend|编辑并重新发送)$/ }).click();
    await page.locator(".is-edited").waitFor();
  }],
  ["delete", "branches", async (page) => {
    await page.getByRole("button", { name: /^(Delete this message and its answer|删除此消息及其回复)$/ }).click();
    await page.locator(".question").waitFor();
  }],
  ["remark", "steered", async (page, lang) => {
    await page.evaluate(() => {
      window.harness.world.answer = ({ submission_id, body }) => body.type === "turn.steer"
        ? [{ type: "command.rejected", submission_id, refusal: { code: "stale_turn", message: "" } }]
        : [{ type: "command.ack", submission_id, body: { type: "turn_started", turn: "turn-9" } }];
    });
    await page.locator(".composer textarea").fill(lang === "en" ? "Only black ones" : "只要黑色的");
    await page.locator(".composer textarea").press("Enter");
    await page.locator(".remark").waitFor();
  }],
  ["mode", "answer", async (page) => {
    await page.locator(".mode > button").click();
    await page.locator('.mode-form select:has(option[value="always"])').selectOption("always");
    await page.locator(".mode .badge").waitFor();
  }],
  ["plan-open", "plan", async (page, lang) => {
    await page.locator(".plan summary").click();
    await page.getByRole("button", { name: lang === "en" ? /^Remember:/ : /^记住：/ }).click();
    await page.locator(".meter > button").click();
    await page.locator(".meter .popover").waitFor();
  }],
  ["queue-edit", "queued", async (page) => {
    await page.getByRole("button", { name: /^(Edit|编辑)$/ }).first().click();
    await page.locator(".queue-edit").waitFor();
  }],
  ["step", "answer", async (page) => {
    await page.locator(".step-line").last().click();
    await page.locator(".step-more:not([hidden])").waitFor();
    await page.locator(".meter .quiet").click();
    await page.locator(".meter .popover").waitFor();
  }],
];
for (const [name, scene, press] of OPENED) {
  test(`${name}, opened, is clean and fits at every width, theme and language`, async () => {
    const faults = await look(async (page, at) => {
      await page.goto(`${served.origin}/panel.html?scene=${scene}&lang=${at.lang}&theme=${at.theme}`);
      await settle(page, scene);
      await press(page, at.lang);
    }, name);
    assert.deepEqual(faults, []);
  });
}

test("the settings page is clean and fits at every width, theme and language", async () => {
  const faults = await look(async (page, at) => {
    await page.goto(`${served.origin}/settings.html?lang=${at.lang}&theme=${at.theme}`);
    await page.locator("table").first().waitFor();
    await page.locator(".entry .button").first().click();
    await page.locator(".report").waitFor();
    await page.locator("main > section > .button").first().click();
    await page.locator(".templates .button").last().click();
    await page.locator(".rows summary").last().click();
    await page.locator(".rows details summary").first().click();
    await page.locator(".connection-form button[type=submit]").click();
    await page.locator(".connection-form .hint.is-bad").first().waitFor();
    await page.locator("input[value=own]").check();
    await page.locator(".limits-form input").first().fill("0");
    await page.locator(".limits-form button[type=submit]").click();
    await page.locator(".limits-form .hint.is-bad").waitFor();
  }, "settings", { fullPage: true });
  assert.deepEqual(faults, []);
});

/** In a wide panel the list stands there already. */
async function openChats(page: Page): Promise<void> {
  const button = page.getByRole("button", { name: /^(Chats|对话列表)$/ });
  if (await button.isVisible()) await button.click();
  await page.locator(".chat").first().waitFor();
}

interface Look {
  readonly width: number;
  readonly theme: "light" | "dark";
  readonly lang: "en" | "zh-CN";
}

async function look(open: (page: Page, at: Look) => Promise<void>, name: string, picture: { fullPage?: boolean } = {}): Promise<string[]> {
  const faults = LOOKS.map(async ([theme, lang]) => {
    const found: string[] = [];
    const context = await browser.newContext({ reducedMotion: "reduce" });
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const where = () => `${name} ${page.viewportSize()?.width} ${theme} ${lang}`;
    page.on("console", (message) => {
      if (message.type() === "error") found.push(`${where()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => found.push(`${where()}: ${error.message}`));
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 760 });
      if (width === WIDTHS[0]) await open(page, { width, theme, lang });
      await page.screenshot({ path: join(OUT, `${name}-${width}-${theme}-${lang}.png`), ...picture });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) found.push(`${where()}: ${wide}px wider than the page`);
      // Evaluated, not loaded: the policy of the page lets no foreign script in.
      await page.evaluate(axe);
      found.push(...(await violations(page)).map((v) => `${where()}: ${v}`));
    }
    await context.close();
    return found;
  });
  return (await Promise.all(faults)).flat();
}

async function violations(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as { axe: typeof import("axe-core") };
    const found = await runner.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    });
    return found.violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(" | ")}`);
  });
}

async function settle(page: Page, scene: SceneName): Promise<void> {
  switch (scene) {
    case "welcome":
    case "welcome-unconnected":
    case "restricted":
      await page.locator(".suggestion").first().waitFor();
      return;
    case "refused":
      await page.locator(".suggestion").first().click();
      await page.locator(".problem").waitFor();
      return;
    case "reconnecting":
      await page.locator(".link-notice").waitFor();
      return;
    case "approval":
    case "sensitive":
    case "host":
    case "recovery":
    case "question":
    case "timer":
    case "take-over":
    case "taken-over":
    case "watch":
    case "limit":
    case "budget":
      await page.locator(".card").waitFor();
      return;
    case "failed":
    case "drifted":
      await page.locator(".problem").waitFor();
      return;
    case "queued":
    case "held":
      await page.locator(".queue").waitFor();
      return;
    case "steered":
      await page.locator(".is-unread").waitFor();
      return;
    case "branches":
      await page.locator(".versions").waitFor();
      return;
    case "streaming":
    case "answer":
    case "long":
    case "chats":
    case "files":
      await page.locator(".prose").first().waitFor();
      return;
  }
}
