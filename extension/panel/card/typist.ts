/**
 * When a key on the approval card counts. A person who is typing, or a key that was meant for something else, must never
 * answer a question: focus has to be in the card, the card has to have been there for half a second, and the key has to be
 * pressed by hand, alone and anew, outside any composition.
 */

export const CARD_REST_MS = 500;

export interface KeyPress {
  readonly key: string;
  readonly keyCode: number;
  readonly isTrusted: boolean;
  readonly isComposing: boolean;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}

export interface CardMoment {
  readonly focus: "in card" | "in its text field" | "elsewhere";
  readonly shownFor: number;
  /** `deliberate`: what is asked is sensitive, and no single key may allow it. */
  readonly care: "ordinary" | "deliberate";
}

/** A key that belongs to an input method, not to the panel: 229 is what browsers report for keys that one has taken. */
export function isComposing(press: Pick<KeyPress, "isComposing" | "keyCode">): boolean {
  return press.isComposing || press.keyCode === 229;
}

export function cardKey(press: KeyPress, moment: CardMoment): "allow" | "deny" | null {
  if (!press.isTrusted || press.repeat || isComposing(press)) return null;
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  if (moment.focus !== "in card" || moment.shownFor < CARD_REST_MS) return null;
  switch (press.key.toLowerCase()) {
    case "y":
      return moment.care === "ordinary" ? "allow" : null;
    case "n":
      return "deny";
    default:
      return null;
  }
}

/** Whether a press of a button of the card may count yet: a card must not appear under a finger that is already falling. */
export function pressCounts(shownFor: number): boolean {
  return shownFor >= CARD_REST_MS;
}

/**
 * What a press of Allow does. Where it takes two, the second is one of its own: not the other half of a double click, and not the first
 * one still held down.
 */
export function allowPress(care: CardMoment["care"], shownFor: number, armedFor: number | null): "allow" | "arm" | null {
  if (!pressCounts(shownFor)) return null;
  if (care === "ordinary") return "allow";
  if (armedFor === null) return "arm";
  return pressCounts(armedFor) ? "allow" : null;
}

/** A key that is held down presses a button over and over. */
export function isHeldPress(press: Pick<KeyPress, "key" | "repeat">): boolean {
  return press.repeat && (press.key === "Enter" || press.key === " ");
}

const SENSITIVE: ReadonlySet<string> = new Set([
  "sensitive_payload", "sensitive_read", "sensitive_site", "sensitive_write_confirm", "cross_site_flow", "cross_site_after_sensitive", "always_confirm",
  "lookalike", "url_data",
]);

export function careFor(reason: string, flags: readonly string[]): CardMoment["care"] {
  return [reason, ...flags].some((code) => SENSITIVE.has(code)) ? "deliberate" : "ordinary";
}
