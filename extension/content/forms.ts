/** Which button of a form Enter in one of its fields presses. */

import { attribute, isInput } from "./dom.ts";
import { kindOfInput } from "./role.ts";

/** The default button of the HTML standard: the first that submits, in the order of the tree. */
export function defaultButton(form: HTMLFormElement): HTMLButtonElement | HTMLInputElement | null {
  const controls = controlsOf(form);
  const images = Array.from(form.ownerDocument.querySelectorAll<HTMLInputElement>("input[type=image]")).filter((image) => image.form === form);
  const submits = (control: Element): boolean => {
    const kind = isInput(control) ? kindOfInput(control) : control.localName === "button" ? (attribute(control, "type") ?? "submit").toLowerCase() : "";
    return kind === "submit" || kind === "image";
  };
  return ([...controls, ...images].find(submits) as HTMLButtonElement | HTMLInputElement | undefined) ?? null;
}

export function controlsOf(form: HTMLFormElement): Element[] {
  return Array.from(HTMLFormElement.prototype[Symbol.iterator].call(form) as Iterable<Element>);
}
