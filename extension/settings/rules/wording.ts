/** What rules are about, in words. */

import { verb } from "../../panel/card/wording";
import { EN } from "../../panel/words/speech";
import type { SettingsSpeech } from "../words/speech";

/** As the gatekeeper has them. */
const CATEGORIES = ["read", "navigate", "organize", "click", "fill", "eval", "download", "upload", "interact", "memory", "mcp", "delegate"];

/** Tools that the panel has a word for. */
export const TOOLS: readonly string[] = Object.keys(EN).flatMap((key) => {
  const tool = /^verb\.([a-z_]+)$/.exec(key)?.[1];
  return tool === undefined || tool === "other" ? [] : [tool];
});

/** What a rule may be about. */
export const PATTERNS: readonly string[] = ["*", ...CATEGORIES.map((category) => `category:${category}`), ...TOOLS];

export function toolWords(tool: string, speech: SettingsSpeech): string {
  if (tool === "*") return speech.say("rules.every_tool");
  return /[:*]/.test(tool) ? tool : verb(tool, speech);
}

export function siteWords(origin: string, speech: SettingsSpeech): string {
  return origin === "*" ? speech.say("rules.every_site") : origin;
}
