/**
 * The address of an endpoint as it is typed: whether it can be used, and which host permission it needs. The engine judges
 * it again; here it is judged early, beside the field.
 */

import { isLoopback } from "../panel/card/site";

export type BaseUrl =
  | { readonly type: "good"; readonly url: string; readonly pattern: string; readonly host: string }
  | { readonly type: "bad"; readonly why: "form.url_bad" | "form.url_plain" };

export function readBaseUrl(typed: string): BaseUrl {
  let url: URL;
  try {
    url = new URL(typed.trim());
  } catch {
    return { type: "bad", why: "form.url_bad" };
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return { type: "bad", why: "form.url_bad" };
  if (url.protocol === "http:" && !isLoopback(url.hostname)) return { type: "bad", why: "form.url_plain" };
  if (url.username !== "" || url.password !== "") return { type: "bad", why: "form.url_bad" };
  url.search = "";
  url.hash = "";
  const path = url.pathname.replace(/\/((chat\/completions|messages|responses)\/?)?$/, "");
  return {
    type: "good",
    url: `${url.origin}${path}`,
    // Match patterns know no port: the permission is for the host.
    pattern: `${url.protocol}//${url.hostname}/*`,
    host: url.host,
  };
}
