/** Ways in which a command has no result, and what the model is told of them. */

import type { ToolErrorCode, ToolFailure } from "../../wire/wire.ts";

export type Snag =
  /** The browser lets nobody debug the tab. */
  | { readonly is: "refused"; readonly why: string }
  /** It did, and does not any more. */
  | { readonly is: "lost"; readonly why: string }
  /** The command itself failed. */
  | { readonly is: "command"; readonly why: string }
  | { readonly is: "late" };

/** What may have happened in the page before. */
export type Before = "nothing" | "perhaps";

export class Snagged extends Error {
  constructor(readonly snag: Snag) {
    super(snag.is);
  }
}

/** What went wrong is known in full. */
export class Broken extends Error {
  constructor(readonly failure: ToolFailure) {
    super(failure.message);
  }
}

/** A refusal of our own: the command would have gone through. */
export class Refused extends Broken {
  constructor(code: ToolErrorCode, message: string, next: string) {
    super({ code, message: `${message}; nothing was done`, next });
  }
}

/** Chrome tells these apart by their text only: what a command answers is JSON, all else is about the session. */
export function ofCommand(text: string): Snag {
  return text.startsWith("{") ? { is: "command", why: text } : { is: "lost", why: text };
}

export function failureOf(error: unknown, before: Before): ToolFailure {
  if (error instanceof Broken) return error.failure;
  if (!(error instanceof Snagged)) {
    return { code: "internal", message: `The debugger failed: ${String(error).slice(0, 300)}`, next: "Look at the page before you try again." };
  }
  const { snag } = error;
  if (before === "perhaps" && snag.is !== "refused") {
    return {
      code: "maybe_done",
      message: `${words(snag)} in the middle of the action: it may have happened`,
      next: "Read the page to see whether it did. Do not simply repeat the action.",
    };
  }
  const message = `${words(snag)}; nothing was done`;
  switch (snag.is) {
    case "refused":
    case "lost":
      return { code: "no_debugger", message, next: "Go on with read_page, click and type, which do not need it; if they do not suffice, tell the person." };
    case "command":
      return { code: "target_changed", message, next: "Look at the page again." };
    case "late":
      return { code: "timeout", message, next: "Try once more; if it fails again, go on with read_page, click and type." };
  }
}

function words(snag: Snag): string {
  switch (snag.is) {
    case "refused":
      return `the browser does not let the debugger into this tab (${short(snag.why)})`;
    case "lost":
      return `the debugger was taken from this tab (${short(snag.why)})`;
    case "command":
      return `the browser could not do it (${short(snag.why)})`;
    case "late":
      return "the browser did not answer the debugger";
  }
}

function short(text: string): string {
  return text.replace(/\.+$/, "").slice(0, 300);
}
