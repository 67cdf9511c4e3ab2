/** What the harness page knows of chats and files: a list with every mark, a search with something to find, an export. */

import type { Command, Event, ThreadSummary } from "../../../wire/wire";
import { DRAWN, FILES, SCENE_THREAD, SUMMARY, WRITTEN } from "./scenes";

const DAY = 86_400_000;

function chat(id: string, title: string, more: Partial<ThreadSummary> = {}): ThreadSummary {
  return { ...SUMMARY, id, title, updated_at: SUMMARY.updated_at - DAY, turns: 3, ...more };
}

export const CHATS: readonly ThreadSummary[] = [
  SUMMARY,
  chat("t_other", "比较两家店的运费", { updated_at: 1_789_000_000_000 }),
  chat("t_pinned", "Which of these headphones has the longest battery life, and is it worth the price?", { pinned: true, turns: 12 }),
  chat("t_running", "Fill in the travel form", { activity: "running", updated_at: SUMMARY.updated_at - 2 * DAY }),
  chat("t_waiting", "Book the cheaper train", { activity: "waiting", updated_at: SUMMARY.updated_at - 3 * DAY }),
  chat("t_fork", "Find headphones under 40 €", { parent: SCENE_THREAD, turns: 1, updated_at: SUMMARY.updated_at - 4 * DAY }),
  chat("t_orphan", "", { parent: "t_deleted", updated_at: SUMMARY.updated_at - 5 * DAY }),
  chat("t_old", "Last year's tax return", { archived: true, updated_at: SUMMARY.updated_at - 300 * DAY }),
  chat("t_older", "Summarise the manual", { archived: true, pinned: true, updated_at: SUMMARY.updated_at - 400 * DAY }),
];

/** A picture of one pixel, and a few lines of a table. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const CONTENTS: Readonly<Record<string, string>> = { a_picture: PIXEL, a_drawn: PIXEL, a_table: btoa("item,price\nAria 2,49.90\nPulse,39\n"), a_written: btoa("# Shipping\n\nFree.\n") };

export function answerForChats({ submission_id, body }: Command): Event[] | null {
  const ack = (answer: Extract<Event, { type: "command.ack" }>["body"]): Event[] => [{ type: "command.ack", submission_id, body: answer }];
  switch (body.type) {
    case "thread.search":
      return ack({
        type: "found",
        scope: /cut/.test(body.query) ? "cut" : "all",
        hits: /nothing/.test(body.query) ? [] : [
          { thread: SCENE_THREAD, title: SUMMARY.title, excerpt: SUMMARY.title },
          { thread: SCENE_THREAD, title: SUMMARY.title, node: "n9", excerpt: "…The cheapest headphones in stock are the Aria 2 at 49.90 €. They are in your cart…" },
          { thread: SCENE_THREAD, title: SUMMARY.title, node: "n5", excerpt: "…3 matches of headphones…" },
          { thread: SCENE_THREAD, title: SUMMARY.title, node: "n_elsewhere", excerpt: "…another answer about headphones…" },
          { thread: "t_other", title: "比较两家店的运费", node: "n_o", excerpt: "…两家店的 headphones 运费相同…" },
        ],
      });
    case "thread.export":
      return ack(body.format === "markdown"
        ? { type: "exported", name: "headphones.md", media_type: "text/markdown", text: "# Find the cheapest headphones\n" }
        : { type: "exported", name: "headphones.json", media_type: "application/json", text: "{}" });
    case "attachments.read": {
      const found = [...FILES, DRAWN, WRITTEN].find(({ link }) => link.id === body.attachment);
      if (found === undefined) return [{ type: "command.rejected", submission_id, refusal: { code: "unknown_attachment", message: "" } }];
      const data = CONTENTS[body.attachment];
      return ack({
        type: "attachment",
        attachment: { ...found.link, thread: SCENE_THREAD, digest: "00", trust: "untrusted", provenance: "person", created_at: 1, kept: found.kept },
        ...(data === undefined ? {} : { data }),
      });
    }
    case "attachments.add":
      if (body.attachment.name.includes("full")) {
        return [{ type: "command.rejected", submission_id, refusal: { code: "storage_full", message: "" } }];
      }
      return ack({ type: "attachment", attachment: {
        id: body.attachment.id, thread: body.thread, name: body.attachment.name, media_type: body.attachment.media_type,
        bytes: atob(body.attachment.data).length, digest: "00", trust: "untrusted", provenance: "person", created_at: 1, kept: "whole",
      } });
    default:
      return null;
  }
}
