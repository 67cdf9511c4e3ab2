//! What panels are told. Everything but deltas is sent after the commit that makes it true.

use crate::approval::{Approval, CloseReason};
use crate::attachment::Attachment;
use crate::connection::{Connection, ModelList, VerifyStep};
use crate::context::Occupancy;
use crate::exchange::Exchange;
use crate::from_json::FromJson;
use crate::ids::{ApprovalId, Attempt, InteractionId, MemoryId, NodeId, SubmissionId, ThreadId, TurnId};
use crate::interaction::Interaction;
use crate::item::{Fork, Item, PendingSteer, QueuedMessage, RetryNotice, RunView};
use crate::memory::Memory;
use crate::permission::{Rule, Trialled};
use crate::plan::Plan;
use crate::refusal::Refusal;
use crate::row::JournalRow;
use crate::run::{Counters, StopReason};
use crate::settings::Settings;
use crate::thread::{QueueMode, ThreadSummary};
use crate::to_json::ToJson;
use crate::vault::KeyLock;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type")]
pub enum Event {
    // Answers.
    #[serde(rename = "initialized")]
    Initialized {
        submission_id: SubmissionId,
        /// Changes with every start of the worker.
        boot: String,
        settings: Settings,
        connections: Vec<Connection>,
        keys: KeyLock,
        threads: Vec<ThreadSummary>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        snapshot: Option<Snapshot>,
    },
    /// Understood by every panel, older ones too: this shape never changes.
    #[serde(rename = "fatal.reload_required")]
    ReloadRequired { protocol: u32, schema_hash: String },
    #[serde(rename = "command.ack")]
    Ack { submission_id: SubmissionId, body: AckBody },
    #[serde(rename = "command.rejected")]
    Rejected { submission_id: SubmissionId, refusal: Refusal },
    #[serde(rename = "pong")]
    Pong { submission_id: SubmissionId },

    // One Thread, to its subscribers.
    #[serde(rename = "thread.snapshot")]
    ThreadSnapshot { snapshot: Snapshot },
    #[serde(rename = "turn.start")]
    TurnStart { thread: ThreadId, turn: TurnId },
    #[serde(rename = "turn.complete")]
    TurnComplete { thread: ThreadId, turn: TurnId, stop: StopReason, counters: Counters },
    #[serde(rename = "item.start")]
    ItemStart { thread: ThreadId, item: Item },
    #[serde(rename = "item.delta")]
    ItemDelta { thread: ThreadId, item: NodeId, attempt: Attempt, channel: Channel, text: String },
    #[serde(rename = "item.complete")]
    ItemComplete { thread: ThreadId, item: Item },
    #[serde(rename = "run.updated")]
    RunUpdated { thread: ThreadId, run: RunView },
    #[serde(rename = "run.retrying")]
    RunRetrying { thread: ThreadId, turn: TurnId, retry: RetryNotice },
    #[serde(rename = "run.recovery_required")]
    RecoveryRequired { thread: ThreadId, turn: TurnId, call: NodeId },
    #[serde(rename = "approval.request")]
    ApprovalRequest { thread: ThreadId, approval: Approval },
    #[serde(rename = "approval.closed")]
    ApprovalClosed { thread: ThreadId, approval: ApprovalId, outcome: ApprovalOutcome },
    #[serde(rename = "interaction.request")]
    InteractionRequest { thread: ThreadId, interaction: Interaction },
    #[serde(rename = "interaction.closed")]
    InteractionClosed { thread: ThreadId, interaction: InteractionId },
    #[serde(rename = "queue.updated")]
    QueueUpdated { thread: ThreadId, queue: Vec<QueuedMessage>, mode: QueueMode },
    #[serde(rename = "steers.updated")]
    SteersUpdated { thread: ThreadId, steers: Vec<PendingSteer> },
    #[serde(rename = "plan.updated")]
    PlanUpdated { thread: ThreadId, plan: Plan },
    #[serde(rename = "token.usage")]
    TokenUsage { thread: ThreadId, turn: TurnId, counters: Counters },
    #[serde(rename = "context.occupancy")]
    ContextOccupancy { thread: ThreadId, turn: TurnId, occupancy: Occupancy },

    // To everybody.
    #[serde(rename = "thread.created")]
    ThreadCreated { thread: ThreadSummary },
    #[serde(rename = "thread.forked")]
    ThreadForked { thread: ThreadSummary, from: ThreadId },
    #[serde(rename = "thread.updated")]
    ThreadUpdated { thread: ThreadSummary },
    #[serde(rename = "thread.deleted")]
    ThreadDeleted { thread: ThreadId },
    #[serde(rename = "settings.updated")]
    SettingsUpdated { settings: Settings },
    #[serde(rename = "connections.updated")]
    ConnectionsUpdated { connections: Vec<Connection> },
    #[serde(rename = "vault.updated")]
    VaultUpdated { keys: KeyLock },
    #[serde(rename = "rules.updated")]
    RulesUpdated { rules: Vec<Rule> },
    /// What is new or changed, and what is gone.
    #[serde(rename = "memories.updated")]
    MemoriesUpdated { kept: Vec<Memory>, gone: Vec<MemoryId> },
    #[serde(rename = "system.notice")]
    SystemNotice { code: SystemNoticeCode, message: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    Text,
    Reasoning,
    Progress,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ApprovalOutcome {
    Allowed,
    Denied,
    Closed { why: CloseReason },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SystemNoticeCode {
    StorageFull,
    StorageFailed,
    RowQuarantined,
    EngineRestarted,
}

/// What an ack says besides "stored".
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AckBody {
    Done,
    TurnStarted {
        turn: TurnId,
    },
    TurnQueued {
        turn: TurnId,
        position: u32,
    },
    Settings {
        settings: Settings,
    },
    Connections {
        connections: Vec<Connection>,
    },
    Verified {
        steps: Vec<VerifyStep>,
    },
    Models {
        list: ModelList,
    },
    Rules {
        rules: Vec<Rule>,
    },
    Trialled {
        trialled: Trialled,
    },
    Journal {
        rows: Vec<JournalRow>,
    },
    Memories {
        memories: Vec<Memory>,
    },
    Exchanges {
        exchanges: Vec<Exchange>,
    },
    /// What is kept of its bodies; absent where there was none.
    Exchange {
        exchange: Exchange,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        response: Option<String>,
    },
    /// A steer was stored; it becomes this node.
    Steered {
        steer: NodeId,
    },
    /// Answer to `thread.search`, the newest Threads first.
    Found {
        hits: Vec<SearchHit>,
        scope: SearchScope,
    },
    Exported {
        name: String,
        media_type: String,
        text: String,
    },
    /// The content is absent once it was evicted, and in the answer to `attachments.add`.
    Attachment {
        attachment: Attachment,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        data: Option<String>,
    },
}

/// A place where the text was found.
#[derive(Clone, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchHit {
    pub thread: ThreadId,
    pub title: String,
    /// Absent for a hit in the title.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<NodeId>,
    /// The text around it.
    pub excerpt: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SearchScope {
    All,
    /// There may be more: the bound on hits or on rows read was reached.
    Cut,
}

/// A Thread as it stands: what a panel needs before live events of it mean anything.
#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Snapshot {
    pub thread: ThreadSummary,
    pub items: Vec<Item>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunView>,
    /// Open ones.
    pub approvals: Vec<Approval>,
    /// Open ones.
    pub interactions: Vec<Interaction>,
    pub queue: Vec<QueuedMessage>,
    pub queue_mode: QueueMode,
    pub steers: Vec<PendingSteer>,
    pub forks: Vec<Fork>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
    /// The reply under way with what has streamed so far; its item is not among `items`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live: Option<Item>,
}
