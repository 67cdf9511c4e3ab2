/**
 * Whether a value from another context is what the protocol says. It reads the generated table and goes field by field; a
 * refusal names the path. Members the table does not know are let through: a newer sender may say more.
 * Nothing is converted, and nothing here knows what a value means.
 */

import { SHAPES } from "./schema.ts";
import type { ByName, Command, Event, PageReply, PageRequest } from "./wire.ts";

/** A plain kind, or the name of another type (with a capital). */
type Named = string;

export type Shape =
  | Named
  | { oneOf: string[] }
  | { list: Shape }
  | { record: Shape }
  | { nullable: Shape }
  | { any: Shape[] }
  | { fields: Fields }
  | { tag: string; of: Record<string, Fields> };

/** A name that ends in `?` may be absent. */
type Fields = Record<string, Shape>;

export type Checked<T> =
  | { kind: "valid"; value: T }
  | { kind: "invalid"; path: string; why: string }
  /** Tagged with a word this build does not know: to be ignored, not to be complained of. */
  | { kind: "unknown"; tag: string };

export interface Bounds {
  depth: number;
  /** Of objects and lists, all together. */
  members: number;
  /** Of all strings and keys, in UTF-16 units. */
  text: number;
}

/** What a Port may carry. */
export const PORT_BOUNDS: Bounds = { depth: 32, members: 400_000, text: 16_000_000 };

/** What goes to and from a content script; room for what a page is given to upload. */
export const PAGE_BOUNDS: Bounds = { depth: 32, members: 400_000, text: 64 * 1024 * 1024 };

export function check<Name extends keyof ByName>(
  name: Name,
  value: unknown,
  bounds: Bounds = PORT_BOUNDS,
): Checked<ByName[Name]> {
  const excess = beyond(value, bounds);
  if (excess !== null) return { kind: "invalid", path: "", why: excess };
  const shape = SHAPES[name];
  if (typeof shape === "object" && "tag" in shape && isObject(value)) {
    const tag = value[shape.tag];
    if (typeof tag === "string" && !Object.hasOwn(shape.of, tag)) return { kind: "unknown", tag };
  }
  const fault = find(name, value, "");
  return fault === null ? { kind: "valid", value: value as ByName[Name] } : { kind: "invalid", ...fault };
}

export const checkCommand = (value: unknown): value is Command => check("Command", value).kind === "valid";
export const checkEvent = (value: unknown): value is Event => check("Event", value).kind === "valid";
export const checkPageRequest = (value: unknown): value is PageRequest =>
  check("PageRequest", value, PAGE_BOUNDS).kind === "valid";
export const checkPageReply = (value: unknown): value is PageReply =>
  check("PageReply", value, PAGE_BOUNDS).kind === "valid";

interface Fault {
  path: string;
  why: string;
}

function find(shape: Shape | undefined, value: unknown, path: string): Fault | null {
  if (shape === undefined) return { path, why: "not a type of the protocol" };
  if (typeof shape === "string") return plain(shape, value, path);
  if ("oneOf" in shape) return shape.oneOf.includes(value as string) ? null : { path, why: `not one of ${shape.oneOf.join(", ")}` };
  if ("nullable" in shape) return value === null ? null : find(shape.nullable, value, path);
  if ("list" in shape) {
    if (!Array.isArray(value)) return { path, why: "not a list" };
    return first(value.keys(), (index) => find(shape.list, value[index], `${path}[${index}]`));
  }
  if ("any" in shape) {
    return shape.any.some((each) => find(each, value, path) === null) ? null : { path, why: "none of its forms" };
  }
  if (!isObject(value)) return { path, why: "not an object" };
  if ("record" in shape) return first(Object.keys(value), (key) => find(shape.record, value[key], at(path, key)));
  if ("fields" in shape) return members(shape.fields, value, path);
  const tag = value[shape.tag];
  if (typeof tag !== "string") return { path: at(path, shape.tag), why: "not a string" };
  const fields = Object.hasOwn(shape.of, tag) ? shape.of[tag] : undefined;
  return fields === undefined ? { path: at(path, shape.tag), why: `unknown: ${tag.slice(0, 40)}` } : members(fields, value, path);
}

function members(fields: Fields, value: Record<string, unknown>, path: string): Fault | null {
  return first(Object.keys(fields), (key) => {
    const optional = key.endsWith("?");
    const name = optional ? key.slice(0, -1) : key;
    const member = Object.hasOwn(value, name) ? value[name] : undefined;
    if (member === undefined) return optional ? null : { path: at(path, name), why: "missing" };
    return find(fields[key], member, at(path, name));
  });
}

function plain(kind: Named, value: unknown, path: string): Fault | null {
  switch (kind) {
    case "anything":
      return null;
    case "null":
      return value === null ? null : { path, why: "not null" };
    case "boolean":
    case "string":
      return typeof value === kind ? null : { path, why: `not a ${kind}` };
    case "number":
      return Number.isFinite(value) ? null : { path, why: "not a number" };
    case "integer":
      return Number.isSafeInteger(value) ? null : { path, why: "not an integer" };
    case "natural":
      return Number.isSafeInteger(value) && (value as number) >= 0 ? null : { path, why: "not a natural number" };
    default:
      return find(Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined, value, path);
  }
}

/** Walks without recursion, so that a deep value is refused and not a stack overflow. */
function beyond(value: unknown, bounds: Bounds): string | null {
  let members = 0;
  let text = 0;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === "string") text += next.value.length;
    if (text > bounds.text) return "too much text";
    if (typeof next.value !== "object" || next.value === null) continue;
    if (next.depth === bounds.depth) return "nested too deep";
    const keys = Object.keys(next.value);
    members += keys.length;
    if (members > bounds.members) return "too many members";
    for (const key of keys) {
      if (!Array.isArray(next.value)) text += key.length;
      open.push({ value: (next.value as Record<string, unknown>)[key], depth: next.depth + 1 });
    }
  }
  return null;
}

function first<T>(items: Iterable<T>, look: (item: T) => Fault | null): Fault | null {
  for (const item of items) {
    const fault = look(item);
    if (fault !== null) return fault;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function at(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}
