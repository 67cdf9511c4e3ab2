/** How much a model can hold, as a person writes it. */

/** As the engine has them. */
export const LEAST_WINDOW = 8_192;
export const MOST_WINDOW = 10_000_000;

/** Null for nothing: what is known of a model of this name. Separators of thousands are no mistake. */
export function readWindow(typed: string): number | "bad" | null {
  const text = typed.trim().replaceAll(/[\s,._']/g, "");
  if (text === "") return null;
  const tokens = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return isWindow(tokens) ? tokens : "bad";
}

/** Whether a model can be said to hold so much. */
export function isWindow(tokens: number): boolean {
  return tokens >= LEAST_WINDOW && tokens <= MOST_WINDOW;
}
