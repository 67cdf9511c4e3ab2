/** Random ids: a prefix that says what is named, and 130 bits in lower-case base32 (RFC 4648 without padding). */

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const LENGTH = 26;

export function randomId(prefix: "t" | "s" | "p" | "c" | "k" | "a" | "r"): string {
  let text = `${prefix}_`;
  for (const byte of crypto.getRandomValues(new Uint8Array(LENGTH))) text += ALPHABET.charAt(byte & 31);
  return text;
}
