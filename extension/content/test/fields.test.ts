/** Typing, choosing, scrolling and waiting: what the page holds afterwards, and what is said if it is not what was sent. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { WaitCondition } from "../../wire/wire.ts";
import { doneBy, failureOf, Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

test("typing replaces or appends, and says what the field holds", async () => {
  const tab = await stage.open(`<label>City <input value="Oslo"></label>`);
  const ref = await stage.ref(tab, "textbox", "City");
  const replaced = doneBy(await stage.type(tab, ref, "Bergen"));
  assert.match(replaced.content, /^Typed into textbox "City"\. It holds "Bergen"\./);
  assert.equal(replaced.changes.value, "Bergen");
  doneBy(await stage.type(tab, ref, " south", { mode: "append" }));
  assert.equal(await tab.page.inputValue("input"), "Bergen south");
  doneBy(await stage.type(tab, ref, ""));
  assert.equal(await tab.page.inputValue("input"), "");
});

test("the page sees one input event of its browser, and change when the field is left", async () => {
  const tab = await stage.open(`<label>City <input id="i"></label><button id="b">Next</button><script>window.log=[];for(const t of ["input","change","blur"])i.addEventListener(t,e=>log.push(t+":"+e.isTrusted))</script>`);
  doneBy(await stage.type(tab, await stage.ref(tab, "textbox", "City"), "Bergen"));
  doneBy(await stage.click(tab, await stage.ref(tab, "button", "Next")));
  assert.deepEqual(await tab.page.evaluate(() => (window as unknown as { log: string[] }).log), ["input:true", "change:true", "blur:true"]);
});

test("key by key each character is pressed, and a handler that refuses one is obeyed", async () => {
  const tab = await stage.open(`<label>Digits <input id="i"></label><script>window.n=0;i.onkeydown=e=>{n++;if(!/[0-9]/.test(e.key))e.preventDefault()}</script>`);
  const { content, changes } = doneBy(await stage.type(tab, await stage.ref(tab, "textbox", "Digits"), "1a2b3", { pace: "key_by_key" }));
  assert.equal(changes.value, "123");
  assert.match(content, /now holds "123", not what was sent/);
  assert.equal(await tab.page.evaluate(() => (window as unknown as { n: number }).n), 5);
});

test("a secret is typed and never said", async () => {
  const tab = await stage.open(`<label>Password <input type="password"></label>`);
  const { content, changes } = doneBy(await stage.type(tab, await stage.ref(tab, "textbox", "Password"), "s3cret-Zq"));
  assert.equal(await tab.page.inputValue("input"), "s3cret-Zq");
  assert.doesNotMatch(content, /s3cret/);
  assert.equal(changes.value, "filled");
});

test("Enter submits as the default button would", async () => {
  const tab = await stage.open(`<form onsubmit="event.preventDefault();o.textContent=event.submitter?.id+' '+q.value"><input id="q" aria-label="Query"><button id="go">Search</button></form><p id="o"></p>`);
  const { content } = doneBy(await stage.type(tab, await stage.ref(tab, "textbox", "Query"), "fog", { after: "submit" }));
  assert.match(content, /pressed Enter, which submitted the form/);
  assert.equal(await tab.page.textContent("#o"), "go fog");
});

test("Enter that the page handles itself submits nothing more", async () => {
  const tab = await stage.open(`<form onsubmit="document.title='submitted'"><textarea aria-label="Chat" onkeydown="if(event.key==='Enter'){event.preventDefault();o.textContent=this.value;this.value=''}"></textarea></form><p id="o"></p>`);
  const { content } = doneBy(await stage.type(tab, await stage.ref(tab, "textbox", "Chat"), "hello", { after: "submit" }));
  assert.match(content, /which the page handled\. It holds "hello"|which the page handled/);
  assert.equal(await tab.page.textContent("#o"), "hello");
  assert.notEqual(await tab.page.title(), "submitted");
});

test("dates are taken in any clear form; an unclear one changes nothing", async () => {
  const tab = await stage.open(`<label>Day <input type="date" value="2027-01-01"></label>`);
  const ref = await stage.ref(tab, "date", "Day");
  doneBy(await stage.type(tab, ref, "15/03/2027"));
  assert.equal(await tab.page.inputValue("input"), "2027-03-15");
  for (const unclear of ["03/04/2027", "next week"]) {
    assert.equal(failureOf(await stage.type(tab, ref, unclear)).code, "invalid_arguments");
    assert.equal(await tab.page.inputValue("input"), "2027-03-15");
  }
});

test("what cannot be typed into is refused", async () => {
  const tab = await stage.open(`<input readonly aria-label="Date"><button>Go</button><select aria-label="List"><option>a</select>`);
  for (const [role, name] of [["textbox", "Date"], ["button", "Go"], ["combobox", "List"]] as const) {
    assert.equal(failureOf(await stage.type(tab, await stage.ref(tab, role, name), "x")).code, "not_editable");
  }
});

test("options are matched by label, then value, and never guessed", async () => {
  const tab = await stage.open(`<select aria-label="S"><option value="1">One<option value="2">Two<option value="3">Two<option value="4" disabled>Four</select>`);
  const ref = await stage.ref(tab, "combobox", "S");
  const choose = (options: string[]) => stage.browser.ask(tab, { op: "select_option", ref, options });
  const ambiguous = failureOf(await choose(["Two"]));
  assert.equal(ambiguous.code, "ambiguous");
  assert.match(ambiguous.message, /"Two" \(value "2"\), "Two" \(value "3"\)/);
  assert.equal(failureOf(await choose(["Five"])).code, "not_found");
  assert.equal(failureOf(await choose(["Four"])).code, "disabled");
  assert.equal(failureOf(await choose(["One", "3"])).code, "invalid_arguments");
  assert.equal(await tab.page.inputValue("select"), "1");
  assert.match(doneBy(await choose(["3"])).content, /^Chose "Two" in combobox "S"\./);
  assert.equal(await tab.page.inputValue("select"), "3");
});

test("scrolling says what moved, by how much, and when it is at its end", async () => {
  const tab = await stage.open(`<div style="height:3000px">tall</div><p>foot</p>`);
  assert.match((await stage.done(tab, { op: "scroll", direction: "down" })).content, /^Scrolled the page by \d+ px; now \d+ px from its top, \d+ px below\./);
  await stage.done(tab, { op: "scroll", direction: "bottom" });
  assert.match((await stage.done(tab, { op: "scroll", direction: "down" })).content, /^The page did not move: it is at its end/);
});

test("waiting ends when the text is there, when it is gone, when the element is gone, or with a timeout that says what is missing", async () => {
  const tab = await stage.open(`<p id="p">Loading</p><button id="b">Old</button><script>setTimeout(()=>{p.textContent="Your order is ready"},300);setTimeout(()=>{b.remove();history.pushState(0,"","?done")},500)</script>`);
  const ref = await stage.ref(tab, "button", "Old");
  const wait = (condition: WaitCondition) =>
    stage.browser.ask(tab, { op: "wait_for", condition, timeout_ms: 3_000 });
  assert.match(doneBy(await wait({ for: "text", text: "order is READY" })).content, /is on the page: text "Your order is ready"/);
  assert.match(doneBy(await wait({ for: "text_gone", text: "Loading" })).content, /no longer on the page/);
  assert.match(doneBy(await wait({ for: "ref_gone", ref })).content, /is gone/);
  assert.match(doneBy(await wait({ for: "url", contains: "?done" })).content, /The address is/);
  const failure = failureOf(await stage.browser.ask(tab, { op: "wait_for", condition: { for: "text", text: "Never" }, timeout_ms: 200 }));
  assert.equal(failure.code, "timeout");
  assert.match(failure.message, /"Never" did not appear/);
});

const FORM = `<form><label>Name <input id="n"></label><label>Size <select id="s"><option>S<option>M</select></label><label><input type="checkbox" id="c">Terms</label></form>`;

test("a form is filled in one call, each field by its kind", async () => {
  const tab = await stage.open(FORM);
  const [name, size, terms] = [await stage.ref(tab, "textbox", "Name"), await stage.ref(tab, "combobox", "Size"), await stage.ref(tab, "checkbox", "Terms")];
  const { content } = await stage.done(tab, { op: "fill_form", fields: [{ ref: name, value: "Ada" }, { ref: size, value: "M" }, { ref: terms, value: "true" }] });
  assert.match(content, /It holds "Ada"\.[^]*Chose "M"[^]*It is checked now\./);
  assert.deepEqual(await tab.page.evaluate(() => [(document.getElementById("s") as HTMLSelectElement).value, (document.getElementById("c") as HTMLInputElement).checked]), ["M", true]);
  assert.equal(await tab.page.inputValue("#n"), "Ada");
  const failed = await stage.failed(tab, { op: "fill_form", fields: [{ ref: name, value: "Bob" }, { ref: size, value: "XL" }] });
  assert.equal(failed.code, "not_found");
  assert.match(failed.message, /It holds "Bob"\.[^]*field 2 of 2: .*no option "XL"[^]*1 field before it is done\./);
});

test("a row of actions ends where the page goes elsewhere, and each is bound as if it were alone", async () => {
  const tab = await stage.open(`<a href="#there">Go</a><button onclick="document.title='pressed'">Press</button>`);
  const [go, press] = [await stage.ref(tab, "link", "Go"), await stage.ref(tab, "button", "Press")];
  const click = (ref: string) => ({ op: "click", ref, button: "left", clicks: "single" }) as const;
  const { content } = await stage.done(tab, { op: "batch", acts: [click(go), click(press)] });
  assert.match(content, /The page is changing: the last 1 action was not done\./);
  assert.equal(await tab.page.title(), "Test");
  const { page } = await stage.browser.ask(tab, { op: "describe" });
  const binding = { document: page.document, origin: page.origin, element: await stage.print(tab, press), others: [await stage.print(tab, press)] };
  assert.equal((await stage.failed(tab, { op: "batch", acts: [click(press), click(go)] }, binding)).code, "target_changed");
  assert.equal(await tab.page.title(), "pressed");
});
