/**
 * Requests of this service worker. A redirect that is not followed shows no script where it leads; `webRequest` does, on sites that the
 * extension may go to.
 */

import type { Line, Opened } from "./fetch.ts";

/** The browser tells of a redirect by another way than it ends the request: either may come first. */
const TELLING_MS = 1_000;
const OWN_REQUESTS: chrome.webRequest.RequestFilter = { urls: ["http://*/*", "https://*/*"], types: ["xmlhttprequest"], tabId: -1 };

export class ChromeLine implements Line {
  async open(url: string, signal: AbortSignal): Promise<Opened> {
    const redirect = new Redirect(url);
    try {
      const response = await fetch(url, { credentials: "omit", redirect: "manual", referrerPolicy: "no-referrer", cache: "no-store", signal });
      return { response, leadsTo: response.type === "opaqueredirect" ? await redirect.where() : null };
    } finally {
      redirect.stop();
    }
  }
}

class Redirect {
  readonly #told: Promise<string>;
  #hear: (details: chrome.webRequest.OnBeforeRedirectDetails) => void = () => {};

  constructor(url: string) {
    const asked = withoutFragment(url);
    this.#told = new Promise((tell) => {
      this.#hear = (details) => {
        if (withoutFragment(details.url) === asked && details.initiator === location.origin) tell(details.redirectUrl);
      };
    });
    chrome.webRequest.onBeforeRedirect.addListener(this.#hear, OWN_REQUESTS);
  }

  where(): Promise<string | null> {
    return Promise.race([this.#told, new Promise<null>((end) => setTimeout(end, TELLING_MS, null))]);
  }

  stop(): void {
    chrome.webRequest.onBeforeRedirect.removeListener(this.#hear);
  }
}

function withoutFragment(url: string): string {
  return url.split("#")[0] ?? "";
}
