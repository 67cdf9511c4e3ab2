/** Listening to the worker, for one document. */

import type { Desk } from "./desk.ts";
import { listenTo, type Listening } from "./listening.ts";
import { accepts } from "./messages.ts";
import { Requests } from "./requests.ts";
import type { ElementRef, PageOp, PageRequest } from "../wire/wire.ts";

/** A question to whoever gave out a ref goes to every frame, and one answers. */
function concerns(desk: Desk, message: unknown, request: PageRequest): boolean {
  if ((message as { to?: unknown }).to !== "owner") return true;
  const ref = refIn(request.op);
  return ref !== undefined && desk.refs.gave(ref);
}

function refIn(op: PageOp): ElementRef | undefined {
  if ("ref" in op) return op.ref;
  if ("scope" in op) return op.scope;
  if (op.op === "fill_form") return op.fields[0]?.ref;
  if (op.op === "batch") return op.acts[0] && refIn(op.acts[0]);
  return op.op === "wait_for" && op.condition.for === "ref_gone" ? op.condition.ref : undefined;
}

export function install(desk: Desk): Listening {
  const requests = new Requests(desk);
  const listener = (message: unknown, sender: chrome.runtime.MessageSender, respond: (reply: unknown) => void): boolean => {
    const request = accepts(message, sender, chrome.runtime.id);
    if (!request || !concerns(desk, message, request)) return false;
    void requests.answer(request).then(respond);
    return true;
  };
  return listenTo(listener);
}
