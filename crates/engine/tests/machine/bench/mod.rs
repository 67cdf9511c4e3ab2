//! One Thread under test: it takes inputs and checks, at each step, that replay equals live and rows equal memory.

mod happens;
pub(crate) mod stands;

pub(crate) use self::happens::report;

use fairlead_engine::attached::Contents;
use fairlead_engine::decide::Rejection;
use fairlead_engine::probe::Look;
use fairlead_engine::{
    Ctx, Effect, Fact, Hoard, Ids, Input, LiveReply, Probes, SensitiveList, Sight, ThreadRows, ThreadState,
    World, announce, apply, context, decide, due, evidence, probes,
};
use fairlead_protocol::approval::BrowserPermission;
use fairlead_protocol::connection::{Connection, Model, Wire};
use fairlead_protocol::conversation::Message;
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{
    BrowserSession, ConnectionId, DocumentId, EffectId, NodeId, TabId, ThreadId, Timestamp, TurnId,
};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::{Node, NodeBody, ResultOutcome};
use fairlead_protocol::page::{Binding, TabRef};
use fairlead_protocol::permission::Rule;
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::run::{Phase, RunState};
use fairlead_protocol::settings::{Settings, Titles};
use fairlead_protocol::tool::ToolErrorCode;
use std::collections::BTreeSet;

/// One Thread, all that happened to it, the transitions that its Runs made, and the world around it.
#[derive(Clone)]
pub(crate) struct Bench {
    pub(crate) state: ThreadState,
    /// What it began with.
    origin: ThreadState,
    history: Vec<(Fact, Timestamp)>,
    pub(crate) walked: BTreeSet<(RunState, RunState)>,
    pub(crate) steps: u32,
    pub(crate) settings: Settings,
    /// What is remembered, kept up to date as the driver does.
    pub(crate) memories: Vec<Memory>,
    pub(crate) connections: Vec<Connection>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) hoard: Hoard,
    /// Of every file that was ever brought along.
    pub(crate) contents: Contents,
    /// What the reply under way has shown.
    pub(crate) shown: Option<LiveReply>,
    /// The document in the tab.
    pub(crate) document: &'static str,
    /// What Chrome holds back of an address that is fetched.
    pub(crate) locked: Option<String>,
    /// The origin of the frame that every look meets, if it is another than the page's.
    pub(crate) frame: Option<String>,
    /// What the browser lets the extension use.
    pub(crate) permitted: Vec<BrowserPermission>,
}

pub(crate) fn thread() -> ThreadId {
    ThreadId::new("t")
}

pub(crate) fn tab() -> TabRef {
    TabRef { id: TabId(1), url: "https://shop.example/".to_owned(), title: "Shop".to_owned() }
}

pub(crate) fn connection() -> Connection {
    Connection {
        id: ConnectionId::new("c"),
        name: "c".to_owned(),
        wire: Wire::OpenaiChat,
        base_url: "https://models.example/v1".to_owned(),
        models: Model::named("m").into(),
        quirks: Default::default(),
        keys: Vec::new(),
        current: None,
        headers: Vec::new(),
    }
}

pub(crate) fn rows(state: &ThreadState) -> Option<ThreadRows> {
    Some(ThreadRows {
        thread: state.thread.clone()?,
        nodes: state.nodes.iter().rev().cloned().collect(),
        runs: state.runs.values().rev().cloned().collect(),
        steers: state.steers.iter().rev().cloned().collect(),
        approvals: state.approvals.values().cloned().collect(),
        interactions: state.interactions.values().cloned().collect(),
        attachments: state.attachments.values().cloned().collect(),
    })
}

impl Bench {
    pub(crate) fn new() -> Self {
        Self::of(ThreadState::absent(thread()))
    }

    pub(crate) fn of(state: ThreadState) -> Self {
        Self {
            origin: state.clone(),
            state,
            history: Vec::new(),
            walked: BTreeSet::new(),
            steps: 0,
            memories: Vec::new(),
            settings: Settings { titles: Titles::FirstLine, ..Settings::default() },
            connections: vec![connection()],
            rules: Vec::new(),
            hoard: Hoard::default(),
            contents: Contents::new(),
            shown: None,
            document: "d",
            frame: None,
            permitted: Vec::new(),
            locked: None,
        }
    }

    pub(crate) fn take(&mut self, input: &Input) -> Result<Vec<Fact>, Rejection> {
        self.steps += 1;
        let now = self.now();
        let facts = self.decide(&self.state, input, Ids::new(format!("{}x", self.steps)))?;
        let before = self.state.clone();
        for fact in &facts {
            let phase = |state: &ThreadState| {
                fact.turn().and_then(|turn| state.runs.get(turn)).map(|run| run.phase.state())
            };
            let from = phase(&self.state);
            apply(&mut self.state, fact, now);
            if let (Some(from), Some(to)) = (from, phase(&self.state))
                && from != to
            {
                self.walked.insert((from, to));
            }
            if let Fact::AttachmentKept { blob, .. } = fact {
                self.contents.insert(blob.id.clone(), blob.data.clone());
            }
            match fact {
                Fact::MemoryKept { memory, .. } => self.memories.push(memory.clone()),
                Fact::MemoryForgotten { memory, .. } => self.memories.retain(|held| held.id != *memory),
                _ => {}
            }
            self.history.push((fact.clone(), now));
        }
        self.check(&before, &facts);
        Ok(facts)
    }

    pub(crate) fn now(&self) -> Timestamp {
        Timestamp(1_000 + i64::from(self.steps))
    }

    fn decide(&self, state: &ThreadState, input: &Input, ids: Ids) -> Result<Vec<Fact>, Rejection> {
        let binding = Binding {
            frame: self.frame.clone(),
            document: DocumentId::new(self.document),
            origin: "https://shop.example".to_owned(),
            element: None,
            others: Vec::new(),
        };
        let looks = probes(state, input);
        let sights = looks.into_iter().map(|probe| match probe.look {
            Look::Permission { permission } => {
                let is_held = self.permitted.contains(&permission);
                (probe.call, if is_held { Sight::Permitted } else { Sight::NotPermitted { permission } })
            }
            Look::Tab { .. } => (probe.call, Sight::Tab { tab: tab(), origin: binding.origin.clone() }),
            Look::Site { .. } => match self.locked.clone() {
                Some(pattern) => (probe.call, Sight::Barred { pattern }),
                None => (probe.call, Sight::Permitted),
            },
            Look::Page { .. } | Look::Spot { .. } => {
                (probe.call, Sight::Page { tab: tab(), binding: binding.clone() })
            }
        });
        let wanted = evidence::wanted(state, input).into_iter();
        let held = wanted.filter_map(|id| Some((id.clone(), self.contents.get(&id)?.clone())));
        self.in_ctx(&Probes(sights.collect()), &held.collect(), &ids, |ctx| decide(state, input, ctx))
    }

    /// The world as it is now.
    pub(crate) fn in_ctx<T>(
        &self,
        probes: &Probes,
        contents: &Contents,
        ids: &Ids,
        ask: impl FnOnce(&Ctx<'_>) -> T,
    ) -> T {
        let session = BrowserSession::new("s");
        let sensitive = SensitiveList::shipped().unwrap();
        let world = World {
            settings: &self.settings,
            connections: &self.connections,
            rules: &self.rules,
            memories: &self.memories,
            sensitive: &sensitive,
            session: &session,
            locale: "en",
        };
        let live = self.shown.clone();
        ask(&Ctx { now: self.now(), ids, world, probes, live, hoard: &self.hoard, contents })
    }

    /// Replay equals live, rows equal memory, a worker that dies here leaves nothing open, and the panel is told of every end.
    pub(crate) fn check(&self, before: &ThreadState, facts: &[Fact]) {
        let mut replayed = self.origin.clone();
        for (fact, at) in &self.history {
            apply(&mut replayed, fact, *at);
        }
        assert_eq!(replayed, self.state);
        well_formed(&self.state);
        if let Some(rows) = rows(&self.state) {
            let mut loaded = ThreadState::load(rows);
            assert_eq!(loaded, self.state);
            for fact in self.decide(&loaded, &Input::Booted, Ids::new(format!("{}boot", self.steps))).unwrap()
            {
                apply(&mut loaded, &fact, self.now());
            }
            well_formed(&loaded);
            let text =
                |state: &ThreadState| state.steers.iter().map(|one| one.text.clone()).collect::<Vec<_>>();
            let kept = text(&self.state)
                .iter()
                .all(|steer| text(&loaded).contains(steer) || said(&loaded).contains(steer));
            assert!(kept, "a steer that was acknowledged is lost");
        }
        let events = announce(before, facts, &self.state);
        let ends = facts.iter().filter(|fact| {
            matches!(
                fact,
                Fact::TurnCompleted { .. }
                    | Fact::TurnFailed { .. }
                    | Fact::TurnInterrupted { .. }
                    | Fact::BudgetSpent { .. }
                    | Fact::TurnPaused { .. }
                    | Fact::PersonTookOver { .. }
                    | Fact::ContextFilled { .. }
            )
        });
        let told = events.iter().filter(|event| matches!(event, Event::TurnComplete { .. }));
        assert_eq!(told.count(), ends.count());
        let of_run = due(&self.state).into_values().filter(|effect| *effect != Effect::FindTitle);
        assert!(of_run.count() <= 1 || self.phase() == RunState::ExecutingTool);
    }

    /// The worker dies and another one reads the rows.
    pub(crate) fn restart(&mut self) -> Vec<Fact> {
        self.state = ThreadState::load(rows(&self.state).unwrap());
        self.must(Input::Booted)
    }

    /// What the model would be sent.
    pub(crate) fn messages(&self) -> Vec<Message> {
        context::messages(&self.state, &Contents::new())
    }

    /// A fact that another Thread's decision makes of this one.
    pub(crate) fn happens(&mut self, fact: Fact) {
        self.steps += 1;
        let now = self.now();
        let before = self.state.clone();
        apply(&mut self.state, &fact, now);
        self.history.push((fact.clone(), now));
        self.check(&before, &[fact]);
    }

    /// What would follow in another state.
    pub(crate) fn would(&self, state: &ThreadState, input: &Input) -> Vec<Fact> {
        self.tries(state, input).unwrap()
    }

    pub(crate) fn tries(&self, state: &ThreadState, input: &Input) -> Result<Vec<Fact>, Rejection> {
        self.decide(state, input, Ids::new("would"))
    }

    pub(crate) fn refused(&mut self, input: &Input) -> RefusalCode {
        let before = self.state.clone();
        let rejected = self.take(input);
        assert_eq!(self.state, before);
        match rejected {
            Err(Rejection::Refused(refusal)) => refusal.code,
            other => panic!("{input:?} was not refused: {other:?}"),
        }
    }

    pub(crate) fn must(&mut self, input: Input) -> Vec<Fact> {
        self.take(&input).unwrap_or_else(|rejection| panic!("{input:?}: {rejection}"))
    }

    pub(crate) fn phase(&self) -> RunState {
        self.state.run().unwrap().phase.state()
    }

    pub(crate) fn turn(&self) -> TurnId {
        self.state.current.clone().unwrap_or(TurnId::new("r_none"))
    }

    /// What the Run waits for; a title is found beside it.
    pub(crate) fn effect(&self) -> EffectId {
        let mut of_run = due(&self.state).into_iter().filter(|(_, effect)| *effect != Effect::FindTitle);
        of_run.next().map_or(EffectId::new("none"), |(id, _)| id)
    }

    /// How the calls ended that have their results, in the order of the calls.
    pub(crate) fn ends(&self) -> Vec<Result<String, ToolErrorCode>> {
        let calls = self.state.nodes.iter().filter(|node| matches!(node.body, NodeBody::ToolCall { .. }));
        let results = calls.filter_map(|call| self.state.result_of(&call.id));
        let end = |node: &Node| match &node.body {
            NodeBody::ToolResult { outcome: ResultOutcome::Done { content, .. }, .. } => Ok(content.clone()),
            NodeBody::ToolResult { outcome: ResultOutcome::Failed { failure }, .. } => Err(failure.code),
            other => panic!("{other:?} is no result"),
        };
        results.map(end).collect()
    }
}

/// What the person said on the path, in order.
pub(crate) fn said(state: &ThreadState) -> Vec<String> {
    let path = state.path().into_iter();
    path.filter_map(|node| match &node.body {
        NodeBody::UserMessage { text, .. } => Some(text.clone()),
        _ => None,
    })
    .collect()
}

/// Each call of the path has one result behind it, unless its batch is under way; and nothing is said in between.
pub(crate) fn well_formed(state: &ThreadState) {
    let under_way: Vec<&NodeId> = match state.live_run().map(|run| &run.phase) {
        Some(
            Phase::ExecutingTool { batch, .. }
            | Phase::WaitingApproval { batch, .. }
            | Phase::WaitingInteraction { batch, .. }
            | Phase::PausedUncertain { batch },
        ) => {
            let behind = batch.calls.iter().skip(batch.at as usize);
            behind.filter(|call| state.result_of(call).is_none()).collect()
        }
        _ => Vec::new(),
    };
    let mut open: BTreeSet<&NodeId> = BTreeSet::new();
    for node in state.path() {
        match &node.body {
            NodeBody::ToolCall { .. } => assert!(open.insert(&node.id)),
            NodeBody::ToolResult { call, .. } => assert!(open.remove(call), "{call} has two results"),
            NodeBody::UserMessage { .. } | NodeBody::AssistantMessage { .. } => {
                assert!(open.is_empty(), "said between a call and its result: {:?}", node.body);
            }
            NodeBody::TurnContext { .. }
            | NodeBody::ApprovalDecision { .. }
            | NodeBody::InteractionResponse { .. }
            | NodeBody::CompletionRejected { .. }
            | NodeBody::ContextNote { .. }
            | NodeBody::ContextMasked { .. }
            | NodeBody::ContextCompacted { .. }
            | NodeBody::Tombstone
            | NodeBody::SystemNotice { .. } => {}
        }
    }
    assert_eq!(
        open.into_iter().collect::<Vec<_>>(),
        under_way.into_iter().collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    );
}
