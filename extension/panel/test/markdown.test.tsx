/** Markdown becomes nodes, never HTML; hostile text stays text; a growing text keeps its finished blocks. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { render } from "preact-render-to-string";
import { renderBlock } from "../answer/blocks";
import { Blocks, decodeEntities, safeHref } from "../answer/markdown";
import { speech } from "../words/speech";

const EN = speech("en");

function html(markdown: string): string {
  const blocks = new Blocks().read(markdown);
  return render(<>{blocks.map(({ at, token }) => <div key={at}>{renderBlock(token, EN)}</div>)}</>)
    .replaceAll(/<\/?div>/g, "").trim();
}

test("ordinary Markdown becomes its elements", () => {
  const cases: [string, string][] = [
    ["a **b** *c* `d` ~~e~~", "<p>a <strong>b</strong> <em>c</em> <code>d</code> <del>e</del></p>"],
    ["# One\n\n### Three", "<h3>One</h3><h4>Three</h4>"],
    ["- a\n- b", "<ul><li>a</li><li>b</li></ul>"],
    ["3. a\n4. b", '<ol start="3"><li>a</li><li>b</li></ol>'],
    ["> quoted", "<blockquote><p>quoted</p></blockquote>"],
    ["---", "<hr/>"],
    ["a\\*b", "<p>a*b</p>"],
    ["- [x] done\n- [ ] open", '<ul><li class="task">☑ done</li><li class="task">☐ open</li></ul>'],
  ];
  for (const [markdown, expected] of cases) assert.equal(html(markdown), expected);
});

test("a table keeps its alignment and its cells", () => {
  const found = html("| a | b |\n|--|--:|\n| 1 | 2 |");
  assert.match(found, /<th scope="col">a<\/th><th scope="col" class="to-right">b<\/th>/);
  assert.match(found, /<td>1<\/td><td class="to-right">2<\/td>/);
});

test("raw HTML is shown as the text it is", () => {
  for (const hostile of [
    "<script>alert(1)</script>",
    "x <img src=x onerror=alert(1)> y",
    "<iframe src=//evil.example></iframe>",
    "<svg/onload=alert(1)>",
    "<style>*{display:none}</style>",
    "- <b onclick=alert(1)>item</b>",
    "| <script>1</script> |\n|--|\n| <img src=x> |",
    "<details open ontoggle=alert(1)>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "<!-- comment --><script>1</script>",
    "**<script>bold</script>**",
    "[<img src=x onerror=alert(1)>](https://a.example)",
  ]) {
    const found = html(hostile);
    assert.doesNotMatch(found, /<(script|img|iframe|svg|style|details|b)\b/i, hostile);
  }
});

test("only links to the web and to mail can be followed", () => {
  for (const bad of [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "&#106;avascript:alert(1)", "data:text/html,x", "vbscript:x",
    "file:///etc/passwd", "chrome-extension://abc/panel.html", "blob:https://a.example/1", "//evil.example", "relative", "#hash",
  ]) {
    assert.doesNotMatch(html(`[x](<${bad}>)`), /href/, bad);
    assert.doesNotMatch(html(`[x]: ${bad}\n\n[x]`), /href/, bad);
  }
  assert.match(html("[x](https://a.example/b)"), /<a href="https:\/\/a\.example\/b" target="_blank" rel="noopener noreferrer"/);
  assert.match(html("[x](mailto:a@b.example)"), /href="mailto:a@b\.example"/);
  assert.match(html("https://a.example"), /href="https:\/\/a\.example\/"/);
  assert.equal(safeHref("http://a.example"), "http://a.example/");
});

test("an image is never loaded", () => {
  for (const image of ["![pixel](https://evil.example/p.png)", "![](data:image/png;base64,AAAA)", "[![i](https://evil.example/x.png)](https://a.example)"]) {
    const found = html(image);
    assert.doesNotMatch(found, /<img|src=/, image);
    assert.match(found, /Image not loaded/);
  }
});

test("character references are decoded once, and into text", () => {
  assert.equal(decodeEntities("&amp;lt; &lt; &#65; &#x4e2d; &nosuch; &#0; &#xD800;"), "&lt; < A 中 &nosuch; \ufffd \ufffd");
  assert.equal(html("a &amp; b"), "<p>a &amp; b</p>");
  assert.equal(html("`&amp;`"), "<p><code>&amp;amp;</code></p>");
});

test("deep nesting and long lines end in text, not in an overflow", () => {
  assert.match(html(`${"> ".repeat(400)}x`), /x/);
  assert.match(html(`${"- ".repeat(200)}x`), /x/);
  assert.ok(html("[".repeat(2_000)).length > 0);
  assert.ok(html("*".repeat(5_000)).length > 0);
  assert.ok(html("|a".repeat(500) + "\n" + "|-".repeat(500)).length > 0);
});

test("a growing text gives the same blocks as the whole text, whatever the pieces", () => {
  const text = [
    "# Title\n\nA paragraph\nover two lines.\r\n\r\n- one\n- two\n\n  still two\n\n```js\nlet a = 1;\n\nlet b = 2;\n```\n\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n\n> quote\n> more\n\n1. x\n2. y\n\n[ref]: https://a.example\n\nLast [ref] 价格 **bold** &amp; <b>raw</b>\n",
  ].join("");
  const whole = new Blocks().read(text).map((b) => b.token.raw.trim());
  for (const size of [1, 2, 3, 7, 40]) {
    const blocks = new Blocks();
    for (let end = size; end < text.length; end += size) blocks.read(text.slice(0, end));
    assert.deepEqual(blocks.read(text).map((b) => b.token.raw.trim()), whole, `pieces of ${size}`);
  }
});

test("a finished block is the same object while the text grows, and a reset forgets it", () => {
  const blocks = new Blocks();
  const [first] = blocks.read("One.\n\nTwo.\n\nThr");
  assert.equal(blocks.read("One.\n\nTwo.\n\nThree and more.")[0], first);
  assert.deepEqual(blocks.read("Other.").map((b) => b.token.raw), ["Other."]);
});
