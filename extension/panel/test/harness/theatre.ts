/** One browser and one server for the tests of a file; each test has a page of its own, which is closed behind it. */

import { after, afterEach, before } from "node:test";
import type { Browser, Page } from "playwright-core";
import { launch } from "./chromium";
import type { SceneName } from "./scenes";
import { type Served, serveHarness } from "./serve";
import { Stage } from "./stage";

export interface Theatre {
  stage(scene: SceneName, width?: number): Promise<Stage>;
  /** A page that no stage is made of. */
  page(path: string): Promise<Page>;
}

export function theatre(): Theatre {
  let served: Served;
  let browser: Browser;
  const pages: Page[] = [];
  const kept = (page: Page) => {
    pages.push(page);
    return page;
  };

  before(async () => {
    served = await serveHarness();
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await served?.close();
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });

  return {
    async stage(scene, width) {
      const stage = await Stage.open(browser, served, scene, width);
      kept(stage.page);
      return stage;
    },
    async page(path) {
      const page = kept(await browser.newPage({ viewport: { width: 360, height: 760 } }));
      page.setDefaultTimeout(5_000);
      await page.goto(`${served.origin}/${path}`);
      return page;
    },
  };
}
