/**
 * After an action: wait as long as the page needs and no longer.
 *
 * Started means a mutation, a finished request, a navigation, `aria-busy` or a change of address within the first moments;
 * requests that are under way cannot be seen from here.
 */

import { QUIET_MS, SETTLE_MS, START_MS } from "./caps.ts";
import { documentIn, isFrame, rootOf, selectInDocument } from "./dom.ts";
import { HOVERED } from "./hover_styles.ts";
import { isOurs } from "./own.ts";
import { now, pause } from "./pace.ts";
import { shorten, tidy } from "./text.ts";

export interface Settled {
  readonly changed: boolean;
  readonly stillLoading: boolean;
  /** The document is being replaced at this moment. */
  readonly leaving: boolean;
  /** Where a navigation that began with the action goes; it may be redirected. */
  readonly towards: string | null;
  /** Names of files that the page gave to the browser to save. */
  readonly downloads: readonly string[];
}

interface NavigateEventLike extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
}

/** The Navigation API tells of navigations before they leave; not all typings have it. */
const navigation = (globalThis as { navigation?: EventTarget }).navigation;

const WATCHED: MutationObserverInit = { subtree: true, childList: true, attributes: true, characterData: true };

/** Watches a document from before the action on. */
export class Activity {
  #last = 0;
  #leaving = false;
  #towards: string | null = null;
  readonly #downloads: string[] = [];
  #wake: (() => void) | null = null;
  readonly #address = location.href;
  readonly #busyBefore = busy();
  readonly #observer = new MutationObserver((records) => {
    if (records.some((record) => !isOwn(record) && record.attributeName !== HOVERED)) this.#note();
  });
  readonly #requests = new PerformanceObserver(() => this.#note());

  constructor(near: Element | null) {
    const root = rootOf(document);
    if (root) this.#observer.observe(root, WATCHED);
    for (const inner of observedRoots(near)) this.#observer.observe(inner, WATCHED);
    this.#requests.observe({ type: "resource", buffered: false });
    addEventListener("pagehide", this.#left);
    navigation?.addEventListener("navigate", this.#navigates);
  }

  readonly #left = (): void => {
    this.#leaving = true;
    this.#wake?.();
  };
  readonly #navigates = (event: Event): void => {
    if (event.defaultPrevented) return;
    this.#note();
    const { destination, downloadRequest } = event as NavigateEventLike;
    if (downloadRequest !== null && this.#downloads.length < 8) this.#downloads.push(fileName(downloadRequest, destination.url));
    if (!destination.sameDocument && downloadRequest === null && /^https?:/.test(destination.url)) this.#towards = destination.url;
  };

  #note(): void {
    this.#last = now();
  }

  async settle(): Promise<Settled> {
    const began = now();
    try {
      await this.#wait(START_MS);
      const started = (): boolean => this.#last > 0 || location.href !== this.#address || (busy() && !this.#busyBefore);
      if (!started() || this.#leaving) return this.#settled(started(), false);
      let waits = true;
      while (waits && !this.#leaving && now() - began < SETTLE_MS) {
        const quiet = now() - Math.max(this.#last, began);
        waits = quiet < QUIET_MS || this.#towards !== null || (busy() && !this.#busyBefore);
        if (waits) await this.#wait(Math.max(20, Math.min(QUIET_MS - quiet, QUIET_MS)));
      }
      return this.#settled(true, waits && !this.#leaving);
    } finally {
      this.stop();
    }
  }

  #settled(changed: boolean, stillLoading: boolean): Settled {
    return { changed, stillLoading, leaving: this.#leaving, towards: this.#towards, downloads: this.#downloads };
  }

  async #wait(ms: number): Promise<void> {
    await Promise.race([pause(ms), new Promise<void>((resolve) => (this.#wake = resolve))]);
  }

  stop(): void {
    this.#observer.disconnect();
    this.#requests.disconnect();
    removeEventListener("pagehide", this.#left);
    navigation?.removeEventListener("navigate", this.#navigates);
  }
}

function fileName(given: string, address: string): string {
  return shorten(tidy(given) || address.split(/[?#]/)[0]?.split("/").at(-1) || "unnamed", 120);
}

function busy(): boolean {
  return document.readyState === "loading" || selectInDocument(document, "[aria-busy=true]").length > 0;
}

function isOwn({ target, type, addedNodes, removedNodes }: MutationRecord): boolean {
  if (isOurs(target)) return true;
  return type === "childList" && [...addedNodes, ...removedNodes].every(isOurs);
}

/** A mutation observer does not see into shadow roots or frames: those around the target are watched too. */
function observedRoots(near: Element | null): Node[] {
  const roots: Node[] = [];
  for (let at: Node | null = near; at; ) {
    const root: Node = at.getRootNode();
    if (root !== document) roots.push(root);
    at = "host" in root ? (root as ShadowRoot).host : ((root as Document).defaultView?.frameElement ?? null);
    if (root === document) break;
  }
  for (const frame of selectInDocument(document, "iframe")) {
    const inner = isFrame(frame) ? documentIn(frame) : null;
    if (inner && !roots.includes(inner) && roots.length < 12) roots.push(inner);
  }
  return roots;
}

/** Resolves at the first change of the page, or when the time is over. */
export async function firstChange(ms: number): Promise<void> {
  if (ms <= 0) return;
  const root = rootOf(document);
  if (!root) return pause(Math.min(ms, 100));
  let stop = (): void => undefined;
  const changed = new Promise<void>((resolve) => {
    const observer = new MutationObserver(() => resolve());
    observer.observe(root, WATCHED);
    stop = () => observer.disconnect();
  });
  await Promise.race([changed, pause(ms)]);
  stop();
}

