/** All of 简体中文 that the settings page says, as one piece that is fetched when it is needed. */

import { ZH } from "../../panel/words/simplified-chinese";
import { chinese } from "./chinese";
import { chineseConnections } from "./chinese-connections";
import type { SettingsWords } from "./speech";

export const SETTINGS_ZH: SettingsWords = { ...ZH, ...chinese, ...chineseConnections };
