/** Boxes with refs, drawn on a picture. */

import type { Rect } from "./geometry.ts";

/** In the picture's pixels. */
export interface Box extends Rect {
  readonly label: string;
}

const COLOUR = "#d4145a";
/** Height of the tag that a ref stands in. */
const TAG = 13;
/** Bytes that one call of `fromCharCode` takes. */
const CHUNK = 30_000;

export async function draw(data: string, mediaType: string, boxes: readonly Box[]): Promise<string> {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: mediaType }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  if (!pen) return data;
  pen.drawImage(image, 0, 0);
  pen.lineWidth = 2;
  pen.strokeStyle = COLOUR;
  pen.font = "bold 11px sans-serif";
  for (const { x, y, width, height } of boxes) pen.strokeRect(x, y, width, height);
  // Above all outlines, so that none runs through a ref.
  for (const { x, y, label } of boxes) {
    const top = y >= TAG ? y - TAG : y;
    pen.fillStyle = COLOUR;
    pen.fillRect(x, top, pen.measureText(label).width + 6, TAG);
    pen.fillStyle = "#ffffff";
    pen.fillText(label, x + 3, top + TAG - 3);
  }
  const drawn = new Uint8Array(await (await canvas.convertToBlob({ type: mediaType })).arrayBuffer());
  let text = "";
  for (let at = 0; at < drawn.length; at += CHUNK) text += String.fromCharCode(...drawn.subarray(at, at + CHUNK));
  return btoa(text);
}
