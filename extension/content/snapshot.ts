/** `read_page` in snapshot mode: head, tree, notes, never more than was asked for and never empty without a reason. */

import { fit, kindsOf } from "./budget.ts";
import { FIRST_RENDER_MS } from "./caps.ts";
import { pause } from "./pace.ts";
import type { RefBook } from "./refs.ts";
import type { Scene } from "./seen.ts";
import { firstChange } from "./settle.ts";
import { count, quoted, tokensOf } from "./text.ts";
import { walk } from "./walk.ts";
import type { FrameSlot } from "../wire/wire.ts";

/** For the lines at the end that say what was shortened and cut. */
const CLOSING_TOKENS = 110;

/** A page that shows nothing yet is given time to render. */
export async function readScene(refs: RefBook, scope?: Element): Promise<Scene> {
  let scene = await walk(refs, { scope });
  const until = performance.now() + FIRST_RENDER_MS;
  while (scope === undefined && scene.roots.length === 0 && performance.now() < until) {
    await firstChange(until - performance.now());
    await pause(50);
    scene = await walk(refs);
  }
  return scene;
}

export interface Snapshot {
  readonly text: string;
  readonly frames: FrameSlot[];
}

export async function snapshotOf(scene: Scene, maxTokens: number): Promise<Snapshot> {
  const notes = scene.notes.map((note) => `note: ${note}`);
  // A frame is shown below its line in the page, which has a head already.
  const head = isPage() ? [`page ${quoted(scene.title)}`, `url ${scene.address}`, ...notes] : notes;
  if (scene.roots.length === 0) {
    return { text: isPage() ? [...head, emptiness(), "Next: wait_for a text that should appear, scroll, or read again."].join("\n") : "", frames: [] };
  }
  const spent = tokensOf(head.join("\n"));
  const fitted = await fit(scene, Math.max(120, maxTokens - spent - CLOSING_TOKENS));
  const frames = fitted.lines.flatMap(({ frame }, at) => (frame === undefined ? [] : [{ frame, line: head.length + at }]));
  const lines = [...head, ...fitted.lines.map((line) => line.text)];
  if (fitted.shortened > 0) lines.push(`${count(fitted.shortened, "text")} shortened (…): extract gives the whole text.`);
  if (fitted.cut.size > 0) {
    lines.push(
      `cut to fit ${maxTokens} tokens; not shown${scene.whole ? "" : " of what was read"}: ${kindsOf(fitted.cut)}. ` +
        "find_in_page searches all of the page and gives refs; read_page with scope reads one part; max_tokens shows more.",
    );
  }
  return { text: lines.join("\n"), frames };
}

function isPage(): boolean {
  return window === window.top;
}

function emptiness(): string {
  if (document.readyState === "loading") return "The page shows nothing yet: it is still loading.";
  const elements = document.getElementsByTagName("*").length;
  return elements < 6
    ? "The page shows nothing: its document is empty."
    : `The page shows no text and no controls: its ${elements} elements are hidden, empty or not drawn yet.`;
}
