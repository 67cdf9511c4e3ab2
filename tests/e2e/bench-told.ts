// What a request holds before anything is said: the prompt, and the tools that the model is told of, all of them or by intent.

import type { Settings } from "../../extension/wire/wire.ts";
import type { BenchClient } from "./bench-client.ts";
import type { Report } from "./bench-report.ts";
import { script } from "./playground.ts";
import type { World } from "./world.ts";

/** Begins Threads of their own: the choice grows with what a conversation has asked for. */
const ASKED = [
  ["to read a page", `Summarise this page ${script("[[say so]]")}`],
  ["to change something", `Put it in the cart ${script("[[say so]]")}`],
] as const;

export async function told(world: World, client: BenchClient, report: Report): Promise<void> {
  const answer = (await client.ask({ type: "settings.get" })).event;
  if (answer.type !== "command.ack" || answer.body.type !== "settings") throw new Error(`no settings: ${JSON.stringify(answer)}`);
  const before: Settings = answer.body.settings;
  const asked = async (thread: string, text: string) => {
    await client.ask({ type: "thread.create", thread });
    await client.turn({ type: "turn.submit", thread, text });
    return (await world.playground.chats()).at(-1)?.body ?? {};
  };
  const whole = await asked("t_told_all", ASKED[0][1]);
  report.row("prompt of a request", "tokens~", [tokens(whole.messages?.[0]?.content)]);
  report.row("tools of a request, all", "tokens~", [tokens(whole.tools)]);
  await client.ask({ type: "settings.set", settings: { ...before, tools: "by_intent" } });
  for (const [at, [what, text]] of ASKED.entries()) {
    report.row(`tools of a request, by intent, ${what}`, "tokens~", [tokens((await asked(`t_told_${at}`, text)).tools)]);
  }
  await client.ask({ type: "settings.set", settings: before });
}

/** Four characters a token, as for snapshots. */
function tokens(part: unknown): number {
  const text = typeof part === "string" ? part : JSON.stringify(part ?? "");
  return text.length / 4;
}
