/** Chrome's side of the hands, and nothing else. */

import type { Hands, Pages } from "./hands.ts";

export class ChromePages implements Pages {
  async send(tab: number, frame: number | null, message: unknown): Promise<unknown> {
    return chrome.tabs.sendMessage(tab, message, frame === null ? {} : { frameId: frame });
  }

  async place(tab: number, frame: number | null): Promise<unknown> {
    const target = frame === null ? { tabId: tab, allFrames: true } : { tabId: tab, frameIds: [frame] };
    return chrome.scripting.executeScript({ target, files: ["hand.js"], injectImmediately: true });
  }

  async tabs(): Promise<number[]> {
    return (await chrome.tabs.query({})).flatMap(({ id }) => id ?? []);
  }

  sleep(ms: number): Promise<void> {
    return new Promise((wake) => setTimeout(wake, ms));
  }
}

export function listen(hands: Hands): void {
  chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
    if (sender.id !== chrome.runtime.id) return;
    const answer = hands.felt(message, sender.tab?.id);
    if (answer !== null) respond(answer);
  });
  chrome.webNavigation.onDOMContentLoaded.addListener(({ tabId, frameId }) => hands.arrived(tabId, frameId));
  chrome.tabs.onRemoved.addListener((tab) => hands.closed(tab));
}
