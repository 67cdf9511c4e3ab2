/** What kind of thing an answer is, by the words of its server and its first bytes. */

/** Without parameters, in lower case. */
export function mediaTypeOf(named: string): string {
  return (named.split(";")[0] ?? "").trim().toLowerCase();
}

/** A server that names no type mostly serves text. */
export function isText(mediaType: string): boolean {
  return mediaType === "" || mediaType.startsWith("text/") || /^application\/(json|xml|yaml|x-yaml|javascript|x-ndjson|csv)$/.test(mediaType) ||
    /^[a-z]+\/[\w.-]+\+(json|xml)$/.test(mediaType);
}

/** How far into a page its own word on its encoding may stand (HTML Standard, "prescan a byte stream"). */
const PRESCAN = 1_024;

/** A label that `TextDecoder` takes. */
export function charsetOf(named: string, bytes: Uint8Array): string {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, PRESCAN));
  for (const label of [labelIn(named), labelIn(start)]) {
    if (label !== null && isKnown(label)) return label;
  }
  return "utf-8";
}

function labelIn(text: string): string | null {
  return /charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(text)?.[1] ?? null;
}

function isKnown(label: string): boolean {
  try {
    new TextDecoder(label);
    return true;
  } catch {
    return false;
  }
}
