/**
 * The few calls of Chrome's API that the panel and the settings page use, behind one interface, so that tests and the
 * harness page can stand in for the browser.
 */

import type { BrowserPermission, TabRef } from "../../wire/wire";
import type { Shelf } from "./shelf";

export interface PortLike {
  postMessage(message: string): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
}

export interface Browser {
  connect(): PortLike;
  /** Lives as long as the browser. */
  readonly session: Shelf;
  /** Lives on the disk. */
  readonly local: Shelf;
  /** The tab in front of the person; null for our own pages and where Chrome does not say. */
  tabInFront(): Promise<TabRef | null>;
  onTabChange(listener: () => void): void;
  /** Brings it in front of the person; one that is gone stays gone. `false`: it is. */
  showTab(tab: TabRef): Promise<boolean>;
  /** Has to be called inside a click or key handler, before anything is awaited. */
  requestOrigins(patterns: string[]): Promise<boolean>;
  /** Like `requestOrigins`, for a part of the browser. */
  requestPermission(permission: BrowserPermission): Promise<boolean>;
  holdsOrigins(patterns: string[]): Promise<boolean>;
  /** Match patterns of all sites that Chrome has opened. */
  grantedOrigins(): Promise<string[]>;
  removeOrigins(patterns: string[]): Promise<boolean>;
  /** Somebody pressed a notification of this Thread. */
  onSummons(listener: (thread: string) => void): void;
  /** Like `requestOrigins`, for notifications. */
  requestNotifications(): Promise<boolean>;
  holdsNotifications(): Promise<boolean>;
  /** At a place of the page, if one is named. */
  openSettings(place?: string): void;
  restart(): void;
  uiLanguage(): string;
}

export function chromeBrowser(): Browser {
  return {
    connect: () => chrome.runtime.connect({ name: "fairlead" }),
    session: chromeShelf(chrome.storage.session),
    local: chromeShelf(chrome.storage.local),
    async tabInFront() {
      const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
      if (tab?.id === undefined || tab.url === undefined || tab.url === "") return null;
      if (tab.url.startsWith(chrome.runtime.getURL(""))) return null;
      return { id: tab.id, url: tab.url, title: tab.title ?? "" };
    },
    onTabChange(listener) {
      chrome.tabs.onActivated.addListener(listener);
      chrome.tabs.onUpdated.addListener((_id, change, tab) => {
        if (tab.active && (change.url !== undefined || change.title !== undefined)) listener();
      });
    },
    showTab: (tab) => chrome.tabs.update(tab.id, { active: true }).then((shown) => {
      if (shown !== undefined) void chrome.windows.update(shown.windowId, { focused: true });
      return true;
    }, () => false),
    requestOrigins: (origins) => chrome.permissions.request({ origins }),
    requestPermission: (permission) => chrome.permissions.request({ permissions: [permission] }),
    holdsOrigins: (origins) => chrome.permissions.contains({ origins }),
    grantedOrigins: async () => (await chrome.permissions.getAll()).origins ?? [],
    removeOrigins: (origins) => chrome.permissions.remove({ origins }),
    onSummons(listener) {
      chrome.storage.session.onChanged.addListener((changes) => {
        const thread: unknown = changes["summons"]?.newValue;
        if (typeof thread !== "string") return;
        void chrome.storage.session.remove("summons");
        listener(thread);
      });
    },
    requestNotifications: () => chrome.permissions.request({ permissions: ["notifications"] }),
    holdsNotifications: () => chrome.permissions.contains({ permissions: ["notifications"] }),
    openSettings: (place) => void (place === undefined
      ? chrome.runtime.openOptionsPage()
      : chrome.tabs.create({ url: chrome.runtime.getURL(`settings.html#${place}`) })),
    restart: () => chrome.runtime.reload(),
    uiLanguage: () => chrome.i18n.getUILanguage(),
  };
}

function chromeShelf(area: chrome.storage.StorageArea): Shelf {
  return {
    all: async () => await area.get(null),
    put: (key, value) => area.set({ [key]: value }),
    drop: (key) => area.remove(key),
  };
}
