/**
 * In the page's own world: stands in for its dialogs while the page is acted on, and is gone afterwards. Between the two it does
 * nothing but listen. It is injected again without harm.
 */

import { ARM, DISARM, type Opened, OPENED } from "./dialog_events.ts";

const PLACE = Symbol.for("fairlead.dialogs");
const NAMES = ["alert", "confirm", "prompt"] as const;
type Name = (typeof NAMES)[number];

interface Answer {
  readonly answer: string;
  readonly text?: string;
}

const world = globalThis as typeof globalThis & { [PLACE]?: true };

if (!world[PLACE]) {
  Object.defineProperty(world, PLACE, { value: true });
  keep();
}

function keep(): void {
  const own = new Map<Name, { readonly was: PropertyDescriptor | undefined; readonly standIn: unknown }>();
  let answers: Answer[] = [];

  const tell = (kind: Name, message: unknown, armed: boolean, accepted: boolean): void => {
    const opened: Opened = { kind, message: message === undefined ? "" : String(message).slice(0, 2_000), armed, accepted };
    document.dispatchEvent(new CustomEvent(OPENED, { detail: JSON.stringify(opened) }));
  };
  const next = (kind: "confirm" | "prompt", message: unknown): Answer | undefined => {
    const answer = answers.shift();
    tell(kind, message, answer !== undefined, answer?.answer === "accept");
    return answer;
  };
  const standIns: Readonly<Record<Name, (message?: unknown, given?: unknown) => unknown>> = {
    alert: (message) => tell("alert", message, false, true),
    confirm: (message) => next("confirm", message)?.answer === "accept",
    prompt: (message, given) => {
      const answer = next("prompt", message);
      return answer?.answer === "accept" ? (answer.text ?? (given === undefined ? "" : String(given))) : null;
    },
  };

  document.addEventListener(ARM, (event) => {
    answers = read((event as CustomEvent<unknown>).detail);
    for (const name of NAMES) {
      if (own.has(name)) continue;
      const was = Object.getOwnPropertyDescriptor(globalThis, name);
      if (was && !was.configurable) continue;
      const standIn = standIns[name];
      own.set(name, { was, standIn });
      Object.defineProperty(globalThis, name, { value: standIn, configurable: true, enumerable: true, writable: true });
    }
  });
  document.addEventListener(DISARM, () => {
    for (const [name, { was, standIn }] of own) {
      // What the page has put in its place meanwhile is the page's.
      if (globalThis[name] !== standIn) continue;
      if (was) Object.defineProperty(globalThis, name, was);
      else delete (globalThis as Partial<typeof globalThis>)[name];
    }
    own.clear();
    answers = [];
  });
}

function read(detail: unknown): Answer[] {
  try {
    const given: unknown = typeof detail === "string" ? JSON.parse(detail) : [];
    return Array.isArray(given) ? (given as Answer[]) : [];
  } catch {
    return [];
  }
}
