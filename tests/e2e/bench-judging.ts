// What one judgement costs natively: with a thousand stored rules, and what was read before it.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Report } from "./bench-report.ts";
import { given } from "./world.ts";

interface Judged {
  what: string;
  ns: number[];
}

export async function judging(report: Report): Promise<void> {
  const args = ["run", "--quiet", "--release", "--package", "fairlead-gatekeeper", "--example", "judging"];
  const { stdout } = await promisify(execFile)("cargo", args, { cwd: given("FAIRLEAD_ROOT") });
  for (const line of stdout.trim().split("\n")) {
    const { what, ns } = JSON.parse(line) as Judged;
    report.row(
      `judging ${what}`,
      "us each",
      ns.map((each) => each / 1000),
    );
  }
}
