/** A refusal as a value: what happened, and the next step for the model. Thrown inside the script, never beyond it. */

import type { ToolErrorCode, ToolFailure } from "../wire/wire.ts";

export class Refusal extends Error {
  readonly failure: ToolFailure;

  constructor(code: ToolErrorCode, message: string, next: string) {
    super(message);
    this.failure = { code, message, next };
  }
}
