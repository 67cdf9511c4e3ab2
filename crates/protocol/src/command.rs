//! What a panel or settings page may ask for. Each is answered by one `command.ack` or `command.rejected`, except
//! `initialize` (answered by `initialized` or `fatal.reload_required`) and `ping` (answered by `pong`).

use crate::approval::Answer;
use crate::attachment::AttachmentDraft;
use crate::connection::{ConnectionDraft, ModelsOf, Secret};
use crate::context::Carry;
use crate::from_json::FromJson;
use crate::ids::{
    ApprovalId, AttachmentId, ClientId, ConnectionId, Digest, ExchangeId, InteractionId, MemoryId, NodeId,
    RuleId, Seq, SubmissionId, ThreadId, TurnId,
};
use crate::interaction::Response;
use crate::page::TabRef;
use crate::permission::{RuleDraft, Trial};
use crate::run::Overrides;
use crate::settings::Settings;
use crate::to_json::ToJson;

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub client_id: ClientId,
    pub submission_id: SubmissionId,
    pub body: CommandBody,
}

#[derive(Clone, Debug, PartialEq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", deny_unknown_fields)]
pub enum CommandBody {
    #[serde(rename = "initialize")]
    Initialize {
        protocol: u32,
        schema_hash: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        subscribe: Option<ThreadId>,
    },
    #[serde(rename = "ping")]
    Ping,
    /// The sender names the Thread, so that the first message can follow at once.
    #[serde(rename = "thread.create")]
    ThreadCreate { thread: ThreadId },
    /// Answered by an ack and a `thread.snapshot`; live events follow.
    #[serde(rename = "thread.subscribe")]
    ThreadSubscribe { thread: ThreadId },
    #[serde(rename = "thread.rename")]
    ThreadRename { thread: ThreadId, title: String },
    #[serde(rename = "thread.pin")]
    ThreadPin { thread: ThreadId, pinned: bool },
    #[serde(rename = "thread.archive")]
    ThreadArchive { thread: ThreadId, archived: bool },
    #[serde(rename = "thread.delete")]
    ThreadDelete { thread: ThreadId },
    /// A new Thread that begins with the path up to a node. The sender names it.
    #[serde(rename = "thread.fork")]
    ThreadFork {
        thread: ThreadId,
        at_node: NodeId,
        into: ThreadId,
        #[serde(default, skip_serializing_if = "Carry::is_whole")]
        carry: Carry,
    },
    /// Goes to the deepest default descendant of the node.
    #[serde(rename = "thread.select_branch")]
    ThreadSelectBranch { thread: ThreadId, node: NodeId },
    /// Titles and bodies of all Threads; answered by `found`.
    #[serde(rename = "thread.search")]
    ThreadSearch { query: String },
    /// Answered by `exported`.
    #[serde(rename = "thread.export")]
    ThreadExport { thread: ThreadId, format: ExportFormat },
    /// Starts a Turn, or waits behind the running one; the ack says which.
    #[serde(rename = "turn.submit")]
    TurnSubmit {
        thread: ThreadId,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<AttachmentId>,
        #[serde(default, skip_serializing_if = "Overrides::is_none")]
        overrides: Overrides,
    },
    /// Waits behind the running Turn; starts one if none runs and nothing is held.
    #[serde(rename = "turn.enqueue")]
    TurnEnqueue {
        thread: ThreadId,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<AttachmentId>,
        #[serde(default, skip_serializing_if = "Overrides::is_none")]
        overrides: Overrides,
    },
    /// Joins the running Turn at its next model call. Refused as `stale_turn` when that Turn is over.
    #[serde(rename = "turn.steer")]
    TurnSteer {
        thread: ThreadId,
        expected_turn: TurnId,
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        attachments: Vec<AttachmentId>,
    },
    /// Another Turn beside one that is over: with a text it is the edited message, without it the same message again.
    #[serde(rename = "turn.fork")]
    TurnFork {
        thread: ThreadId,
        sibling_of: TurnId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
        #[serde(default, skip_serializing_if = "Overrides::is_none")]
        overrides: Overrides,
    },
    /// Erases what was said and done in a Turn that is over; its place in the tree stays.
    #[serde(rename = "turn.delete")]
    TurnDelete { thread: ThreadId, turn: TurnId },
    #[serde(rename = "turn.interrupt")]
    TurnInterrupt { thread: ThreadId, turn: TurnId },
    #[serde(rename = "queue.update")]
    QueueUpdate { thread: ThreadId, turn: TurnId, text: String },
    #[serde(rename = "queue.remove")]
    QueueRemove { thread: ThreadId, turn: TurnId },
    /// To the place `to`, counted from 0; beyond the end is the end.
    #[serde(rename = "queue.move")]
    QueueMove { thread: ThreadId, turn: TurnId, to: u32 },
    /// A waiting message joins the running Turn instead: it becomes a steer in the same transaction.
    #[serde(rename = "queue.steer")]
    QueueSteer { thread: ThreadId, turn: TurnId, expected_turn: TurnId },
    /// Waiting messages stay where they are when the running Turn ends.
    #[serde(rename = "queue.hold")]
    QueueHold { thread: ThreadId },
    /// They go on; the first one at once if no Turn runs.
    #[serde(rename = "queue.release")]
    QueueRelease { thread: ThreadId },
    /// Continues a paused, failed or interrupted Turn as the same Turn.
    #[serde(rename = "run.resume")]
    RunResume { thread: ThreadId, turn: TurnId },
    /// A paused Turn stays paused, and no card asks about it any more. Of any other Turn it changes nothing.
    #[serde(rename = "run.leave")]
    RunLeave { thread: ThreadId, turn: TurnId },
    #[serde(rename = "run.resolve_uncertain")]
    RunResolveUncertain { thread: ThreadId, turn: TurnId, call: NodeId, resolution: Resolution },
    #[serde(rename = "approval.respond")]
    ApprovalRespond { thread: ThreadId, approval: ApprovalId, digest: Digest, answer: Answer },
    /// Shows the element of an open approval on its page; changes nothing.
    #[serde(rename = "approval.show")]
    ApprovalShow { thread: ThreadId, approval: ApprovalId },
    #[serde(rename = "interaction.respond")]
    InteractionRespond { thread: ThreadId, interaction: InteractionId, response: Response },
    #[serde(rename = "attachments.add")]
    AttachmentsAdd { thread: ThreadId, attachment: AttachmentDraft },
    /// Only one that no message links to yet.
    #[serde(rename = "attachments.remove")]
    AttachmentsRemove { thread: ThreadId, attachment: AttachmentId },
    /// Answered by `attachment` with the content.
    #[serde(rename = "attachments.read")]
    AttachmentsRead { attachment: AttachmentId },
    #[serde(rename = "settings.get")]
    SettingsGet,
    #[serde(rename = "settings.set")]
    SettingsSet { settings: Settings },
    #[serde(rename = "connections.list")]
    ConnectionsList,
    #[serde(rename = "connections.save")]
    ConnectionsSave { connection: ConnectionDraft },
    #[serde(rename = "connections.delete")]
    ConnectionsDelete { connection: ConnectionId },
    #[serde(rename = "connections.verify")]
    ConnectionsVerify { connection: ConnectionId },
    /// Asks one endpoint which models it has; answered by `models`, in any order with others that are asked at the same time.
    #[serde(rename = "connections.models")]
    ConnectionsModels { of: ModelsOf },
    /// Opens the keys until the browser ends.
    #[serde(rename = "vault.unlock")]
    VaultUnlock { passphrase: Secret },
    #[serde(rename = "vault.lock")]
    VaultLock,
    /// Sets a passphrase, another one or none. The one that holds has to be said, if there is one.
    #[serde(rename = "vault.passphrase")]
    VaultPassphrase {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        current: Option<Secret>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        passphrase: Option<Secret>,
    },
    /// Every key and the passphrase; the connections stay.
    #[serde(rename = "vault.forget")]
    VaultForget,
    #[serde(rename = "rules.list")]
    RulesList,
    #[serde(rename = "rules.save")]
    RulesSave { rule: RuleDraft },
    #[serde(rename = "rules.delete")]
    RulesDelete { rule: RuleId },
    /// Answered by `trialled`. Nothing is done.
    #[serde(rename = "rules.try")]
    RulesTry { trial: Trial },
    /// Answered by `memories`, the newest first.
    #[serde(rename = "memory.list")]
    MemoryList,
    /// The person writes it anew: from here on it is their own.
    #[serde(rename = "memory.update")]
    MemoryUpdate {
        memory: MemoryId,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        topic: Option<String>,
    },
    #[serde(rename = "memory.delete")]
    MemoryDelete { memory: MemoryId },
    /// Deletes all that is remembered.
    #[serde(rename = "memory.clear")]
    MemoryClear,
    /// What has changed since the running Turn was told last joins its next model call. Refused when nothing runs, or when
    /// nothing has changed.
    #[serde(rename = "context.refresh")]
    ContextRefresh {
        thread: ThreadId,
        /// The tab in front now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
    },
    #[serde(rename = "journal.read")]
    JournalRead { run: TurnId, from_seq: Seq },
    /// Requests to models, the newest first; all, or those of one Turn. Answered by `exchanges`.
    #[serde(rename = "exchanges.list")]
    ExchangesList {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        turn: Option<TurnId>,
    },
    /// One of them with its bodies; answered by `exchange`.
    #[serde(rename = "exchanges.read")]
    ExchangesRead { exchange: ExchangeId },
    /// Deletes all of them.
    #[serde(rename = "exchanges.clear")]
    ExchangesClear,
    /// One Turn as a file that can be read and replayed elsewhere; answered by `exported`.
    #[serde(rename = "run.export")]
    RunExport { thread: ThreadId, turn: TurnId, contents: RunContents },
}

/// What the person says became of a call whose outcome is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    Retry,
    MarkDone,
    Fail,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    Markdown,
    Json,
}

/// What a run file holds of what was written and read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToJson, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RunContents {
    /// Stand-ins that are alike where the texts were, and say how long they were.
    Redacted,
    Whole,
}

impl CommandBody {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Initialize { .. } => "initialize",
            Self::Ping => "ping",
            Self::ThreadCreate { .. } => "thread.create",
            Self::ThreadSubscribe { .. } => "thread.subscribe",
            Self::ThreadRename { .. } => "thread.rename",
            Self::ThreadPin { .. } => "thread.pin",
            Self::ThreadArchive { .. } => "thread.archive",
            Self::ThreadDelete { .. } => "thread.delete",
            Self::ThreadFork { .. } => "thread.fork",
            Self::ThreadSelectBranch { .. } => "thread.select_branch",
            Self::ThreadSearch { .. } => "thread.search",
            Self::ThreadExport { .. } => "thread.export",
            Self::TurnSubmit { .. } => "turn.submit",
            Self::TurnEnqueue { .. } => "turn.enqueue",
            Self::TurnSteer { .. } => "turn.steer",
            Self::TurnFork { .. } => "turn.fork",
            Self::TurnDelete { .. } => "turn.delete",
            Self::TurnInterrupt { .. } => "turn.interrupt",
            Self::QueueUpdate { .. } => "queue.update",
            Self::QueueRemove { .. } => "queue.remove",
            Self::QueueMove { .. } => "queue.move",
            Self::QueueSteer { .. } => "queue.steer",
            Self::QueueHold { .. } => "queue.hold",
            Self::QueueRelease { .. } => "queue.release",
            Self::RunResume { .. } => "run.resume",
            Self::RunLeave { .. } => "run.leave",
            Self::RunResolveUncertain { .. } => "run.resolve_uncertain",
            Self::ApprovalRespond { .. } => "approval.respond",
            Self::ApprovalShow { .. } => "approval.show",
            Self::InteractionRespond { .. } => "interaction.respond",
            Self::AttachmentsAdd { .. } => "attachments.add",
            Self::AttachmentsRemove { .. } => "attachments.remove",
            Self::AttachmentsRead { .. } => "attachments.read",
            Self::SettingsGet => "settings.get",
            Self::SettingsSet { .. } => "settings.set",
            Self::ConnectionsList => "connections.list",
            Self::ConnectionsSave { .. } => "connections.save",
            Self::ConnectionsDelete { .. } => "connections.delete",
            Self::ConnectionsVerify { .. } => "connections.verify",
            Self::ConnectionsModels { .. } => "connections.models",
            Self::VaultUnlock { .. } => "vault.unlock",
            Self::VaultLock => "vault.lock",
            Self::VaultPassphrase { .. } => "vault.passphrase",
            Self::VaultForget => "vault.forget",
            Self::RulesList => "rules.list",
            Self::RulesSave { .. } => "rules.save",
            Self::RulesDelete { .. } => "rules.delete",
            Self::RulesTry { .. } => "rules.try",
            Self::MemoryList => "memory.list",
            Self::MemoryUpdate { .. } => "memory.update",
            Self::MemoryDelete { .. } => "memory.delete",
            Self::MemoryClear => "memory.clear",
            Self::ContextRefresh { .. } => "context.refresh",
            Self::JournalRead { .. } => "journal.read",
            Self::ExchangesList { .. } => "exchanges.list",
            Self::ExchangesRead { .. } => "exchanges.read",
            Self::ExchangesClear => "exchanges.clear",
            Self::RunExport { .. } => "run.export",
        }
    }

    /// The Thread whose actor takes the command.
    pub fn thread(&self) -> Option<&ThreadId> {
        match self {
            Self::ThreadCreate { thread }
            | Self::ThreadSubscribe { thread }
            | Self::ThreadRename { thread, .. }
            | Self::ThreadPin { thread, .. }
            | Self::ThreadArchive { thread, .. }
            | Self::ThreadDelete { thread }
            | Self::ThreadFork { thread, .. }
            | Self::ThreadSelectBranch { thread, .. }
            | Self::ThreadExport { thread, .. }
            | Self::TurnSubmit { thread, .. }
            | Self::TurnEnqueue { thread, .. }
            | Self::TurnSteer { thread, .. }
            | Self::TurnFork { thread, .. }
            | Self::TurnDelete { thread, .. }
            | Self::TurnInterrupt { thread, .. }
            | Self::QueueUpdate { thread, .. }
            | Self::QueueRemove { thread, .. }
            | Self::QueueMove { thread, .. }
            | Self::QueueSteer { thread, .. }
            | Self::QueueHold { thread }
            | Self::QueueRelease { thread }
            | Self::InteractionRespond { thread, .. }
            | Self::AttachmentsAdd { thread, .. }
            | Self::AttachmentsRemove { thread, .. }
            | Self::RunResume { thread, .. }
            | Self::RunLeave { thread, .. }
            | Self::RunResolveUncertain { thread, .. }
            | Self::ApprovalRespond { thread, .. }
            | Self::RunExport { thread, .. }
            | Self::ApprovalShow { thread, .. }
            | Self::ContextRefresh { thread, .. } => Some(thread),
            Self::Initialize { .. }
            | Self::Ping
            | Self::ThreadSearch { .. }
            | Self::AttachmentsRead { .. }
            | Self::SettingsGet
            | Self::SettingsSet { .. }
            | Self::ConnectionsList
            | Self::ConnectionsSave { .. }
            | Self::ConnectionsDelete { .. }
            | Self::ConnectionsVerify { .. }
            | Self::ConnectionsModels { .. }
            | Self::VaultUnlock { .. }
            | Self::VaultLock
            | Self::VaultPassphrase { .. }
            | Self::VaultForget
            | Self::RulesList
            | Self::RulesSave { .. }
            | Self::RulesDelete { .. }
            | Self::RulesTry { .. }
            | Self::MemoryList
            | Self::MemoryUpdate { .. }
            | Self::MemoryDelete { .. }
            | Self::MemoryClear
            | Self::ExchangesList { .. }
            | Self::ExchangesRead { .. }
            | Self::ExchangesClear
            | Self::JournalRead { .. } => None,
        }
    }
}
