/** What a failed check asks of the person: one step, and where it is taken. Pure. */

import type { ModelErrorKind, RunError, VerifyStage } from "../../wire/wire";

/** `again`: nothing but to verify once more. A field: the form opens there. `provider`: outside of this page. */
export type NextStep = "again" | "hide_origin" | "key" | "unlock" | "url" | "model" | "provider" | "storage";

const OF_MODEL: Readonly<Record<ModelErrorKind, NextStep>> = {
  auth: "key",
  permission: "model",
  origin_forbidden: "hide_origin",
  quota: "provider",
  rate_limit: "again",
  overloaded: "again",
  server: "again",
  timeout: "again",
  bad_request: "model",
  unsupported_param: "model",
  context_length: "model",
  content_filter: "again",
  not_found: "url",
  too_large: "model",
  tool_use_failed: "model",
  network: "url",
  truncated_stream: "again",
  protocol: "url",
};

export function nextStep(stage: VerifyStage, { code }: RunError): NextStep {
  switch (code.type) {
    case "model":
      // It was reached and let in: what does not stream there is the model, not the address.
      return stage === "streaming" && code.kind === "protocol" ? "model" : OF_MODEL[code.kind];
    case "key_unreadable":
      return "key";
    case "keys_locked":
      return "unlock";
    case "unrecorded":
      return "storage";
    case "no_connection":
    case "protocol_violation":
    case "attachment_unreadable":
    case "environment_drift":
      return "again";
  }
}
