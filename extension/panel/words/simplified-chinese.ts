/** All of 简体中文, as one piece that is fetched when it is needed. */

import { chinese } from "./chinese";
import { chineseChats } from "./chinese-chats";
import { chineseChildren } from "./chinese-children";
import { chineseContext } from "./chinese-context";
import { chineseEvidence } from "./chinese-evidence";
import { chineseFull } from "./chinese-full";
import { chineseLimits } from "./chinese-limits";
import { chineseMode } from "./chinese-mode";
import { chineseNotes } from "./chinese-notes";
import { chineseProblems } from "./chinese-problems";
import { chineseWaits } from "./chinese-waits";
import type { Words } from "./speech";

export const ZH: Words = {
  ...chinese,
  ...chineseChats,
  ...chineseChildren,
  ...chineseContext,
  ...chineseEvidence,
  ...chineseFull,
  ...chineseLimits,
  ...chineseMode,
  ...chineseNotes,
  ...chineseProblems,
  ...chineseWaits,
};
