//! A fact as an entry of its Run's journal.

use crate::fact::{Fact, SummaryEnding, Tally};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::caps;
use fairlead_protocol::ids::{NodeId, RuleId};
use fairlead_protocol::interaction::Wait;
use fairlead_protocol::memory::MemorySource;
use fairlead_protocol::node::{NodeBody, ResultOutcome};
use fairlead_protocol::plan::PlanStatus;
use fairlead_protocol::run::{Answerer, Counters};
use fairlead_protocol::to_json::{self, ToJson};
use serde_json::{Map, Value};

pub struct Entry {
    pub kind: &'static str,
    pub payload: Map<String, Value>,
}

fn entry(kind: &'static str) -> Entry {
    Entry { kind, payload: Map::new() }
}

impl Entry {
    fn put(mut self, key: &str, value: Value) -> Self {
        self.payload.insert(key.to_owned(), value);
        self
    }

    fn text(self, key: &str, text: &str) -> Self {
        self.put(key, Value::from(text))
    }

    fn maybe(self, key: &str, text: Option<&str>) -> Self {
        self.put(key, text.map_or(Value::Null, Value::from))
    }

    fn texts(self, key: &str, texts: &[&str]) -> Self {
        self.put(key, Value::from(texts))
    }

    fn count(self, key: &str, count: u64) -> Self {
        self.put(key, Value::from(count))
    }

    /// Codes and counters, as they are stored elsewhere too.
    fn value<T: ToJson + ?Sized>(self, key: &str, value: &T) -> Self {
        self.put(key, to_json::value(value))
    }
}

impl Fact {
    /// The journal's type and payload: ids, codes and counts. What was written or read stays in its node. A stop, whatever
    /// its reason, carries the Run's counters. `None` for facts of the Thread alone.
    pub fn journal(&self, counters: Counters) -> Option<Entry> {
        Some(match self {
            Self::ThreadCreated { .. }
            | Self::ThreadRenamed { .. }
            | Self::TitlingChanged { .. }
            | Self::ThreadPinned { .. }
            | Self::ThreadArchived { .. }
            | Self::ThreadDeleted
            | Self::AttachmentKept { .. }
            | Self::AttachmentEvicted { .. }
            | Self::AttachmentRemoved { .. }
            | Self::BranchSelected { .. }
            | Self::BranchRepaired { .. }
            | Self::QueueModeSet { .. }
            | Self::GrantGiven { .. }
            | Self::GrantsDropped { .. }
            | Self::RuleSaved { .. }
            | Self::OriginBroughtIn { .. }
            | Self::OriginTouched { .. } => return None,
            Self::TurnQueued { run } => entry("run.queued").text("model", &run.environment.model),
            Self::QueuedTurnChanged { .. } => entry("run.queue_changed"),
            Self::QueuedTurnMoved { to, .. } => entry("run.queue_moved").count("to", u64::from(*to)),
            Self::QueuedTurnRemoved { .. } => entry("run.queue_removed"),
            Self::SteerAdmitted { steer } => {
                entry("steer.admitted").text("steer", steer.id.as_str()).count("admission", steer.admission.0)
            }
            Self::SteerRead { steer, .. } => entry("steer.read").text("steer", steer.as_str()),
            Self::TurnErased { .. } => entry("run.erased"),
            Self::InteractionAsked { interaction, .. } => entry("interaction.asked")
                .text("interaction", interaction.id.as_str())
                .text("call", interaction.call.as_str())
                .text("wait", wait_code(&interaction.wait)),
            Self::InteractionAnswered { interaction, .. } => {
                entry("interaction.answered").text("interaction", interaction.as_str())
            }
            Self::InteractionElapsed { interaction, .. } => {
                entry("interaction.elapsed").text("interaction", interaction.as_str())
            }
            Self::InteractionMet { interaction, .. } => {
                entry("interaction.met").text("interaction", interaction.as_str())
            }
            Self::WatchBegan { interaction, .. } => {
                entry("interaction.began").text("interaction", interaction.as_str())
            }
            Self::InteractionClosed { interaction, .. } => {
                entry("interaction.closed").text("interaction", interaction.as_str())
            }
            Self::TurnAdmitted { run } => entry("run.created")
                .text("connection", run.environment.connection.as_str())
                .text("model", &run.environment.model)
                .value("versions", &run.environment.versions)
                .value("policy", &run.environment.policy)
                .value("tab", &run.environment.tab.as_ref().map(|tab| tab.id.0)),
            Self::TurnResumed { window, .. } => match window {
                Some(window) => entry("run.resumed").count("window", u64::from(*window)),
                None => entry("run.resumed"),
            },
            Self::PauseLeft { .. } => entry("run.left"),
            Self::NodeAppended { node } => {
                let told = entry("node.appended").text("node", node.id.as_str());
                about(told.text("kind", node_kind(&node.body)), &node.body)
            }
            Self::ModelCallPlanned { call, measure, prefix, .. } => entry("model.requested")
                .text("reply", call.reply.as_str())
                .count("attempt", u64::from(call.attempt.0))
                .value("tools", &call.offer)
                .count("messages", u64::from(measure.messages))
                .text("fingerprint", &measure.fingerprint)
                .text("prefix", prefix.name())
                .value("occupancy", &measure.occupancy),
            Self::ModelCallRestarted { attempt, .. } => {
                entry("model.restarted").count("attempt", u64::from(attempt.0))
            }
            Self::RequestRefused { .. } => entry("context.refused"),
            Self::KeysFoundLocked { offer, .. } => entry("keys.locked").value("tools", offer),
            Self::KeysUnlocked { .. } => entry("keys.unlocked"),
            Self::CompactionPlanned { compaction, .. } => {
                entry("context.noting").text("until", compaction.until.as_str())
            }
            Self::CompactionRestarted { attempt, .. } => {
                entry("context.noting_again").count("attempt", u64::from(attempt.0))
            }
            Self::CompactionEnded { ending, usage, by, .. } => {
                let ending = match ending {
                    SummaryEnding::Made => "made",
                    SummaryEnding::Failed => "failed",
                };
                let noted = entry("context.noted").text("notes", ending).value("usage", usage);
                match by {
                    Answerer::Own => noted,
                    Answerer::Task => noted.text("by", "task"),
                }
            }
            Self::ContextFilled { occupancy, relief, .. } => entry("run.context_full")
                .value("occupancy", occupancy)
                .maybe("relief", (!relief.is_possible()).then_some("none"))
                .value("counters", &counters),
            Self::ReplyRecorded { reply, usage, .. } => {
                entry("model.responded").text("reply", reply.as_str()).value("usage", usage)
            }
            Self::CallsProposed { batch, .. } => {
                let calls: Vec<&str> = batch.calls.iter().map(NodeId::as_str).collect();
                entry("tools.proposed").text("reply", batch.reply.as_str()).texts("calls", &calls)
            }
            Self::BatchLimited { reply, asked, .. } => entry("tool.batch_limited")
                .text("reply", reply.as_str())
                .count("asked", u64::from(*asked))
                .count("limit", caps::CALLS_PER_REPLY as u64),
            Self::CallJudged { call, judgement, .. } => {
                let flags: Vec<&str> = judgement.flags.iter().map(String::as_str).collect();
                entry("tool.judged")
                    .text("call", call.as_str())
                    .text("verdict", judgement.verdict.name())
                    .text("reason", judgement.reason)
                    .texts("flags", &flags)
                    .maybe("rule", judgement.rule.as_ref().map(RuleId::as_str))
            }
            Self::ApprovalAsked { approval, .. } => entry("approval.asked")
                .text("approval", approval.id.as_str())
                .text("call", approval.call.as_str())
                .text("digest", approval.digest.as_str()),
            Self::ApprovalAnswered { approval, answer, .. } => entry("approval.answered")
                .text("approval", approval.as_str())
                .text("answer", answer_code(answer)),
            Self::ApprovalClosed { approval, why, .. } => {
                entry("approval.closed").text("approval", approval.as_str()).value("why", why)
            }
            Self::ToolDispatched { call, dispatch, .. } => entry("tool.dispatched")
                .text("call", call.as_str())
                .count("attempt", u64::from(dispatch.attempt.0))
                .value("tab", &dispatch.tab.as_ref().map(|tab| tab.id.0))
                .maybe("origin", dispatch.binding.as_ref().map(|binding| binding.origin.as_str())),
            Self::ToolFinished { call, tally, .. } => {
                entry("tool.completed").text("call", call.as_str()).text(
                    "outcome",
                    match tally {
                        Tally::Success => "success",
                        Tally::Failure => "failure",
                        Tally::Neutral => "neutral",
                    },
                )
            }
            Self::DelegateBegun { call, child, .. } => entry("delegate.begun")
                .text("call", call.as_str())
                .text("thread", child.thread.id.as_str())
                .text("run", child.run.id.as_str())
                .value("writes", &child.run.environment.leash.as_ref().map(|leash| leash.writes)),
            Self::DelegateMoved { call, activity, .. } => {
                entry("delegate.moved").text("call", call.as_str()).value("activity", activity)
            }
            Self::DelegateCounted { call, spent, met, .. } => {
                entry("delegate.counted").text("call", call.as_str()).value("spent", spent).value("met", met)
            }
            Self::OutcomeLost { call, .. } => {
                entry("tool.outcome_lost").text("call", call.as_str()).value("counters", &counters)
            }
            Self::UncertaintyResolved { call, resolution, .. } => {
                entry("tool.uncertainty_resolved").text("call", call.as_str()).value("resolution", resolution)
            }
            Self::PlanUpdated { call, plan, .. } => {
                let done = plan.steps.iter().filter(|step| step.status == PlanStatus::Done).count();
                entry("plan.updated")
                    .text("call", call.as_str())
                    .count("steps", plan.steps.len() as u64)
                    .count("done", done as u64)
            }
            Self::MemoryKept { call, memory, .. } => entry("memory.kept")
                .text("call", call.as_str())
                .text("memory", memory.id.as_str())
                .text("source", source_code(&memory.source)),
            Self::MemoryRecalled { call, found, .. } => {
                entry("memory.recalled").text("call", call.as_str()).count("found", u64::from(*found))
            }
            Self::MemoryForgotten { call, memory, .. } => {
                entry("memory.forgotten").text("call", call.as_str()).text("memory", memory.as_str())
            }
            Self::RefreshAsked { .. } => entry("context.refresh_asked"),
            Self::ContextRefreshed { .. } => entry("context.refreshed"),
            Self::BatchEnded { .. } => entry("tools.ended"),
            Self::AnswerOvertaken { .. } => entry("model.overtaken"),
            Self::CompletionRejected { reply, missing, .. } => {
                entry("completion.rejected").text("reply", reply.as_str()).value("missing", missing)
            }
            Self::CompletionUnverified { reply, missing, .. } => {
                entry("completion.unverified").text("reply", reply.as_str()).value("missing", missing)
            }
            Self::TurnTakenUp { .. } => entry("run.taken_up"),
            Self::BudgetSpent { .. } => entry("run.budget_spent").value("counters", &counters),
            Self::TurnPaused { limit, .. } => {
                entry("run.paused").value("limit", limit).value("counters", &counters)
            }
            Self::PersonTookOver { how, .. } => {
                entry("run.taken_over").value("how", how).value("counters", &counters)
            }
            Self::TurnCompleted { stop, .. } => {
                entry("run.completed").value("stop", stop).value("counters", &counters)
            }
            Self::TurnFailed { error, .. } => {
                entry("run.failed").value("code", &error.code).value("counters", &counters)
            }
            Self::TurnInterrupted { .. } => entry("run.interrupted").value("counters", &counters),
        })
    }
}

/// How much was written, and by which tool; never what. A tool that does not exist has a name of the model's making.
fn about(told: Entry, body: &NodeBody) -> Entry {
    let chars = |text: &str| text.chars().count() as u64;
    match body {
        NodeBody::UserMessage { text, .. } | NodeBody::AssistantMessage { text, .. } => {
            told.count("chars", chars(text))
        }
        NodeBody::ToolCall { tool, .. } => {
            told.maybe("tool", fairlead_tools::descriptor(tool).map(|known| known.name))
        }
        NodeBody::ToolResult { call, outcome, .. } => {
            let told = told.text("call", call.as_str());
            match outcome {
                ResultOutcome::Done { content, .. } => told.count("chars", chars(content)),
                ResultOutcome::Failed { failure } => told.value("code", &failure.code),
            }
        }
        NodeBody::SystemNotice { code, .. } => told.value("code", code),
        NodeBody::TurnContext { .. }
        | NodeBody::ContextNote { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        | NodeBody::CompletionRejected { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone => told,
    }
}

fn node_kind(body: &NodeBody) -> &'static str {
    match body {
        NodeBody::TurnContext { .. } => "turn_context",
        NodeBody::UserMessage { .. } => "user_message",
        NodeBody::AssistantMessage { .. } => "assistant_message",
        NodeBody::ToolCall { .. } => "tool_call",
        NodeBody::ToolResult { .. } => "tool_result",
        NodeBody::ApprovalDecision { .. } => "approval_decision",
        NodeBody::InteractionResponse { .. } => "interaction_response",
        NodeBody::CompletionRejected { .. } => "completion_rejected",
        NodeBody::ContextNote { .. } => "context_note",
        NodeBody::ContextMasked { .. } => "context_masked",
        NodeBody::ContextCompacted { .. } => "context_compacted",
        NodeBody::Tombstone => "tombstone",
        NodeBody::SystemNotice { .. } => "system_notice",
    }
}

fn answer_code(answer: &Answer) -> &'static str {
    match answer {
        Answer::Allow { .. } => "allow",
        Answer::Deny { .. } => "deny",
        Answer::DenyAndStop => "deny_and_stop",
    }
}

fn source_code(source: &MemorySource) -> &'static str {
    match source {
        MemorySource::Conversation => "conversation",
        MemorySource::Read { .. } => "read",
        MemorySource::Person => "person",
    }
}

fn wait_code(wait: &Wait) -> &'static str {
    match wait {
        Wait::Question { .. } => "question",
        Wait::Until { .. } => "until",
        Wait::Action { .. } => "action",
        Wait::Watch { .. } => "watch",
    }
}
