/** Acting without a click: a key, the pointer at rest, a drag, files; and what the next dialog is answered with. */

import { perform, requireBinding, type Done } from "./acting.ts";
import { chordOf } from "./chords.ts";
import type { Desk } from "./desk.ts";
import { drag as dragTo } from "./dragging.ts";
import { Refusal } from "./failure.ts";
import { describe, requireEnabled } from "./hit.ts";
import { markHovered } from "./hover_styles.ts";
import { hover as pointAt } from "./pointer.ts";
import { pressChord, receiverOf } from "./pressing.ts";
import { reachNow } from "./reaching.ts";
import { quoted, shorten } from "./text.ts";
import { choose, drop, fileFieldOf, filesOf, requireFit } from "./uploading.ts";
import type { Binding, PageOp } from "../wire/wire.ts";

type Op<Name extends PageOp["op"]> = Extract<PageOp, { op: Name }>;

export async function pressKey(desk: Desk, op: Op<"press_key">, binding: Binding | undefined): Promise<Done> {
  const chord = chordOf(op.key);
  const target = op.ref === undefined ? null : desk.refs.resolve(op.ref);
  if (target) requireEnabled(target);
  return perform(desk, {
    target,
    act: () => {
      const now = op.ref === undefined ? null : desk.refs.resolve(op.ref);
      requireBinding(desk, binding, now);
      const on = receiverOf(now);
      const where = on === document.body || on === document.documentElement ? "in the page" : `on ${describe(on)}`;
      return `Pressed ${op.key} ${where}. ${pressChord(on, chord)}`.trim();
    },
  });
}

export async function hover(desk: Desk, op: Op<"hover">, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(op.ref);
  return perform(desk, {
    target,
    act: async () => {
      const found = await reachNow(desk, op.ref);
      requireBinding(desk, binding, found.target);
      markHovered(found.target, pointAt(found.point.on, found.point));
      return `The pointer rests on ${describe(found.target)}.`;
    },
  });
}

export async function drag(desk: Desk, op: Op<"drag">, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(op.ref);
  const name = describe(target);
  const goal = desk.refs.resolve(op.to);
  const goalName = describe(goal);
  return perform(desk, {
    target,
    act: async () => {
      // The way there is looked at first: looking may scroll, and the pointer is down from then on.
      await reachNow(desk, op.to);
      const from = await reachNow(desk, op.ref);
      requireEnabled(from.target);
      requireBinding(desk, binding, from.target);
      const [agreed] = binding?.others ?? [];
      if (binding && agreed) requireBinding(desk, { ...binding, element: agreed }, goal);
      const did = await dragTo(from.point, goal);
      if (did === "refused") {
        throw new Refusal("ignored_by_page", `${goalName} does not take ${name}.`, "Drop it on what takes it: the list or area itself, or an element in it. Or look for a menu that moves it.");
      }
      return did === "dropped" ? `Dropped ${name} on ${goalName}.` : `Dragged ${name} to ${goalName} and let go.`;
    },
  });
}

export async function uploadFile(desk: Desk, op: Op<"upload_file">, binding: Binding | undefined): Promise<Done> {
  const target = desk.refs.resolve(op.ref);
  requireEnabled(target);
  const name = describe(target);
  const files = filesOf(op.files);
  const named = files.map((file) => quoted(shorten(file.name, 80))).join(", ");
  const field = fileFieldOf(target);
  if (field) requireFit(field, files);
  return perform(desk, {
    target,
    act: () => {
      requireBinding(desk, binding, desk.refs.resolve(op.ref));
      if (field) choose(field, files);
      else if (!drop(target, files)) throw new Refusal("not_editable", `${name} takes no files, and there is no file field around it.`, "Use the ref of the file field or of the area where files are dropped.");
      return `Gave ${named} to ${name}.`;
    },
    after: () => {
      const held = Array.from(field?.files ?? [], (file) => file.name).join(", ");
      return held === "" ? { words: "" } : { words: `The field holds ${quoted(shorten(held, 300))}.`, value: held };
    },
  });
}

export function handleDialog(desk: Desk, op: Op<"handle_dialog">): string {
  const waiting = desk.answers.add({ answer: op.answer, ...(op.text === undefined ? {} : { text: op.text }) });
  const text = op.answer === "accept" && op.text !== undefined ? ` with ${quoted(shorten(op.text, 200))}` : "";
  const which = waiting === 1 ? "A dialog" : `Dialog ${waiting}`;
  return `${which} that the next action opens will be ${op.answer === "accept" ? "accepted" : "dismissed"}${text}. None is open now: do the action that opens it.`;
}
