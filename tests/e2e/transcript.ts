// A conversation in a form in which two of them can be compared.

import type { Event, Item, NodeId } from "../../extension/wire/wire.ts";
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

/**
 * Whether each reply that was sent whole is what its pieces had been: a snapshot's beginning and every delta since, each once.
 * Tells what does not fit.
 */
export function torn(events: readonly Event[]): string[] {
  const growing = new Map<NodeId, { attempt: number; text: string }>();
  const found: string[] = [];
  const begin = (item: Item | undefined) => {
    if (item?.body.type !== "assistant_message" || item.body.ending.type !== "live") return;
    growing.set(item.id, { attempt: item.body.ending.attempt, text: item.body.text });
  };
  for (const event of events) {
    switch (event.type) {
      case "initialized":
      case "thread.snapshot":
        growing.clear();
        begin(event.snapshot?.live);
        break;
      case "item.start":
        begin(event.item);
        break;
      case "item.delta": {
        const reply = growing.get(event.item);
        if (event.channel !== "text") break;
        if (!reply || event.attempt < reply.attempt) break;
        const text = event.attempt === reply.attempt ? reply.text + event.text : event.text;
        growing.set(event.item, { attempt: event.attempt, text });
        break;
      }
      case "item.complete": {
        const reply = growing.get(event.item.id);
        const { body } = event.item;
        if (reply && body.type === "assistant_message" && reply.text !== body.text) {
          found.push(`in pieces ${JSON.stringify(reply.text)}, whole ${JSON.stringify(body.text)}`);
        }
        break;
      }
      default:
        break;
    }
  }
  return found;
}
