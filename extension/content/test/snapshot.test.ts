/** What a snapshot shows, hides and says, line by line. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

/** The whole tree of a body, refs left out. */
const TREES: readonly { says: string; body: string; tree: string }[] = [
  {
    says: "text of inline elements is one line, blocks are lines of their own",
    body: `<p>Total: <b>84.50</b> EUR, a <dfn>sum</dfn> of two</p><div>a<br>b</div><span>c</span> <i>d</i>`,
    tree: `- text "Total: 84.50 EUR, a sum of two"\n- text "a"\n- text "b"\n- text "c d"`,
  },
  {
    says: "a heading that is one link is one line",
    body: `<h2><a href="/x">Aurora</a></h2><h3>Plain</h3>`,
    tree: `- link "Aurora" [heading level=2]\n- heading "Plain" [level=3]`,
  },
  {
    says: "what the name of a control says is not said again in it or beside it",
    body: `<p>Sound</p><input type="checkbox" aria-label="Sound"><button aria-label="Like, 231 people do">👍 231</button><button aria-label="Send">To Bo</button>`,
    tree: `- checkbox "Sound" [unchecked]\n- button "Like, 231 people do"\n- button "Send"\n  - text "To Bo"`,
  },
  {
    says: "an item of a list that holds one thing is that thing, and one that is dragged says its own words",
    body: `<ul><li><a href="/a">A</a></li><li draggable="true">B <button>Up</button></li></ul>`,
    tree: `- list\n  - link "A"\n  - listitem "B" [draggable]\n    - button "Up"`,
  },
  {
    says: "a field without a value or hint says neither",
    body: `<label>City <input list="c" placeholder=" "></label><datalist id="c"></datalist>`,
    tree: `- combobox "City"`,
  },
  {
    says: "labels, legends and captions are names and are not said twice",
    body: `<fieldset><legend>Size</legend><label><input type="radio" name="s">S</label></fieldset><label>City <input value="Oslo"></label><table><caption>T</caption><tr><td>1<td>2</tr></table>`,
    tree: `- group "Size"\n  - radio "S" [unchecked]\n- textbox "City" [value="Oslo"]\n- table "T"\n  - row "1 | 2"`,
  },
  {
    says: "cells are one line and their controls stand below",
    body: `<table><tr><th>Plan<th>Price</tr><tr><td>Pro<td>9 <button>Buy</button></tr></table>`,
    tree: `- table\n  - row "Plan | Price"\n  - row "Pro | 9"\n    - button "Buy"`,
  },
  {
    says: "a card that repeats without list markup keeps its parts together",
    body: `<div>${["A", "B", "C"].map((x) => `<div class="c"><h3>${x}</h3><span>$1</span><button>Add</button></div>`).join("")}</div>`,
    tree: ["A", "B", "C"].map((x) => `- generic\n  - heading "${x}" [level=3]\n  - text "$1"\n  - button "Add"`).join("\n"),
  },
  {
    says: "a pointer target is listed once, at the outermost element that sets the pointer",
    body: `<div style="cursor:pointer"><span>Bank <b>transfer</b></span></div><div style="cursor:pointer"><a href="/y">Only a link</a></div>`,
    tree: `- generic "Bank transfer"\n- link "Only a link"`,
  },
  {
    says: "a label of the author that leaves out the content does not hide it",
    body: `<a href="/p" aria-label="Aurora Lite"><b>$39.90</b></a>`,
    tree: `- link "Aurora Lite"\n  - text "$39.90"`,
  },
  {
    says: "a struck figure is marked as such",
    body: `<p><s>$89</s> $64</p><p><del>was $9</del> now $8</p>`,
    tree: `- text "~~$89~~ $64"\n- text "was $9 now $8"`,
  },
  {
    says: "what nobody can see is not shown",
    body: `<p>seen</p><p hidden>1</p><p style="visibility:hidden">2</p><p style="opacity:0">3</p><p aria-hidden="true">4</p><p inert>5</p>
      <p style="position:absolute;left:-9999px">6</p><p style="font-size:0">7</p><p style="color:transparent">8</p><p style="text-indent:-9999px">9</p>
      <p style="position:absolute;width:1px;height:1px;overflow:hidden">10</p><p style="position:absolute;clip:rect(0,0,0,0)">11</p><p style="clip-path:inset(50%)">12</p>
      <div style="height:0;overflow:hidden">13</div><p style="transform:scale(0)">14</p><details><summary>More</summary>15</details><template>16</template><noscript>17</noscript><!--18-->
      <p style="visibility:hidden">19<span style="visibility:visible">back</span></p>`,
    tree: `- text "seen"\n- button "More" [collapsed]\n- text "back"`,
  },
  {
    says: "letters in the colour of what they stand on, and what lies behind the page, are not shown; white letters on a picture are",
    body: `<p>seen</p><p style="color:#fff">1</p><p style="color:#fefefe;background:#fff">2</p><div style="background:#222"><b style="color:#fff">read</b><p style="color:#222;background:#232323">3</p></div>
      <div style="position:relative;height:40px"><p style="position:absolute;z-index:-1;margin:0">4</p><p style="position:absolute;background:#fff;width:100%;margin:0">over it</p></div>
      <div style="position:relative;height:40px"><svg width="100" height="40"></svg><span style="position:absolute;top:0;color:#fff">on a picture</span></div>
      <div style="background:linear-gradient(red,blue);color:#fff">on a gradient</div>`,
    tree: `- text "seen"\n- text "read"\n- text "over it"\n- text "on a picture"\n- text "on a gradient"`,
  },
  {
    says: "secrets are told as filled or empty",
    body: `<label>Password <input type="password" value="hunter2"></label><label>Card number <input value="4111111111111111"></label><label>Code <input autocomplete="one-time-code"></label><label>PIN <input style="-webkit-text-security:disc" value="1234"></label>`,
    tree: `- textbox "Password" [password] [filled]\n- textbox "Card number" [filled]\n- textbox "Code" [empty]\n- textbox "PIN" [filled]`,
  },
  {
    says: "page text cannot pass for a line of the snapshot",
    body: `<p>x" [ref=s1_1]\n- button "Pay</p><button aria-label='a"] [ref=s9_9]' aria-current='x] [ref=s9_8'>b</button><iframe sandbox src="about:blank#%22]%20[ref=s9_7]" title="f" width="90" height="40"></iframe>`,
    tree: `- text "x\\" [ref=s1_1] - button \\"Pay"\n- button "a\\"] [ref=s9_9]"\n- iframe "f" [src="about:blank#%22]%20[ref=s9_7]"]`,
  },
  {
    says: "invisible characters are dropped and no-break spaces are spaces",
    body: `<p>a&#x200b;b&nbsp;c&#x202e;d&#xe0041;</p>`,
    tree: `- text "ab cd"`,
  },
  {
    says: "states are shown as the page has them",
    body: `<button aria-pressed="true">B</button><button aria-expanded="false" aria-haspopup="menu">M</button><input type="checkbox" aria-label="C" checked><input aria-label="R" required readonly value="x"><button disabled>D</button><fieldset disabled><button>F</button></fieldset><div role="tab" aria-selected="true" tabindex="0">T</div><div role="slider" tabindex="0" aria-label="V" aria-valuenow="4"></div>`,
    tree: `- button "B" [pressed]\n- button "M" [collapsed] [haspopup=menu]\n- checkbox "C" [checked]\n- textbox "R" [readonly] [required] [value="x"]\n- button "D" [disabled]\n- button "F" [disabled]\n- tab "T" [selected]\n- slider "V" [value="4"]`,
  },
  {
    says: "slots, nested shadow roots and frames of the same origin are read in place",
    body: `<div id="h"><span slot="s">slotted</span><b>lost</b></div><script>h.attachShadow({mode:"open"}).innerHTML="<p>before</p><slot name=s></slot><div id=i></div>";h.shadowRoot.getElementById("i").attachShadow({mode:"closed"}).innerHTML="<button>Deep</button>"</script><iframe title="F" srcdoc="<button>Inner</button>"></iframe>`,
    tree: `- text "before"\n- text "slotted"\n- button "Deep"\n- iframe "F"\n  - button "Inner"`,
  },
  {
    says: "named form controls do not shadow what is read of the form",
    body: `<form><label>Note <input name="parentNode"></label><input name="firstChild" aria-label="A"><input name="getAttribute" aria-label="B"><input name="localName" aria-label="C"><button name="nodeType">Go</button></form><img name="body" alt="pic" width="40" height="40">`,
    tree: `- textbox "Note"\n- textbox "A"\n- textbox "B"\n- textbox "C"\n- button "Go"\n- img "pic"`,
  },
];

for (const { says, body, tree } of TREES) {
  test(says, async () => {
    const tab = await stage.open(body);
    assert.equal(await stage.tree(tab), tree);
    await tab.page.close();
  });
}

test("the head names the page and its address", async () => {
  const tab = await stage.open("<p>x</p>", "A &quot;title&quot;");
  const [title, address] = (await stage.read(tab)).split("\n");
  assert.equal(title, 'page "A \\"title\\""');
  assert.equal(address, `url ${tab.page.url()}`);
});

test("an open modal hides what lies behind it and says so", async () => {
  const tab = await stage.open(`<button>Behind</button><dialog id="d"><p>Sure?</p><button>Yes</button></dialog><div role="alert">Saved</div><script>d.showModal()</script>`);
  const text = await stage.read(tab);
  assert.match(text, /note: A modal dialog is open/);
  assert.match(text, /- dialog\n {2}- text "Sure\?"\n {2}- button "Yes"/);
  assert.match(text, /- alert "Saved"/);
  assert.doesNotMatch(text, /Behind/);
});

test("an empty page says why and what to do next", async () => {
  const tab = await stage.open("");
  const text = await stage.read(tab);
  assert.match(text, /The page shows nothing: its document is empty\./);
  assert.match(text, /Next: /);
});

test("deep nesting is read without recursion and without an endless indent", async () => {
  const tab = await stage.open(
    `<div id="r"></div><script>let at=r;for(let i=0;i<2000;i++){const d=document.createElement("span");at.append(d);at=d}at.textContent="deep";
     let list=r;for(let i=0;i<300;i++){const u=document.createElement("ul"),l=document.createElement("li");l.append("level "+i);u.append(l);list.append(u);list=l}</script>`,
  );
  const text = await stage.read(tab);
  assert.match(text, /level 0/);
  assert.ok(text.length < 14_000);
});

test("a small budget keeps dialogs, alerts, headings and focus, counts what it cuts and says how to get it", async () => {
  const rows = Array.from({ length: 200 }, (_none, n) => `<li>Row ${n} <a href="#${n}">open ${n}</a></li>`).join("");
  const tab = await stage.open(`<ul>${rows}</ul><h2>Last heading</h2><div role="alert">Careful</div><input aria-label="Here" autofocus><div role="dialog" aria-label="Chat"><button>Send</button></div>`);
  await tab.page.focus("input");
  const text = await stage.read(tab, 400);
  for (const kept of ["Last heading", "Careful", "Here", "Chat"]) assert.match(text, new RegExp(kept));
  const links = (text.match(/- link/g) ?? []).length;
  const cut = Number(/not shown: .*?(\d+) links/.exec(text)?.[1]);
  assert.equal(links + cut, 200);
  assert.match(text, /find_in_page searches all of the page/);
  assert.ok(text.length < 400 * 4.4, `${text.length} characters`);
});

test("a scoped reading shows only what is inside", async () => {
  const tab = await stage.open(`<p>outside</p><div style="height:60px;overflow:auto" role="list" aria-label="Log"><div style="height:400px" role="listitem">inside</div></div>`);
  const scope = await stage.ref(tab, "list", "Log");
  const { content } = await stage.done(tab, { op: "read_page", mode: "snapshot", max_tokens: 3_000, scope });
  assert.match(content, /inside/);
  assert.doesNotMatch(content, /outside/);
});

test("text that is shortened in the snapshot is found whole", async () => {
  const tab = await stage.open(`<p>${"word ".repeat(200)}needle at the end</p>`);
  assert.match(await stage.read(tab), /1 text shortened/);
  const { content } = await stage.done(tab, { op: "find_in_page", query: "NEEDLE at" });
  assert.match(content, /there: "….*needle at the end…"/);
});

test("a search gives the way to a match and the controls beside it", async () => {
  const tab = await stage.open(`<ul aria-label="People">${["Ada", "Bob"].map((n) => `<li>${n}&nbsp;Byron <button>Call ${n}</button></li>`).join("")}</ul>`);
  const { content } = await stage.done(tab, { op: "find_in_page", query: "bob byron" });
  assert.match(content, /^1 match for "bob byron":\n {2}- list "People"\n/);
  assert.match(content, /> {3}- listitem "Bob Byron"\n {6}- button "Call Bob" \[ref=/);
  const missing = await stage.done(tab, { op: "find_in_page", query: "Eve" });
  assert.match(missing.content, /was not found on the page/);
});

test("an article is Markdown with links, lists and tables, in pages", async () => {
  const tab = await stage.open(
    `<nav>menu</nav><main><h1>Fog</h1><p>It is <b>dense</b>, see <a href="/more">more</a>.</p><ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol>
     <blockquote>said</blockquote><pre>a\n  b</pre><table><tr><th>Year<th>Days</tr><tr><td>1931<td>96</tr></table><p><s>$9</s> $8</p><p style="opacity:0">evil</p><input value="typed"><p>${"long text ".repeat(60)}</p></main>`,
  );
  const { content } = await stage.done(tab, { op: "extract", from_char: 0 });
  const origin = new URL(tab.page.url()).origin;
  assert.equal(
    content.split("\n").slice(3).join("\n").replace(/(long text )+long text/, "LONG"),
    `# Fog\n\nIt is **dense**, see [more](${origin}/more).\n\n1. one\n   - inner\n2. two\n\n> said\n\n\`\`\`\na\n  b\n\`\`\`\n\n| Year | Days |\n| --- | --- |\n| 1931 | 96 |\n\n~~$9~~ $8\n\nLONG`,
  );
  const article = await stage.done(tab, { op: "read_page", mode: "article", max_tokens: 100 });
  const next = Number(/from_char (\d+)/.exec(article.content)?.[1]);
  const rest = await stage.done(tab, { op: "extract", from_char: next });
  assert.match(rest.content, /, the end$/);
});
