/** What the settings page says: the panel's words and its own. */

import { tongues } from "../../panel/words/fetched";
import { EN, type Speech, type Words } from "../../panel/words/speech";
import { english } from "./english";
import { englishConnections } from "./english-connections";

export const SETTINGS_EN = { ...EN, ...english, ...englishConnections };
export type SettingsKey = keyof typeof english | keyof typeof englishConnections;
export type SettingsWords = Words<SettingsKey>;
export type SettingsSpeech = Speech<SettingsKey>;

export const { speechIn, fetchWords } = tongues<SettingsKey>(SETTINGS_EN, async () => (await import("./simplified-chinese")).SETTINGS_ZH);
