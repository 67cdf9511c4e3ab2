// What a model is told of a call that it makes.

import type { SidePanel } from "./side-panel.ts";
import type { World } from "./world.ts";

/** The person is asked about nothing that may be done without a question. */
export const AUTO = { type: "settings.set", settings: { policy: "auto", language: "en", theme: "light", titles: "model", completion: "enforce", limits: { profile: "open" } } } as const;

/** Has the scripted model make one call and gives what the model was told of it. */
export async function told(world: World, panel: SidePanel, call: string, mark: string): Promise<string> {
  await panel.say(`[[call ${call}]][[say ${mark}]]`);
  await panel.untilText(new RegExp(`^${mark}$`, "m"), 40_000);
  await panel.untilIdle();
  return lastResult(world);
}

/** The newest result in what the model was sent last. */
export async function lastResult(world: World): Promise<string> {
  const messages = (await world.playground.chats()).at(-1)?.body?.messages ?? [];
  const result = messages.filter((message) => message.role === "tool").at(-1);
  return String(result?.content ?? "");
}
