/**
 * One address for the worker: without cookies, with limits of time and bytes, and from door to door of one site only. Where else a
 * server sends whoever asks is told and not followed, because nobody has judged it.
 */

import type { FetchOrder, FetchReply } from "../../wire/wire.ts";
import { charsetOf, isText, mediaTypeOf } from "./media.ts";
import { plainText } from "./plain.ts";

/** The way out. It follows no redirect. */
export interface Line {
  open(url: string, signal: AbortSignal): Promise<Opened>;
}

export interface Opened {
  readonly response: Response;
  /** Where a redirect goes, if the browser says so. */
  readonly leadsTo: string | null;
}

const HOPS = 5;

export async function fetchFor(line: Line, { url, time_ms, most_bytes }: FetchOrder): Promise<FetchReply> {
  const signal = AbortSignal.timeout(time_ms);
  try {
    return await arrive(line, url, most_bytes, signal);
  } catch (error) {
    if (signal.aborted) {
      return failed("timeout", `the server did not answer whole within ${time_ms / 1_000} seconds`, "Try once more, or open it with tab_open.");
    }
    return failed("navigation_failed", `the address cannot be reached: ${String(error).slice(0, 200)}`, "Check the address, or open it with tab_open.");
  }
}

async function arrive(line: Line, first: string, mostBytes: number, signal: AbortSignal): Promise<FetchReply> {
  let url = first;
  for (let hop = 0; hop < HOPS; hop += 1) {
    const { response, leadsTo } = await line.open(url, signal);
    if (response.type !== "opaqueredirect") return read(response, url, mostBytes);
    if (leadsTo === null) return { type: "leads_on" };
    if (!isSameDoor(url, leadsTo)) return { type: "leads_on", to: leadsTo };
    url = leadsTo;
  }
  return failed("navigation_failed", `the address led on ${HOPS} times and to no end`, "Open it with tab_open.");
}

/** Whoever may go to the one may go to the other: the same origin, or its own upgrade to https. */
function isSameDoor(from: string, to: string): boolean {
  const [a, b] = [new URL(from), new URL(to)];
  return a.origin === b.origin || (a.protocol === "http:" && b.protocol === "https:" && a.host === b.host && a.port === "");
}

async function read(response: Response, url: string, mostBytes: number): Promise<FetchReply> {
  const named = response.headers.get("content-type") ?? "";
  const media_type = mediaTypeOf(named);
  if (!isText(media_type)) {
    await response.body?.cancel();
    return { type: "unreadable", media_type };
  }
  const { bytes, cut } = await beginning(response, mostBytes);
  const text = new TextDecoder(charsetOf(named, bytes)).decode(bytes);
  const isMarkup = media_type === "text/html" || media_type === "application/xhtml+xml";
  return { type: "fetched", url, status: response.status, media_type, text: isMarkup ? plainText(text, url) : text, cut };
}

async function beginning(response: Response, mostBytes: number): Promise<{ bytes: Uint8Array; cut: boolean }> {
  const whole = new Uint8Array(mostBytes);
  let length = 0;
  for await (const chunk of response.body ?? []) {
    const room = mostBytes - length;
    whole.set(chunk.subarray(0, room), length);
    length += Math.min(chunk.length, room);
    if (chunk.length > room) return { bytes: whole, cut: true };
  }
  return { bytes: whole.subarray(0, length), cut: false };
}

function failed(code: "timeout" | "navigation_failed", message: string, next: string): FetchReply {
  return { type: "failed", failure: { code, message, next } };
}
