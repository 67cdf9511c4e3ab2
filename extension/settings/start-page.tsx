/** What every page of the settings begins with: its words, its registry, and the registry's line to the engine. */

import { type ComponentChild, render } from "preact";
import { PROTOCOL, SCHEMA_HASH } from "../wire/hash";
import { chromeBrowser } from "../panel/link/browser";
import { randomId } from "../panel/link/ids";
import { Link } from "../panel/link/link";
import { Outbox } from "../panel/link/outbox";
import { memoryShelf } from "../panel/link/shelf";
import { dressDocument } from "../panel/view/appearance";
import { tongueOf } from "../panel/words/speech";
import { fetchWords } from "./words/speech";
import { Registry } from "./registry";

export function startPage(page: (registry: Registry) => ComponentChild): void {
  const root = document.getElementById("root");
  if (root !== null) void start(root, page);
}

async function start(root: HTMLElement, page: (registry: Registry) => ComponentChild): Promise<void> {
  const browser = chromeBrowser();
  await fetchWords(tongueOf("auto", browser.uiLanguage()));
  const registry = new Registry(browser);
  dressDocument(registry.settings, registry.speech);
  registry.attach(
    new Link({
      connect: () => browser.connect(),
      client: randomId("p"),
      // Nothing of this page has to outlive it: what was not saved is still in its fields.
      outbox: new Outbox(memoryShelf()),
      protocol: PROTOCOL,
      schemaHash: SCHEMA_HASH,
      newSubmission: () => randomId("s"),
      subscription: () => null,
      expecting: () => false,
      onEvent: (event) => registry.receive(event),
      onReady: () => undefined,
      onStatus: (status) => (registry.status.value = status),
      later(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    }),
  );
  render(page(registry), root);
}
