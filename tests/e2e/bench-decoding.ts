// What one delta costs in the codecs, natively: time as it is, and how often memory is asked for, which load cannot change.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Report } from "./bench-report.ts";
import { given } from "./world.ts";

interface Decoded {
  wire: string;
  ns: number[];
  allocations: number;
}

export async function decoding(report: Report): Promise<void> {
  const args = ["run", "--quiet", "--release", "--package", "fairlead-providers", "--example", "decoding"];
  // It fails by itself where a delta allocates more than once.
  const { stdout } = await promisify(execFile)("cargo", args, { cwd: given("FAIRLEAD_ROOT") });
  for (const line of stdout.trim().split("\n")) {
    const { wire, ns, allocations } = JSON.parse(line) as Decoded;
    report.row(`decoding 20,000 deltas, ${wire}`, "ns each", ns);
    report.row(`decoding 20,000 deltas, ${wire}`, "allocs", [allocations]);
  }
}
