/**
 * A browser for the harness page: the API that `link/browser.ts` uses, a Port whose other end is the page's own script,
 * and storage in memory. It has to be installed before the page's module runs.
 */

import type { Command, Connection, Event, Settings, ThreadSummary } from "../../../wire/wire";
import { memoryShelf } from "../../link/shelf";

export interface World {
  settings: Settings;
  connections: Connection[];
  threads: ThreadSummary[];
  tab: { id: number; url: string; title: string } | null;
  permission: "granted" | "refused";
  language: string;
  /** Answers a command beyond its ack; events are sent in order. */
  answer: (command: Command) => Event[];
}

export interface Harness {
  readonly world: World;
  readonly commands: Command[];
  /** Patterns that Chrome was asked for. */
  readonly requested: string[];
  /** Tabs that were brought to the front. */
  readonly shown: number[];
  /** Addresses that were opened in a tab. */
  readonly opened: string[];
  emit(events: Event[]): void;
  cut(): void;
  /** While down, a connection gets no answer. */
  engine: "up" | "down" | "outdated";
}

declare global {
  interface Window {
    harness: Harness;
  }
}

type Listener = (message: string) => void;

export function installChrome(world: World): Harness {
  let toPanel: Listener[] = [];
  let onCut: (() => void)[] = [];
  const commands: Command[] = [];
  const requested: string[] = [];
  const shown: number[] = [];
  const opened: string[] = [];
  const harness: Harness = {
    world,
    commands,
    requested,
    shown,
    opened,
    engine: "up",
    emit: (events) => events.forEach((event) => toPanel.forEach((listener) => listener(JSON.stringify(event)))),
    cut: () => onCut.forEach((listener) => listener()),
  };
  const receive = (text: string) => {
    const command = JSON.parse(text) as Command;
    commands.push(command);
    queueMicrotask(() => harness.emit(reply(world, harness, command)));
  };
  const connect = () => {
    toPanel = [];
    onCut = [];
    return {
      postMessage: receive,
      disconnect: () => undefined,
      onMessage: { addListener: (listener: Listener) => toPanel.push(listener) },
      onDisconnect: { addListener: (listener: () => void) => onCut.push(listener) },
    };
  };
  const area = () => {
    const shelf = memoryShelf();
    return { onChanged: { addListener: () => undefined }, get: () => shelf.all(), set: (entries: object) => Promise.all(Object.entries(entries).map(([k, v]) => shelf.put(k, v))), remove: shelf.drop };
  };
  const request = ({ origins = [], permissions = [] }: { origins?: string[]; permissions?: string[] }) => {
    // As in Chrome: only inside a press of the person.
    if (!navigator.userActivation.isActive) return Promise.reject(new Error("no gesture"));
    requested.push(...origins, ...permissions);
    return Promise.resolve(world.permission === "granted");
  };
  const showTab = (id: number) => {
    shown.push(id);
    return Promise.resolve(undefined);
  };
  const openTab = ({ url }: { url: string }) => {
    opened.push(url);
    return Promise.resolve(undefined);
  };
  const nothing = { addListener: () => undefined };
  const sites = new Set(["https://shop.playground.test/*", "https://mail.playground.test/*"]);
  Object.defineProperty(globalThis, "chrome", {
    configurable: true,
    value: {
      runtime: { connect, getURL: (path: string) => `chrome-extension://fairlead/${path}`, openOptionsPage: () => undefined, reload: () => undefined },
      storage: { session: area(), local: area() },
      tabs: { query: () => Promise.resolve(world.tab === null ? [] : [{ active: true, ...world.tab }]), onActivated: nothing, onUpdated: nothing, update: showTab, create: openTab },
      permissions: {
        request,
        contains: () => Promise.resolve(false),
        getAll: () => Promise.resolve({ origins: [...sites] }),
        remove: ({ origins = [] }: { origins?: string[] }) => {
          for (const origin of origins) sites.delete(origin);
          return Promise.resolve(true);
        },
      },
      i18n: { getUILanguage: () => world.language },
    },
  });
  window.harness = harness;
  return harness;
}

function reply(world: World, harness: Harness, command: Command): Event[] {
  if (harness.engine === "down") return [];
  const { submission_id, body } = command;
  if (body.type === "initialize") {
    if (harness.engine === "outdated") return [{ type: "fatal.reload_required", protocol: 2, schema_hash: "another" }];
    return [{
      type: "initialized", submission_id, boot: "boot-1", settings: world.settings, connections: world.connections,
      keys: "none", threads: world.threads,
    }];
  }
  if (body.type === "ping") return [{ type: "pong", submission_id }];
  const own = world.answer(command);
  const isAnswered = own.some((e) => (e.type === "command.ack" || e.type === "command.rejected") && e.submission_id === submission_id);
  return isAnswered ? own : [{ type: "command.ack", submission_id, body: { type: "done" } }, ...own];
}
