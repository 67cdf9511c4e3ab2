/** Files for a page: into the field that a person's choice would fill, or dropped where files are taken by a drop. */

import { attribute, boxOf, composedParent, controlOf, documentOf, fire, isInput, isLabel, selectIn } from "./dom.ts";
import { Refusal } from "./failure.ts";
import { describe } from "./hit.ts";
import { kindOfInput } from "./role.ts";
import type { FileContent } from "../wire/wire.ts";

export function filesOf(contents: readonly FileContent[]): File[] {
  return contents.map(({ name, media_type, data_b64 }) => new File([Uint8Array.from(atob(data_b64), (one) => one.charCodeAt(0))], name, { type: media_type }));
}

/** The field behind a target: itself, what it labels, or the one nearest around the button that opens it. */
export function fileFieldOf(target: Element): HTMLInputElement | null {
  if (isFileField(target)) return target;
  const labelled = isLabel(target) ? controlOf(target) : null;
  if (labelled && isFileField(labelled)) return labelled;
  for (let around: Element | null = target; around && documentOf(around) === documentOf(target); around = composedParent(around)) {
    const fields = Array.from(selectIn(around, "input")).filter(isFileField);
    if (fields.length === 1) return fields[0] ?? null;
    if (fields.length > 1) throw new Refusal("ambiguous", `${describe(target)} has ${fields.length} file fields around it.`, "Use the ref of the file field itself.");
  }
  return null;
}

function isFileField(of: Element): of is HTMLInputElement {
  return isInput(of) && kindOfInput(of) === "file";
}

export function requireFit(field: HTMLInputElement, files: readonly File[]): void {
  if (files.length > 1 && !field.multiple) throw new Refusal("invalid_arguments", `${describe(field)} takes one file.`, "Give one file.");
  const accepts = (attribute(field, "accept") ?? "").toLowerCase().split(",").map((one) => one.trim()).filter(Boolean);
  const unfit = files.find((file) => accepts.length > 0 && !accepts.some((one) => isOfKind(file, one)));
  if (unfit) throw new Refusal("invalid_arguments", `${describe(field)} takes only ${accepts.join(", ")}, not "${unfit.name}".`, "Ask the person for a file of that kind.");
}

function isOfKind(file: File, kind: string): boolean {
  if (kind.startsWith(".")) return file.name.toLowerCase().endsWith(kind);
  return kind.endsWith("/*") ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind;
}

export function choose(field: HTMLInputElement, files: readonly File[]): void {
  field.files = carrying(files).files;
  fire(field, new Event("input", { bubbles: true, composed: true }));
  fire(field, new Event("change", { bubbles: true }));
}

/** False if the target takes no drop. */
export function drop(target: Element, files: readonly File[]): boolean {
  const dataTransfer = carrying(files);
  const box = boxOf(target);
  const event = (type: string): DragEvent =>
    new DragEvent(type, { bubbles: true, cancelable: true, composed: true, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, dataTransfer });
  fire(target, event("dragenter"));
  const takes = !fire(target, event("dragover"));
  fire(target, event(takes ? "drop" : "dragleave"));
  return takes;
}

function carrying(files: readonly File[]): DataTransfer {
  const carried = new DataTransfer();
  for (const file of files) carried.items.add(file);
  return carried;
}
