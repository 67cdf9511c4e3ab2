/** 简体中文：等待你亲自操作，以及等待页面变化。 */

import type { englishWaits } from "./english-waits";

export const chineseWaits: Record<keyof typeof englishWaits, string> = {
  "verb.request_user_action": "请你操作：",
  "verb.watch_page": "留意页面：",
  "ask.watch_page": "持续留意 {site} 的页面？",
  "tool.with_person": "当时这个标签页正由你操作，因此没有读取其中任何内容。",

  "handover.title": "页面交给你了",
  "handover.title_site": "页面交给你了 · {site}",
  "handover.to_do": "请你完成",
  "handover.why": "为何由你来做",
  "handover.care": "这段话由模型写成。在你点“完成”之前，不会读取该页面的任何内容。密码和验证码只填在页面里，切勿发到对话中。",
  "handover.show": "显示标签页",
  "handover.done": "完成",
  "handover.cannot": "我做不了",
  "handover.stop": "停止",
  "strip.with_you": "页面由你操作",
  "say.action": "任务把页面交给你：{what}",

  "watch.title": "正在留意 {site}",
  "watch.text": "直到页面上出现“{text}”。",
  "watch.text_gone": "直到“{text}”从页面上消失。",
  "watch.url": "直到网址中含有“{text}”。",
  "watch.changed": "直到页面文字发生变化。",
  "watch.how.one": "大约每 {n} 分钟查看一次，最晚到 {time}。请保持标签页打开；面板可以关闭。",
  "watch.how.other": "大约每 {n} 分钟查看一次，最晚到 {time}。请保持标签页打开；面板可以关闭。",
  "watch.often": "大约每分钟查看两次，最晚到 {time}。请保持标签页打开；面板可以关闭。",
  "strip.watching": "留意中，最晚 {time}",
  "say.watch": "正在留意页面，最晚到 {time}。",

  "settings.notifications": "通知",
  "settings.notifications_text": "仅在没有面板显示该对话时发出。通知只用来打开对话：不能在其中作答，也不含任何页面内容。",
  "notifications.off": "关闭",
  "notifications.waiting": "任务等待我时",
  "notifications.waiting_and_done": "超过半分钟的任务结束时也通知",
  "notifications.titles": "通知内容",
  "notifications.titles_shown": "对话标题和事由",
  "notifications.titles_shown_text": "看得到屏幕的人都能读到。",
  "notifications.titles_hidden": "只有事由",
  "notifications.titles_hidden_text": "不含对话的任何内容。",
  "notifications.missing": "尚未请 Chrome 允许显示通知。",
  "notifications.refused": "Chrome 未获准显示通知。",
  "notifications.allow": "允许通知",
};
