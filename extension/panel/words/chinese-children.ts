/** Delegated tasks, in Simplified Chinese. */

import type { englishChildren } from "./english-children";

export const chineseChildren: Readonly<Record<keyof typeof englishChildren, string>> = {
  "verb.delegate": "委派给",
  "ask.delegate": "允许委派的任务在网页上操作吗？",
  "child.steps": "{role}的步骤",
  "child.stop": "停止这部分",
  "child.asks": "委派：{role}",
  "notice.last_reply": "这部分只剩一次回复，将以已找到的内容作结。",
  "tool.delegate_failed": "委派的任务未能完成。",
};
