import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchFor, type Line } from "../fetch.ts";
import { plainText } from "../plain.ts";

const HTML = { headers: { "content-type": "text/html; charset=utf-8" } };
const ORDER = { url: "https://a.example/x", time_ms: 5_000, most_bytes: 1_000 };

/** Answers by address; a text that begins with `->` is a redirect there, and `->?` one that the browser does not tell of. */
function line(answers: Readonly<Record<string, string | Response>>): Line & { readonly opened: string[] } {
  const opened: string[] = [];
  return {
    opened,
    open(url) {
      opened.push(url);
      const answer = answers[url];
      if (answer === undefined) return Promise.reject(new TypeError("Failed to fetch"));
      if (typeof answer !== "string") return Promise.resolve({ response: answer, leadsTo: null });
      // Nobody can make such a response by hand.
      const response = { type: "opaqueredirect" } as Response;
      return Promise.resolve({ response, leadsTo: answer === "->?" ? null : answer.slice(2) });
    },
  };
}

test("a page comes as its text, with where it came from", async () => {
  const answers = { "https://a.example/x": new Response("<title>T</title><p>Hello &amp; <b>good</b> bye<script>no()</script>", HTML) };
  assert.deepEqual(await fetchFor(line(answers), ORDER), {
    type: "fetched", url: "https://a.example/x", status: 200, media_type: "text/html", text: "T\nHello & good bye", cut: false,
  });
});

test("a redirect is followed to the same origin and up to https, and no further: where it leads is told", async () => {
  const answers = {
    "http://a.example/x": "->https://a.example/x", "https://a.example/x": "->https://a.example/y", "https://a.example/y": "->https://b.example/",
    "https://b.example/": new Response("not to be read"),
  };
  const way = line(answers);
  assert.deepEqual(await fetchFor(way, { ...ORDER, url: "http://a.example/x" }), { type: "leads_on", to: "https://b.example/" });
  assert.deepEqual(way.opened, ["http://a.example/x", "https://a.example/x", "https://a.example/y"]);
  for (const to of ["http://a.example/x", "https://a.example:8443/", "https://sub.a.example/"]) {
    assert.deepEqual(await fetchFor(line({ "https://a.example/x": `->${to}` }), ORDER), { type: "leads_on", to });
  }
  assert.deepEqual(await fetchFor(line({ "https://a.example/x": "->?" }), ORDER), { type: "leads_on" });
});

test("a server that leads round in circles is left", async () => {
  const way = line({ "https://a.example/x": "->https://a.example/x" });
  const reply = await fetchFor(way, ORDER);
  assert.equal(reply.type === "failed" && reply.failure.code, "navigation_failed");
  assert.equal(way.opened.length, 5);
});

test("of what is long only the beginning is read", async () => {
  const reply = await fetchFor(line({ "https://a.example/x": new Response("x".repeat(5_000), { headers: { "content-type": "text/plain" } }) }), ORDER);
  assert.deepEqual([reply.type === "fetched" && reply.text.length, reply.type === "fetched" && reply.cut], [1_000, true]);
});

test("what is no text is not read, and what cannot be reached or takes too long says so", async () => {
  const picture = new Response("PNG", { headers: { "content-type": "Image/PNG" } });
  assert.deepEqual(await fetchFor(line({ "https://a.example/x": picture }), ORDER), { type: "unreadable", media_type: "image/png" });
  const nowhere = await fetchFor(line({}), ORDER);
  assert.equal(nowhere.type === "failed" && nowhere.failure.code, "navigation_failed");
  const never: Line = { open: (_, signal) => new Promise((_, fail) => { signal.addEventListener("abort", () => { fail(signal.reason as Error); }); }) };
  // The timer of a signal keeps no process alive.
  const awake = setInterval(() => {}, 1_000);
  const late = await fetchFor(never, { ...ORDER, time_ms: 1 });
  clearInterval(awake);
  assert.equal(late.type === "failed" && late.failure.code, "timeout");
});

test("text is read in the encoding that its server or it itself names", async () => {
  const gbk = Uint8Array.from([0xbc, 0xdb, 0xb8, 0xf1]);
  const by = async (type: string, head = "") => {
    const body = new Blob([head, gbk]);
    const reply = await fetchFor(line({ "https://a.example/x": new Response(body, { headers: { "content-type": type } }) }), ORDER);
    return reply.type === "fetched" ? reply.text : reply.type;
  };
  assert.equal(await by("text/plain; charset=GBK"), "价格");
  assert.equal(await by("text/html", '<meta charset="gb2312">'), "价格");
  assert.equal(await by("text/plain; charset=nonsense"), "�۸�");
});

test("of HTML the words stay, with headings, items, cells and whole addresses", () => {
  const html = `<!doctype html><!-- no --><html><head><style>p{}</style></head><body><h2>Prices</h2><ul><li><p>One <a title=">" href="/one?a=1&amp;b=2">here</a>
    <li>Two<li></ul><table><tr><th>Item<th>Price</tr><tr><td>Aria<td>49.90&nbsp;&euro;</table><pre>def f():
    return 1</pre>3 < 4 &unknown; &#x4ef7;&#26684;<a href="javascript:x()">run</a><template><p>unseen</template></body>`;
  assert.equal(plainText(html, "https://a.example/x"), [
    "## Prices", "- One [here](https://a.example/one?a=1&b=2)", "- Two", "Item | Price", "Aria | 49.90 €", "def f():", "    return 1", "3 < 4 &unknown; 价格run",
  ].join("\n"));
});

test("no page holds the worker up, whatever is open in it", () => {
  for (const piece of ['<a "', "<a href=", "<!--", "</script", "<script>", "<p title='", "&#", "<"]) {
    const begun = performance.now();
    plainText(piece.repeat(500_000 / piece.length), "https://a.example/");
    assert.ok(performance.now() - begun < 3_000, piece);
  }
});
