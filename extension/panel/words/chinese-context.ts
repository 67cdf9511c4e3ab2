/** 模型上下文的用语：什么占用了它，以及如何腾出空间。 */

import type { englishContext } from "./english-context";

export const chineseContext: Readonly<Record<keyof typeof englishContext, string>> = {
  "context.label": "上下文已用约 {percent}%",
  "context.title": "模型的上下文",
  "context.full": "已用",
  "context.of": "约 {used} / {room}",
  "context.prompt": "指令",
  "context.tools": "工具说明",
  "context.messages": "消息",
  "context.results": "步骤结果",
  "context.summary": "先前步骤的笔记",
  "context.notes": "另外告知的内容",
  "context.part": "约 {n}",

  "settings.saving": "上下文空间",
  "saving.normal": "需要时",
  "saving.normal_text": "达到 60% 时移除旧结果；达到 80% 时写笔记。",
  "saving.saver": "尽早，以节省词元",
  "saving.saver_text": "从 45% 和 70% 开始。每次调用花费更少，模型看到的先前内容也更少。",
};
