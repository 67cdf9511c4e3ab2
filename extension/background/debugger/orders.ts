/** One order of the worker, one reply. What is judged and compared is not decided here. */

import type { Desk, Sitting } from "./desk.ts";
import { drag, enter, point, press, type } from "./hand.ts";
import { shoot } from "./picture.ts";
import { read } from "./reading.ts";
import { evaluate } from "./script.ts";
import { foreign, held, hit, reachable } from "./sight.ts";
import { type Before, failureOf } from "./snag.ts";
import type { Area, DebugAct, DebugOrder, DebugReply, ElementPrint, Spot } from "../../wire/wire.ts";

/** What an order that broke off may have done. */
const LEAVES_TRACES: ReadonlySet<DebugAct["act"]> = new Set(["press", "type", "enter", "drag", "evaluate"]);

export async function carryOut(desk: Desk, order: DebugOrder): Promise<DebugReply> {
  let before: Before = "nothing";
  try {
    return await desk.within(order.tab, order.thread, async (sitting) => {
      if (LEAVES_TRACES.has(order.act.act)) before = "perhaps";
      const reply = await act(sitting, order.act);
      const dialogs = sitting.dialogs().map((dialog) => `The page opened a dialog, ${dialog}; it was dismissed.`);
      return reply.type === "done" ? { ...reply, told: [reply.told, ...dialogs].filter((line) => line !== "").join("\n") } : reply;
    });
  } catch (error) {
    return { type: "failed", failure: failureOf(error, before) };
  }
}

async function act(sitting: Sitting, act: DebugAct): Promise<DebugReply> {
  switch (act.act) {
    case "under": {
      const found = await hit(sitting, act.at);
      return aimed(act.at, { ...act.at, width: 1, height: 1 }, found.element, foreign(found));
    }
    case "describe": {
      const found = await held(sitting, act.ref);
      return aimed({ x: 0, y: 0 }, { x: 0, y: 0, width: 0, height: 0 }, found.element, foreign(found));
    }
    case "locate": {
      const found = await held(sitting, act.ref);
      const { at, area } = await reachable(sitting, found);
      return aimed(at, { x: Math.round(area.x), y: Math.round(area.y), width: Math.round(area.width), height: Math.round(area.height) }, found.element, foreign(found));
    }
    case "point":
      await point(sitting, act.at);
      return DONE;
    case "press":
      await press(sitting, act);
      return DONE;
    case "type":
      await type(sitting, act);
      return DONE;
    case "enter":
      await enter(sitting);
      return DONE;
    case "drag":
      await drag(sitting, act);
      return DONE;
    case "shoot":
      return shoot(sitting, act.view, act.marks ?? []);
    case "read":
      return { type: "done", told: await read(sitting, act.max_tokens) };
    case "evaluate":
      return { type: "done", told: await evaluate(sitting, act) };
  }
}

const DONE: DebugReply = { type: "done", told: "" };

function aimed(at: Spot, area: Area, element: ElementPrint, frame: string | undefined): DebugReply {
  return { type: "aimed", at, area, element, ...(frame === undefined ? {} : { frame }) };
}
