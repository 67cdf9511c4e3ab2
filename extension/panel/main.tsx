/** Starts the panel: loads what an earlier life of it left behind, draws, and connects to the engine. */

import { render } from "preact";
import { PROTOCOL, SCHEMA_HASH } from "../wire/hash";
import { filesOf } from "./attach/entry";
import { chromeBrowser } from "./link/browser";
import { Drafts } from "./link/drafts";
import { randomId } from "./link/ids";
import { Link } from "./link/link";
import { Outbox } from "./link/outbox";
import { App } from "./view/app";
import { dressDocument } from "./view/appearance";
import { Desk } from "./view/desk";
import type { OpenThread } from "./view/state";
import { tongueOf } from "./words/speech";
import { fetchWords } from "./words/tongues";

async function start(root: HTMLElement): Promise<void> {
  const browser = chromeBrowser();
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  };
  const drafts = new Drafts(browser.local, later);
  const outbox = new Outbox(browser.session);
  const [stored, left] = await Promise.all([
    browser.session.all(), outbox.load(), drafts.load(), fetchWords(tongueOf("auto", browser.uiLanguage())),
  ]);
  const client = typeof stored["client"] === "string" ? stored["client"] : randomId("p");
  void browser.session.put("client", client);
  const open: OpenThread = typeof stored["open"] === "string"
    ? { id: stored["open"], is: "stored" }
    : { id: randomId("t"), is: "new" };
  const desk = new Desk(browser, drafts, open);
  await Promise.all([desk.chats.load(), desk.tray.load(new Set(left.flatMap((command) => filesOf(command.body))))]);
  for (const command of left) desk.remember(command.submission_id, command.body);
  dressDocument(desk.settings, desk.speech);
  render(<App desk={desk} />, root);
  desk.attach(
    new Link({
      connect: () => browser.connect(),
      client,
      outbox,
      protocol: PROTOCOL,
      schemaHash: SCHEMA_HASH,
      newSubmission: () => randomId("s"),
      subscription: () => desk.subscription(),
      expecting: () => desk.isExpecting(),
      onEvent: (event) => desk.receive(event),
      onReady: (subscribed) => desk.ready(subscribed),
      onStatus: (status) => (desk.status.value = status),
      later,
    }),
  );
  browser.onSummons((thread) => desk.openThread(thread));
  browser.onTabChange(() => void desk.lookAtTab());
  void desk.lookAtTab();
  addEventListener("pagehide", () => desk.save());
  document.addEventListener("visibilitychange", () => desk.save());
}

const root = document.getElementById("root");
if (root !== null) void start(root);
