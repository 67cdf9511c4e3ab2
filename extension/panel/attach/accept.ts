/**
 * Which files may go with a message: pictures that models see, known by their first bytes, and text, known by being valid
 * UTF-8. What a file calls itself decides only what it is called further on.
 */

/** As the engine has them. */
export const FILE_BYTES = 5_000_000;
export const FILES_PER_MESSAGE = 8;
const NAME_CHARS = 200;

export type Judgement =
  | { readonly type: "taken"; readonly mediaType: string }
  | { readonly type: "refused"; readonly why: "empty" | "large" | "kind" };

export interface FileFacts {
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** What can be said without reading it. */
export function judgeSize({ size }: FileFacts): "empty" | "large" | null {
  if (size === 0) return "empty";
  return size > FILE_BYTES ? "large" : null;
}

export function judge(file: FileFacts, content: Uint8Array): Judgement {
  const size = judgeSize(file);
  if (size !== null) return { type: "refused", why: size };
  const picture = pictureType(content);
  if (picture !== null) return { type: "taken", mediaType: picture };
  return isText(content) ? { type: "taken", mediaType: textType(file) } : { type: "refused", why: "kind" };
}

/** By the signatures of PNG (RFC 2083), JPEG (ITU-T T.81), WebP (RFC 9649) and GIF (87a, 89a). */
function pictureType(content: Uint8Array): string | null {
  const begins = (bytes: readonly number[], at = 0) => bytes.every((byte, i) => content[at + i] === byte);
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (begins([0xff, 0xd8, 0xff])) return "image/jpeg";
  if (begins(ascii("RIFF")) && begins(ascii("WEBP"), 8)) return "image/webp";
  if (begins(ascii("GIF87a")) || begins(ascii("GIF89a"))) return "image/gif";
  return null;
}

function ascii(text: string): number[] {
  return [...text].map((c) => c.charCodeAt(0));
}

function isText(content: Uint8Array): boolean {
  // A zero byte is valid UTF-8 and yet the surest sign of a binary file.
  if (content.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  csv: "text/csv", tsv: "text/tab-separated-values", md: "text/markdown", markdown: "text/markdown", html: "text/html", htm: "text/html",
  css: "text/css", js: "text/javascript", mjs: "text/javascript", json: "application/json", jsonl: "application/jsonl", xml: "application/xml",
  svg: "application/xml", yaml: "application/yaml", yml: "application/yaml", toml: "application/toml",
};
const TEXT_TYPES = new Set(["application/json", "application/xml", "application/yaml", "application/toml", "application/jsonl"]);

/** The type of a file that is text. Only names that say text are passed on: Chrome calls a `.ts` file a video. */
function textType({ name, type }: FileFacts): string {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const known = BY_EXTENSION[extension];
  if (known !== undefined) return known;
  const essence = type.split(";")[0]?.trim().toLowerCase() ?? "";
  return essence.startsWith("text/") || TEXT_TYPES.has(essence) ? essence : "text/plain";
}

export function isPicture(mediaType: string): boolean {
  return /^image\/(png|jpeg|webp|gif)$/.test(mediaType);
}

/** A pasted picture has no name worth keeping, and a long one loses its middle, not its ending. */
export function fileName(name: string): string {
  const plain = name.replaceAll(/[\u0000-\u001f\u007f]/g, " ").trim();
  const points = [...plain];
  if (points.length <= NAME_CHARS) return plain;
  const tail = points.slice(-20);
  return `${points.slice(0, NAME_CHARS - tail.length - 1).join("")}…${tail.join("")}`;
}
