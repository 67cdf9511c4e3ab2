// One test in a world of its own; what it looked like when it failed is kept.

import { test } from "node:test";
import { World, type WorldOptions } from "./world.ts";

const LIMIT_MS = 120_000;

export function scene(name: string, options: WorldOptions, play: (world: World) => Promise<void>, limitMs = LIMIT_MS): void {
  test(name, { timeout: limitMs }, async () => {
    const world = await World.open(options);
    try {
      await play(world);
    } catch (error) {
      await evidence(world, name);
      throw error;
    } finally {
      await world.close();
    }
  });
}

async function evidence(world: World, name: string): Promise<void> {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  for (const [at, panel] of world.panels.entries()) {
    // A panel that is gone has nothing to show; the first failure is the one to report.
    const [text, picture] = await Promise.all([panel.text(), panel.screenshot()]).catch(() => ["(gone)", undefined] as const);
    console.error(`panel ${at} of "${name}" shows:\n${text}`);
    if (picture) await world.keep(`${slug}-panel-${at}.png`, picture);
  }
}
