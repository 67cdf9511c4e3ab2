/**
 * Names for what the page's own script cannot name, `d{n}`. One is given once and means the same node for as long as that node is in
 * the document that it was named in.
 */

export interface Named {
  readonly frame: string;
  readonly loader: string;
  readonly backend: number;
  readonly role: string;
  readonly name: string;
}

/** Names that one book holds; the oldest are forgotten. */
const KEPT = 5_000;

export class Book {
  readonly #named = new Map<string, Named>();
  readonly #known = new Map<string, string>();
  #next = 1;

  name(node: Named): string {
    const key = JSON.stringify([node.frame, node.loader, node.backend, node.role, node.name]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const ref = `d${this.#next}`;
    this.#next += 1;
    this.#known.set(key, ref);
    this.#named.set(ref, node);
    if (this.#named.size > KEPT) this.#forget();
    return ref;
  }

  find(ref: string): Named | undefined {
    return this.#named.get(ref);
  }

  #forget(): void {
    for (const [key, ref] of this.#known) {
      if (this.#named.size <= KEPT / 2) return;
      this.#known.delete(key);
      this.#named.delete(ref);
    }
  }
}
