/** Chinese words for a window that is full, and for what goes out of the model's view before. */

import type { englishFull } from "./english-full";

export const chineseFull: Record<keyof typeof englishFull, string> = {
  "full.title": "模型的窗口已满：约 {percent}%",
  "full.by": "已用约 {used}，可用 {room} 个词元。占用最多：{list}。",
  "full.continue": "已完成的内容都会保留。继续时会把结果移出模型的视野，模型可逐条读回。",
  "full.no_use": "已完成的内容都会保留。只有换用更大的窗口，继续才有用：占满窗口的内容不会移出视野。",
  "full.copy": "新对话包含同样的消息，其模型从一份笔记开始，因此有足够空间。",
  "full.no_copy": "新对话也无济于事：仅指令和工具就几乎占满此窗口。",
  "full.wider_text": "如果模型能容纳更多，请在其连接中写明，然后继续。此任务沿用原来的模型；要换模型，请开新对话。",
  "full.go_on": "继续",
  "full.new_chat": "从这里开新对话",
  "full.wider": "使用更大的窗口",
  "full.draft": "请从这里继续。",
  "full.left_none": "请使用更大的窗口，或在新对话中继续：占满窗口的内容不会移出视野。",
  "say.full": "已暂停。模型的窗口约 {percent}% 已满。可以继续、在新对话中继续，或使用更大的窗口。",
  "remark.carried": "此对话接着另一个对话继续，其模型从一份笔记开始；原对话保持不变。",
  "notice.context_masked": "从这里起，较早的结果已移出模型的视野，模型可以读回。",
  "notice.context_compacted": "从这里起，模型看到的是此前内容的笔记。",
};
