/**
 * A site as a person should read it: the registrable part of the host apart from the rest, an internationalised name in
 * both its forms, anything unusual (plain http, a port) in plain sight.
 *
 * There is no Public Suffix List here: it would outweigh the panel. The suffixes below are the usual ones of more than one
 * label; where one is missing, less is set in bold than could be, and the whole host is always shown.
 */

export interface Site {
  /** In front of the registrable part, its dot included. */
  readonly before: string;
  readonly registrable: string;
  /** `:8080`, or nothing. */
  readonly port: string;
  /** `http://` where the connection is not encrypted and does not stay on this machine; else nothing. */
  readonly scheme: string;
  /** The ASCII form of an internationalised host. */
  readonly ascii: string | null;
}

const SECOND_LEVEL = new Set(["ac", "co", "com", "edu", "go", "gob", "gov", "gouv", "mil", "ne", "net", "nom", "or", "org", "sch"]);
const HOSTING = new Set([
  "appspot.com", "azurewebsites.net", "blogspot.com", "cloudfront.net", "github.io", "gitlab.io", "herokuapp.com", "netlify.app",
  "pages.dev", "vercel.app", "web.app", "workers.dev",
]);

export function siteOf(address: string): Site | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.hostname === "") return null;
  const ascii = url.hostname;
  const host = ascii.split(".").map(readable).join(".");
  const size = registrableLabels(ascii);
  const labels = host.split(".");
  const before = size === null ? "" : labels.slice(0, -size).join(".");
  return {
    before: before === "" ? "" : `${before}.`,
    registrable: size === null ? host : labels.slice(-size).join("."),
    port: url.port === "" ? "" : `:${url.port}`,
    scheme: url.protocol === "https:" || isLoopback(ascii) ? "" : `${url.protocol}//`,
    ascii: host === ascii ? null : ascii,
  };
}

/** The same in one line of text. */
export function siteText(address: string): string {
  const site = siteOf(address);
  if (site === null) return address;
  return `${site.scheme}${site.before}${site.registrable}${site.port}${site.ascii === null ? "" : ` (${site.ascii})`}`;
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** How many labels at the end belong to whoever registered the name; null for an address that nobody registers. */
function registrableLabels(host: string): number | null {
  const labels = host.split(".");
  if (host.startsWith("[") || /^\d+(\.\d+){3}$/.test(host) || labels.length < 2) return null;
  const [top = "", second = ""] = labels.toReversed();
  if (HOSTING.has(`${second}.${top}`) || (top.length === 2 && SECOND_LEVEL.has(second))) return Math.min(3, labels.length);
  return 2;
}

function readable(label: string): string {
  return label.startsWith("xn--") ? (decodePunycode(label.slice(4)) ?? label) : label;
}

/** RFC 3492 section 6.2 with the parameters of section 5; null if it is not well-formed. */
export function decodePunycode(input: string): string | null {
  const cut = input.lastIndexOf("-");
  const output = cut > 0 ? [...input.slice(0, cut)].map((c) => c.charCodeAt(0)) : [];
  let [n, i, bias] = [128, 0, 72];
  let at = cut > 0 ? cut + 1 : 0;
  while (at < input.length) {
    const start = i;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = digitOf(input.charCodeAt(at));
      at += 1;
      if (digit === null) return null;
      i += digit * weight;
      const threshold = Math.min(26, Math.max(1, k - bias));
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    const length = output.length + 1;
    bias = adapt(i - start, length, start === 0);
    n += Math.floor(i / length);
    i %= length;
    if (n > 0x10ffff) return null;
    output.splice(i, 0, n);
    i += 1;
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | null {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a ? lower - 0x61 : null;
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let d = Math.floor(isFirst ? delta / 700 : delta / 2);
  d += Math.floor(d / length);
  let k = 0;
  for (; d > 455; k += 36) d = Math.floor(d / 35);
  return k + Math.floor((36 * d) / (d + 38));
}
