/** The settings page in the harness; a check of the connection fails at its key. */

import type { Command, Event, Memory } from "../../../wire/wire";
import { installChrome } from "./fake-chrome";
import { CONNECTION, settingsFrom } from "./world";

const query = new URLSearchParams(location.search);

installChrome({
  settings: { ...settingsFrom(query), sensitive_sites: [{ site: "*.payroll.playground.test", reading: "ask", writing: "deny" }] },
  connections: [CONNECTION, { ...CONNECTION, id: "c_2", name: "Work", base_url: "https://api.example.com/v1", keys: [],
    models: [{ id: "large-2", capabilities: { tools: true, vision: true, reasoning: false } }] }],
  threads: [],
  tab: null,
  permission: "granted",
  language: query.get("lang") ?? "en",
  answer: answerTo,
});

const AT = { thread: "t_1", created_at: 1_790_000_000_000, updated_at: 1_790_000_000_000 };
const NOTES: Memory[] = [
  { ...AT, id: "m1", text: "Prefers window seats on trains", topic: "travel", source: { from: "conversation" } },
  { ...AT, id: "m2", text: "The playground shop restocks at noon", source: { from: "read", sites: ["https://shop.playground.test"] } },
  { ...AT, id: "m3", text: "预算 1200 元以内", topic: "购物", source: { from: "person" } },
  { ...AT, id: "m4", text: "Shoe size 42", source: { from: "conversation" } },
  { ...AT, id: "m5", text: "Answers in short sentences, please", source: { from: "read", sites: [] } },
];

function answerTo({ submission_id, body }: Command): Event[] {
  const ack = (answer: Extract<Event, { type: "command.ack" }>["body"]): Event[] => [{ type: "command.ack", submission_id, body: answer }];
  switch (body.type) {
    case "rules.list":
      return ack({ type: "rules", rules: [
        { id: "r1", tool: "run_javascript", origin: "*", verdict: "deny", source: "plugin_default" },
        { id: "r2", tool: "click", origin: "https://shop.playground.test", verdict: "allow", source: "approval_persist" },
      ] });
    case "rules.save":
      return body.rule.tool === "clikc"
        ? [{ type: "command.rejected", submission_id, refusal: { code: "bad_command", message: "", field: "rule.tool" } }]
        : [...ack({ type: "done" }), { type: "rules.updated", rules: [{ ...body.rule, source: "user_setting" }] }];
    case "rules.delete":
      return [...ack({ type: "done" }), { type: "rules.updated", rules: [] }];
    case "rules.try":
      return body.trial.address.startsWith("https://")
        ? ack({ type: "trialled", trialled: { verdict: "allow", reason: "rule_allow", flags: [], rule: "r2" } })
        : [{ type: "command.rejected", submission_id, refusal: { code: "bad_command", message: "", field: "trial.address" } }];
    case "memory.list":
      return ack({ type: "memories", memories: query.get("memory") === "none" ? [] : NOTES });
    case "settings.set":
      if (body.settings.sensitive_sites?.some(({ site }) => !site.includes("."))) {
        return [{ type: "command.rejected", submission_id, refusal: { code: "bad_command", message: "", field: "settings.sensitive_sites" } }];
      }
      return ack({ type: "settings", settings: body.settings });
    case "connections.models":
      return ack({ type: "models", list: body.of.type === "draft" && body.of.endpoint.keys?.length === 0
        ? { type: "failed", error: { code: { type: "model", kind: "auth" }, message: "Missing API key" } }
        : { type: "listed", models: [{ id: "scripted-2", context_window: 128_000 }, { id: "scripted-3" }] } });
    case "connections.verify":
      return ack({ type: "verified", steps: [
        { step: "reachable", outcome: { type: "passed" } },
        { step: "key", outcome: { type: "failed", error: { code: { type: "model", kind: "auth" }, message: "Incorrect API key provided" } } },
      ] });
    default:
      return [];
  }
}
