/** Clicks: refs and bindings that hold or refuse, one action per request, the order of events, and the account of what changed. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { START_MS } from "../caps.ts";
import { doneBy, failureOf, Stage } from "./stage.ts";

let stage: Stage;
before(async () => {
  stage = await Stage.set();
});
after(() => stage.strike());

const COUNTER = `<button id="b">Add</button><output id="o">0</output><script>b.onclick=()=>{o.textContent=+o.textContent+1}</script>`;

test("a click sends the events of a real pointer in order and one click", async () => {
  const tab = await stage.open(`<button id="b">Go</button><script>window.log=[];for(const t of ["pointerover","pointerenter","mouseover","mouseenter","pointermove","mousemove","pointerdown","mousedown","focus","pointerup","mouseup","click","dblclick"])b.addEventListener(t,e=>log.push(t+(e.detail||"")))</script>`);
  const ref = await stage.ref(tab, "button", "Go");
  doneBy(await stage.click(tab, ref));
  const log = await tab.page.evaluate(() => (window as unknown as { log: string[] }).log.join(" "));
  assert.equal(log, "pointerover pointerenter mouseover mouseenter pointermove mousemove pointerdown mousedown1 focus pointerup mouseup1 click1");
});

test("a double click is two clicks and a double click", async () => {
  const tab = await stage.open(`<button id="b">Go</button><script>window.log=[];for(const t of ["click","dblclick"])b.addEventListener(t,e=>log.push(t+e.detail))</script>`);
  doneBy(await stage.click(tab, await stage.ref(tab, "button", "Go"), { clicks: "double" }));
  assert.equal(await tab.page.evaluate(() => (window as unknown as { log: string[] }).log.join(" ")), "click1 click2 dblclick2");
});

test("default actions happen exactly once", async () => {
  const tab = await stage.open(`<form onsubmit="event.preventDefault();n.textContent=+n.textContent+1"><label><input type="checkbox">Agree</label><button>Send</button></form><p id="n">0</p>`);
  const box = doneBy(await stage.click(tab, await stage.ref(tab, "checkbox", "Agree")));
  assert.match(box.content, /^Clicked checkbox "Agree"\. It is checked now\./);
  doneBy(await stage.click(tab, await stage.ref(tab, "button", "Send")));
  assert.equal(await tab.page.textContent("#n"), "1");
});

test("the same request twice is one action and one answer", async () => {
  const tab = await stage.open(COUNTER);
  const ref = await stage.ref(tab, "button", "Add");
  const [first, joined] = await Promise.all([stage.click(tab, ref, { id: "once" }), stage.click(tab, ref, { id: "once" })]);
  const later = await stage.click(tab, ref, { id: "once" });
  assert.deepEqual(joined, first);
  assert.deepEqual(later, first);
  assert.equal(await tab.page.textContent("#o"), "1");
});

test("injected again it keeps one listener, its document and its refs", async () => {
  const tab = await stage.open(COUNTER);
  const ref = await stage.ref(tab, "button", "Add");
  const { document } = (await stage.browser.ask(tab, { op: "describe" })).page;
  for (let times = 0; times < 3; times += 1) await stage.browser.inject(tab);
  doneBy(await stage.click(tab, ref));
  assert.equal(await tab.page.textContent("#o"), "1");
  assert.equal((await stage.browser.ask(tab, { op: "describe" })).page.document, document);
});

test("what changed is told in lines, with the refs it needs", async () => {
  const tab = await stage.open(`<ul aria-label="Cart" id="c"></ul><p id="s">0 items</p><button id="b">Add</button><script>b.onclick=()=>{c.innerHTML="<li>Aurora <button>Remove</button></li>";s.textContent="1 item"}</script>`);
  const { content, changes } = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Add")));
  assert.match(content, /^Clicked button "Add"\.\n/);
  assert.match(content, /\n {2}in list "Cart"\n\+ listitem "Aurora"\n\+ {3}button "Remove" \[ref=s[a-z0-9]+_\d+\]\n {2}on the page\n\+ text "1 item"\n/);
  assert.match(content, /\ngone: text "0 items"$/);
  assert.equal(changes.lines, 4);
  assert.equal(changes.still_loading, false);
});

test("a click on a quiet page answers within 250 ms and says that nothing changed", async () => {
  const tab = await stage.open(`<button>Idle</button>`);
  const ref = await stage.ref(tab, "button", "Idle");
  const times: number[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const began = performance.now();
    const { content } = doneBy(await stage.click(tab, ref));
    times.push(performance.now() - began);
    assert.match(content, /Nothing on the page changed so far/);
  }
  times.sort((a, b) => a - b);
  assert.ok((times[0] ?? Infinity) < 250, `${times.map(Math.round).join(", ")} ms`);
});

test("on a quiet page a click and typing wait for few frames, and for the moment in which something would start", async (t) => {
  const tab = await stage.open(`<button>Idle</button><input aria-label="Name">`);
  const [button, field] = [await stage.ref(tab, "button", "Idle"), await stage.ref(tab, "textbox", "Name")];
  await stage.browser.probe(tab, "noteWaits");
  const acts = { click: () => stage.click(tab, button), type: () => stage.type(tab, field, "Ada") };
  for (const [what, act] of Object.entries(acts)) {
    doneBy(await act());
    const { frames, timers } = await stage.browser.probe<{ frames: number; timers: number[] }>(tab, "takeWaits");
    t.diagnostic(`${what}: ${frames} frames, timers ${timers.join(", ")}`);
    assert.ok(frames <= 2, `${what}: ${frames} frames`);
    // Longer ones are limits that were not met, and 60 is that of a frame.
    assert.deepEqual(timers.filter((ms) => ms < 1_000 && ms !== 60), [START_MS], what);
  }
});

test("a busy page is waited for, and an endless one is told as loading", async () => {
  const tab = await stage.open(`<button id="a">Later</button><button id="b">Never</button><p id="p"></p><script>a.onclick=()=>{p.setAttribute("aria-busy","true");setTimeout(()=>{p.removeAttribute("aria-busy");p.textContent="arrived"},700)};b.onclick=()=>setInterval(()=>{p.textContent=Math.random()},50)</script>`);
  const later = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Later")));
  assert.match(later.content, /\+ text "arrived"/);
  assert.equal(later.changes.still_loading, false);
  const never = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Never")));
  assert.equal(never.changes.still_loading, true);
});

test("a click that leaves the page is answered before the page is gone", async () => {
  const there = stage.site.page("there.html", "<!doctype html><title>There</title><p>arrived</p>");
  const tab = await stage.open(`<a href="${there}">Go there</a>`);
  const reply = await stage.click(tab, await stage.ref(tab, "link", "Go there"));
  const { content, changes } = doneBy(reply);
  assert.match(content, /^Clicked link "Go there"\. The page is being left for http:.*there\.html\.$/);
  assert.equal(changes.navigated_to, undefined);
  await tab.page.waitForURL(there);
});

test("a change of address without leaving is told", async () => {
  const tab = await stage.open(`<a href="#part">Part</a>`);
  const { content, changes } = doneBy(await stage.click(tab, await stage.ref(tab, "link", "Part")));
  assert.match(content, /The address is now http:.*#part/);
  assert.match(changes.navigated_to ?? "", /#part$/);
});

test("a form that the browser refuses tells its validation message", async () => {
  const tab = await stage.open(`<form><label>Email <input type="email" required></label><button>Send</button></form>`);
  const { content } = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Send")));
  assert.match(content, /Validation: textbox "Email": Please fill out this field\./);
});

test("disabled, covered and unseen targets are refused with a way on", async () => {
  const tab = await stage.open(`<button disabled>Off</button><button id="u" style="position:fixed;bottom:0;left:0;width:90px;height:30px">Under</button><div role="dialog" aria-label="Cookies" style="position:fixed;bottom:0;left:0;right:0;height:90px;background:#eee"><button>Reject all</button></div><button id="h">Soon hidden</button>`);
  const off = failureOf(await stage.click(tab, await stage.ref(tab, "button", "Off")));
  assert.equal(off.code, "disabled");
  const under = failureOf(await stage.click(tab, await stage.ref(tab, "button", "Under")));
  assert.equal(under.code, "covered");
  assert.match(under.message, /covered by dialog "Cookies"/);
  assert.match(under.next, /button "Reject all" \[ref=/);
  const hidden = await stage.ref(tab, "button", "Soon hidden");
  await tab.page.evaluate(() => document.getElementById("h")?.style.setProperty("display", "none"));
  assert.equal(failureOf(await stage.click(tab, hidden)).code, "not_visible");
});

test("a ref stays with its element over snapshots and moves", async () => {
  const tab = await stage.open(`<div id="g"><button>A</button><button>B</button></div>`);
  const before = await stage.ref(tab, "button", "B");
  await tab.page.evaluate(() => document.getElementById("g")?.insertAdjacentHTML("afterbegin", "<button>Zero</button>"));
  assert.equal(await stage.ref(tab, "button", "B"), before);
});

test("a ref whose element is called otherwise now is stale and says how it is called", async () => {
  const tab = await stage.open(`<button id="b" onclick="document.title='hit'">Reply to Ann</button>`);
  const ref = await stage.ref(tab, "button", "Reply to Ann");
  await tab.page.evaluate(() => (document.getElementById("b") as HTMLElement).append(", not Bob"));
  const failure = failureOf(await stage.click(tab, ref));
  assert.equal(failure.code, "stale_ref");
  assert.match(failure.message, /is now called button "Reply to Ann, not Bob" \[ref=/);
  assert.notEqual(await tab.page.title(), "hit");
  const now = /\[ref=([^\]]+)\]/.exec(failure.message)?.[1] ?? "";
  assert.notEqual(now, ref);
  doneBy(await stage.click(tab, now));
  assert.equal(await tab.page.title(), "hit");
});

test("a removed element is found again only if exactly one is all that it was", async () => {
  const tab = await stage.open(`<div id="g"><button onclick="document.title='one'">Save</button></div>`);
  const ref = await stage.ref(tab, "button", "Save");
  const redraw = (count: number): Promise<void> =>
    tab.page.evaluate((n) => {
      const group = document.getElementById("g");
      if (group) group.innerHTML = `<button onclick="document.title='again'">Save</button>`.repeat(n);
    }, count);
  await redraw(2);
  const several = failureOf(await stage.click(tab, ref));
  assert.equal(several.code, "stale_ref");
  assert.match(several.message, /several elements look like it/);
  await redraw(1);
  doneBy(await stage.click(tab, ref));
  assert.equal(await tab.page.title(), "again");
  await redraw(0);
  assert.match(failureOf(await stage.click(tab, ref)).message, /was removed/);
});

test("a ref of another document is stale and says that the page was left", async () => {
  const tab = await stage.open(COUNTER);
  const ref = await stage.ref(tab, "button", "Add");
  await tab.page.reload();
  const failure = failureOf(await stage.click(tab, ref));
  assert.equal(failure.code, "stale_ref");
  assert.match(failure.message, /navigated or reloaded/);
});

test("a ref that was never given out is refused", async () => {
  const tab = await stage.open(COUNTER);
  const ref = await stage.ref(tab, "button", "Add");
  assert.equal(failureOf(await stage.click(tab, `${ref}99`)).code, "stale_ref");
});

test("what was judged is what is clicked, else nothing is", async () => {
  const tab = await stage.open(`<a id="a" href="#ok" onclick="document.title='hit'">Table</a>`);
  const ref = await stage.ref(tab, "link", "Table");
  const binding = await stage.binding(tab, ref);
  await tab.page.evaluate(() => document.getElementById("a")?.setAttribute("href", "https://evil.test/"));
  const moved = failureOf(await stage.click(tab, ref, { binding }));
  assert.equal(moved.code, "target_changed");
  assert.match(moved.message, /it leads to https:\/\/evil\.test\/ now/);
  await tab.page.evaluate(() => document.getElementById("a")?.setAttribute("href", "#ok"));
  const elsewhere = failureOf(await stage.click(tab, ref, { binding: { ...binding, document: "another" } }));
  assert.equal(elsewhere.code, "target_changed");
  const origin = failureOf(await stage.click(tab, ref, { binding: { ...binding, origin: "https://bank.test" } }));
  assert.equal(origin.code, "target_changed");
  assert.notEqual(await tab.page.title(), "hit");
  doneBy(await stage.click(tab, ref, { binding }));
  assert.equal(await tab.page.title(), "hit");
});

test("a link that changes where it leads while it is pressed is not clicked", async () => {
  const tab = await stage.open(`<a id="a" href="#ok" onmousedown="this.href='#evil'">Sizes</a>`);
  const failure = failureOf(await stage.click(tab, await stage.ref(tab, "link", "Sizes")));
  assert.equal(failure.code, "target_changed");
  assert.doesNotMatch(tab.page.url(), /#/);
});

test("a tab in the background is read and clicked as well", async () => {
  const tab = await stage.open(COUNTER);
  const ref = await stage.ref(tab, "button", "Add");
  const other = await stage.open("<p>in front</p>");
  await other.page.bringToFront();
  const began = performance.now();
  doneBy(await stage.click(tab, ref));
  assert.ok(performance.now() - began < 2_000, `${performance.now() - began} ms`);
  assert.equal(await tab.page.textContent("#o"), "1");
});

test("a highlight draws nothing that the page can reach and goes away", async () => {
  const tab = await stage.open(COUNTER);
  const ref = await stage.ref(tab, "button", "Add");
  const { content } = await stage.done(tab, { op: "highlight", ref });
  assert.equal(content, 'Marked button "Add".');
  assert.equal(await tab.page.evaluate(() => document.documentElement.lastElementChild?.shadowRoot ?? null), null);
  await tab.page.waitForFunction(() => document.documentElement.children.length === 2, undefined, { timeout: 6_000 });
});

test("an element that says something else now is told once, what is gone by its outermost line", async () => {
  const rows = [1, 2, 3].map((n) => `<li><h3>Item ${n}</h3><button>Add ${n}</button></li>`).join("");
  const tab = await stage.open(`<p role="status" id="s">3 items</p><ul id="l">${rows}</ul><button id="b">Filter</button><script>b.onclick=()=>{s.textContent="1 item";l.lastChild.remove();l.lastChild.remove()}</script>`);
  const { content, changes } = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Filter")));
  const told = content.replace(/ \[ref=[^\]]*\]/g, "").split("\n").slice(2);
  assert.deepEqual(told, [
    "  on the page", '~ status "1 item"', 'gone: listitem with heading "Item 2" [level=3] (3 lines)', 'gone: listitem with heading "Item 3" [level=3] (3 lines)',
  ]);
  assert.equal(changes.lines, 7);
});

test("a list that is drawn anew with the same content is no change", async () => {
  const tab = await stage.open(`<ul id="l"></ul><button id="b">Draw</button><script>const draw=()=>{l.innerHTML="<li><h3>A</h3><p>one</p></li><li><h3>B</h3><p>two</p></li>"};draw();b.onclick=draw</script>`);
  const { content } = doneBy(await stage.click(tab, await stage.ref(tab, "button", "Draw")));
  assert.match(content, /Nothing that can be seen changed/);
});

test("a button that is just fading in is waited for", async () => {
  const tab = await stage.open(`<button id="b" onclick="document.title='hit'">Go</button>`);
  const ref = await stage.ref(tab, "button", "Go");
  await tab.page.evaluate(() => {
    const button = document.getElementById("b") as HTMLElement;
    button.style.opacity = "0";
    setTimeout(() => (button.style.opacity = "1"), 120);
  });
  doneBy(await stage.click(tab, ref));
  assert.equal(await tab.page.title(), "hit");
});

test("a read that waits ends when its page is left", async () => {
  const there = stage.site.page("elsewhere.html", "<!doctype html><title>Elsewhere</title><p>arrived</p>");
  const tab = await stage.open(`<p>here</p>`);
  const waiting = stage.browser.ask(tab, { op: "wait_for", condition: { for: "text", text: "never" }, timeout_ms: 10_000 });
  await tab.page.waitForTimeout(150);
  await tab.page.goto(there);
  assert.equal(failureOf(await waiting).code, "target_changed");
});

test("a write that does not end in its time may have happened", async () => {
  const tab = await stage.open(`<button id="b">Spin</button><script>b.onclick=()=>setInterval(()=>b.toggleAttribute("data-x"),20)</script>`);
  const ref = await stage.ref(tab, "button", "Spin");
  const reply = await stage.browser.ask(tab, { op: "click", ref, button: "left", clicks: "single" }, { time_ms: 400 });
  assert.equal(failureOf(reply).code, "maybe_done");
});

test("who looks on sees where an action lands, the page can reach none of it, and it is no change of the page", async () => {
  const tab = await stage.open(COUNTER.replace("<button", "<i></i><button"));
  const ref = await stage.ref(tab, "button", "Add");
  await tab.page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver((records) => {
      for (const { addedNodes } of records) for (const node of addedNodes) seen.push(`${(node as HTMLElement).style.pointerEvents} ${(node as HTMLElement).shadowRoot}`);
    }).observe(document.documentElement, { childList: true });
  });
  doneBy(await stage.click(tab, ref));
  assert.deepEqual(await tab.page.evaluate(() => (window as unknown as { seen: string[] }).seen), ["none null"]);
  await tab.page.waitForFunction(() => document.documentElement.children.length === 2, undefined, { timeout: 5_000 });
});
