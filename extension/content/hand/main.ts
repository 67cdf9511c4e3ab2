/**
 * Beside the content script, and in every frame: feels the person's hand while a Turn acts on the tab, and shows them in the page what
 * is going on. A script of its own, since it has to be small; injected again without harm.
 */

import { install, installed } from "./place.ts";
import { watchful } from "./watchful.ts";

if (!installed()?.isAlive()) {
  installed()?.remove();
  install(watchful());
}
