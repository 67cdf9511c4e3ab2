import assert from "node:assert/strict";
import { test } from "node:test";
import { around, within } from "../geometry.ts";
import { boxesIn, framed, SIDE } from "../picture.ts";
import { Desk } from "../desk.ts";
import { carryOut } from "../orders.ts";
import { Fake } from "./fake.ts";

const metrics = (height: number, density = 1) => ({
  visualViewport: { pageX: 0, pageY: 200 * density, clientWidth: 1_000 * density, clientHeight: 600 * density },
  cssVisualViewport: { pageX: 0, pageY: 200, clientWidth: 1_000, clientHeight: 600 },
  cssContentSize: { width: 1_000, height },
});

test("a picture shows the tab, the whole page as far as it goes, or one element", () => {
  assert.deepEqual(framed({ of: "viewport" }, metrics(3_000)).area, { x: 0, y: 200, width: 1_000, height: 600 });
  assert.deepEqual(framed({ of: "full_page" }, metrics(3_000)).area, { x: 0, y: 0, width: 1_000, height: 3_000 });
  const cut = framed({ of: "full_page" }, metrics(20_000));
  assert.equal(cut.area.height, SIDE);
  assert.match(cut.what, /cut: the whole has 1000 by 20000 pixels/);
  assert.deepEqual(framed({ of: "area", area: { x: -10, y: 50, width: 40, height: 30 } }, metrics(3_000)).area, { x: 0, y: 250, width: 30, height: 30 });
  assert.throws(() => framed({ of: "area", area: { x: -50, y: 0, width: 40, height: 30 } }, metrics(3_000)));
});

test("boxes are placed in the picture, and what is not in it has none", () => {
  const mark = (y: number) => ({ ref: `s1_${y}`, area: { x: 10, y, width: 20, height: 10 } });
  const shown = framed({ of: "area", area: { x: 0, y: 100, width: 500, height: 100 } }, metrics(3_000));
  assert.deepEqual(boxesIn([mark(0), mark(120)], shown, metrics(3_000)), [{ x: 10, y: 20, width: 20, height: 10, label: "s1_120" }]);
});

test("one pixel of a picture is one of CSS on a dense screen too, and a large picture is taken as JPEG", async () => {
  const fake = new Fake({ "Page.getLayoutMetrics": () => metrics(3_000, 2), "Page.captureScreenshot": ({ format }) => ({ data: "A".repeat(format === "png" ? 4_000_000 : 400) }) });
  const reply = await carryOut(new Desk(fake), { tab: 7, thread: "a", act: { act: "shoot", view: { of: "viewport" } } });
  assert.ok(reply.type === "pictured" && reply.media_type === "image/jpeg" && reply.data.length === 400);
  const clips = fake.sent.filter(({ method }) => method === "Page.captureScreenshot").map(({ params }) => (params.clip as { scale: number }).scale);
  assert.deepEqual(clips, [0.5, 0.5]);
});

test("a quad becomes the rectangle around it", () => {
  assert.deepEqual(around([10, 20, 110, 20, 110, 60, 10, 60]), { x: 10, y: 20, width: 100, height: 40 });
  assert.deepEqual(around([50, 0, 100, 50, 50, 100, 0, 50]), { x: 0, y: 0, width: 100, height: 100 });
  for (const none of [[5, 5, 5, 5, 5, 5, 5, 5], [1, 2, 3], undefined]) assert.equal(around(none), null);
  assert.equal(within({ x: 0, y: 0, width: 10, height: 10 }, { x: 10, y: 0, width: 10, height: 10 }), null);
});
