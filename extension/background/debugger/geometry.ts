/** Places in what a tab shows, in pixels of CSS. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Rect extends Point {
  readonly width: number;
  readonly height: number;
}

/** Around the corners of a quad, eight numbers clockwise from the upper left; null for what has no area. */
export function around(quad: readonly number[] | undefined): Rect | null {
  if (quad?.length !== 8) return null;
  const xs = quad.filter((_, at) => at % 2 === 0);
  const ys = quad.filter((_, at) => at % 2 === 1);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
  return width >= 1 && height >= 1 ? { x, y, width, height } : null;
}

export function plus(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}

export function minus(a: Point, b: Point): Point {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function moved(rect: Rect, by: Point): Rect {
  return { ...rect, ...plus(rect, by) };
}

export function middle({ x, y, width, height }: Rect): Point {
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

/** What both have; null if that is nothing. */
export function within(a: Rect, b: Rect): Rect | null {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  return width >= 1 && height >= 1 ? { x, y, width, height } : null;
}
