/** `chrome.debugger`, and what it tells: the one place that names it. */

export type Params = Readonly<Record<string, unknown>>;

export interface Listener {
  heard(tab: number, session: string | undefined, method: string, params: Params): void;
  lost(tab: number, why: string): void;
}

/** As far as it is used, so that tests can stand in for it. */
export interface Protocol {
  attach(tab: number): Promise<void>;
  detach(tab: number): Promise<void>;
  send(tab: number, session: string | undefined, method: string, params: Params): Promise<unknown>;
  /** Tabs that somebody is attached to. */
  attached(): Promise<number[]>;
  listen(listener: Listener): void;
  sleep(ms: number): Promise<void>;
}

/** Of the protocol; flat sessions are a matter of the browser's version. */
const VERSION = "1.3";

export class ChromeProtocol implements Protocol {
  attach(tab: number): Promise<void> {
    return chrome.debugger.attach({ tabId: tab }, VERSION);
  }

  detach(tab: number): Promise<void> {
    return chrome.debugger.detach({ tabId: tab });
  }

  async send(tab: number, session: string | undefined, method: string, params: Params): Promise<unknown> {
    const target = session === undefined ? { tabId: tab } : { tabId: tab, sessionId: session };
    return chrome.debugger.sendCommand(target, method, params);
  }

  async attached(): Promise<number[]> {
    const targets = await chrome.debugger.getTargets();
    return targets.flatMap((target) => (target.attached && target.tabId !== undefined ? [target.tabId] : []));
  }

  listen(listener: Listener): void {
    chrome.debugger.onEvent.addListener((source, method, params) => {
      if (source.tabId !== undefined) listener.heard(source.tabId, (source as { sessionId?: string }).sessionId, method, (params ?? {}) as Params);
    });
    chrome.debugger.onDetach.addListener((source, why) => {
      if (source.tabId !== undefined && (source as { sessionId?: string }).sessionId === undefined) listener.lost(source.tabId, why);
    });
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, ms));
  }
}
