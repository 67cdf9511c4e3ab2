/** The languages that the panel speaks. */

import { tongues } from "./fetched";
import { EN } from "./speech";

export const { speechIn, fetchWords } = tongues<never>(EN, async () => (await import("./simplified-chinese")).ZH);
