//! What a panel knows, folded from events: a snapshot first, then items, deltas of the attempt under way, cards and the run.
//! It reports what no panel could make sense of.

use fairlead_protocol::approval::Approval;
use fairlead_protocol::event::{AckBody, Channel, Event, Snapshot, SystemNoticeCode};
use fairlead_protocol::ids::{ApprovalId, Attempt, InteractionId, MemoryId, NodeId, SubmissionId, TurnId};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::item::{
    Fork, Item, ItemBody, ItemEnding, PendingSteer, QueuedMessage, RetryNotice, RunView,
};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::plan::Plan;
use fairlead_protocol::refusal::Refusal;
use fairlead_protocol::run::{RunState, StopReason};
use fairlead_protocol::thread::{QueueMode, ThreadSummary};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq)]
pub enum Answered {
    Acknowledged(AckBody),
    Rejected(Refusal),
}

/// The reply that streams.
#[derive(Clone, Debug, PartialEq)]
pub struct Live {
    pub item: NodeId,
    pub attempt: Attempt,
    pub text: String,
    pub reasoning: String,
}

#[derive(Clone, Debug, Default)]
pub struct PanelView {
    /// The engine greeted.
    pub is_connected: bool,
    pub is_deleted: bool,
    pub thread: Option<ThreadSummary>,
    pub threads: BTreeMap<String, ThreadSummary>,
    pub items: Vec<Item>,
    pub run: Option<RunView>,
    pub live: Option<Live>,
    pub approvals: BTreeMap<ApprovalId, Approval>,
    pub interactions: BTreeMap<InteractionId, Interaction>,
    pub queue: Vec<QueuedMessage>,
    pub queue_mode: QueueMode,
    pub steers: Vec<PendingSteer>,
    pub forks: Vec<Fork>,
    pub plan: Option<Plan>,
    pub memories: BTreeMap<MemoryId, Memory>,
    pub completed: Vec<(TurnId, StopReason)>,
    pub answers: BTreeMap<SubmissionId, Answered>,
    pub notices: Vec<SystemNoticeCode>,
    pub retries: Vec<RetryNotice>,
    pub rules: Vec<Rule>,
    pub recoveries: usize,
    pub asked: usize,
    pub deltas: usize,
    pub pongs: usize,
    pub must_reload: bool,
    /// Words that were shown and are not kept; those of a Thread that is deleted go with it.
    pub(crate) lost: Vec<String>,
}

impl PanelView {
    /// Text of the newest reply, whole or not.
    pub fn answer(&self) -> String {
        let texts = self.items.iter().rev().find_map(|item| match &item.body {
            ItemBody::AssistantMessage { text, .. } => Some(text.clone()),
            ItemBody::UserMessage { .. } | ItemBody::ToolCall { .. } | ItemBody::Notice { .. } => None,
        });
        texts.unwrap_or_default()
    }

    pub fn state(&self) -> Option<RunState> {
        self.run.as_ref().map(|run| run.state)
    }

    pub(crate) fn fold(&mut self, event: Event) -> Vec<String> {
        let mut odd = Vec::new();
        match event {
            Event::Initialized { threads, snapshot, .. } => {
                self.is_connected = true;
                self.threads = threads.into_iter().map(|thread| (thread.id.0.clone(), thread)).collect();
                if let Some(snapshot) = snapshot {
                    self.show(snapshot);
                }
            }
            Event::ReloadRequired { .. } => self.must_reload = true,
            Event::Ack { submission_id, body } => {
                self.answers.insert(submission_id, Answered::Acknowledged(body));
            }
            Event::Rejected { submission_id, refusal } => {
                self.answers.insert(submission_id, Answered::Rejected(refusal));
            }
            Event::Pong { .. } => self.pongs += 1,
            Event::ThreadSnapshot { snapshot } => self.show(snapshot),
            Event::ThreadCreated { thread }
            | Event::ThreadForked { thread, .. }
            | Event::ThreadUpdated { thread } => {
                if self.thread.as_ref().is_some_and(|shown| shown.id == thread.id) {
                    self.thread = Some(thread.clone());
                }
                self.threads.insert(thread.id.0.clone(), thread);
            }
            Event::ThreadDeleted { thread } => {
                self.threads.remove(&thread.0);
            }
            Event::TurnStart { .. } | Event::TokenUsage { .. } | Event::ContextOccupancy { .. } => {}
            Event::TurnComplete { turn, stop, .. } => {
                if let Some(live) = self.live.take().filter(|live| !live.text.is_empty()) {
                    self.lost
                        .push(format!("{} streamed {:?} and was lost as {turn} ended", live.item, live.text));
                }
                self.completed.push((turn, stop));
            }
            Event::ItemStart { item, .. } => self.start(item),
            Event::ItemDelta { item, attempt, channel, text, .. } => {
                self.deltas += 1;
                match &mut self.live {
                    Some(live) if live.item == item && live.attempt == attempt => match channel {
                        Channel::Text => live.text.push_str(&text),
                        Channel::Reasoning => live.reasoning.push_str(&text),
                        Channel::Progress => {}
                    },
                    live => odd.push(format!("a delta of {item} attempt {attempt} while {live:?} streams")),
                }
            }
            Event::ItemComplete { item, .. } => {
                if let Some(live) = self.live.take_if(|live| live.item == item.id)
                    && let ItemBody::AssistantMessage { text, reasoning, .. } = &item.body
                    && (!text.starts_with(&live.text) || !reasoning.starts_with(&live.reasoning))
                {
                    odd.push(format!("{} streamed {:?} and was stored as {text:?}", item.id, live.text));
                }
                self.put(item);
            }
            Event::RunUpdated { run, .. } => {
                if run.state != RunState::StreamingModel {
                    self.live = None;
                }
                self.run = Some(run);
            }
            Event::RunRetrying { retry, .. } => self.retries.push(retry),
            Event::RecoveryRequired { .. } => self.recoveries += 1,
            Event::ApprovalRequest { approval, .. } => {
                self.asked += 1;
                self.approvals.insert(approval.id.clone(), approval);
            }
            Event::ApprovalClosed { approval, .. } => {
                self.approvals.remove(&approval);
            }
            Event::InteractionRequest { interaction, .. } => {
                self.interactions.insert(interaction.id.clone(), interaction);
            }
            Event::InteractionClosed { interaction, .. } => {
                self.interactions.remove(&interaction);
            }
            Event::QueueUpdated { queue, mode, .. } => {
                self.queue = queue;
                self.queue_mode = mode;
            }
            Event::SteersUpdated { steers, .. } => self.steers = steers,
            Event::SettingsUpdated { .. } | Event::ConnectionsUpdated { .. } | Event::VaultUpdated { .. } => {
            }
            Event::RulesUpdated { rules } => self.rules = rules,
            Event::PlanUpdated { plan, .. } => self.plan = Some(plan),
            Event::MemoriesUpdated { kept, gone } => {
                self.memories.retain(|id, _| !gone.contains(id));
                self.memories.extend(kept.into_iter().map(|memory| (memory.id.clone(), memory)));
            }
            Event::SystemNotice { code, .. } => self.notices.push(code),
        }
        odd
    }

    /// The Thread is gone, and everything of it.
    pub(crate) fn forget(&mut self) {
        let kept = std::mem::take(self);
        *self = Self {
            is_connected: kept.is_connected,
            is_deleted: true,
            threads: kept.threads,
            answers: kept.answers,
            completed: kept.completed,
            ..Self::default()
        };
    }

    fn show(&mut self, snapshot: Snapshot) {
        self.thread = Some(snapshot.thread);
        self.items = snapshot.items;
        self.run = snapshot.run;
        self.approvals = snapshot.approvals.into_iter().map(|open| (open.id.clone(), open)).collect();
        self.interactions = snapshot.interactions.into_iter().map(|open| (open.id.clone(), open)).collect();
        self.queue = snapshot.queue;
        self.queue_mode = snapshot.queue_mode;
        self.steers = snapshot.steers;
        self.forks = snapshot.forks;
        self.plan = snapshot.plan;
        self.live = None;
        if let Some(item) = snapshot.live {
            self.start(item);
        }
    }

    fn start(&mut self, item: Item) {
        match item.body {
            ItemBody::AssistantMessage { text, reasoning, ending: ItemEnding::Live { attempt }, .. } => {
                self.live = Some(Live { item: item.id, attempt, text, reasoning });
            }
            body => self.put(Item { body, ..item }),
        }
    }

    fn put(&mut self, item: Item) {
        match self.items.iter_mut().find(|held| held.id == item.id) {
            Some(held) => *held = item,
            None => self.items.push(item),
        }
    }
}
