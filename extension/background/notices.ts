// Notifications: shown when the engine says so, and good for nothing but to open the conversation. Their words are here and not the
// panel's, because no panel is open when they are needed. The permission is optional: without it nothing is shown.

import type { Notice, Occasion } from "../wire/wire.ts";

const PREFIX = "thread:";
const ICON = "icons/128.png";
/** Where a panel that starts, or runs already, learns what it is to show. */
export const SUMMONS = "summons";

const ENGLISH: Record<Occasion, string> = {
  approval: "A task asks whether it may go on.",
  question: "A task has a question for you.",
  action: "A task needs a step from you in the page.",
  uncertain: "A task needs your word on what became of a step.",
  locked: "A task needs your keys: unlock them in the panel.",
  limit: "A task has reached its limit and waits.",
  done: "A task has finished.",
  failed: "A task has ended with an error.",
};

const CHINESE: Record<Occasion, string> = {
  approval: "有任务在等待你的许可。",
  question: "有任务向你提问。",
  action: "有任务需要你在页面中操作一步。",
  uncertain: "有任务需要你确认某一步的结果。",
  locked: "有任务需要密钥：请在面板中解锁。",
  limit: "有任务达到上限，正在等待。",
  done: "有任务已完成。",
  failed: "有任务出错结束。",
};

export function wordsOf(notice: Notice): { title: string; message: string } {
  const words = notice.locale.toLowerCase().startsWith("zh") ? CHINESE : ENGLISH;
  return { title: notice.title ?? "Fairlead", message: words[notice.occasion] };
}

export class Notices {
  #listens = false;

  /** Has to stand before anything is awaited: a click wakes the worker. A permission that comes later is listened for too. */
  listen(): void {
    this.#onClicks();
    chrome.permissions.onAdded.addListener(() => this.#onClicks());
  }

  show(notice: Notice): void {
    const { title, message } = wordsOf(notice);
    const options = { type: "basic", iconUrl: chrome.runtime.getURL(ICON), title, message } as const;
    // Refused if the permission was taken back meanwhile; the card is in the panel in any case.
    void chrome.notifications?.create(PREFIX + notice.thread, options, () => void chrome.runtime.lastError);
  }

  clear(thread: string): void {
    void chrome.notifications?.clear(PREFIX + thread, () => void chrome.runtime.lastError);
  }

  #onClicks(): void {
    if (this.#listens || chrome.notifications === undefined) return;
    this.#listens = true;
    chrome.notifications.onClicked.addListener((id) => {
      if (id.startsWith(PREFIX)) void open(id.slice(PREFIX.length));
    });
  }
}

/** The side panel opens inside the click only, so it is asked for first; where Chrome does not let it, a tab shows the same. */
async function open(thread: string): Promise<void> {
  const opening = chrome.sidePanel.open({ windowId: chrome.windows.WINDOW_ID_CURRENT }).then(() => true, () => false);
  void chrome.notifications.clear(PREFIX + thread);
  await chrome.storage.session.set({ open: thread, [SUMMONS]: thread });
  const window = await chrome.windows.getLastFocused().catch(() => null);
  if (window?.id !== undefined) await chrome.windows.update(window.id, { focused: true });
  if (await opening) return;
  const url = chrome.runtime.getURL("panel.html");
  const [shown] = await chrome.tabs.query({ url });
  if (shown?.id === undefined) await chrome.tabs.create({ url });
  else await chrome.tabs.update(shown.id, { active: true });
}
