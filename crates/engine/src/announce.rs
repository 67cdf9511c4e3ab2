//! The events of a commit: what panels are told once the facts are stored. A pure function of the facts and the state after them.

use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::state::ThreadState;
use crate::view::{item, queue, run_view, snapshot, steers};
use fairlead_protocol::approval::Answer;
use fairlead_protocol::event::{ApprovalOutcome, Event};
use fairlead_protocol::ids::{NodeId, TurnId};
use fairlead_protocol::item::{Item, ItemBody, ItemEnding};
use fairlead_protocol::node::NodeBody;
use fairlead_protocol::run::{ModelCall, Run, StopReason};

/// In the order in which they became true; the run strip last, because it speaks of the end of it all.
pub fn announce(before: &ThreadState, facts: &[Fact], after: &ThreadState) -> Vec<Event> {
    let mut events = Vec::new();
    let mut anew = false;
    let thread = after.id.clone();
    let known = |event: Option<Event>, events: &mut Vec<Event>| events.extend(event);
    for fact in facts {
        match fact {
            Fact::ThreadCreated { .. } => known(
                after.thread.as_ref().map(|thread| Event::ThreadCreated { thread: thread.summary() }),
                &mut events,
            ),
            Fact::ThreadDeleted => events.push(Event::ThreadDeleted { thread: thread.clone() }),
            // The path is another one: whoever looks at it gets it whole.
            Fact::BranchSelected { .. } | Fact::BranchRepaired { .. } | Fact::TurnErased { .. } => {
                anew = true;
            }
            Fact::TurnAdmitted { run } => {
                events.push(Event::TurnStart { thread: thread.clone(), turn: run.id.clone() });
            }
            Fact::NodeAppended { node } => match &node.body {
                NodeBody::UserMessage { .. }
                | NodeBody::AssistantMessage { .. }
                | NodeBody::ContextNote { .. }
                | NodeBody::ContextMasked { .. }
                | NodeBody::ContextCompacted { .. }
                | NodeBody::SystemNotice { .. } => {
                    known(
                        item(after, node).map(|item| Event::ItemComplete { thread: thread.clone(), item }),
                        &mut events,
                    );
                }
                NodeBody::ToolCall { .. } => {
                    known(
                        item(after, node).map(|item| Event::ItemStart { thread: thread.clone(), item }),
                        &mut events,
                    );
                }
                NodeBody::ToolResult { call, .. } => step(after, call, &mut events),
                NodeBody::TurnContext { .. }
                | NodeBody::ApprovalDecision { .. }
                | NodeBody::InteractionResponse { .. }
                | NodeBody::CompletionRejected { .. }
                | NodeBody::Tombstone => {}
            },
            Fact::ModelCallPlanned { turn, call, measure, .. } => {
                let live = live_item(after, turn, call);
                events.push(Event::ItemStart { thread: thread.clone(), item: live });
                let occupancy = measure.occupancy;
                let turn = turn.clone();
                events.push(Event::ContextOccupancy { thread: thread.clone(), turn, occupancy });
            }
            Fact::ModelCallRestarted { turn, attempt } => {
                if let Some(mut call) = planned(before, turn) {
                    call.attempt = *attempt;
                    let live = live_item(after, turn, &call);
                    events.push(Event::ItemStart { thread: thread.clone(), item: live });
                }
            }
            Fact::ReplyRecorded { turn, .. } => {
                if let Some(counters) = after.runs.get(turn).map(|run| run.counters) {
                    events.push(Event::TokenUsage { thread: thread.clone(), turn: turn.clone(), counters });
                }
                let measured = after.runs.get(turn).and_then(|run| run.measure.as_ref());
                if let Some(occupancy) = measured.map(|measure| measure.occupancy) {
                    let turn = turn.clone();
                    events.push(Event::ContextOccupancy { thread: thread.clone(), turn, occupancy });
                }
            }
            Fact::ApprovalAsked { approval, .. } => {
                step(after, &approval.call, &mut events);
                events.push(Event::ApprovalRequest { thread: thread.clone(), approval: approval.clone() });
            }
            Fact::ApprovalAnswered { approval, answer, .. } => {
                let outcome = match answer {
                    Answer::Allow { .. } => ApprovalOutcome::Allowed,
                    Answer::Deny { .. } | Answer::DenyAndStop => ApprovalOutcome::Denied,
                };
                events.push(Event::ApprovalClosed {
                    thread: thread.clone(),
                    approval: approval.clone(),
                    outcome,
                });
            }
            Fact::ApprovalClosed { approval, why, .. } => {
                let outcome = ApprovalOutcome::Closed { why: *why };
                events.push(Event::ApprovalClosed {
                    thread: thread.clone(),
                    approval: approval.clone(),
                    outcome,
                });
            }
            Fact::InteractionAsked { interaction, .. } => {
                step(after, &interaction.call, &mut events);
                let interaction = interaction.clone();
                events.push(Event::InteractionRequest { thread: thread.clone(), interaction });
            }
            Fact::InteractionAnswered { interaction, .. }
            | Fact::InteractionElapsed { interaction, .. }
            | Fact::InteractionMet { interaction, .. }
            | Fact::InteractionClosed { interaction, .. } => {
                let interaction = interaction.clone();
                events.push(Event::InteractionClosed { thread: thread.clone(), interaction });
            }
            Fact::ToolDispatched { call, .. } | Fact::UncertaintyResolved { call, .. } => {
                step(after, call, &mut events);
            }
            Fact::OutcomeLost { turn, call, .. } => {
                step(after, call, &mut events);
                let event = Event::RecoveryRequired {
                    thread: thread.clone(),
                    turn: turn.clone(),
                    call: call.clone(),
                };
                events.push(event);
            }
            Fact::PlanUpdated { plan, .. } => {
                events.push(Event::PlanUpdated { thread: thread.clone(), plan: plan.clone() });
            }
            Fact::TurnCompleted { turn, stop } => events.extend(complete(before, after, turn, *stop)),
            Fact::TurnFailed { turn, .. } => events.extend(complete(before, after, turn, StopReason::Error)),
            Fact::TurnInterrupted { turn } => {
                events.extend(complete(before, after, turn, StopReason::Interrupted));
            }
            Fact::BudgetSpent { turn } => {
                events.extend(complete(before, after, turn, StopReason::BudgetPause));
            }
            Fact::TurnPaused { turn, .. } => {
                events.extend(complete(before, after, turn, StopReason::LimitPause));
            }
            Fact::PersonTookOver { turn, .. } => {
                events.extend(complete(before, after, turn, StopReason::Takeover));
            }
            Fact::ContextFilled { turn, .. } => {
                events.extend(complete(before, after, turn, StopReason::ContextFull));
            }
            Fact::RequestRefused { .. }
            | Fact::CompactionPlanned { .. }
            | Fact::CompactionRestarted { .. }
            | Fact::CompactionEnded { .. }
            | Fact::KeysFoundLocked { .. }
            | Fact::KeysUnlocked { .. }
            | Fact::ThreadRenamed { .. }
            | Fact::TitlingChanged { .. }
            | Fact::ThreadPinned { .. }
            | Fact::ThreadArchived { .. }
            | Fact::AttachmentKept { .. }
            | Fact::AttachmentEvicted { .. }
            | Fact::AttachmentRemoved { .. }
            | Fact::QueueModeSet { .. }
            | Fact::QueuedTurnChanged { .. }
            | Fact::QueuedTurnMoved { .. }
            | Fact::SteerAdmitted { .. }
            | Fact::SteerRead { .. }
            | Fact::WatchBegan { .. }
            | Fact::AnswerOvertaken { .. }
            | Fact::CompletionRejected { .. }
            | Fact::CompletionUnverified { .. }
            | Fact::TurnTakenUp { .. }
            | Fact::TurnQueued { .. }
            | Fact::QueuedTurnRemoved { .. }
            | Fact::TurnResumed { .. }
            | Fact::PauseLeft { .. }
            | Fact::CallsProposed { .. }
            | Fact::BatchLimited { .. }
            | Fact::CallJudged { .. }
            | Fact::GrantGiven { .. }
            | Fact::GrantsDropped { .. }
            | Fact::RuleSaved { .. }
            | Fact::OriginBroughtIn { .. }
            | Fact::OriginTouched { .. }
            | Fact::ToolFinished { .. }
            // What is remembered is told to everybody, by the driver.
            | Fact::MemoryKept { .. }
            | Fact::MemoryRecalled { .. }
            | Fact::MemoryForgotten { .. }
            | Fact::RefreshAsked { .. }
            | Fact::ContextRefreshed { .. }
            | Fact::DelegateBegun { .. }
            | Fact::DelegateMoved { .. }
            | Fact::DelegateCounted { .. }
            | Fact::BatchEnded { .. } => {}
        }
    }
    if let Some(current) = &after.thread {
        let mode = current.queue;
        let (old, new) = (queue(before), queue(after));
        if old != new || before.thread.as_ref().is_some_and(|thread| thread.queue != mode) {
            events.push(Event::QueueUpdated { thread: thread.clone(), queue: new, mode });
        }
        let (old, new) = (steers(before), steers(after));
        if old != new {
            events.push(Event::SteersUpdated { thread: thread.clone(), steers: new });
        }
        if anew && let Some(snapshot) = snapshot(after, live(after)) {
            // What it holds is not told again; an end is.
            events.retain(|event| matches!(event, Event::TurnStart { .. } | Event::TurnComplete { .. }));
            events.push(Event::ThreadSnapshot { snapshot });
        }
        if let Some(run) = after.run().filter(|run| before.run() != Some(run)) {
            events.push(Event::RunUpdated { thread, run: run_view(run) });
        }
        let is_listed = current.delegated.is_none();
        if is_listed && before.thread.as_ref().is_some_and(|thread| thread.summary() != current.summary()) {
            events.push(Event::ThreadUpdated { thread: current.summary() });
        }
    }
    events
}

/// The item of a reply that streams: its text arrives in deltas.
pub fn live_item(state: &ThreadState, turn: &TurnId, call: &ModelCall) -> Item {
    Item {
        id: call.reply.clone(),
        turn: turn.clone(),
        at: state.runs.get(turn).map(|run| run.updated_at).unwrap_or_default(),
        body: ItemBody::AssistantMessage {
            text: String::new(),
            reasoning: String::new(),
            ending: ItemEnding::Live { attempt: call.attempt },
            pictures: Vec::new(),
            evidence: None,
        },
    }
}

/// The reply that is under way from here on; nothing of it has streamed.
fn live(state: &ThreadState) -> Option<Item> {
    let run = state.live_run()?;
    Some(live_item(state, &run.id, &planned(state, &run.id)?))
}

fn planned(state: &ThreadState, turn: &TurnId) -> Option<ModelCall> {
    match state.runs.get(turn).map(|run: &Run| &run.phase) {
        Some(fairlead_protocol::run::Phase::StreamingModel { call }) => Some(call.clone()),
        _ => None,
    }
}

fn step(state: &ThreadState, call: &NodeId, events: &mut Vec<Event>) {
    let shown = state.node(call).and_then(|node| item(state, node));
    events.extend(shown.map(|item| Event::ItemComplete { thread: state.id.clone(), item }));
}

/// A Turn that went with its Thread is counted as it was before.
fn complete(before: &ThreadState, after: &ThreadState, turn: &TurnId, stop: StopReason) -> Vec<Event> {
    let run = after.runs.get(turn).or_else(|| before.runs.get(turn));
    let counters = run.map(|run| run.counters).unwrap_or_default();
    let event = Event::TurnComplete { thread: after.id.clone(), turn: turn.clone(), stop, counters };
    vec![event; if active(Fault::EndToldTwice) { 2 } else { 1 }]
}
