/** What the script keeps for its document: its id, the refs, and the scene that the model was last told of. */

import { Answers } from "./dialogs.ts";
import type { Line } from "./lines.ts";
import { linesOf } from "./lines.ts";
import { placeOf } from "./frames.ts";
import { RefBook } from "./refs.ts";
import type { Scene } from "./seen.ts";
import { titleOf } from "./dom.ts";
import { tidy } from "./text.ts";
import type { PageInfo } from "../wire/wire.ts";

export class Desk {
  readonly document = random(16);
  readonly refs = new RefBook(random(4));
  /** For dialogs of the page that the next action may open. */
  readonly answers = new Answers();
  #told: readonly Line[] | null = null;

  page(): PageInfo {
    const frame = placeOf(window);
    const of = { document: this.document, url: location.href, title: tidy(titleOf(document), 300) };
    // A frame in a sandbox has no origin, whatever its address says.
    return frame === "" ? { ...of, origin: location.origin } : { ...of, origin: self.origin, frame };
  }

  /** The lines that the model knows, against which the next change is told. */
  get told(): readonly Line[] | null {
    return this.#told;
  }

  async tell(scene: Scene): Promise<readonly Line[]> {
    const lines = await linesOf(scene);
    this.#told = lines;
    return lines;
  }
}

/** Lower-case letters and digits, unguessable. */
function random(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => "abcdefghijklmnopqrstuvwxyz012345".charAt(byte & 31)).join("");
}
