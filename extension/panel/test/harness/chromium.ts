/** The browser in which the harness pages are looked at and used. */

import { type Browser, chromium } from "playwright-core";

const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env["FAIRLEAD_CHROMIUM"] ?? "/usr/bin/chromium", args: FLAGS });
}
