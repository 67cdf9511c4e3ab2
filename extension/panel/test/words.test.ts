/** Both languages say everything, with the same blanks, and every word on the screen goes through the table. */

import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { effect } from "@preact/signals";
import { SHAPES } from "../../wire/schema";
import { SETTINGS_ZH as ZH } from "../../settings/words/simplified-chinese";
import { SETTINGS_EN as EN, type SettingsWords } from "../../settings/words/speech";
import { speech, split, tongueOf } from "../words/speech";
import { fetchWords, speechIn } from "../words/tongues";
import { repository } from "./harness/serve";

type Key = keyof SettingsWords;

/** Of the panel and of the settings page, which says all that the panel does. */
const KEYS = Object.keys(EN) as Key[];
const isKey = (key: string): key is Key => key in EN;
/** Names, and words that both languages write alike. */
const ALIKE = new Set<Key>(["app.name", "object.named", "language.en", "language.zh-CN", "why.other"]);

function slots(phrase: string): string[] {
  return split(phrase).flatMap((piece) => ("slot" in piece ? [piece.slot] : [])).sort();
}

test("both languages have the same keys and the same blanks", () => {
  assert.deepEqual(Object.keys(ZH).sort(), [...KEYS].sort());
  for (const key of KEYS) assert.deepEqual(slots(ZH[key]), slots(EN[key]), key);
});

test("nothing is empty, and nothing was left in the other language", () => {
  for (const key of KEYS) {
    assert.notEqual(EN[key].trim(), "", key);
    if (ALIKE.has(key)) continue;
    assert.match(ZH[key], /\p{Script=Han}/u, `${key} is not Chinese`);
    assert.doesNotMatch(EN[key], /\p{Script=Han}/u, `${key} is not English`);
  }
});

test("every code of the protocol has words", () => {
  const oneOf = (name: keyof typeof SHAPES) => {
    const shape = SHAPES[name];
    assert.ok(typeof shape === "object" && "oneOf" in shape, name);
    return shape.oneOf;
  };
  const wanted = [
    ...oneOf("RefusalCode").flatMap((code) => [`refused.${code}.what`, `refused.${code}.next`]),
    ...oneOf("ModelErrorKind").flatMap((code) => [`model.${code}.what`, `model.${code}.next`]),
    ...oneOf("ToolErrorCode").map((code) => `tool.${code}`),
    ...oneOf("SystemNoticeCode").flatMap((code) => [`system.${code}.what`, `system.${code}.next`]),
    ...oneOf("NoticeCode").map((code) => `notice.${code}`),
    ...oneOf("PartialWhy").map((code) => `ending.${code}`),
    ...oneOf("VerifyStage").map((code) => `verify.${code}`),
    ...oneOf("Policy").flatMap((code) => [`policy.${code}`, `policy.${code}_text`]),
    ...oneOf("Completion").flatMap((code) => [`completion.${code}`, `completion.${code}_text`]),
    ...oneOf("Standing").map((code) => `evidence.${code}`),
    ...oneOf("ClaimKind").map((code) => `claim.${code}`),
    ...oneOf("Operation").map((code) => `operation.${code}`),
    ...oneOf("Missing").map((code) => `missing.${code}`),
    ...oneOf("Titles").flatMap((code) => [`titles.${code}`, `titles.${code}_text`]),
    ...oneOf("Activity").filter((code) => code !== "idle").map((code) => `mark.${code}`),
    ...oneOf("RuleVerdict").map((code) => `verdict.${code}`),
    ...oneOf("RuleSource").map((code) => `source.${code}`),
    ...oneOf("Drift").map((code) => `drift.${code}`),
    ...oneOf("StopReason").filter((code) => code !== "end" && code !== "uncertain").flatMap((code) => [`stop.${code}.what`, `stop.${code}.next`]),
  ];
  assert.deepEqual(wanted.filter((key) => !isKey(key)), []);
});

test("every reason to ask and every flag of the gatekeeper has words", async () => {
  const source = await readFile(join(repository(), "crates/gatekeeper/src/reason.rs"), "utf8");
  const flags = [...(/ Flag \{([^}]*)\}/.exec(source)?.[1] ?? "").matchAll(/"([a-z0-9_]+)"/g)].map((m) => m[1] ?? "");
  assert.ok(flags.length >= 17);
  const reasons = [
    "rule_ask", "sensitive_payload", "cross_site_flow", "url_data", "cross_site_after_sensitive", "redirect_cross_site", "lookalike",
    "private_network", "opaque_origin", "sensitive_read", "sensitive_write_confirm", "always_confirm", "after_denial", "policy_always",
    "policy_browser_data", "policy_untrusted",
  ];
  assert.deepEqual([...flags, ...reasons].filter((code) => !isKey(`why.${code}`)), []);
});

test("no component writes a word of its own", async () => {
  const root = join(repository(), "extension");
  for (const folder of ["panel", "settings"]) {
    for (const path of await readdir(join(root, folder), { recursive: true })) {
      if (!path.endsWith(".tsx") || path.startsWith("test/")) continue;
      const source = await readFile(join(root, folder, path), "utf8");
      const texts = [...source.matchAll(/>([^<>{}=;()]*\p{L}{2,}[^<>{}=;()]*)<\//gu)].map((m) => m[1]?.trim());
      assert.deepEqual(texts.filter((text) => text !== "Esc"), [], `${folder}/${path}`);
      const labels = [...source.matchAll(/(?:aria-label|title|placeholder|alt)="[^"]*\p{L}[^"]*"/gu)].map((m) => m[0]);
      assert.deepEqual(labels, [], `${folder}/${path}`);
    }
  }
});

test("in a pseudo-language every phrase still gets its values, wherever they stand", () => {
  const pseudo = Object.fromEntries(KEYS.map((key) => [key, `⟦${EN[key].replaceAll(/(\{\w+\})|[a-z]/gi, (c, slot?: string) => slot ?? `${c}\u0301`)}⟧`]));
  const said = speech("en", pseudo as SettingsWords);
  for (const key of KEYS) {
    const values = Object.fromEntries(slots(EN[key]).map((slot) => [slot, `<${slot}>`]));
    const phrase = said.say(key, values);
    assert.match(phrase, /^⟦.*⟧$/su, key);
    for (const value of Object.values(values)) assert.ok(phrase.includes(value), `${key}: ${value}`);
    assert.doesNotMatch(phrase, /\{\w+\}/, key);
  }
});

test("the suggestion that the demo presses is worded as agreed", () => {
  assert.equal(EN["suggest.headphones"], "Find the cheapest headphones in stock and put them in my cart");
  assert.equal(ZH["suggest.headphones"], "找出有现货的最便宜的耳机并放进购物车");
});

test("the language is the setting's, else the browser's, else English", () => {
  assert.deepEqual(
    [tongueOf("en", "zh-CN"), tongueOf("zh-CN", "en-US"), tongueOf("auto", "zh-TW"), tongueOf("auto", "zh"), tongueOf("auto", "de"), tongueOf("auto", "zho")],
    ["en", "zh-CN", "zh-CN", "zh-CN", "en", "en"],
  );
});

test("numbers, times and plurals are said as the language does", () => {
  const [en, zh] = [speech("en"), speech("zh-CN", ZH)];
  assert.deepEqual([en.number(12_400), zh.number(12_400), en.number(999)], ["12.4K", "1.2万", "999"]);
  assert.deepEqual([en.duration(40), en.duration(400), en.duration(1_120), zh.duration(90_000)], ["40 ms", "0.4 s", "1.1 s", "1.5 分钟"]);
  assert.deepEqual([en.count("steps", 1), en.count("steps", 3), zh.count("steps", 3)], ["1 step", "3 steps", "3 步"]);
});

test("a past moment is told by its time today, by its date this year, else by its year too", () => {
  const [en, zh] = [speech("en"), speech("zh-CN", ZH)];
  const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 14, 5).getTime();
  const now = at(2026, 9, 21);
  assert.deepEqual([2026, 2025].map((year) => en.when(at(year, 3, 4), now)), ["Mar 4", "Mar 4, 2025"]);
  assert.deepEqual([2026, 2025].map((year) => zh.when(at(year, 3, 4), now)), ["3月4日", "2025年3月4日"]);
  assert.match(en.when(now, now), /^2:05.PM$/);
  assert.equal(zh.when(now, now), "14:05");
});

test("a value is never read as a phrase", () => {
  assert.equal(speech("en").say("chats.actions_one", { title: "{n} $& {title}" }), "Actions for “{n} $& {title}”");
});

test("until another language is here English is spoken, and then it is said to all who listen", async () => {
  const spoken: string[] = [];
  const stop = effect(() => void spoken.push(speechIn("zh-CN").say("composer.send")));
  await fetchWords("zh-CN");
  while (spoken.length < 2) await new Promise((resolve) => setImmediate(resolve));
  stop();
  assert.deepEqual(spoken, ["Send", "发送"]);
  assert.equal(speechIn("zh-CN").tongue, "zh-CN");
});
