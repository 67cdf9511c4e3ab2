/** Chinese words for what a chat does otherwise than the settings say. */

import type { englishMode } from "./english-mode";

export const chineseMode: Readonly<Record<keyof typeof englishMode, string>> = {
  "mode.label": "此对话的选项",
  "mode.changed.one": "此对话的选项：{n} 项与设置不同",
  "mode.changed.other": "此对话的选项：{n} 项与设置不同",
  "mode.text": "对此对话接下来的任务有效。正在运行的任务保持开始时的选项。",
  "mode.model": "模型",
  "mode.gone": "已被移除的模型",
  "mode.usual": "与设置相同：{usual}",
};
