/** 简体中文：等待你亲自操作，以及等待页面变化。 */

import type { englishWaits } from "./english-waits";

export const chineseWaits: Record<keyof typeof englishWaits, string> = {
  "verb.request_user_action": "请你操作：",
  "verb.watch_page": "留意页面：",
  "ask.watch_page": "持续留意 {site} 的页面？",
  "tool.with_person": "当时这个标签页正由你操作，因此没有读取其中任何内容。",

  "taken.title.touched": "你操作了页面：已暂停",
  "taken.title.pressed": "已暂停：页面归你",
  "taken.text": "页面现在归你。继续之后，模型会先重新查看页面再操作。",
  "taken.resume": "继续",
  "say.takeover.touched": "你操作了页面，任务已暂停。可以让它继续。",
  "say.takeover.pressed": "已暂停：页面归你。可以让任务继续。",
  "stop.takeover.what": "已暂停：页面归你。",
  "stop.takeover.next": "继续后，模型会先重新查看页面。",
  "notice.person_took_over": "你接管了页面，已告知模型重新查看。",
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
};
