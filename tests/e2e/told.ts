// What a model is told of a call that it makes.

import type { SidePanel } from "./side-panel.ts";
import type { World } from "./world.ts";

/** The person is asked about nothing that may be done without a question. */
export const AUTO = { type: "settings.set", settings: { policy: "auto", language: "en", theme: "light", titles: "model", completion: "enforce", limits: { profile: "open" } } } as const;

/** Has the scripted model make one call and gives what the model was told of it. A card is answered once; some ask for a second press. */
export async function told(world: World, panel: SidePanel, call: string, mark: string, asks: "nothing" | "the person" = "nothing"): Promise<string> {
  await panel.say(`[[call ${call}]][[say ${mark}]]`);
  if (asks === "the person") await panel.decide(/^(Allow once|Press again to allow)$/);
  await panel.untilText(new RegExp(`^${mark}$`, "m"), 40_000);
  await panel.untilIdle();
  return world.playground.lastResult();
}
