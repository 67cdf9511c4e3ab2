/** Options of a native list: matched without guessing, set, told to the page, read back. */

import { fire, isSelect } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { describe } from "./hit.ts";
import { folded, quoted, shorten, tidy } from "./text.ts";

export function listOf(of: Element): HTMLSelectElement {
  if (isSelect(of)) return of;
  throw new Refusal("not_editable", `${describe(of)} is no native list.`, "Click it to open it, read the page, then click the option.");
}

export function labelsChosen(list: HTMLSelectElement): string[] {
  return Array.from(list.selectedOptions, (option) => tidy(option.label));
}

/** Finds every option before any is touched. */
export function matchOptions(list: HTMLSelectElement, wanted: readonly string[]): HTMLOptionElement[] {
  if (wanted.length === 0) throw new Refusal("invalid_arguments", "No option was named.", "Name at least one option.");
  if (wanted.length > 1 && !list.multiple) {
    throw new Refusal("invalid_arguments", `${describe(list)} takes one option.`, "Name one option only.");
  }
  return wanted.map((text) => matchOption(list, text));
}

function matchOption(list: HTMLSelectElement, wanted: string): HTMLOptionElement {
  const options = Array.from(list.options);
  const ways: ((option: HTMLOptionElement) => boolean)[] = [
    (option) => tidy(option.label) === tidy(wanted),
    (option) => option.value === wanted,
    (option) => folded(option.label) === folded(wanted),
  ];
  for (const way of ways) {
    const found = options.filter(way);
    const [only] = found;
    if (found.length > 1) {
      throw new Refusal("ambiguous", `${found.length} options of ${describe(list)} match ${quoted(wanted)}: ${named(found)}.`, "Use the value of the one you mean. Nothing was changed.");
    }
    if (!only) continue;
    if (only.disabled || (only.parentElement as Partial<HTMLOptGroupElement> | null)?.disabled === true) {
      throw new Refusal("disabled", `The option ${quoted(wanted)} of ${describe(list)} is disabled.`, `Choose another: ${named(options.filter((option) => !option.disabled))}.`);
    }
    return only;
  }
  throw new Refusal("not_found", `${describe(list)} has no option ${quoted(wanted)}.`, `It has: ${named(options)}.`);
}

function named(options: readonly HTMLOptionElement[]): string {
  const shown = options.slice(0, 30).map((option) => {
    const label = quoted(shorten(tidy(option.label), 60));
    return option.value !== "" && tidy(option.value) !== tidy(option.label) ? `${label} (value ${quoted(shorten(option.value, 40))})` : label;
  });
  return shown.join(", ") + (options.length > 30 ? `, … ${options.length - 30} more` : "");
}

export function choose(list: HTMLSelectElement, chosen: readonly HTMLOptionElement[]): void {
  list.focus({ preventScroll: true });
  for (const option of Array.from(list.options)) {
    const wanted = chosen.includes(option);
    if (option.selected !== wanted && (wanted || list.multiple)) option.selected = wanted;
  }
  fire(list, new Event("input", { bubbles: true, composed: true }));
  fire(list, new Event("change", { bubbles: true }));
}
