/** A small store of JSON values by key: `chrome.storage` in the browser, a map in tests. */

export interface Shelf {
  all(): Promise<Record<string, unknown>>;
  put(key: string, value: unknown): Promise<void>;
  drop(key: string): Promise<void>;
}

export function memoryShelf(content: Record<string, unknown> = {}): Shelf & { readonly content: Record<string, unknown> } {
  return {
    content,
    all: () => Promise.resolve(structuredClone(content)),
    put(key, value) {
      content[key] = structuredClone(value);
      return Promise.resolve();
    },
    drop(key) {
      delete content[key];
      return Promise.resolve();
    },
  };
}
