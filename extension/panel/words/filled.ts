/** A phrase with its values: `{name}` is what stands under that name, and nothing where nothing does. */

export type Values = Readonly<Record<string, string | number>>;

export function filled(phrase: string, values: Values = {}): string {
  return phrase.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}
