// The rows of a benchmark: medians with their range, printed as they come.

export interface Row {
  name: string;
  unit: string;
  median: number;
  min: number;
  max: number;
  runs: number;
  /** The browser's own limit in this run, and how many times that this row is. */
  limit?: number;
  ratio?: number;
}

const RUNS = 5;

export class Report {
  readonly rows: Row[] = [];

  row(name: string, unit: string, values: number[], limit?: number): void {
    const sorted = [...values].sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
    const row: Row = { name, unit, median, min: sorted[0] ?? median, max: sorted.at(-1) ?? median, runs: sorted.length };
    if (limit !== undefined) Object.assign(row, { limit, ratio: median / limit });
    this.rows.push(row);
    const figure = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(1)).padStart(9);
    const beside = limit === undefined ? "" : `   limit ${figure(limit)}  ratio ${(median / limit).toFixed(2)}`;
    console.log(`${name.padEnd(46)}${figure(median)} ${unit.padEnd(8)}(${figure(row.min)} –${figure(row.max)})${beside}`);
  }
}

export async function several(run: (at: number) => Promise<number>): Promise<number[]> {
  const values: number[] = [];
  for (let at = 0; at < RUNS; at += 1) values.push(await run(at));
  return values;
}
