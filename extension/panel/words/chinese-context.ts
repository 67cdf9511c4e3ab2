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
  "context.notes": "先前步骤的笔记",
  "context.part": "约 {n}",


  "form.window": "上下文窗口（词元）",
  "form.window_hint": "模型能容纳的量，输入与输出合计。留空：按此名称的模型的已知值。",
  "form.window_bad": "请填 {least} 到 {most} 之间的整数，或留空。",
};
