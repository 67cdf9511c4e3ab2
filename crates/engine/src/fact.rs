//! What happened, in the past tense. Facts are the journal: a released one never changes its meaning.

use crate::judgement::Judgement;
use crate::measure::Prefix;
use fairlead_protocol::approval::{Answer, Approval, CloseReason};
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::command::Resolution;
use fairlead_protocol::context::{Compaction, Measure, Occupancy};
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::delegation::Exposure;
use fairlead_protocol::evidence::Missing;
use fairlead_protocol::ids::{ApprovalId, AttachmentId, Attempt, InteractionId, MemoryId, NodeId, TurnId};
use fairlead_protocol::interaction::{Interaction, Response};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::pause::{Relief, Takeover};
use fairlead_protocol::permission::{Rule, SessionGrant};
use fairlead_protocol::plan::Plan;
use fairlead_protocol::row::Steer;
use fairlead_protocol::run::{
    Answerer, CallBatch, Counters, Dispatch, Limit, ModelCall, Refresh, Run, RunError, StopReason, ToolOffer,
};
use fairlead_protocol::thread::{Activity, QueueMode, Thread, Title, Titling};

#[derive(Clone, Debug, PartialEq)]
pub enum Fact {
    ThreadCreated {
        thread: Thread,
    },
    ThreadRenamed {
        title: Title,
    },
    TitlingChanged {
        titling: Titling,
        /// What the asking cost.
        usage: Option<Usage>,
    },
    ThreadPinned {
        pinned: bool,
    },
    ThreadArchived {
        archived: bool,
    },
    ThreadDeleted,
    AttachmentKept {
        attachment: Attachment,
        blob: Blob,
    },
    /// Its content was given up for newer ones; it may belong to another Thread.
    AttachmentEvicted {
        attachment: Attachment,
    },
    AttachmentRemoved {
        attachment: AttachmentId,
    },
    /// `None` is the place before the first message.
    BranchSelected {
        leaf: Option<NodeId>,
    },
    /// The leaf did not reach the root; this one does, and it is the newest that does.
    BranchRepaired {
        leaf: Option<NodeId>,
    },
    QueueModeSet {
        mode: QueueMode,
    },
    TurnQueued {
        run: Run,
    },
    QueuedTurnChanged {
        turn: TurnId,
        text: String,
    },
    QueuedTurnMoved {
        turn: TurnId,
        to: u32,
    },
    QueuedTurnRemoved {
        turn: TurnId,
    },
    /// Stored; it waits for the next model call.
    SteerAdmitted {
        steer: Steer,
    },
    /// Its message follows as a node.
    SteerRead {
        turn: TurnId,
        steer: NodeId,
    },
    /// Everything of it is a tombstone now.
    TurnErased {
        turn: TurnId,
    },
    /// Its phase is `ready`; the message follows as a node.
    TurnAdmitted {
        run: Run,
    },
    TurnResumed {
        turn: TurnId,
        /// Of a window that was full, and of which the person has said otherwise since.
        window: Option<u32>,
    },
    /// The person lets a pause be one.
    PauseLeft {
        turn: TurnId,
    },
    NodeAppended {
        node: Node,
    },
    ModelCallPlanned {
        turn: TurnId,
        call: ModelCall,
        measure: Measure,
        prefix: Prefix,
    },
    /// A crash took the call under way; it starts over from the last checkpoint.
    ModelCallRestarted {
        turn: TurnId,
        attempt: Attempt,
    },
    /// The provider takes no request of this length.
    RequestRefused {
        turn: TurnId,
    },
    CompactionPlanned {
        turn: TurnId,
        compaction: Compaction,
    },
    /// A crash took the notes under way; they are asked for again.
    CompactionRestarted {
        turn: TurnId,
        attempt: Attempt,
    },
    /// Notes that were made follow as a node.
    CompactionEnded {
        turn: TurnId,
        ending: SummaryEnding,
        usage: Option<Usage>,
        by: Answerer,
    },
    /// The keys were found locked: the Turn waits for the person to unlock them.
    KeysFoundLocked {
        turn: TurnId,
        offer: ToolOffer,
    },
    /// They are not any more.
    KeysUnlocked {
        turn: TurnId,
    },
    ReplyRecorded {
        turn: TurnId,
        reply: NodeId,
        usage: Option<Usage>,
        arguments: ArgumentsSeen,
    },
    CallsProposed {
        turn: TurnId,
        batch: CallBatch,
    },
    /// The reply asked for more calls than one reply may; those behind the limit are answered and not made.
    BatchLimited {
        turn: TurnId,
        reply: NodeId,
        asked: u32,
    },
    CallJudged {
        turn: TurnId,
        call: NodeId,
        judgement: Judgement,
    },
    ApprovalAsked {
        turn: TurnId,
        batch: CallBatch,
        approval: Approval,
    },
    ApprovalAnswered {
        turn: TurnId,
        approval: ApprovalId,
        answer: Answer,
    },
    ApprovalClosed {
        turn: TurnId,
        approval: ApprovalId,
        why: CloseReason,
    },
    InteractionAsked {
        turn: TurnId,
        batch: CallBatch,
        interaction: Interaction,
    },
    InteractionAnswered {
        turn: TurnId,
        interaction: InteractionId,
        response: Response,
    },
    InteractionElapsed {
        turn: TurnId,
        interaction: InteractionId,
    },
    InteractionClosed {
        turn: TurnId,
        interaction: InteractionId,
    },
    /// The page shows what was waited for.
    InteractionMet {
        turn: TurnId,
        interaction: InteractionId,
    },
    /// A wait for a change knows now what it compares with.
    WatchBegan {
        turn: TurnId,
        interaction: InteractionId,
        print: String,
    },
    GrantGiven {
        grant: SessionGrant,
    },
    /// What was granted for the session on these origins is not any more.
    GrantsDropped {
        origins: Vec<String>,
    },
    RuleSaved {
        rule: Rule,
    },
    OriginBroughtIn {
        origin: String,
    },
    OriginTouched {
        origin: String,
    },
    /// The world may change from here on.
    ToolDispatched {
        turn: TurnId,
        call: NodeId,
        batch: CallBatch,
        dispatch: Dispatch,
    },
    ToolFinished {
        turn: TurnId,
        call: NodeId,
        tally: Tally,
        tab: Option<TabRef>,
    },
    /// With the rows that it begins as. Its own facts are its own.
    DelegateBegun {
        turn: TurnId,
        call: NodeId,
        child: Box<Child>,
    },
    /// The child waits for the person, or goes on.
    DelegateMoved {
        turn: TurnId,
        call: NodeId,
        activity: Activity,
    },
    /// What a child has used until its end, and what it has been near.
    DelegateCounted {
        turn: TurnId,
        call: NodeId,
        spent: Counters,
        met: Exposure,
    },
    /// A crash took the outcome of a write that must not be repeated.
    OutcomeLost {
        turn: TurnId,
        call: NodeId,
        batch: CallBatch,
    },
    UncertaintyResolved {
        turn: TurnId,
        call: NodeId,
        resolution: Resolution,
    },
    /// The model has written its plan anew.
    PlanUpdated {
        turn: TurnId,
        call: NodeId,
        plan: Plan,
    },
    MemoryKept {
        turn: TurnId,
        call: NodeId,
        memory: Memory,
    },
    /// The model looked through what is remembered.
    MemoryRecalled {
        turn: TurnId,
        call: NodeId,
        found: u32,
    },
    MemoryForgotten {
        turn: TurnId,
        call: NodeId,
        memory: MemoryId,
    },
    /// The person wants the Turn to know what has changed.
    RefreshAsked {
        turn: TurnId,
        refresh: Refresh,
    },
    /// It was told; what there was to tell follows as a node.
    ContextRefreshed {
        turn: TurnId,
    },
    BatchEnded {
        turn: TurnId,
    },
    /// A reply that could have been the last; the person has said something that it had not read.
    AnswerOvertaken {
        turn: TurnId,
    },
    /// A reply that could have been the last was set aside; the model reads why as a node.
    CompletionRejected {
        turn: TurnId,
        reply: NodeId,
        missing: Vec<Missing>,
    },
    /// The answer that ends the Turn next is not shown by it.
    CompletionUnverified {
        turn: TurnId,
        reply: NodeId,
        missing: Vec<Missing>,
    },
    /// A starting worker takes up a Run that was at work: the time between does not count as active.
    TurnTakenUp {
        turn: TurnId,
    },
    /// The tokens that it may use are used.
    BudgetSpent {
        turn: TurnId,
    },
    TurnPaused {
        turn: TurnId,
        limit: Limit,
    },
    /// The person has the page, and the Turn stands still.
    PersonTookOver {
        turn: TurnId,
        how: Takeover,
    },
    /// No room is left for another call.
    ContextFilled {
        turn: TurnId,
        occupancy: Occupancy,
        relief: Relief,
    },
    TurnCompleted {
        turn: TurnId,
        stop: StopReason,
    },
    TurnFailed {
        turn: TurnId,
        error: RunError,
    },
    TurnInterrupted {
        turn: TurnId,
    },
}

/// A Thread that carries a call out, and its one Turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Child {
    pub thread: Thread,
    pub run: Run,
}

/// How a finished call counts towards failures in a row. What a person or a policy refuses is no failure of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    Success,
    Failure,
    Neutral,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SummaryEnding {
    Made,
    Failed,
}

/// Whether the reply's arguments could be read at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentsSeen {
    None,
    Readable,
    Broken,
}

impl Fact {
    /// The Run whose journal tells of it; facts of the Thread alone are in its row.
    pub fn turn(&self) -> Option<&TurnId> {
        match self {
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
            | Self::OriginTouched { .. } => None,
            Self::TurnQueued { run } | Self::TurnAdmitted { run } => Some(&run.id),
            Self::NodeAppended { node } => Some(&node.turn),
            Self::SteerAdmitted { steer } => Some(&steer.run),
            Self::QueuedTurnRemoved { turn }
            | Self::QueuedTurnChanged { turn, .. }
            | Self::QueuedTurnMoved { turn, .. }
            | Self::SteerRead { turn, .. }
            | Self::TurnErased { turn }
            | Self::InteractionAsked { turn, .. }
            | Self::InteractionAnswered { turn, .. }
            | Self::InteractionElapsed { turn, .. }
            | Self::InteractionClosed { turn, .. }
            | Self::InteractionMet { turn, .. }
            | Self::WatchBegan { turn, .. }
            | Self::TurnResumed { turn, .. }
            | Self::PauseLeft { turn }
            | Self::ModelCallPlanned { turn, .. }
            | Self::ModelCallRestarted { turn, .. }
            | Self::RequestRefused { turn }
            | Self::CompactionPlanned { turn, .. }
            | Self::CompactionRestarted { turn, .. }
            | Self::CompactionEnded { turn, .. }
            | Self::ContextFilled { turn, .. }
            | Self::KeysFoundLocked { turn, .. }
            | Self::KeysUnlocked { turn }
            | Self::ReplyRecorded { turn, .. }
            | Self::CallsProposed { turn, .. }
            | Self::BatchLimited { turn, .. }
            | Self::CallJudged { turn, .. }
            | Self::ApprovalAsked { turn, .. }
            | Self::ApprovalAnswered { turn, .. }
            | Self::ApprovalClosed { turn, .. }
            | Self::ToolDispatched { turn, .. }
            | Self::ToolFinished { turn, .. }
            | Self::DelegateBegun { turn, .. }
            | Self::DelegateMoved { turn, .. }
            | Self::DelegateCounted { turn, .. }
            | Self::OutcomeLost { turn, .. }
            | Self::UncertaintyResolved { turn, .. }
            | Self::PlanUpdated { turn, .. }
            | Self::MemoryKept { turn, .. }
            | Self::MemoryRecalled { turn, .. }
            | Self::MemoryForgotten { turn, .. }
            | Self::RefreshAsked { turn, .. }
            | Self::ContextRefreshed { turn }
            | Self::BatchEnded { turn }
            | Self::AnswerOvertaken { turn }
            | Self::CompletionRejected { turn, .. }
            | Self::CompletionUnverified { turn, .. }
            | Self::TurnTakenUp { turn }
            | Self::BudgetSpent { turn }
            | Self::TurnPaused { turn, .. }
            | Self::PersonTookOver { turn, .. }
            | Self::TurnCompleted { turn, .. }
            | Self::TurnFailed { turn, .. }
            | Self::TurnInterrupted { turn } => Some(turn),
        }
    }
}
