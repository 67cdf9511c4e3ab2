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
  "settings.saving_text": "当长任务快要填满模型的上下文时，旧的步骤结果会先从模型的视野中移除，之后对话的中段会写成笔记。你仍能看到全部内容。",
  "saving.normal": "需要时",
  "saving.normal_text": "达到 60% 时移除旧结果；达到 80% 时写笔记。",
  "saving.saver": "尽早，以节省词元",
  "saving.saver_text": "从 45% 和 70% 开始。每次调用花费更少，模型看到的先前内容也更少。",

  "form.window": "上下文窗口（词元）",
  "form.window_hint": "模型能容纳的量，输入与输出合计。留空：按此名称的模型的已知值。",
  "form.window_bad": "请填 {least} 到 {most} 之间的整数，或留空。",
};
