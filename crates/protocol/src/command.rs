//! What a panel or settings page may ask for. Each is answered by one `command.ack` or `command.rejected`, except
//! `initialize` (answered by `initialized` or `fatal.reload_required`) and `ping` (answered by `pong`).

use crate::approval::Answer;
use crate::connection::ConnectionDraft;
use crate::from_json::FromJson;
use crate::ids::{
    ApprovalId, ClientId, ConnectionId, Digest, NodeId, RuleId, Seq, SubmissionId, ThreadId, TurnId,
};
use crate::page::TabRef;
use crate::settings::Settings;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub client_id: ClientId,
    pub submission_id: SubmissionId,
    pub body: CommandBody,
}

#[derive(Clone, Debug, PartialEq, Serialize, FromJson)]
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
    #[serde(rename = "thread.delete")]
    ThreadDelete { thread: ThreadId },
    /// Starts a Turn, or waits behind the running one; the ack says which.
    #[serde(rename = "turn.submit")]
    TurnSubmit {
        thread: ThreadId,
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<TabRef>,
    },
    #[serde(rename = "turn.interrupt")]
    TurnInterrupt { thread: ThreadId, turn: TurnId },
    #[serde(rename = "queue.remove")]
    QueueRemove { thread: ThreadId, turn: TurnId },
    /// Continues a paused, failed or interrupted Turn as the same Turn.
    #[serde(rename = "run.resume")]
    RunResume { thread: ThreadId, turn: TurnId },
    #[serde(rename = "run.resolve_uncertain")]
    RunResolveUncertain { thread: ThreadId, turn: TurnId, call: NodeId, resolution: Resolution },
    #[serde(rename = "approval.respond")]
    ApprovalRespond { thread: ThreadId, approval: ApprovalId, digest: Digest, answer: Answer },
    /// Shows the element of an open approval on its page; changes nothing.
    #[serde(rename = "approval.show")]
    ApprovalShow { thread: ThreadId, approval: ApprovalId },
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
    #[serde(rename = "rules.list")]
    RulesList,
    #[serde(rename = "rules.delete")]
    RulesDelete { rule: RuleId },
    #[serde(rename = "journal.read")]
    JournalRead { run: TurnId, from_seq: Seq },
}

/// What the person says became of a call whose outcome is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, FromJson)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    Retry,
    MarkDone,
    Fail,
}

impl CommandBody {
    pub fn name(&self) -> &'static str {
        match self {
            Self::Initialize { .. } => "initialize",
            Self::Ping => "ping",
            Self::ThreadCreate { .. } => "thread.create",
            Self::ThreadSubscribe { .. } => "thread.subscribe",
            Self::ThreadRename { .. } => "thread.rename",
            Self::ThreadDelete { .. } => "thread.delete",
            Self::TurnSubmit { .. } => "turn.submit",
            Self::TurnInterrupt { .. } => "turn.interrupt",
            Self::QueueRemove { .. } => "queue.remove",
            Self::RunResume { .. } => "run.resume",
            Self::RunResolveUncertain { .. } => "run.resolve_uncertain",
            Self::ApprovalRespond { .. } => "approval.respond",
            Self::ApprovalShow { .. } => "approval.show",
            Self::SettingsGet => "settings.get",
            Self::SettingsSet { .. } => "settings.set",
            Self::ConnectionsList => "connections.list",
            Self::ConnectionsSave { .. } => "connections.save",
            Self::ConnectionsDelete { .. } => "connections.delete",
            Self::ConnectionsVerify { .. } => "connections.verify",
            Self::RulesList => "rules.list",
            Self::RulesDelete { .. } => "rules.delete",
            Self::JournalRead { .. } => "journal.read",
        }
    }

    /// The Thread whose actor takes the command.
    pub fn thread(&self) -> Option<&ThreadId> {
        match self {
            Self::ThreadCreate { thread }
            | Self::ThreadSubscribe { thread }
            | Self::ThreadRename { thread, .. }
            | Self::ThreadDelete { thread }
            | Self::TurnSubmit { thread, .. }
            | Self::TurnInterrupt { thread, .. }
            | Self::QueueRemove { thread, .. }
            | Self::RunResume { thread, .. }
            | Self::RunResolveUncertain { thread, .. }
            | Self::ApprovalRespond { thread, .. }
            | Self::ApprovalShow { thread, .. } => Some(thread),
            Self::Initialize { .. }
            | Self::Ping
            | Self::SettingsGet
            | Self::SettingsSet { .. }
            | Self::ConnectionsList
            | Self::ConnectionsSave { .. }
            | Self::ConnectionsDelete { .. }
            | Self::ConnectionsVerify { .. }
            | Self::RulesList
            | Self::RulesDelete { .. }
            | Self::JournalRead { .. } => None,
        }
    }
}
