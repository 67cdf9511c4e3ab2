// A conversation in a form in which two of them can be compared.

import type { Item } from "../../extension/wire/wire.ts";
import type { SidePanel } from "./side-panel.ts";

/** All that the panel shows of the open one. */
export function conversation(panel: SidePanel): Promise<string> {
  return panel.evaluate("document.querySelector('main.transcript').innerText");
}

/**
 * An item by kind and text. Left out is what differs from run to run: ids and times, the document in a ref, and the words of a
 * result, which for a lost outcome are the person's.
 */
export function line({ body }: Item): string {
  const said = ((): unknown => {
    switch (body.type) {
      case "user_message":
        return [body.delivery ?? "opening", body.text];
      case "assistant_message":
        return [body.ending, body.text];
      case "tool_call":
        return [body.tool, body.status.type, body.arguments];
      case "notice":
        return [body.code, body.text];
    }
  })();
  return `${body.type} ${JSON.stringify(said).replaceAll(/"s\w+_(\d+)"/g, '"ref $1"')}`;
}
