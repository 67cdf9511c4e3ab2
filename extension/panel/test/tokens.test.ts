/** The contrast of the colour tokens, computed from the CSS that ships (WCAG 2.2, success criteria 1.4.3 and 1.4.11). */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, test } from "node:test";
import { repository } from "./harness/serve";

const TEXT_ON: readonly [string, readonly string[]][] = [
  ["text", ["bg", "sunken", "raised", "user", "warn-bg", "danger-bg", "agent-bg"]],
  ["text-2", ["bg", "sunken", "raised", "user", "warn-bg", "danger-bg", "agent-bg"]],
  ["text-3", ["bg", "sunken", "raised"]],
  ["accent", ["bg", "sunken", "raised", "warn-bg"]],
  ["on-accent", ["accent"]],
  ["ok", ["bg", "sunken", "raised"]],
  ["warn", ["bg", "raised", "warn-bg"]],
  ["danger", ["bg", "sunken", "raised", "danger-bg", "warn-bg"]],
  ["agent", ["bg", "agent-bg"]],
];
const SHAPES_ON: readonly [string, readonly string[]][] = [
  ["control", ["bg", "raised", "sunken"]],
  ["focus", ["bg", "raised", "sunken", "warn-bg"]],
  ["warn", ["bg", "sunken"]],
  ["danger", ["bg", "sunken"]],
];

type Palette = ReadonlyMap<string, string>;
let light: Palette;
let dark: Palette;

before(async () => {
  const css = await readFile(join(repository(), "extension/panel/tokens.css"), "utf8");
  light = palette(css, /:root \{([^}]*)\}/);
  dark = palette(css, /:root\[data-theme="dark"\] \{([^}]*)\}/);
});

test("the same colours are named in both themes", () => {
  assert.ok(light.size >= 19);
  assert.deepEqual([...dark.keys()].sort(), [...light.keys()].sort());
});

test("text stands out by 5:1 in both themes, half a step above what is required", () => {
  assert.deepEqual(weak(TEXT_ON, 5), []);
});

test("borders of controls and the focus ring stand out by 3:1", () => {
  assert.deepEqual(weak(SHAPES_ON, 3), []);
});

test("the ratio is the one that WCAG defines", () => {
  assert.equal(ratio("#000000", "#FFFFFF"), 21);
  assert.equal(Number(ratio("#767676", "#FFFFFF").toFixed(2)), 4.54);
});

function palette(css: string, block: RegExp): Palette {
  const body = block.exec(css)?.[1] ?? "";
  return new Map([...body.matchAll(/--([\w-]+): (#[0-9A-F]{6});/g)].map((m) => [m[1] ?? "", m[2] ?? ""]));
}

function weak(pairs: readonly [string, readonly string[]][], least: number): string[] {
  return [["light", light], ["dark", dark]].flatMap(([theme, colours]) =>
    pairs.flatMap(([front, backs]) => backs.flatMap((back) => {
      const of = colours as Palette;
      const found = ratio(of.get(front) ?? "", of.get(back) ?? "");
      return found >= least ? [] : [`${theme as string} ${front} on ${back}: ${found.toFixed(2)}`];
    })),
  );
}

function ratio(a: string, b: string): number {
  const [dim, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05);
}

function luminance(hex: string): number {
  assert.match(hex, /^#[0-9A-F]{6}$/);
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0);
}
