//! What a table holds: one variant a table, its name, and the key of each row.

use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::exchange::{Exchange, ExchangeBody, Side};
use fairlead_protocol::ids::{
    ApprovalId, AttachmentId, ClientId, ConnectionId, ExchangeId, InteractionId, MemoryId, NodeId, RuleId,
    Seq, SubmissionId, ThreadId, TurnId,
};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt, Steer};
use fairlead_protocol::run::Run;
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_protocol::to_json::{ToJson, Writer};
use std::fmt;

/// A row as it is written. Its JSON is that of the record itself; the table is not part of it.
#[derive(Clone, Debug, PartialEq)]
pub enum Row {
    Thread(Thread),
    Node(Node),
    Run(Run),
    Steer(Steer),
    Approval(Approval),
    Interaction(Interaction),
    Attachment(Attachment),
    Blob(Blob),
    Receipt(Receipt),
    Journal(JournalRow),
    Rule(Rule),
    Memory(Memory),
    Connection(Connection),
    Settings(Settings),
    Exchange(Exchange),
    ExchangeBody(ExchangeBody),
}

impl Row {
    pub fn table(&self) -> Table {
        self.key().table()
    }

    pub fn key(&self) -> RowKey {
        match self {
            Self::Thread(thread) => RowKey::Thread(thread.id.clone()),
            Self::Node(node) => RowKey::Node(node.id.clone()),
            Self::Run(run) => RowKey::Run(run.id.clone()),
            Self::Steer(steer) => RowKey::Steer(steer.id.clone()),
            Self::Approval(approval) => RowKey::Approval(approval.id.clone()),
            Self::Interaction(interaction) => RowKey::Interaction(interaction.id.clone()),
            Self::Attachment(attachment) => RowKey::Attachment(attachment.id.clone()),
            Self::Blob(blob) => RowKey::Blob(blob.id.clone()),
            Self::Receipt(receipt) => RowKey::Receipt(receipt.client.clone(), receipt.submission.clone()),
            Self::Journal(entry) => RowKey::Journal(entry.run.clone(), entry.seq),
            Self::Rule(rule) => RowKey::Rule(rule.id.clone()),
            Self::Memory(memory) => RowKey::Memory(memory.id.clone()),
            Self::Connection(connection) => RowKey::Connection(connection.id.clone()),
            Self::Settings(_) => RowKey::Settings,
            Self::Exchange(exchange) => RowKey::Exchange(exchange.id.clone()),
            Self::ExchangeBody(body) => RowKey::ExchangeBody(body.exchange.clone(), body.side),
        }
    }
}

macro_rules! records {
    ($($record:ident => $variant:ident),+ $(,)?) => {
        $(impl From<$record> for Row {
            fn from(record: $record) -> Self {
                Self::$variant(record)
            }
        })+

        impl ToJson for Row {
            fn to_json(&self, into: &mut Writer<'_>) {
                match self {
                    $(Self::$variant(record) => record.to_json(into)),+
                }
            }
        }
    };
}

records!(
    Thread => Thread,
    Node => Node,
    Run => Run,
    Steer => Steer,
    Approval => Approval,
    Interaction => Interaction,
    Attachment => Attachment,
    Blob => Blob,
    Receipt => Receipt,
    JournalRow => Journal,
    Rule => Rule,
    Memory => Memory,
    Connection => Connection,
    Settings => Settings,
    Exchange => Exchange,
    ExchangeBody => ExchangeBody,
);

/// The primary key of a row, its table included. The order groups rows by table.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowKey {
    Thread(ThreadId),
    Node(NodeId),
    Run(TurnId),
    Steer(NodeId),
    Approval(ApprovalId),
    Interaction(InteractionId),
    Attachment(AttachmentId),
    Blob(AttachmentId),
    Receipt(ClientId, SubmissionId),
    Journal(TurnId, Seq),
    Rule(RuleId),
    Memory(MemoryId),
    Connection(ConnectionId),
    /// The table's only row.
    Settings,
    Exchange(ExchangeId),
    ExchangeBody(ExchangeId, Side),
}

impl RowKey {
    /// The key of the only row of `settings`.
    pub const SETTINGS: &'static str = "settings";

    pub fn table(&self) -> Table {
        match self {
            Self::Thread(_) => Table::Threads,
            Self::Node(_) => Table::Nodes,
            Self::Run(_) => Table::Runs,
            Self::Steer(_) => Table::Steers,
            Self::Approval(_) => Table::Approvals,
            Self::Interaction(_) => Table::Interactions,
            Self::Attachment(_) => Table::Attachments,
            Self::Blob(_) => Table::Blobs,
            Self::Receipt(..) => Table::Receipts,
            Self::Journal(..) => Table::Journal,
            Self::Rule(_) => Table::Rules,
            Self::Memory(_) => Table::Memories,
            Self::Connection(_) => Table::Connections,
            Self::Settings => Table::Settings,
            Self::Exchange(_) => Table::Exchanges,
            Self::ExchangeBody(..) => Table::ExchangeBodies,
        }
    }

    /// The key without its table, the parts of a compound one joined by `/`.
    pub fn id(&self) -> String {
        match self {
            Self::Thread(id) => id.0.clone(),
            Self::Node(id) => id.0.clone(),
            Self::Run(id) => id.0.clone(),
            Self::Steer(id) => id.0.clone(),
            Self::Approval(id) => id.0.clone(),
            Self::Interaction(id) => id.0.clone(),
            Self::Attachment(id) | Self::Blob(id) => id.0.clone(),
            Self::Receipt(client, submission) => format!("{client}/{submission}"),
            Self::Journal(run, seq) => format!("{run}/{seq}"),
            Self::Rule(id) => id.0.clone(),
            Self::Memory(id) => id.0.clone(),
            Self::Connection(id) => id.0.clone(),
            Self::Settings => Self::SETTINGS.to_owned(),
            Self::Exchange(id) => id.0.clone(),
            Self::ExchangeBody(exchange, side) => format!("{exchange}/{}", side.name()),
        }
    }
}

/// `nodes/n1`, `journal/t1/3`: for messages, never parsed.
impl fmt::Display for RowKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.table(), self.id())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    Threads,
    Nodes,
    Runs,
    Steers,
    Approvals,
    Interactions,
    Attachments,
    Blobs,
    Receipts,
    Journal,
    Rules,
    Memories,
    Connections,
    Settings,
    /// Requests to models, and what is kept of their bodies.
    Exchanges,
    ExchangeBodies,
    /// The vault's: non-extractable keys and what they encrypt. No `Row` is of this table.
    Keys,
}

impl Table {
    /// The object store's name; released, so it never changes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Threads => "threads",
            Self::Nodes => "nodes",
            Self::Runs => "runs",
            Self::Steers => "steers",
            Self::Approvals => "approvals",
            Self::Interactions => "interactions",
            Self::Attachments => "attachments",
            Self::Blobs => "blobs",
            Self::Receipts => "receipts",
            Self::Journal => "journal",
            Self::Rules => "rules",
            Self::Memories => "memories",
            Self::Connections => "connections",
            Self::Settings => "settings",
            Self::Exchanges => "exchanges",
            Self::ExchangeBodies => "exchange_bodies",
            Self::Keys => "keys",
        }
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
