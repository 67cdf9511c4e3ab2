/**
 * Text of the page on its way to the model: white space folded, invisible characters dropped, lengths bounded, quoted so
 * that nothing a page says can pass for a line of the snapshot's own grammar.
 */

/** Zero-width, bidi controls, tag characters and other format characters that a person does not see. */
const INVISIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e01ef}]/gu;
/** They join letters and say something to a reader; a model is given the text without them. */
const JOINERS = /[\u200c\u200d]/g;
const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g;

/** Folds white space (no-break spaces too) and drops what is invisible; at most `limit` characters of input are looked at. */
export function tidy(text: string, limit = 4_000): string {
  const head = text.length > limit * 2 ? text.slice(0, limit * 2) : text;
  return head.replace(INVISIBLE, "").replace(SPACES, " ").trim();
}

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Cuts at a character border and shows that it did. */
export function shorten(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = limit - 1;
  const high = text.charCodeAt(end - 1);
  return `${text.slice(0, high >= 0xd800 && high <= 0xdbff ? end - 1 : end)}…`;
}

export function quoted(text: string): string {
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"')}"`;
}

/** For comparing what a person would call equal. */
export function folded(text: string): string {
  return tidy(text, 20_000).replace(JOINERS, "").toLowerCase();
}

/** Whether these words stand in the others, one after the other; signs and drawings are no words. */
export function says(said: string, words: string): boolean {
  const wanted = wordsOf(words);
  return wanted !== "" && ` ${wordsOf(said)} `.includes(` ${wanted} `);
}

/** Letters and digits alone. */
export function wordsOf(text: string): string {
  return (folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(" ");
}

/** Roughly what a model's tokenizer makes of it: four Latin characters or one CJK character a token. */
export function tokensOf(text: string): number {
  let narrow = 0;
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x2e80) narrow += unit < 0x250 ? 1 : 2;
    else wide += 1;
  }
  return Math.ceil(narrow / 4) + wide;
}

const encoder = new TextEncoder();

/** Cuts to at most `bytes` of UTF-8 and says so at the end. */
export function capped(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const whole = encoder.encode(text);
  if (whole.length <= bytes) return text;
  const note = `\n[cut: ${whole.length} bytes in all]`;
  const head = new Uint8Array(bytes - note.length);
  const { read } = encoder.encodeInto(text, head);
  return text.slice(0, read) + note;
}

const numbers = new Intl.NumberFormat("en-US");

export function count(number: number, one: string, many = `${one}s`): string {
  return `${numbers.format(number)} ${number === 1 ? one : many}`;
}
