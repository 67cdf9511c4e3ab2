/** Keys, the pointer at rest, drags and ticks: what a browser does on them, and what is said if the page does nothing. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { doneBy, failureOf, Stage } from "./stage.ts";
import type { Tab } from "./chromium.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

async function press(tab: Tab, key: string, ref?: string): Promise<string> {
  return (await stage.done(tab, { op: "press_key", key, ...(ref ? { ref } : {}) })).content;
}

test("a key is pressed with its names and codes, and held keys are told with it", async () => {
  const tab = await stage.open(`<input aria-label="In" id="i"><script>window.log=[];for(const t of ["keydown","keypress","keyup"])i.addEventListener(t,e=>log.push([t,e.key,e.code,e.keyCode,e.ctrlKey,e.shiftKey].join(" ")))</script>`);
  const ref = await stage.ref(tab, "textbox", "In");
  await press(tab, "esc", ref);
  await press(tab, "Control+k", ref);
  await press(tab, "Shift+a", ref);
  assert.deepEqual(await tab.page.evaluate(() => (window as unknown as { log: string[] }).log), [
    "keydown Escape Escape 27 false false", "keyup Escape Escape 27 false false",
    "keydown k KeyK 75 true false", "keyup k KeyK 75 true false",
    "keydown A KeyA 65 false true", "keypress A KeyA 65 false true", "keyup A KeyA 65 false true",
  ]);
  assert.equal(await tab.page.inputValue("#i"), "A");
  assert.equal((await stage.failed(tab, { op: "press_key", key: "Hyper+x" })).code, "invalid_arguments");
});

test("what a page leaves to the browser is done: Enter, Space, Tab, arrows, Backspace", async () => {
  const tab = await stage.open(
    `<form onsubmit="event.preventDefault();document.title='sent'"><input aria-label="Word" value="abc"><input type="number" aria-label="Age" value="4"><button>Send</button></form>
     <button id="b" onclick="this.textContent='hit '+(++window.n)">Go</button><label><input type="radio" name="r" checked>One</label><label><input type="radio" name="r">Two</label>
     <select aria-label="List"><option>A<option disabled>B<option>C</select><script>window.n=0</script>`,
  );
  const word = await stage.ref(tab, "textbox", "Word");
  await press(tab, "End", word);
  await press(tab, "Backspace");
  assert.equal(await tab.page.inputValue("[aria-label=Word]"), "ab");
  await press(tab, "Tab", word);
  assert.match(await press(tab, "ArrowUp"), /on spinbutton "Age"\. It holds "5" now\./);
  assert.match(await press(tab, "Enter"), /It submitted the form\./);
  assert.equal(await tab.page.title(), "sent");
  await press(tab, "Enter", await stage.ref(tab, "button", "Go"));
  await press(tab, "Space", await stage.ref(tab, "button", "hit 1"));
  assert.equal(await tab.page.textContent("#b"), "hit 2");
  await press(tab, "ArrowDown", await stage.ref(tab, "radio", "One"));
  await stage.line(tab, "radio", "Two").then((line) => assert.ok(line.marks.includes("checked")));
  assert.match(await press(tab, "ArrowDown", await stage.ref(tab, "combobox", "List")), /It chose "C"\./);
});

test("a key that the page takes for itself has no other effect", async () => {
  const tab = await stage.open(`<input aria-label="In" id="i"><script>i.onkeydown=e=>e.preventDefault()</script>`);
  await press(tab, "x", await stage.ref(tab, "textbox", "In"));
  assert.equal(await tab.page.inputValue("#i"), "");
});

test("the pointer leaves what it rested on before it comes to another place", async () => {
  const tab = await stage.open(`<div id="a"><button>One</button></div><div id="b"><button>Two</button></div><script>window.log=[];for(const d of [a,b])for(const t of ["mouseenter","mouseleave"])d.addEventListener(t,()=>log.push(d.id+t))</script>`);
  const [one, two] = [await stage.ref(tab, "button", "One"), await stage.ref(tab, "button", "Two")];
  const { content } = await stage.done(tab, { op: "hover", ref: one });
  assert.match(content, /^The pointer rests on button "One"\./);
  doneBy(await stage.click(tab, one));
  doneBy(await stage.click(tab, two));
  assert.deepEqual(await tab.page.evaluate(() => (window as unknown as { log: string[] }).log), ["amouseenter", "amouseleave", "bmouseenter"]);
});

test("what style sheets show under the pointer is shown as long as it rests there", async () => {
  const tab = await stage.open(
    `<style>.m>ul{visibility:hidden}@media (min-width:10px){.m:hover>ul{visibility:visible}}.m:not(:hover){color:gray}</style>
     <nav><div class="m">Shop<ul><li><a href="#x">Lamps</a></li></ul></div></nav><button>Else</button>`,
  );
  assert.match(await stage.tree(tab), /Shop.*\[more on hover\]/);
  const holder = (await stage.read(tab)).match(/"Shop".*\[ref=([^\]]+)\]/)?.[1] ?? "";
  const { content } = await stage.done(tab, { op: "hover", ref: holder });
  assert.match(content, /\+.*link "Lamps"/);
  doneBy(await stage.click(tab, await stage.ref(tab, "link", "Lamps")));
  assert.match(tab.page.url(), /#x$/);
  doneBy(await stage.click(tab, await stage.ref(tab, "button", "Else")));
  assert.doesNotMatch(await stage.tree(tab), /Lamps/);
  assert.equal(await tab.page.evaluate(() => document.adoptedStyleSheets.length + document.querySelectorAll("[data-fairlead-hovered]").length), 0);
});

test("a library that follows the pointer is led all the way, and a drop that is not taken is no success", async () => {
  const tab = await stage.open(
    `<button id="h" style="touch-action:none">Handle</button><div id="t" role="list" aria-label="Goal" style="margin:80px;width:120px;height:60px"></div><div draggable="true" id="c" style="width:80px">Card</div>
     <script>window.moves=0;h.onpointerdown=()=>{onpointermove=e=>{if(e.buttons===1)moves++};onpointerup=e=>{document.title=e.target.id+" "+(moves>3);onpointermove=onpointerup=null}}</script>`,
  );
  const goal = await stage.ref(tab, "list", "Goal");
  const { content } = await stage.done(tab, { op: "drag", ref: await stage.ref(tab, "button", "Handle"), to: goal });
  assert.match(content, /^Dragged button "Handle" to list "Goal" and let go\./);
  assert.equal(await tab.page.title(), "t true");
  const card = (await stage.read(tab)).match(/"Card".*\[ref=([^\]]+)\]/)?.[1] ?? "";
  const refused = await stage.failed(tab, { op: "drag", ref: card, to: goal });
  assert.equal(refused.code, "ignored_by_page");
  assert.match(refused.message, /list "Goal" does not take/);
});

test("ticking knows the state, is done once, and a page that takes it back is told", async () => {
  const tab = await stage.open(
    `<label><input type="checkbox" id="a" checked>News</label><label><input type="checkbox" id="b" onclick="event.preventDefault()">Stubborn</label>
     <div role="switch" aria-checked="false" tabindex="0" aria-label="Dark" style="width:40px;height:20px" onclick="this.setAttribute('aria-checked',this.getAttribute('aria-checked')==='false')"></div>
     <label><input type="radio" name="r" checked>Only</label>`,
  );
  const tick = (ref: string, checked: boolean) => stage.browser.ask(tab, { op: "set_checked", ref, checked });
  const news = await stage.ref(tab, "checkbox", "News");
  assert.equal(doneBy(await tick(news, true)).content, 'checkbox "News" is checked already; nothing was done.');
  assert.match(doneBy(await tick(news, false)).content, /It is unchecked now\./);
  assert.match(doneBy(await tick(await stage.ref(tab, "switch", "Dark"), true)).content, /It is checked now\./);
  assert.equal(failureOf(await tick(await stage.ref(tab, "checkbox", "Stubborn"), true)).code, "ignored_by_page");
  assert.equal(failureOf(await tick(await stage.ref(tab, "radio", "Only"), false)).code, "invalid_arguments");
});

test("files go into the field behind a button, are refused where they do not fit, or are dropped", async () => {
  const tab = await stage.open(
    `<div><input type="file" id="f" accept=".txt,image/*" hidden><button onclick="f.click()">Add</button></div><p id="o"></p><div id="z" tabindex="0" aria-label="Zone" role="button">Drop here</div>
     <script>f.onchange=()=>{o.textContent=f.files[0].name+" "+f.files[0].size};z.ondragover=e=>e.preventDefault();z.ondrop=e=>{e.preventDefault();o.textContent="dropped "+e.dataTransfer.files[0].name}</script>`,
  );
  const give = async (role: string, name: string, file: string) =>
    stage.browser.ask(tab, { op: "upload_file", ref: await stage.ref(tab, role, name), files: [{ name: file, media_type: "text/plain", data_b64: btoa("hello") }] });
  assert.match(doneBy(await give("button", "Add", "a.txt")).content, /^Gave "a\.txt" to button "Add"\. The field holds "a\.txt"\./);
  assert.equal(await tab.page.textContent("#o"), "a.txt 5");
  const unfit = failureOf(await give("button", "Add", "a.exe"));
  assert.equal(unfit.code, "invalid_arguments");
  assert.match(unfit.message, /takes only \.txt, image\/\*, not "a\.exe"/);
  await tab.page.evaluate(() => document.getElementById("f")?.remove());
  doneBy(await give("button", "Zone", "b.txt"));
  assert.equal(await tab.page.textContent("#o"), "dropped b.txt");
});
