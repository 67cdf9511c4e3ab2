//! What `decide` is given besides the state: one input, and the world as it is at that moment.

use crate::attached::Contents;
use crate::probe::Probes;
use crate::quota::Hoard;
use fairlead_gatekeeper::SensitiveList;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::conversation::{ModelError, Reply, Usage};
use fairlead_protocol::delegation::Exposure;
use fairlead_protocol::ids::{BrowserSession, EffectId, NodeId, Timestamp, TurnId};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::pause::Gesture;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::run::{Answerer, Counters, RunErrorCode};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Activity;
use fairlead_protocol::tool::ToolFailure;
use std::cell::Cell;

#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    Command(CommandBody),
    /// The worker started with this Thread's rows; whatever was under way is not.
    Booted,
    ModelReplied {
        effect: EffectId,
        reply: Reply,
    },
    ModelFailed {
        effect: EffectId,
        failure: ModelFailure,
    },
    ToolFinished {
        effect: EffectId,
        report: ToolReport,
    },
    /// The child of a call waits for the person, or goes on.
    DelegateMoved {
        effect: EffectId,
        activity: Activity,
    },
    /// The person did something in a tab that the Turn acts on.
    HandOnPage {
        turn: TurnId,
        gesture: Gesture,
    },
    /// The call that the Thread was begun for is not out any more.
    Disowned,
    /// The key that it needs is locked away; nothing was sent.
    KeysLocked {
        effect: EffectId,
    },
    /// The keys can be used again, or are forgotten.
    KeysUnlocked,
    /// The person took these sites back in the browser, which names them by match patterns.
    SitesWithdrawn {
        patterns: Vec<String>,
    },
    /// The time of a wait has come.
    Woken {
        effect: EffectId,
    },
    /// A look at a page that is waited for changed something.
    Watched {
        effect: EffectId,
        seen: Seen,
    },
    SummaryMade {
        effect: EffectId,
        /// `None`: the model gave none.
        answer: Option<String>,
        usage: Option<Usage>,
        by: Answerer,
    },
    TitleFound {
        effect: EffectId,
        /// `None`: the model gave none.
        title: Option<String>,
        usage: Option<Usage>,
    },
}

/// What came of looking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Met,
    /// How it was when the wait for a change began.
    Began {
        print: String,
    },
    /// It cannot be looked at any more.
    Over {
        failure: ToolFailure,
    },
    /// The time is over.
    Late,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ModelFailure {
    /// The provider's side; `partial` is what had been shown already.
    Provider { error: ModelError, partial: Option<Reply> },
    /// Ours: nothing was sent.
    Unsent { code: RunErrorCode, message: String },
}

#[derive(Clone, Debug, PartialEq)]
pub struct ToolReport {
    pub outcome: ResultOutcome,
    pub took_ms: u64,
    /// By a child; by all others nothing.
    pub spent: Counters,
    /// By a child, as `spent` is.
    pub met: Exposure,
    pub pictures: Vec<Picture>,
}

/// What a tool took of a page, and has not been stored yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub name: String,
    pub media_type: String,
    /// Base64 (RFC 4648, section 4).
    pub data: String,
}

impl ToolReport {
    /// Of a call that no child carried out.
    pub fn alone(outcome: ResultOutcome, took_ms: u64) -> Self {
        Self { outcome, took_ms, spent: Counters::default(), met: Exposure::default(), pictures: Vec::new() }
    }
}

/// The world at the moment of the decision. All of it is settings and observations; none of it is state of the Thread.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub settings: &'a Settings,
    pub connections: &'a [Connection],
    pub rules: &'a [Rule],
    /// What is remembered from all conversations.
    pub memories: &'a [Memory],
    pub sensitive: &'a SensitiveList,
    pub session: &'a BrowserSession,
    /// BCP 47.
    pub locale: &'a str,
}

pub struct Ctx<'a> {
    pub now: Timestamp,
    pub ids: &'a Ids,
    pub world: World<'a>,
    /// What the calls at hand would meet, looked at just now.
    pub probes: &'a Probes,
    /// What the reply under way has shown so far.
    pub live: Option<LiveReply>,
    /// Read for the command that brings another attachment, and empty for all others.
    pub hoard: &'a Hoard,
    /// What files of the Turn say; read for its answer, and empty for all others.
    pub contents: &'a Contents,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiveReply {
    pub reply: NodeId,
    pub text: String,
    pub reasoning: String,
}

/// Fresh ids for one decision: a seed that nobody else has, and a count.
pub struct Ids {
    seed: String,
    next: Cell<u32>,
}

impl Ids {
    pub fn new(seed: impl Into<String>) -> Self {
        Self { seed: seed.into(), next: Cell::new(0) }
    }

    pub(crate) fn fresh(&self, prefix: &str) -> String {
        let count = self.next.get();
        self.next.set(count + 1);
        format!("{prefix}_{}{count:02}", self.seed)
    }
}
