/** Settings before anybody has changed one. */

import type { Settings } from "../wire/wire";

export const UNSET: Settings = { policy: "untrusted", language: "auto", theme: "auto", titles: "model", completion: "enforce", limits: { profile: "open" } };
