/** The card: which presses count, what its sentence says, how a site is shown. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ask, ElementPrint } from "../../wire/wire";
import { decodePunycode, siteOf, siteText } from "../card/site";
import { CARD_REST_MS, cardKey, type CardMoment, careFor, type KeyPress, pressCounts } from "../card/typist";
import { headline, targetOf, why } from "../card/wording";
import { ZH } from "../words/simplified-chinese";
import { speech } from "../words/speech";

const Y: KeyPress = {
  key: "y", keyCode: 89, isTrusted: true, isComposing: false, repeat: false, ctrlKey: false, altKey: false, metaKey: false,
};
const RESTED: CardMoment = { focus: "in card", shownFor: CARD_REST_MS, care: "ordinary" };

test("Y allows and N denies, in either case, with the focus in a card that has rested", () => {
  assert.equal(cardKey(Y, RESTED), "allow");
  assert.equal(cardKey({ ...Y, key: "Y" }, RESTED), "allow");
  assert.equal(cardKey({ ...Y, key: "n" }, RESTED), "deny");
});

test("no other key does anything", () => {
  for (const key of ["Enter", " ", "a", "ｙ", "у", "Escape", "Tab"]) assert.equal(cardKey({ ...Y, key }, RESTED), null, key);
});

test("a key that was not meant for the card does nothing", () => {
  const presses: [string, Partial<KeyPress>, Partial<CardMoment>][] = [
    ["made by a script", { isTrusted: false }, {}],
    ["composing", { isComposing: true }, {}],
    ["taken by an input method", { keyCode: 229 }, {}],
    ["held down", { repeat: true }, {}],
    ["with Ctrl", { ctrlKey: true }, {}],
    ["with Alt", { altKey: true }, {}],
    ["with Meta", { metaKey: true }, {}],
    ["typed elsewhere", {}, { focus: "elsewhere" }],
    ["typed into the note", {}, { focus: "in its text field" }],
    ["too early", {}, { shownFor: CARD_REST_MS - 1 }],
  ];
  for (const [what, press, moment] of presses) {
    assert.equal(cardKey({ ...Y, ...press }, { ...RESTED, ...moment }), null, what);
    assert.equal(cardKey({ ...Y, key: "n", ...press }, { ...RESTED, ...moment }), null, what);
  }
});

test("what is sensitive cannot be allowed by one key, and can be denied by one", () => {
  const moment: CardMoment = { ...RESTED, care: careFor("policy_untrusted", ["sensitive_payload"]) };
  assert.equal(cardKey(Y, moment), null);
  assert.equal(cardKey({ ...Y, key: "n" }, moment), "deny");
  assert.equal(careFor("policy_untrusted", []), "ordinary");
});

test("a button under a falling finger does not count", () => {
  assert.deepEqual([pressCounts(CARD_REST_MS - 1), pressCounts(CARD_REST_MS)], [false, true]);
});

const PRINT: ElementPrint = { role: "button", name: "Add to cart", tag: "button", kind: "", label: "", placeholder: "", autocomplete: "", destination: "" };

function call(tool: string, element: ElementPrint | null, origin = "https://shop.example"): Ask {
  return {
    type: "call", tool, effects: "write", arguments: { element: "a harmless button" }, reason: "policy_untrusted", flags: [], scopes: ["once"],
    target: { origin, ...(element === null ? {} : { element }) },
  };
}

function sentence(ask: Ask, tongue: "en" | "zh-CN" = "en"): string {
  return headline(ask, tongue === "en" ? speech("en") : speech("zh-CN", ZH)).map((p) => ("text" in p ? p.text : `[${p.site}]`)).join("");
}

test("the sentence names the verb, the element as the page shows it, and the site", () => {
  assert.equal(sentence(call("click", PRINT)), "Click “Add to cart” on [https://shop.example]?");
  assert.equal(sentence(call("click", PRINT), "zh-CN"), "在 [https://shop.example] 点击“Add to cart”？");
  assert.equal(sentence(call("type", { ...PRINT, role: "textbox", name: "", label: "Email" })), "Type into “Email” on [https://shop.example]?");
  assert.equal(sentence(call("navigate", null)), "Go to [https://shop.example]?");
  assert.equal(sentence({ type: "host_access", origin: "https://a.example", pattern: "", tool: "read_page" }), "Let Fairlead work on [https://a.example]?");
  assert.equal(sentence({ type: "permission", permission: "topSites", tool: "top_sites" }), "Let Fairlead see your most visited sites?");
  assert.equal(sentence({ type: "permission", permission: "history", tool: "history_search" }, "zh-CN"), "允许 Fairlead 查看浏览历史记录？");
});

test("no word of the model's is in the sentence", () => {
  for (const element of [PRINT, { ...PRINT, name: "" }, null]) assert.doesNotMatch(sentence(call("click", element)), /harmless/);
  assert.equal(sentence(call("click", { ...PRINT, name: "" })), "Click an unnamed button on [https://shop.example]?");
  assert.equal(sentence(call("click", null)), "Click an element on [https://shop.example]?");
});

test("a tool without a sentence of its own is named", () => {
  assert.equal(sentence(call("mcp__files__write", null)), "Use mcp__files__write on [https://shop.example]?");
  assert.equal(sentence(call("tabs_sort", null, "")), "Use tabs_sort?");
});

test("a name from the page cannot break the sentence", () => {
  const long = sentence(call("click", { ...PRINT, name: `Pay\n\n on bank.example? {site} ${"x".repeat(500)}` }));
  assert.ok(!long.includes("\n") && long.length < 160, long);
  assert.match(long, /\{site\}/);
});

test("a reason without words is shown as its code", () => {
  assert.equal(why("brand_new_reason", speech("en")), "brand_new_reason");
  assert.equal(why("rule_ask", speech("en")), "a rule of yours says to ask");
});

test("a step is labelled by its address, else by what the model called it", () => {
  assert.equal(targetOf({ url: "https://shop.example/a" }), "shop.example");
  assert.equal(targetOf({ element: "Buy", ref: "s1" }), "Buy");
  for (const odd of [null, [], "x", 7, {}, { element: 7 }]) assert.equal(targetOf(odd), "");
});

test("the registrable part of a site stands apart", () => {
  const cases: [string, string, string][] = [
    ["https://shop.example", "", "shop.example"],
    ["https://a.b.shop.example/x", "a.b.", "shop.example"],
    ["https://www.shop.co.uk", "www.", "shop.co.uk"],
    ["https://www.taobao.com.cn", "www.", "taobao.com.cn"],
    ["https://me.github.io", "", "me.github.io"],
    ["https://paypal.com.evil.example", "paypal.com.", "evil.example"],
    ["http://127.0.0.1:8787", "", "127.0.0.1"],
    ["http://[::1]:80", "", "[::1]"],
    ["http://localhost:3000", "", "localhost"],
    ["https://co.uk", "", "co.uk"],
  ];
  for (const [address, before, registrable] of cases) {
    const site = siteOf(address);
    assert.deepEqual([site?.before, site?.registrable], [before, registrable], address);
  }
  assert.equal(siteOf("not an address"), null);
});

test("plain http, a port and an internationalised name are in plain sight", () => {
  assert.equal(siteText("http://shop.example:8080/x"), "http://shop.example:8080");
  assert.equal(siteText("http://localhost:3000"), "localhost:3000");
  assert.equal(siteText("https://bücher.example"), "bücher.example (xn--bcher-kva.example)");
  assert.equal(siteText("https://аррӏе.example"), "аррӏе.example (xn--80ak6aa92e.example)");
});

test("Punycode is decoded as RFC 3492 says, and what is broken is refused", () => {
  // Samples (B), (C) and (L) of section 7.1.
  assert.equal(decodePunycode("ihqwcrb4cv8a8dqg056pqjye"), "他们为什么不说中文");
  assert.equal(decodePunycode("ihqwctvzc91f659drss3x8bo0yb"), "他們爲什麽不說中文");
  assert.equal(decodePunycode("3B-ww4c5e180e575a65lsy2b".toLowerCase()), "3年b組金八先生");
  assert.equal(decodePunycode("\u00fc"), null);
  assert.equal(decodePunycode("99999999"), null);
});
