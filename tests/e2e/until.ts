// Waiting for a condition: asked again and again, and a clear word when it never came.

const LIMIT_MS = 15_000;
const PAUSE_MS = 25;

/** The first value that is neither undefined nor null nor false. */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false> | T | undefined | null | false,
  limitMs: number = LIMIT_MS,
): Promise<T> {
  const end = Date.now() + limitMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined && value !== null && value !== false) return value;
    if (Date.now() > end) throw new Error(`gave up after ${limitMs} ms waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
