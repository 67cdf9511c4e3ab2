import { Browser } from "./chromium.ts";
const browser = await Browser.launch();
for (const address of process.argv.slice(2)) {
  const tab = await browser.open(address);
  for (let n = 0; n < 3; n++) {
    const began = Date.now();
    const reply = await browser.ask(tab, { op: "read_page", mode: "snapshot", max_tokens: 3000 });
    console.log(`--- ${Date.now() - began} ms`, reply.outcome.type);
    if (n === 2) console.log((reply.outcome as any).content ?? reply.outcome);
  }
  const x = await browser.ask(tab, { op: "extract", from_char: 0 });
  console.log("=== extract\n" + ((x.outcome as any).content ?? JSON.stringify(x.outcome)).slice(0, 2500));
}
await browser.close();
