/** Lists whose order means something, changed without touching the old ones. */

export function replaced<T>(rows: readonly T[], at: number, row: T): readonly T[] {
  return rows.map((other, place) => (place === at ? row : other));
}

export function without<T>(rows: readonly T[], at: number): readonly T[] {
  return rows.filter((_, place) => place !== at);
}

/** One place to the front. */
export function raised<T>(rows: readonly T[], at: number): readonly T[] {
  const [before, row] = [rows[at - 1], rows[at]];
  if (before === undefined || row === undefined) return rows;
  return replaced(replaced(rows, at - 1, row), at, before);
}
