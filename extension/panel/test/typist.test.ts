/**
 * Somebody types while cards come and go, with input methods, held keys and hasty fingers. Nothing is decided that was not meant, and
 * whatever was meant is: ten thousand seeded sessions of the rules, and some of the panel itself under real keys.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { allowPress, type CardMoment, cardKey, isHeldPress, type KeyPress } from "../card/typist";

const SESSIONS = 10_000;
/** As the card promises; said here once more, so that a change of it is noticed. */
const REST_MS = 500;

/** mulberry32. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Decision = "allow" | "deny";
interface Card {
  readonly id: number;
  readonly care: CardMoment["care"];
  readonly shownAt: number;
  armedAt: number | null;
}

/** The panel as far as presses are concerned: where the focus is, which card is there, and what came of each press. */
class Session {
  readonly decided: { card: number; what: Decision }[] = [];
  /** What was meant, at the moment when it was. */
  readonly meant: { card: number; what: Decision }[] = [];
  now = 0;
  focus: CardMoment["focus"] = "elsewhere";
  card: Card | null = null;
  #cards = 0;

  constructor(readonly roll: () => number) {}

  pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.roll() * all.length)]!;
  }

  wait(least: number, most: number): void {
    this.now += least + this.roll() * (most - least);
  }

  show(): void {
    if (this.card !== null) return;
    this.#cards += 1;
    this.card = { id: this.#cards, care: this.pick(["ordinary", "deliberate"]), shownAt: this.now, armedAt: null };
  }

  key(key: string, how: Partial<KeyPress> = {}): void {
    const press: KeyPress = { key, keyCode: key.toUpperCase().charCodeAt(0), isTrusted: true, isComposing: false, repeat: false, ctrlKey: false, altKey: false, metaKey: false, ...how };
    if (this.card === null) return;
    const what = cardKey(press, { focus: this.focus, shownFor: this.now - this.card.shownAt, care: this.card.care });
    if (what !== null) this.#settle(what);
  }

  /** A press of a button of the card, by hand. */
  press(what: Decision): void {
    if (this.card === null) return;
    const shownFor = this.now - this.card.shownAt;
    if (what === "deny") {
      if (allowPress("ordinary", shownFor, null) === "allow") this.#settle("deny");
      return;
    }
    const does = allowPress(this.card.care, shownFor, this.card.armedAt === null ? null : this.now - this.card.armedAt);
    if (does === "arm") this.card.armedAt = this.now;
    if (does === "allow") this.#settle("allow");
  }

  /** Enter on Allow, held down: what the browser makes of it is a press for each repetition that is not prevented. */
  hold(times: number): void {
    for (let at = 0; at < times; at += 1) {
      if (!isHeldPress({ key: "Enter", repeat: at > 0 })) this.press("allow");
      this.wait(20, 40);
    }
  }

  #settle(what: Decision): void {
    if (this.card === null) return;
    this.decided.push({ card: this.card.id, what });
    this.card = null;
    this.focus = "elsewhere";
  }
}

const WORDS = ["yes", "any", "no", "synonym", "y", "n", "nanny", "Yonder", "NY", "你好", "ёжик"];

/** What people do that is meant for no card. */
const HASTE: readonly ((s: Session) => void)[] = [
  // A word in the composer, in the middle of which a card may come.
  (s) => {
    s.focus = "elsewhere";
    for (const letter of s.pick(WORDS)) {
      if (s.roll() < 0.3) s.show();
      s.key(letter);
      s.wait(30, 900);
    }
  },
  // The same through an input method, also with the focus in the card.
  (s) => {
    s.focus = s.pick(["elsewhere", "in card"]);
    for (const letter of s.pick(WORDS)) {
      if (s.roll() < 0.3) s.show();
      s.key(letter, s.roll() < 0.5 ? { isComposing: true } : { keyCode: 229 });
      s.wait(30, 900);
    }
    s.focus = "elsewhere";
  },
  // A key that is still down when the focus comes to the card.
  (s) => {
    s.key("y");
    s.show();
    s.focus = "in card";
    s.wait(0, 1_500);
    for (let at = 0; at < 5; at += 1) s.key(s.pick(["y", "n"]), { repeat: true });
    s.focus = "elsewhere";
  },
  // Shortcuts of the browser and letters that only look alike, in a card that has rested.
  (s) => {
    s.show();
    s.wait(REST_MS, 2_000);
    s.focus = "in card";
    s.key(s.pick(["y", "n"]), s.pick([{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isTrusted: false }]));
    s.key(s.pick(["ｙ", "у", "ñ", "Enter", " ", "Escape", "Tab", "Dead"]));
    s.focus = "elsewhere";
  },
  // A reason is written.
  (s) => {
    s.show();
    s.wait(REST_MS, 2_000);
    s.focus = "in its text field";
    for (const letter of s.pick(WORDS)) s.key(letter);
    s.focus = "elsewhere";
  },
  // The finger was on its way when the card came, perhaps twice.
  (s) => {
    if (s.card !== null) return;
    s.show();
    s.wait(0, REST_MS / 2);
    s.press(s.pick(["allow", "deny"]));
    s.wait(0, REST_MS / 4);
    s.press(s.pick(["allow", "deny"]));
  },
  // A double click, or a held key, on what takes two presses: the card is made ready and no more.
  (s) => {
    s.show();
    if (s.card?.care !== "deliberate" || s.card.armedAt !== null) return;
    s.wait(REST_MS, 2_000);
    if (s.roll() < 0.5) {
      s.press("allow");
      s.wait(20, REST_MS - 1);
      s.press("allow");
    } else {
      s.hold(12);
    }
    s.card.armedAt = null;
  },
];

/** What they mean. */
const MEANT: readonly ((s: Session) => void)[] = [
  (s) => {
    if (s.card === null) return;
    s.wait(REST_MS, 3_000);
    s.focus = "in card";
    const what = s.card.care === "ordinary" ? s.pick<Decision>(["allow", "deny"]) : "deny";
    s.meant.push({ card: s.card.id, what });
    s.key(s.pick(what === "allow" ? ["y", "Y"] : ["n", "N"]));
  },
  (s) => {
    if (s.card === null) return;
    s.wait(REST_MS, 3_000);
    const what = s.pick<Decision>(["allow", "deny"]);
    s.meant.push({ card: s.card.id, what });
    if (what === "allow" && s.card.care === "deliberate") {
      if (s.card.armedAt === null) s.press("allow");
      s.wait(REST_MS, 2_000);
    }
    s.press(what);
  },
];

test("in ten thousand sessions of hasty typing exactly what was meant is decided", () => {
  let decisions = 0;
  for (let seed = 0; seed < SESSIONS; seed += 1) {
    const session = new Session(dice(seed));
    for (let at = 0; at < 12; at += 1) {
      session.wait(0, 600);
      session.pick(session.roll() < 0.75 ? HASTE : MEANT)(session);
      assert.deepEqual(session.decided, session.meant, `seed ${seed}, step ${at}`);
    }
    decisions += session.decided.length;
  }
  assert.ok(decisions > SESSIONS, `people decided ${decisions} times`);
});
