//! What a person sees: items of a transcript, the run strip, the whole Thread at once. Derived, never stored.

use crate::flight::dispatch_of;
use crate::limits::used;
use crate::notes;
use crate::phase;
use crate::plan;
use crate::state::ThreadState;
use crate::summary;
use crate::tree::forks;
use fairlead_protocol::approval::Answer;
use fairlead_protocol::attachment::{AttachmentLink, Kept};
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::event::Snapshot;
use fairlead_protocol::ids::NodeId;
use fairlead_protocol::item::{
    AttachedItem, Item, ItemBody, ItemEnding, PendingSteer, QueuedMessage, RunView, StepStatus,
};
use fairlead_protocol::json::object;
use fairlead_protocol::node::{Node, NodeBody, NoticeCode, ReplyEnding, ResultOutcome};
use fairlead_protocol::pause::Relief;
use fairlead_protocol::row::Steer;
use fairlead_protocol::run::{Phase, Run, StopReason};
use fairlead_protocol::tool::Effects;
use fairlead_tools::{descriptor, meant};
use serde_json::Value;

/// The item of a node, if a person sees one. Results and decisions show in the step that they belong to.
pub fn item(state: &ThreadState, node: &Node) -> Option<Item> {
    let body = match &node.body {
        NodeBody::UserMessage { text, tab, attachments, delivery } => ItemBody::UserMessage {
            text: text.clone(),
            tab: tab.clone(),
            attachments: attachments.iter().map(|link| attached(state, link)).collect(),
            delivery: *delivery,
        },
        NodeBody::AssistantMessage { text, reasoning, ending, pictures, evidence, .. } => ItemBody::AssistantMessage {
            text: text.clone(),
            reasoning: reasoning.clone(),
            ending: match ending {
                ReplyEnding::Whole { stop } => ItemEnding::Whole { stop: stop.clone() },
                ReplyEnding::Partial { why } => ItemEnding::Partial { why: *why },
            },
            pictures: pictures.iter().map(|link| attached(state, link)).collect(),
            evidence: evidence.clone(),
        },
        NodeBody::ToolCall { tool, arguments, .. } => ItemBody::ToolCall {
            tool: tool.clone(),
            effects: descriptor(tool).map_or(Effects::Write, |descriptor| descriptor.effects),
            arguments: shown_arguments(tool, arguments),
            status: status(state, node),
            child: crate::delegation::shown(state, node),
        },
        NodeBody::ContextNote { notes } => {
            ItemBody::Notice { code: NoticeCode::ContextRefreshed, text: notes::later(&node.id, notes) }
        }
        NodeBody::ContextMasked { .. } => {
            ItemBody::Notice { code: NoticeCode::ContextMasked, text: String::new() }
        }
        NodeBody::ContextCompacted { summary, .. } => {
            ItemBody::Notice { code: NoticeCode::ContextCompacted, text: summary::lines(summary) }
        }
        NodeBody::SystemNotice { code, text } => ItemBody::Notice { code: *code, text: text.clone() },
        NodeBody::TurnContext { .. }
        | NodeBody::ToolResult { .. }
        | NodeBody::ApprovalDecision { .. }
        | NodeBody::InteractionResponse { .. }
        // The answer itself says that it was set aside.
        | NodeBody::CompletionRejected { .. }
        | NodeBody::Tombstone => return None,
    };
    Some(Item { id: node.id.clone(), turn: node.turn.clone(), at: node.at, body })
}

pub fn run_view(run: &Run) -> RunView {
    let (stop, error, uncertain) = match &run.phase {
        Phase::Completed { stop } => (Some(*stop), None, None),
        Phase::Failed { error } => (Some(StopReason::Error), Some(error.clone()), None),
        Phase::Interrupted => (Some(StopReason::Interrupted), None, None),
        Phase::PausedBudget { .. } => (Some(StopReason::BudgetPause), None, None),
        Phase::PausedLimit { .. } => (Some(StopReason::LimitPause), None, None),
        Phase::PausedContext { .. } => (Some(StopReason::ContextFull), None, None),
        Phase::PausedTakeover { .. } => (Some(StopReason::Takeover), None, None),
        Phase::PausedUncertain { batch } => (None, None, batch.calls.get(batch.at as usize).cloned()),
        Phase::Queued { .. }
        | Phase::Ready
        | Phase::StreamingModel { .. }
        | Phase::Compacting { .. }
        | Phase::ExecutingTool { .. }
        | Phase::WaitingApproval { .. }
        | Phase::WaitingInteraction { .. }
        | Phase::WaitingKeys { .. } => (None, None, None),
    };
    let tab = match &run.phase {
        Phase::ExecutingTool { dispatch, .. } => dispatch.tab.clone().or_else(|| run.environment.tab.clone()),
        _ => run.environment.tab.clone(),
    };
    RunView {
        turn: run.id.clone(),
        state: run.phase.state(),
        counters: run.counters,
        tab,
        stop,
        error,
        limit: match &run.phase {
            Phase::PausedLimit { limit, .. } => Some(*limit),
            _ => None,
        },
        takeover: match &run.phase {
            Phase::PausedTakeover { how, .. } => Some(*how),
            _ => None,
        },
        journal: run.journal,
        asking: phase::asked(&run.phase).unwrap_or_default(),
        relief: match &run.phase {
            Phase::PausedContext { relief, .. } => *relief,
            _ => Relief::Possible,
        },
        occupancy: match &run.phase {
            Phase::PausedContext { occupancy, .. } => Some(*occupancy),
            _ => run.measure.as_ref().map(|measure| measure.occupancy),
        },
        limits: run.environment.limits,
        used: used(run),
        uncertain,
    }
}

/// The whole Thread. `live` is what the reply under way has shown; only the driver knows it.
pub fn snapshot(state: &ThreadState, live: Option<Item>) -> Option<Snapshot> {
    Some(Snapshot {
        thread: state.thread.as_ref()?.summary(),
        items: state.path().into_iter().filter_map(|node| item(state, node)).collect(),
        run: state.run().map(run_view),
        approvals: state.approvals.values().cloned().collect(),
        interactions: state.interactions.values().cloned().collect(),
        queue: queue(state),
        queue_mode: state.thread.as_ref()?.queue,
        steers: steers(state),
        forks: forks(state),
        plan: plan::current(state),
        live,
    })
}

pub fn queue(state: &ThreadState) -> Vec<QueuedMessage> {
    state
        .queue
        .iter()
        .filter_map(|turn| match &state.runs.get(turn)?.phase {
            Phase::Queued { opening, .. } => Some(QueuedMessage {
                turn: turn.clone(),
                text: opening.text.clone(),
                attachments: opening.attachments.clone(),
            }),
            _ => None,
        })
        .collect()
}

pub fn steers(state: &ThreadState) -> Vec<PendingSteer> {
    let pending = |steer: &Steer| PendingSteer {
        id: steer.id.clone(),
        text: steer.text.clone(),
        attachments: steer.attachments.clone(),
    };
    state.steers.iter().map(pending).collect()
}

/// One whose row is gone went with its content.
fn attached(state: &ThreadState, link: &AttachmentLink) -> AttachedItem {
    let kept = state.attachments.get(&link.id).map_or(Kept::Evicted, |held| held.kept);
    AttachedItem { link: link.clone(), kept }
}

fn status(state: &ThreadState, node: &Node) -> StepStatus {
    if let Some(NodeBody::ToolResult { outcome, took_ms, pictures, .. }) =
        state.result_of(&node.id).map(|result| &result.body)
    {
        let decided = decision(state, &node.id);
        return match outcome {
            ResultOutcome::Done { content, tab } => StepStatus::Done {
                content: content.clone(),
                took_ms: *took_ms,
                tab: tab.clone(),
                decided,
                pictures: pictures.iter().map(|link| attached(state, link)).collect(),
            },
            ResultOutcome::Failed { failure } => {
                StepStatus::Failed { failure: failure.clone(), took_ms: *took_ms, decided }
            }
        };
    }
    let at_hand =
        |batch: &fairlead_protocol::run::CallBatch| batch.calls.get(batch.at as usize) == Some(&node.id);
    match state.runs.get(&node.turn).map(|run| &run.phase) {
        Some(phase @ Phase::ExecutingTool { .. }) => match dispatch_of(phase, &node.id) {
            Some(dispatch) => StepStatus::Running { since: dispatch.at },
            None => StepStatus::Waiting,
        },
        Some(Phase::WaitingApproval { batch, approval }) if at_hand(batch) => {
            StepStatus::AwaitingApproval { approval: approval.clone() }
        }
        Some(Phase::WaitingInteraction { batch, interaction }) if at_hand(batch) => {
            StepStatus::AwaitingInteraction { interaction: interaction.clone() }
        }
        Some(Phase::PausedUncertain { batch }) if at_hand(batch) => StepStatus::Uncertain,
        _ => StepStatus::Waiting,
    }
}

fn decision(state: &ThreadState, call: &NodeId) -> Option<Answer> {
    state.nodes.after(call).find_map(|node| match &node.body {
        NodeBody::ApprovalDecision { call: decided, answer, .. } if decided == call => Some(answer.clone()),
        _ => None,
    })
}

/// As the call is made.
fn shown_arguments(tool: &str, arguments: &CallArgs) -> Value {
    if let Some(meant) = descriptor(tool).and_then(|declared| meant(declared, arguments)) {
        return meant;
    }
    match arguments {
        CallArgs::Parsed { value } => value.clone(),
        CallArgs::Broken { raw, .. } => object([("unreadable", Value::from(raw.as_str()))]),
    }
}
