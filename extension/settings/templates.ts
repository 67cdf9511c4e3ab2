/** Providers and local servers as a new connection begins with them. A test in Rust holds each against what its provider wants. */

import all from "../../crates/providers/templates.json";
import type { Model, Quirks, Wire } from "../wire/wire";

export interface Template {
  readonly id: string;
  readonly name: string;
  readonly wire: Wire;
  /** Empty where only the person knows it. */
  readonly base_url: string;
  readonly key: "needed" | "optional" | "none";
  /** Where keys are made. */
  readonly key_page?: string;
  readonly quirks: Partial<Quirks>;
  readonly models: readonly Model[];
  readonly hints?: { readonly [field in "url" | "model"]?: Readonly<Record<"en" | "zh-CN", string>> };
}

export const TEMPLATES = all as unknown as readonly Template[];

export function matching(typed: string): readonly Template[] {
  const wanted = typed.trim().toLowerCase();
  return TEMPLATES.filter((template) => `${template.name} ${template.id}`.toLowerCase().includes(wanted));
}
