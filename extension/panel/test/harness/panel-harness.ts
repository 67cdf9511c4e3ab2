/** The panel in the harness: `?scene=…&lang=…&theme=…`. The page's own module follows this one. */

import type { Command, Event } from "../../../wire/wire";
import { answerForChats, CHATS } from "./chats-scene";
import { installChrome } from "./fake-chrome";
import { childEvents } from "./family-scene";
import { PARTS, SCENE_TAB, SCENE_THREAD, sceneEvents, type SceneName } from "./scenes";
import { CONNECTION, settingsFrom } from "./world";

const query = new URLSearchParams(location.search);
const scene = (query.get("scene") ?? "welcome") as SceneName;
const isEmpty = ["welcome", "welcome-unconnected", "restricted", "refused"].includes(scene);

const harness = installChrome({
  settings: settingsFrom(query),
  connections: scene === "welcome-unconnected" ? [] : [CONNECTION],
  threads: scene === "welcome-unconnected" ? [] : [...(scene === "chats" ? CHATS : CHATS.slice(0, 2))],
  tab: scene === "restricted" ? { id: 1, url: "chrome://settings", title: "Settings" } : SCENE_TAB,
  permission: "refused",
  language: query.get("lang") ?? "en",
  answer: answerTo,
});

if (!isEmpty) void chrome.storage.session.set({ open: SCENE_THREAD });

function answerTo(command: Command): Event[] {
  const { submission_id, body } = command;
  switch (body.type) {
    case "thread.subscribe":
      if (query.has("gone")) return [{ type: "command.rejected", submission_id, refusal: { code: "unknown_thread", message: "" } }];
      return [{ type: "command.ack", submission_id, body: { type: "done" } }, ...(body.thread === SCENE_THREAD ? sceneEvents(scene) : childEvents(PARTS, body.thread))];
    case "turn.submit":
      if (scene === "refused") return [{ type: "command.rejected", submission_id, refusal: { code: "no_connection", message: "no connection" } }];
      return [{ type: "command.ack", submission_id, body: { type: "turn_started", turn: "turn-9" } }];
    default:
      return answerForChats(command) ?? [];
  }
}

if (scene === "reconnecting") {
  addEventListener("load", () => setTimeout(() => {
    harness.engine = "down";
    harness.cut();
  }, 150));
}
