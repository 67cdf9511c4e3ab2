/** Screenshots, one pixel of the picture for each of CSS. A picture that is too large as PNG is taken again as JPEG. */

import type { Sitting } from "./desk.ts";
import { metricsOf } from "./frames.ts";
import { minus, moved, type Rect, within } from "./geometry.ts";
import type { Metrics } from "./protocol.ts";
import { Refused } from "./snag.ts";
import { type Box, draw } from "./drawing.ts";
import type { DebugReply, Marked, View } from "../../wire/wire.ts";

/** One side, in pixels: no wire takes a longer one. */
export const SIDE = 7_900;
/** Bytes of a PNG from which on JPEG is taken. */
const PNG_BYTES = 1_500_000;
/** Bytes that the store keeps of one file. */
const MOST_BYTES = 5_000_000;

/** What a picture shows of the page, in pixels of CSS from the page's corner. */
export interface Shown {
  readonly area: Rect;
  readonly what: string;
  readonly beyond: boolean;
}

export async function shoot(sitting: Sitting, view: View, marks: readonly Marked[]): Promise<DebugReply> {
  const metrics = await metricsOf(sitting);
  const shown = framed(view, metrics);
  const { media_type, data } = await capture(sitting, shown, metrics);
  const boxes = boxesIn(marks, shown, metrics);
  const drawn = boxes.length === 0 ? data : await draw(data, media_type, boxes);
  if (bytesOf(drawn) > MOST_BYTES) throw new Refused("internal", "The picture is larger than what can be kept", "Take one of the viewport, or of one element.");
  const size = `${Math.round(shown.area.width)} by ${Math.round(shown.area.height)} pixels; one pixel is one of CSS.`;
  const told = `Picture of ${shown.what}, ${size}${marks.length === 0 ? "" : ` ${boxes.length} controls have a box with their ref.`}`;
  return { type: "pictured", told, media_type, data: drawn };
}

export function framed(view: View, metrics: Metrics): Shown {
  const { width, height } = metrics.cssContentSize;
  const tab = tabOf(metrics);
  switch (view.of) {
    case "viewport":
      return { area: tab, what: `what the tab shows, ${Math.round(tab.y)} pixels below the top of the page`, beyond: false };
    case "full_page": {
      const cut = height > SIDE || width > SIDE;
      const area = { x: 0, y: 0, width: Math.min(width, SIDE), height: Math.min(height, SIDE) };
      return { area, what: cut ? `the beginning of the page, cut: the whole has ${Math.round(width)} by ${Math.round(height)} pixels` : "the whole page", beyond: true };
    }
    case "area": {
      const area = within(moved(view.area, tab), { x: 0, y: 0, width: Math.max(width, tab.x + tab.width), height: Math.max(height, tab.y + tab.height) });
      if (!area) throw new Refused("not_visible", "Nothing of the element can be seen", "Open what contains it, then read the page again.");
      return { area: { ...area, width: Math.min(area.width, SIDE), height: Math.min(area.height, SIDE) }, what: "the element", beyond: true };
    }
  }
}

export function boxesIn(marks: readonly Marked[], { area }: Shown, metrics: Metrics): Box[] {
  return marks.flatMap(({ ref, area: marked }) => {
    const rect = within(moved(marked, tabOf(metrics)), area);
    return rect ? [{ ...rect, ...minus(rect, area), label: ref }] : [];
  });
}

function tabOf({ cssVisualViewport: { pageX, pageY, clientWidth, clientHeight } }: Metrics): Rect {
  return { x: pageX, y: pageY, width: clientWidth, height: clientHeight };
}

async function capture(sitting: Sitting, { area, beyond }: Shown, metrics: Metrics): Promise<{ media_type: string; data: string }> {
  const density = metrics.visualViewport.clientWidth / Math.max(1, metrics.cssVisualViewport.clientWidth);
  const asked = { clip: { ...area, scale: 1 / Math.max(0.1, density) }, captureBeyondViewport: beyond };
  const { data } = await sitting.send<{ data: string }>("Page.captureScreenshot", { ...asked, format: "png" });
  if (bytesOf(data) <= PNG_BYTES) return { media_type: "image/png", data };
  const jpeg = await sitting.send<{ data: string }>("Page.captureScreenshot", { ...asked, format: "jpeg", quality: 80 });
  return { media_type: "image/jpeg", data: jpeg.data };
}

function bytesOf(base64: string): number {
  return (base64.length / 4) * 3;
}
