// The pages of tests/fixtures, read by the content script alone: what each costs beside Playwright's snapshot of it, and what of it is
// found; large pages; and how long an action takes beyond the moment in which the page may begin to answer.

import { START_MS } from "../../extension/content/caps.ts";
import { catalogue, measured, NODES_EACH } from "../../extension/content/test/catalogue.ts";
import { FIXTURES, PAGES, runFixture } from "../../extension/content/test/fixture_run.ts";
import { doneBy, Stage } from "../../extension/content/test/stage.ts";
import { Site } from "../../extension/content/test/chromium.ts";
import { type Report, several } from "./bench-report.ts";

export async function pages(report: Report): Promise<void> {
  const stage = await Stage.set();
  const site = await Site.serve(FIXTURES);
  try {
    await fixtures(stage, site, report);
    await large(stage, report);
    await acting(stage, report);
  } finally {
    await site.close();
    await stage.strike();
  }
}

async function fixtures(stage: Stage, site: Site, report: Report): Promise<void> {
  for (const page of PAGES) {
    const { ms, tokens, playwrightTokens, controls, missed, attempts, failedAtFirst } = await runFixture(stage.browser, `${site.address}/${page}.html`, page);
    report.row(`${page}, snapshot`, "ms", [ms]);
    report.row(`${page}, snapshot, by Playwright`, "tokens~", [tokens], playwrightTokens);
    report.row(`${page}, controls found`, "of all", [controls - missed.length], controls);
    if (attempts > 0) report.row(`${page}, first tries that succeed`, "of all", [attempts - failedAtFirst.length], attempts);
  }
}

async function large(stage: Stage, report: Report): Promise<void> {
  for (const nodes of [5_000, 10_000, 50_000]) {
    const tab = await stage.browser.open(stage.site.page(`catalogue-${nodes}.html`, catalogue(nodes / NODES_EACH)));
    const reads = await several(async () => (await measured(stage.browser, tab, 3_000)).ms / (nodes / 1_000));
    report.row(`snapshot of ${nodes.toLocaleString("en")} nodes, a thousand`, "ms", reads);
    await tab.page.close();
  }
}

async function acting(stage: Stage, report: Report): Promise<void> {
  const tab = await stage.open(`<button>Idle</button><input aria-label="Name">`);
  const [button, field] = [await stage.ref(tab, "button", "Idle"), await stage.ref(tab, "textbox", "Name")];
  const beyond = async (act: () => ReturnType<Stage["click"]>): Promise<number> => {
    const began = performance.now();
    doneBy(await act());
    return performance.now() - began - START_MS;
  };
  report.row("click to result, settling apart", "ms", await several(() => beyond(() => stage.click(tab, button))));
  report.row("typing to result, settling apart", "ms", await several((at) => beyond(() => stage.type(tab, field, `Ada ${at}`))));
}
