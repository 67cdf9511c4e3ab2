//! One Thread under test: it takes inputs and checks, at each step, that replay equals live and rows equal memory.

use fairlead_engine::decide::Rejection;
use fairlead_engine::{
    Ctx, Fact, Hoard, Ids, Input, ModelFailure, Probes, SensitiveList, Sight, ThreadRows, ThreadState,
    ToolReport, World, announce, apply, decide, due, probes, view,
};
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::connection::{Connection, KeyState, Wire};
use fairlead_protocol::conversation::{BrokenArgs, CallArgs, ModelErrorKind, ModelStop, Reply, ReplyCall};
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{
    ApprovalId, BrowserSession, ConnectionId, Digest, DocumentId, EffectId, NodeId, TabId, ThreadId,
    Timestamp, TurnId,
};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::page::{Binding, TabRef};
use fairlead_protocol::run::{Overrides, RunErrorCode, RunState};
use fairlead_protocol::settings::{Settings, Titles};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One Thread, all that happened to it, and the transitions that its Runs made.
#[derive(Clone)]
pub(crate) struct Bench {
    pub(crate) state: ThreadState,
    history: Vec<(Fact, Timestamp)>,
    pub(crate) walked: BTreeSet<(RunState, RunState)>,
    steps: u32,
}

pub(crate) fn thread() -> ThreadId {
    ThreadId::new("t")
}

pub(crate) fn tab() -> TabRef {
    TabRef { id: TabId(1), url: "https://shop.example/".to_owned(), title: "Shop".to_owned() }
}

impl Bench {
    pub(crate) fn new() -> Self {
        let state = ThreadState::absent(thread());
        Self { state, history: Vec::new(), walked: BTreeSet::new(), steps: 0 }
    }

    /// A Thread whose first message was sent.
    pub(crate) fn streaming() -> Self {
        let mut bench = Self::new();
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        bench.must(submit("hello"));
        bench
    }

    pub(crate) fn executing(tool: &str) -> Self {
        let mut bench = Self::streaming();
        let args = if tool == "navigate" { json!({"url": "https://shop.example/a"}) } else { json!({}) };
        bench.reply(calls([(tool, args)]));
        if bench.phase() == RunState::WaitingApproval {
            bench.must(bench.allow());
        }
        bench
    }

    pub(crate) fn waiting() -> Self {
        let mut bench = Self::streaming();
        bench.reply(calls([("click", json!({"element": "Buy", "ref": "s1_1"})), ("tabs_list", json!({}))]));
        bench
    }

    pub(crate) fn clicking() -> Self {
        let mut bench = Self::waiting();
        bench.must(bench.allow());
        bench
    }

    pub(crate) fn uncertain() -> Self {
        let mut bench = Self::clicking();
        bench.must(Input::Booted);
        bench
    }

    pub(crate) fn completed() -> Self {
        let mut bench = Self::streaming();
        bench.reply(says("hi"));
        bench
    }

    pub(crate) fn failed() -> Self {
        let mut bench = Self::streaming();
        bench.must(bench.model_fails());
        bench
    }

    pub(crate) fn interrupted() -> Self {
        let mut bench = Self::streaming();
        bench.must(bench.interrupt());
        bench
    }

    pub(crate) fn paused() -> Self {
        let mut bench = Self::streaming();
        for _ in 0..3 {
            let args = CallArgs::Broken { raw: "{".to_owned(), why: BrokenArgs::Truncated };
            bench.reply(Reply { calls: vec![call("read_page", args)], stop: ModelStop::ToolUse, ..says("") });
        }
        bench
    }

    pub(crate) fn all() -> Vec<(&'static str, Self)> {
        vec![
            ("absent", Self::new()),
            ("streaming", Self::streaming()),
            ("reading", Self::executing("read_page")),
            ("navigating", Self::executing("navigate")),
            ("clicking", Self::clicking()),
            ("waiting", Self::waiting()),
            ("uncertain", Self::uncertain()),
            ("completed", Self::completed()),
            ("failed", Self::failed()),
            ("interrupted", Self::interrupted()),
            ("paused", Self::paused()),
        ]
    }

    pub(crate) fn take(&mut self, input: &Input) -> Result<Vec<Fact>, Rejection> {
        self.steps += 1;
        let now = Timestamp(1_000 + i64::from(self.steps));
        let connection = Connection {
            id: ConnectionId::new("c"),
            name: "c".to_owned(),
            wire: Wire::OpenaiChat,
            base_url: "https://models.example/v1".to_owned(),
            model: "m".to_owned(),
            quirks: Default::default(),
            key: KeyState::Absent,
        };
        let (settings, session) =
            (Settings { titles: Titles::FirstLine, ..Settings::default() }, BrowserSession::new("s"));
        let sensitive = SensitiveList::default();
        let connections = [connection];
        let world = World {
            settings: &settings,
            connections: &connections,
            rules: &[],
            sensitive: &sensitive,
            session: &session,
            locale: "en",
        };
        let binding = Binding {
            document: DocumentId::new("d"),
            origin: "https://shop.example".to_owned(),
            element: None,
        };
        let looks = probes(&self.state, input);
        let sights =
            looks.into_iter().map(|probe| (probe.call, Sight::Page { tab: tab(), binding: binding.clone() }));
        let seen = Probes(sights.collect::<BTreeMap<_, _>>());
        let ids = Ids::new(format!("{}x", self.steps));
        let hoard = Hoard::default();
        let ctx = Ctx { now, ids: &ids, world, probes: &seen, live: None, hoard: &hoard };
        let facts = decide(&self.state, input, &ctx)?;
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
            self.history.push((fact.clone(), now));
        }
        self.check(&before, &facts);
        Ok(facts)
    }

    /// Replay equals live, rows equal memory, and the panel is told of every end.
    pub(crate) fn check(&self, before: &ThreadState, facts: &[Fact]) {
        let mut replayed = ThreadState::absent(thread());
        for (fact, at) in &self.history {
            apply(&mut replayed, fact, *at);
        }
        assert_eq!(replayed, self.state);
        if let Some(row) = &self.state.thread {
            let rows = ThreadRows {
                thread: row.clone(),
                nodes: self.state.nodes.iter().rev().cloned().collect(),
                runs: self.state.runs.values().rev().cloned().collect(),
                steers: self.state.steers.iter().rev().cloned().collect(),
                approvals: self.state.approvals.values().cloned().collect(),
                interactions: self.state.interactions.values().cloned().collect(),
                attachments: self.state.attachments.values().cloned().collect(),
            };
            assert_eq!(ThreadState::load(rows), self.state);
        }
        let events = announce(before, facts, &self.state);
        let ends = facts.iter().filter(|fact| {
            matches!(
                fact,
                Fact::TurnCompleted { .. }
                    | Fact::TurnFailed { .. }
                    | Fact::TurnInterrupted { .. }
                    | Fact::TurnPaused { .. }
            )
        });
        let told = events.iter().filter(|event| matches!(event, Event::TurnComplete { .. }));
        assert_eq!(told.count(), ends.count());
        assert!(due(&self.state).len() <= 1);
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

    pub(crate) fn effect(&self) -> EffectId {
        due(&self.state).into_keys().next().unwrap_or(EffectId::new("none"))
    }

    pub(crate) fn reply(&mut self, reply: Reply) {
        self.must(Input::ModelReplied { effect: self.effect(), reply });
    }

    pub(crate) fn model_fails(&self) -> Input {
        let code = RunErrorCode::Model { kind: ModelErrorKind::Network };
        Input::ModelFailed {
            effect: self.effect(),
            failure: ModelFailure::Unsent { code, message: "gone".to_owned() },
        }
    }

    pub(crate) fn tool_done(&self) -> Input {
        let outcome = ResultOutcome::Done { content: "done".to_owned(), tab: None };
        Input::ToolFinished { effect: self.effect(), report: ToolReport { outcome, took_ms: 1 } }
    }

    pub(crate) fn interrupt(&self) -> Input {
        Input::Command(CommandBody::TurnInterrupt { thread: thread(), turn: self.turn() })
    }

    pub(crate) fn answer(&self, answer: Answer) -> Input {
        let open = self.state.approvals.values().next();
        let (approval, digest) = open.map_or((ApprovalId::new("none"), Digest::new("none")), |open| {
            (open.id.clone(), open.digest.clone())
        });
        Input::Command(CommandBody::ApprovalRespond { thread: thread(), approval, digest, answer })
    }

    pub(crate) fn allow(&self) -> Input {
        self.answer(Answer::Allow { scope: Scope::Once })
    }

    pub(crate) fn resolve(&self, resolution: Resolution) -> Input {
        let lost = self.state.run().map(view::run_view).and_then(|run| run.uncertain);
        let call = lost.unwrap_or(NodeId::new("none"));
        Input::Command(CommandBody::RunResolveUncertain {
            thread: thread(),
            turn: self.turn(),
            call,
            resolution,
        })
    }
}

pub(crate) fn submit(text: &str) -> Input {
    Input::Command(CommandBody::TurnSubmit {
        thread: thread(),
        text: text.to_owned(),
        tab: Some(tab()),
        attachments: Vec::new(),
        overrides: Overrides::default(),
    })
}

pub(crate) fn says(text: &str) -> Reply {
    Reply {
        text: text.to_owned(),
        reasoning: String::new(),
        refusal: String::new(),
        calls: Vec::new(),
        usage: None,
        stop: ModelStop::End,
        opaque: Vec::new(),
    }
}

pub(crate) fn call(name: &str, args: CallArgs) -> ReplyCall {
    ReplyCall { id: String::new(), name: name.to_owned(), args, opaque: None }
}

pub(crate) fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Reply {
    let calls = calls.into_iter().map(|(name, value)| call(name, CallArgs::Parsed { value })).collect();
    Reply { calls, stop: ModelStop::ToolUse, ..says("") }
}
