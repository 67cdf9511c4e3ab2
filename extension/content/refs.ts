/**
 * Names for elements, `s{nonce}_{n}`: given once, never used for another element, kept while the element stays what it was
 * called. Elements are held weakly; the print taken when a ref was given out decides whether it still means the same.
 */

import { composedHolds, isConnected, isElement, localName, rootOf } from "./dom.ts";
import { REFS_KEPT } from "./caps.ts";
import { Refusal } from "./failure.ts";
import { printOf, samePrint, saying, shownName } from "./print.ts";
import { roleOf } from "./role.ts";
import { isPainted } from "./sight.ts";
import { walkElements } from "./elements.ts";
import type { ElementPrint, ElementRef } from "../wire/wire.ts";

interface Given {
  readonly element: WeakRef<Element>;
  readonly print: ElementPrint;
}

const NEXT = "Call read_page or find_in_page and use the ref it shows.";

export class RefBook {
  readonly nonce: string;
  #next = 1;
  readonly #given = new Map<ElementRef, Given>();
  readonly #current = new WeakMap<Element, ElementRef>();

  constructor(nonce: string) {
    this.nonce = nonce;
  }

  /** Whether it was this document that gave out the ref. */
  gave(ref: ElementRef): boolean {
    return ref.startsWith(`s${this.nonce}_`);
  }

  /** The ref of an element as it is called now; a new one if it became something else since the last. */
  name(of: Element, role: string, name: string): ElementRef {
    const known = this.#current.get(of);
    const given = known === undefined ? undefined : this.#given.get(known);
    if (known !== undefined && given?.print.role === role && given.print.name === name) return known;
    const ref = `s${this.nonce}_${this.#next}`;
    this.#next += 1;
    this.#given.set(ref, { element: new WeakRef(of), print: { ...printOf(of), role, name } });
    this.#current.set(of, ref);
    if (this.#given.size > REFS_KEPT) this.#forget();
    return ref;
  }

  /** Pages that draw anew for hours would fill the memory; what is gone for good is forgotten first. */
  #forget(): void {
    for (const [ref, given] of this.#given) if (given.element.deref() === undefined) this.#given.delete(ref);
    for (const ref of this.#given.keys()) {
      if (this.#given.size <= REFS_KEPT / 2) return;
      this.#given.delete(ref);
    }
  }

  /** The element that a ref was given to, whatever became of it. */
  held(ref: ElementRef): Element | undefined {
    return this.#given.get(ref)?.element.deref();
  }

  /** The element behind a ref, or a refusal that says what became of it. */
  resolve(ref: ElementRef): Element {
    if (!this.gave(ref)) {
      throw new Refusal("stale_ref", `${ref} belongs to a document that has been left: the page was navigated or reloaded since.`, NEXT);
    }
    const given = this.#given.get(ref);
    if (!given) throw new Refusal("stale_ref", `${ref} was never given out in this document.`, NEXT);
    const element = given.element.deref();
    if (element && isConnected(element) && isInThisTab(element)) {
      const role = roleOf(element);
      const name = shownName(element, role);
      if (role === given.print.role && name === given.print.name) return element;
      const now = this.name(element, role, name);
      throw new Refusal(
        "stale_ref",
        `${ref} was ${saying(given.print)}; that element is now called ${saying({ role, name })} [ref=${now}].`,
        "Nothing was done. Use the new ref if that is what you mean, else call read_page.",
      );
    }
    return this.#again(ref, given.print);
  }

  /** One unique element that is all the removed one was, in the same document; never by value. */
  #again(ref: ElementRef, print: ElementPrint): Element {
    const alike: Element[] = [];
    for (const candidate of walkElements(document)) {
      if (localName(candidate) !== print.tag || shownName(candidate, roleOf(candidate)) !== print.name) continue;
      if (!samePrint(printOf(candidate), print) || !isPainted(candidate)) continue;
      alike.push(candidate);
      if (alike.length > 1) break;
    }
    const [only] = alike;
    if (only && alike.length === 1) {
      this.#given.set(ref, { element: new WeakRef(only), print });
      if (!this.#current.has(only)) this.#current.set(only, ref);
      return only;
    }
    const why = alike.length > 1 ? "was replaced, and several elements look like it now" : "was removed from the page";
    throw new Refusal("stale_ref", `${ref}, ${saying(print)}, ${why}.`, NEXT);
  }
}

function isInThisTab(of: Element): boolean {
  const root = rootOf(document);
  return root !== null && isElement(root) && composedHolds(root, of);
}
