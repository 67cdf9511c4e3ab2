/** 计划、记忆与个人指示的中文用语。 */

import type { englishNotes } from "./english-notes";

export const chineseNotes: Readonly<Record<keyof typeof englishNotes, string>> = {
  "plan.title": "计划",
  "plan.progress": "完成 {done}/{n}",
  "plan.over": "计划已完成",
  "plan.pending": "待办",
  "plan.in_progress": "进行中",
  "plan.done": "已完成",
  "plan.dropped": "已放弃",
  "say.plan": "计划：共 {n} 步，已完成 {done} 步。{step}",
  "memory.forget": "忘掉这条",
  "memory.forgotten": "已忘掉",
  "refresh.tell": "告知最新变化",
  "refresh.tip": "你现在的指示、记忆和标签页会在下一步告知此任务",

  "verb.plan_update": "计划",
  "verb.remember": "记住：",
  "verb.recall": "在记忆中查找",
  "verb.forget": "忘掉一条记忆",
  "ask.remember": "记住这条，供以后的对话使用？",
  "ask.forget": "忘掉这条记忆？",
  "notice.context_refreshed": "已把最新变化告知此任务。",

  "memory.delete": "删除",
  "memory.clear": "全部删除",
};
