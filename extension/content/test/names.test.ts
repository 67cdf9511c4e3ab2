/** Roles and accessible names, in the manner of the web platform tests for HTML-AAM and accname. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Tab } from "./chromium.ts";
import { Stage } from "./stage.ts";

let stage: Stage;
let tab: Tab;
before(async () => {
  stage = await Stage.set();
  tab = await stage.open("");
});
after(() => stage.strike());

const NAMES: readonly (readonly [html: string, line: string])[] = [
  [`<button>Text</button>`, `button "Text"`],
  [`<button aria-label="Label">Text</button>`, `button "Label"`],
  [`<button aria-label=" ">Text</button>`, `button "Text"`],
  [`<span id="r1">By</span><button aria-labelledby="r1 r2">Text</button><span id="r2">reference</span>`, `button "By reference"`],
  [`<button id="self" aria-label="Delete" aria-labelledby="self file">x</button><span id="file">report.pdf</span>`, `button "Delete report.pdf"`],
  [`<button aria-labelledby="gone">Text</button>`, `button "Text"`],
  [`<span id="hid" hidden>Hidden name</span><button aria-labelledby="hid">x</button>`, `button "Hidden name"`],
  [`<button title="Title"></button>`, `button "Title"`],
  [`<button title="Title">Text</button>`, `button "Text"`],
  [`<button><img src="x" alt="Print"> page</button>`, `button "Print page"`],
  [`<button><svg width="9" height="9"><title>Search</title></svg></button>`, `button "Search"`],
  [`<button><span aria-hidden="true">×</span>Close</button>`, `button "Close"`],
  [`<button>a<span style="display:none">b</span>c</button>`, `button "ac"`],
  [`<button><div>two</div><div>blocks</div></button>`, `button "two blocks"`],
  [`<button><b>Add</b><b>ed</b></button>`, `button "Added"`],
  [`<style>.q::before{content:"Before "}.q::after{content:" after"}</style><button class="q">mid</button>`, `button "Before mid after"`],
  [`<input type="submit">`, `button "Submit"`],
  [`<input type="reset">`, `button "Reset"`],
  [`<input type="button" value="Press">`, `button "Press"`],
  [`<input type="image" alt="Find" width="20" height="20">`, `button "Find"`],
  [`<label>Around <input></label>`, `textbox "Around"`],
  [`<label for="f1">Before</label><input id="f1">`, `textbox "Before"`],
  [`<label for="f2">One</label><label for="f2">two</label><input id="f2">`, `textbox "One two"`],
  [`<input placeholder="Hint">`, `textbox "Hint"`],
  [`<input title="Title" placeholder="Hint">`, `textbox "Title"`],
  [`<label for="f3">Wait <input type="number" value="5"> days</label><input type="checkbox" id="f3">`, `checkbox "Wait 5 days"`],
  [`<input type="checkbox" id="f4"><label for="f4">Wait <b role="listbox" tabindex="0"><i role="option">4</i><i role="option" aria-selected="true">5</i></b> days</label>`, `checkbox "Wait 5 days"`],
  [`<input type="checkbox" id="f5"><label for="f5">Wait <b role="textbox" contenteditable="true" aria-label="number">5</b> days</label>`, `checkbox "Wait 5 days"`],
  [`<input type="checkbox" id="f6"><label for="f6">Wait <b role="combobox" tabindex="0" aria-label="number">5</b> days</label>`, `checkbox "Wait 5 days"`],
  [`<input type="checkbox" id="f7"><label for="f7">Wait <b role="slider" tabindex="0" aria-valuenow="5" aria-valuetext="five"></b> days</label>`, `checkbox "Wait five days"`],
  [`<style>.u::after{content:url(data:,) " or \\"two\\""}</style><button class="u">One</button>`, `button "One or \\"two\\""`],
  [`<input type="search" aria-label="Q">`, `searchbox "Q"`],
  [`<input list="dl" aria-label="C"><datalist id="dl"></datalist>`, `combobox "C"`],
  [`<input type="range" aria-label="V">`, `slider "V"`],
  [`<select aria-label="S"><option>a</option></select>`, `combobox "S"`],
  [`<select aria-label="M" multiple><option>a</option></select>`, `listbox "M"`],
  [`<textarea aria-label="T"></textarea>`, `textbox "T"`],
  [`<a href="/x">Link</a>`, `link "Link"`],
  [`<a href="/x"><img src="x" alt="Home"></a>`, `link "Home"`],
  [`<h4>Heading</h4>`, `heading "Heading"`],
  [`<div role="heading" aria-level="5">Five</div>`, `heading "Five"`],
  [`<img src="x" alt="Picture" width="30" height="30">`, `img "Picture"`],
  [`<nav aria-label="Main"><a href="/y">Y</a></nav>`, `navigation "Main"`],
  [`<section aria-label="Part"><p>t</p></section>`, `region "Part"`],
  [`<fieldset><legend>Group</legend><input aria-label="i"></fieldset>`, `group "Group"`],
  [`<table><caption>Figures</caption><tr><td>1</td></tr></table>`, `table "Figures"`],
  [`<div role="checkbox" tabindex="0" aria-checked="mixed">Some</div>`, `checkbox "Some"`],
  [`<div role="button" tabindex="0">Div</div>`, `button "Div"`],
  [`<div role="bogus button" tabindex="0">Second token</div>`, `button "Second token"`],
  [`<button role="none">Still a button</button>`, `button "Still a button"`],
  [`<progress value="3" max="9" aria-label="Load"></progress>`, `progressbar "Load"`],
  [`<div contenteditable="true" role="textbox" aria-label="Edit">x</div>`, `textbox "Edit"`],
];

for (const [html, line] of NAMES) {
  test(`${line} from ${html.slice(0, 90)}`, async () => {
    await tab.page.evaluate((given) => {
      document.body.innerHTML = `<div>${given}</div>`;
    }, html);
    const lines = (await stage.tree(tab)).split("\n").map((one) => one.replace(/^ *- /, ""));
    assert.ok(lines.some((one) => one === line || one.startsWith(`${line} [`)), `${line} is not in\n${lines.join("\n")}`);
  });
}

/** Of the elements of class `x`, in order. */
const ROLES: readonly (readonly [html: string, roles: string])[] = [
  [`<address class="x">a</address><hgroup class="x"><h2>h</h2></hgroup><details class="x"><summary class="x">s</summary></details>`, "group group group button"],
  [`<b class="x">b</b><strong class="x">s</strong><em class="x">e</em><i class="x">i</i><small class="x">s</small><u class="x">u</u>`, "strong strong emphasis generic generic generic"],
  [`<del class="x">d</del><s class="x">s</s><ins class="x">i</ins><mark class="x">m</mark><sub class="x">1</sub><sup class="x">2</sup>`, "deletion deletion insertion mark subscript superscript"],
  [`<code class="x">c</code><time class="x">t</time><pre class="x">p</pre><q class="x">q</q><samp class="x">s</samp>`, "code time generic generic generic"],
  [`<ul class="x"><li class="x">1</li></ul><menu class="x"><li class="x">2</li></menu><ol role="none"><li class="x">3</li></ol>`, "list listitem list listitem listitem"],
  [`<div><li class="x">alone</li></div><div role="list"><li class="x">in a list by role</li></div>`, "generic listitem"],
  [`<aside class="x">a</aside><nav><aside class="x">b</aside><aside class="x" aria-label="n">c</aside><aside class="x" role="complementary">d</aside></nav>`, "complementary generic complementary complementary"],
  [`<main><aside class="x">beside</aside></main><section><aside class="x">within</aside></section>`, "complementary generic"],
  [`<header class="x">h</header><footer class="x">f</footer><article><header class="x">h</header><footer class="x" aria-label="f">f</footer></article>`, "banner contentinfo generic generic"],
  [`<summary class="x">alone</summary><details><summary>1</summary><summary class="x">second</summary></details>`, "generic generic"],
  [`<a class="x">no address</a><a class="x" href="#">link</a><img class="x" alt=""><img class="x" alt="a">`, "generic link none img"],
  [`<section class="x">s</section><section class="x" aria-label="n">s</section><select class="x" size="2"><option class="x">o</option></select>`, "generic region listbox option"],
  [`<table class="x"><caption class="x">c</caption><thead class="x"><tr class="x"><th class="x">h</th></tr></thead><tbody class="x"><tr><td class="x">d</td></tr></tbody></table>`, "table caption rowgroup row columnheader rowgroup cell"],
  [`<dl><dt class="x">t</dt><dd class="x">d</dd></dl><blockquote class="x">b</blockquote><hr class="x"><output class="x">o</output><search class="x">s</search>`, "term definition blockquote separator status search"],
];

for (const [html, roles] of ROLES) {
  test(`roles ${roles}`, async () => {
    await tab.page.evaluate((given) => {
      document.body.innerHTML = given;
    }, html);
    assert.equal(await stage.browser.probe(tab, "roleOf", ".x"), roles);
  });
}
