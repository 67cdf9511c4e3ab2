/**
 * What went wrong, as the person should hear it: what failed, whose side it is, what to do, and one button. The codes come
 * from the engine, the words from the panel; what the other side said is shown as a quotation.
 */

import type { Drift, ModelErrorKind, Refusal, RefusalCode, RunError, RunView, StopReason, SystemNoticeCode } from "../../wire/wire";
import { pauseOf, usedWords } from "../card/limit";
import type { Key, Speech } from "../words/speech";

export type Party = "person" | "model" | "network" | "page" | "fairlead";
export type Remedy = "continue" | "settings" | "reload" | "regenerate";

export interface Problem {
  readonly what: string;
  readonly next: string;
  readonly whose: Party;
  readonly remedy: Remedy | null;
  /** Words of the other side, verbatim. */
  readonly said: string | null;
  /** `pause`: nothing is broken. */
  readonly tone: "failure" | "pause";
}

export function ofModel(kind: ModelErrorKind, said: string, speech: Speech): Problem {
  const [whose, remedy] = MODEL[kind];
  return problem(speech, `model.${kind}`, { whose, remedy, said: said || null });
}

const MODEL: Readonly<Record<ModelErrorKind, readonly [Party, Remedy]>> = {
  auth: ["person", "settings"],
  permission: ["person", "settings"],
  origin_forbidden: ["model", "settings"],
  quota: ["person", "continue"],
  rate_limit: ["model", "continue"],
  overloaded: ["model", "continue"],
  server: ["model", "continue"],
  timeout: ["model", "continue"],
  bad_request: ["model", "settings"],
  unsupported_param: ["model", "settings"],
  context_length: ["model", "settings"],
  content_filter: ["model", "continue"],
  not_found: ["person", "settings"],
  too_large: ["model", "continue"],
  tool_use_failed: ["model", "continue"],
  network: ["network", "continue"],
  truncated_stream: ["network", "continue"],
  protocol: ["person", "settings"],
};

export function ofRun(error: RunError, speech: Speech): Problem {
  switch (error.code.type) {
    case "model":
      return ofModel(error.code.kind, error.message, speech);
    case "no_connection":
      return problem(speech, "run.no_connection", { whose: "person", remedy: "settings" });
    case "key_unreadable":
      return problem(speech, "run.key_unreadable", { whose: "fairlead", remedy: "settings" });
    case "keys_locked":
      return problem(speech, "run.keys_locked", { whose: "person", remedy: "settings" });
    case "protocol_violation":
      return problem(speech, "run.protocol_violation", { whose: "model", remedy: "continue", said: error.message || null });
    case "attachment_unreadable":
      return problem(speech, "run.attachment_unreadable", { whose: "fairlead", remedy: "continue" });
    case "unrecorded":
      return problem(speech, "run.unrecorded", { whose: "fairlead", remedy: "continue" });
    case "environment_drift":
      return ofDrift(error.code.drift, speech);
  }
}

/** What a task began with is not what it was: it cannot go on, and can be done anew with what there is now. */
function ofDrift(drift: Drift, speech: Speech): Problem {
  return {
    what: speech.say(`drift.${drift}`), next: speech.say("drift.next"), whose: "fairlead", remedy: "regenerate", said: null, tone: "pause",
  };
}

const DRIFTS: Readonly<Record<Drift, Drift>> = {
  format: "format", record: "record", connection: "connection", transport: "transport", credential: "credential", tools: "tools",
};

function isDrift(text: string | null): text is Drift {
  return text !== null && Object.hasOwn(DRIFTS, text);
}

/** What stands under a Turn that stopped for anything but having finished. */
export function ofStop(stop: StopReason, speech: Speech): Problem | null {
  switch (stop) {
    case "end":
    case "uncertain":
      // Nothing to say; an unknown outcome has a card of its own.
      return null;
    case "error":
      return problem(speech, "stop.error", { whose: "fairlead", remedy: "continue" });
    case "interrupted":
      return problem(speech, "stop.interrupted", { whose: "person", remedy: "continue", tone: "pause" });
    case "budget_pause":
    case "limit_pause":
    case "context_full":
    case "takeover":
      return problem(speech, `stop.${stop}`, { whose: stop === "limit_pause" ? "model" : "person", remedy: "continue", tone: "pause" });
    case "max_tokens":
    case "content_filter":
    case "refusal":
      return problem(speech, `stop.${stop}`, { whose: "model", remedy: null, tone: "pause" });
    case "unverified":
      return problem(speech, "stop.unverified", { whose: "fairlead", remedy: null, tone: "pause" });
  }
}

/** Of a Run that stands still; null while it works, and when it is simply done. */
export function ofRunView(run: RunView, speech: Speech): Problem | null {
  switch (run.state) {
    case "failed":
      return run.error ? ofRun(run.error, speech) : ofStop("error", speech);
    case "interrupted":
      return ofStop("interrupted", speech);
    case "paused_budget":
      return ofLimit(run, speech) ?? ofStop("budget_pause", speech);
    case "paused_limit":
      return ofLimit(run, speech) ?? ofStop("limit_pause", speech);
    case "paused_context": {
      const found = ofStop("context_full", speech);
      return found !== null && run.relief === "none" ? { ...found, next: speech.say("full.left_none") } : found;
    }
    case "paused_takeover":
      return ofStop("takeover", speech);
    case "completed":
      // An answer that is not verified says so itself.
      return run.stop && run.stop !== "unverified" ? withoutResume(ofStop(run.stop, speech)) : null;
    case "queued":
    case "ready":
    case "streaming_model":
    case "compacting":
    case "executing_tool":
    case "waiting_approval":
    case "waiting_interaction":
    case "waiting_keys":
    case "paused_uncertain":
      return null;
  }
}

function ofLimit(run: RunView, speech: Speech): Problem | null {
  const pause = pauseOf(run);
  if (pause === null) return null;
  return {
    what: speech.say("limit.paused", { used: usedWords(pause.reached, speech) }), next: speech.say("limit.paused_next"), whose: "person",
    remedy: "continue", said: null, tone: "pause",
  };
}

function withoutResume(found: Problem | null): Problem | null {
  return found?.remedy === "continue" ? { ...found, remedy: null } : found;
}

export function ofRefusal(code: RefusalCode, field: string | null, speech: Speech): Problem {
  // Here the field names the part that changed.
  if (code === "environment_drift" && isDrift(field)) return ofDrift(field, speech);
  return problem(speech, `refused.${code}`, { whose: REFUSED_BY[code] ?? "fairlead", remedy: REFUSAL_REMEDY[code] ?? null, said: field });
}

/** In the panel no form has the field at fault. Of a drift that is not named by a code there is at least the engine's sentence. */
export function ofComplaint({ code, field: named, message }: Refusal, speech: Speech): Problem {
  const field = named ?? null;
  const found = ofRefusal(code, field, speech);
  const isVague = code === "environment_drift" && !isDrift(field);
  return { ...found, said: isVague && message !== "" ? message : null };
}

const REFUSED_BY: Readonly<Partial<Record<RefusalCode, Party>>> = {
  too_large: "person",
  empty_message: "person",
  no_connection: "person",
  unknown_connection: "person",
  bad_base_url: "person",
  queue_full: "person",
  steers_full: "person",
  stale_turn: "person",
  busy: "person",
  unusable_attachment: "person",
  looks_secret: "person",
  nothing_runs: "person",
  nothing_new: "person",
  keys_locked: "person",
  wrong_passphrase: "person",
};
const REFUSAL_REMEDY: Readonly<Partial<Record<RefusalCode, Remedy>>> = {
  bad_command: "reload",
  environment_drift: "regenerate",
  not_allowed: "reload",
  no_connection: "settings",
  unknown_connection: "settings",
  bad_base_url: "settings",
  vault_failed: "settings",
  keys_locked: "settings",
};

export function ofSystem(code: SystemNoticeCode, speech: Speech): Problem {
  return problem(speech, `system.${code}`, {
    whose: "fairlead",
    remedy: code === "storage_failed" ? "reload" : null,
    tone: code === "engine_restarted" || code === "row_quarantined" ? "pause" : "failure",
  });
}

type Stem = Key extends infer K ? (K extends `${infer S}.what` ? S : never) : never;

function problem(
  speech: Speech,
  stem: Stem,
  rest: { whose: Party; remedy: Remedy | null; said?: string | null; tone?: Problem["tone"] },
): Problem {
  return { what: speech.say(`${stem}.what`), next: speech.say(`${stem}.next`), said: null, tone: "failure", ...rest };
}
