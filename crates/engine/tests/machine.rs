//! The machine as a table: every input in every phase, with replay, loading and the walked transitions checked at each step.

#![cfg(test)]

use fairlead_engine::decide::Rejection;
use fairlead_engine::{
    Ctx, Fact, Ids, Input, ModelFailure, Probes, SensitiveList, Sight, ThreadState, ToolReport, World,
    announce, apply, context, decide, due, probes, view,
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
use fairlead_protocol::run::{RunErrorCode, RunState, ToolOffer};
use fairlead_protocol::settings::Settings;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One Thread, all that happened to it, and the transitions that its Runs made.
#[derive(Clone)]
struct Bench {
    state: ThreadState,
    history: Vec<(Fact, Timestamp)>,
    walked: BTreeSet<(RunState, RunState)>,
    steps: u32,
}

fn thread() -> ThreadId {
    ThreadId::new("t")
}

fn tab() -> TabRef {
    TabRef { id: TabId(1), url: "https://shop.example/".to_owned(), title: "Shop".to_owned() }
}

impl Bench {
    fn new() -> Self {
        let state = ThreadState::absent(thread());
        Self { state, history: Vec::new(), walked: BTreeSet::new(), steps: 0 }
    }

    /// A Thread whose first message was sent.
    fn streaming() -> Self {
        let mut bench = Self::new();
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        bench.must(submit("hello"));
        bench
    }

    fn executing(tool: &str) -> Self {
        let mut bench = Self::streaming();
        let args = if tool == "navigate" { json!({"url": "https://shop.example/a"}) } else { json!({}) };
        bench.reply(calls([(tool, args)]));
        if bench.phase() == RunState::WaitingApproval {
            bench.must(bench.allow());
        }
        bench
    }

    fn waiting() -> Self {
        let mut bench = Self::streaming();
        bench.reply(calls([("click", json!({"element": "Buy", "ref": "s1_1"})), ("tabs_list", json!({}))]));
        bench
    }

    fn clicking() -> Self {
        let mut bench = Self::waiting();
        bench.must(bench.allow());
        bench
    }

    fn uncertain() -> Self {
        let mut bench = Self::clicking();
        bench.must(Input::Booted);
        bench
    }

    fn completed() -> Self {
        let mut bench = Self::streaming();
        bench.reply(says("hi"));
        bench
    }

    fn failed() -> Self {
        let mut bench = Self::streaming();
        bench.must(bench.model_fails());
        bench
    }

    fn interrupted() -> Self {
        let mut bench = Self::streaming();
        bench.must(bench.interrupt());
        bench
    }

    fn paused() -> Self {
        let mut bench = Self::streaming();
        for _ in 0..3 {
            let args = CallArgs::Broken { raw: "{".to_owned(), why: BrokenArgs::Truncated };
            bench.reply(Reply { calls: vec![call("read_page", args)], stop: ModelStop::ToolUse, ..says("") });
        }
        bench
    }

    fn all() -> Vec<(&'static str, Self)> {
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

    fn take(&mut self, input: &Input) -> Result<Vec<Fact>, Rejection> {
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
        let (settings, session) = (Settings::default(), BrowserSession::new("s"));
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
        let ctx = Ctx { now, ids: &ids, world, probes: &seen, live: None };
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
    fn check(&self, before: &ThreadState, facts: &[Fact]) {
        let mut replayed = ThreadState::absent(thread());
        for (fact, at) in &self.history {
            apply(&mut replayed, fact, *at);
        }
        assert_eq!(replayed, self.state);
        if let Some(row) = &self.state.thread {
            let nodes = self.state.nodes.iter().map(|node| (**node).clone()).rev().collect();
            let runs = self.state.runs.values().cloned().rev().collect();
            let approvals = self.state.approvals.values().cloned().collect();
            assert_eq!(ThreadState::load(row.clone(), nodes, runs, approvals), self.state);
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

    fn must(&mut self, input: Input) -> Vec<Fact> {
        self.take(&input).unwrap_or_else(|rejection| panic!("{input:?}: {rejection}"))
    }

    fn phase(&self) -> RunState {
        self.state.run().unwrap().phase.state()
    }

    fn turn(&self) -> TurnId {
        self.state.current.clone().unwrap_or(TurnId::new("r_none"))
    }

    fn effect(&self) -> EffectId {
        due(&self.state).into_keys().next().unwrap_or(EffectId::new("none"))
    }

    fn reply(&mut self, reply: Reply) {
        self.must(Input::ModelReplied { effect: self.effect(), reply });
    }

    fn model_fails(&self) -> Input {
        let code = RunErrorCode::Model { kind: ModelErrorKind::Network };
        Input::ModelFailed {
            effect: self.effect(),
            failure: ModelFailure::Unsent { code, message: "gone".to_owned() },
        }
    }

    fn tool_done(&self) -> Input {
        let outcome = ResultOutcome::Done { content: "done".to_owned(), tab: None };
        Input::ToolFinished { effect: self.effect(), report: ToolReport { outcome, took_ms: 1 } }
    }

    fn interrupt(&self) -> Input {
        Input::Command(CommandBody::TurnInterrupt { thread: thread(), turn: self.turn() })
    }

    fn answer(&self, answer: Answer) -> Input {
        let open = self.state.approvals.values().next();
        let (approval, digest) = open.map_or((ApprovalId::new("none"), Digest::new("none")), |open| {
            (open.id.clone(), open.digest.clone())
        });
        Input::Command(CommandBody::ApprovalRespond { thread: thread(), approval, digest, answer })
    }

    fn allow(&self) -> Input {
        self.answer(Answer::Allow { scope: Scope::Once })
    }

    fn resolve(&self, resolution: Resolution) -> Input {
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

fn submit(text: &str) -> Input {
    Input::Command(CommandBody::TurnSubmit { thread: thread(), text: text.to_owned(), tab: Some(tab()) })
}

fn says(text: &str) -> Reply {
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

fn call(name: &str, args: CallArgs) -> ReplyCall {
    ReplyCall { id: String::new(), name: name.to_owned(), args, opaque: None }
}

fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Reply {
    let calls = calls.into_iter().map(|(name, value)| call(name, CallArgs::Parsed { value })).collect();
    Reply { calls, stop: ModelStop::ToolUse, ..says("") }
}

/// What became of an input: the state afterwards, or why it was refused.
fn outcome(bench: &mut Bench, input: &Input) -> String {
    match bench.take(input) {
        Ok(facts) if facts.is_empty() => "unchanged".to_owned(),
        Ok(_) => bench.state.run().map_or("no run".to_owned(), |run| code(&run.phase.state())),
        Err(Rejection::Refused(refusal)) => format!("!{}", code(&refusal.code)),
        Err(Rejection::NobodyWaits(_)) => "!nobody waits".to_owned(),
    }
}

fn code(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).unwrap().as_str().unwrap().to_owned()
}

type MakesInput = fn(&Bench) -> Input;

const INPUTS: [(&str, MakesInput); 11] = [
    ("create", |_| Input::Command(CommandBody::ThreadCreate { thread: thread() })),
    ("submit", |_| submit("more")),
    ("interrupt", Bench::interrupt),
    ("resume", |bench| Input::Command(CommandBody::RunResume { thread: thread(), turn: bench.turn() })),
    ("allow", Bench::allow),
    ("deny", |bench| bench.answer(Answer::Deny { note: None })),
    ("mark done", |bench| bench.resolve(Resolution::MarkDone)),
    ("retry", |bench| bench.resolve(Resolution::Retry)),
    ("boot", |_| Input::Booted),
    ("model fails", Bench::model_fails),
    ("tool done", Bench::tool_done),
];

#[test]
fn every_input_in_every_phase_leads_where_the_table_says() {
    let mut table = Vec::new();
    for (name, bench) in Bench::all() {
        let row: Vec<String> = INPUTS
            .iter()
            .map(|(_, input)| {
                let mut bench = bench.clone();
                let input = input(&bench);
                outcome(&mut bench, &input)
            })
            .collect();
        table.push(format!("{name}: {}", row.join(", ")));
    }
    assert_eq!(table, EXPECTED);
}

/// In the order of the inputs: create, submit, interrupt, resume, allow, deny, mark done, retry, boot, model fails, tool done.
/// A state is the one that the newest Run is in afterwards; behind `!` stands why nothing was changed.
const EXPECTED: [&str; 11] = [
    "absent: no run, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, !unknown_thread, unchanged, !nobody waits, !nobody waits",
    "streaming: !thread_exists, streaming_model, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, streaming_model, failed, unchanged",
    "reading: !thread_exists, executing_tool, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, executing_tool, unchanged, streaming_model",
    "navigating: !thread_exists, executing_tool, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, streaming_model, unchanged, streaming_model",
    "clicking: !thread_exists, executing_tool, interrupted, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, paused_uncertain, unchanged, executing_tool",
    "waiting: !thread_exists, waiting_approval, interrupted, !not_resumable, executing_tool, executing_tool, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "uncertain: !thread_exists, paused_uncertain, interrupted, !not_resumable, !unknown_approval, !unknown_approval, executing_tool, waiting_approval, unchanged, !nobody waits, !nobody waits",
    "completed: !thread_exists, streaming_model, unchanged, !not_resumable, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "failed: !thread_exists, streaming_model, unchanged, streaming_model, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "interrupted: !thread_exists, streaming_model, unchanged, streaming_model, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
    "paused: !thread_exists, streaming_model, unchanged, streaming_model, !unknown_approval, !unknown_approval, !not_uncertain, !not_uncertain, unchanged, !nobody waits, !nobody waits",
];

#[test]
fn an_outcome_that_nobody_waits_for_changes_nothing_in_any_phase() {
    for (name, mut bench) in Bench::all() {
        let stale = EffectId::new("tool:n_none:1:1");
        let outcome = ResultOutcome::Done { content: "late".to_owned(), tab: None };
        let inputs = [
            Input::ToolFinished { effect: stale.clone(), report: ToolReport { outcome, took_ms: 1 } },
            Input::ModelReplied { effect: stale.clone(), reply: says("late") },
        ];
        for input in inputs {
            let before = bench.state.clone();
            assert_eq!(bench.take(&input), Err(Rejection::NobodyWaits(stale.clone())), "{name}");
            assert_eq!(bench.state, before);
        }
    }
}

#[test]
fn real_facts_walk_these_pairs_of_the_table() {
    use RunState::*;
    let mut walked = BTreeSet::new();
    for (_, bench) in Bench::all() {
        for (_, input) in INPUTS {
            let mut bench = bench.clone();
            let input = input(&bench);
            let _ = bench.take(&input);
            walked.extend(bench.walked);
        }
    }
    let mut queued = Bench::streaming();
    queued.must(submit("second"));
    queued.reply(says("first done"));
    walked.extend(queued.walked);
    for pair in [
        (Queued, Ready),
        (Ready, StreamingModel),
        (Ready, PausedLimit),
        (StreamingModel, ExecutingTool),
        (StreamingModel, WaitingApproval),
        (StreamingModel, Ready),
        (StreamingModel, Completed),
        (StreamingModel, Failed),
        (StreamingModel, Interrupted),
        (ExecutingTool, Ready),
        (ExecutingTool, Interrupted),
        (ExecutingTool, PausedUncertain),
        (WaitingApproval, ExecutingTool),
        (WaitingApproval, Interrupted),
        (PausedUncertain, ExecutingTool),
        (PausedUncertain, WaitingApproval),
        (PausedUncertain, Interrupted),
        (Failed, Ready),
        (Interrupted, Ready),
        (PausedLimit, Ready),
    ] {
        assert!(walked.remove(&pair), "{pair:?} was never walked");
    }
    assert_eq!(walked, BTreeSet::new(), "walked and not listed");
}

#[test]
fn a_request_begins_with_the_one_before_and_unreadable_arguments_are_shown_as_such() {
    let mut bench = Bench::streaming();
    let first = context::request(&bench.state, &bench.turn(), ToolOffer::Offered).unwrap().messages;
    let args = CallArgs::Broken { raw: "{\"mode\":".to_owned(), why: BrokenArgs::Truncated };
    bench.reply(Reply { calls: vec![call("read_page", args)], stop: ModelStop::ToolUse, ..says("") });
    let second = context::request(&bench.state, &bench.turn(), ToolOffer::Offered).unwrap().messages;
    bench.reply(calls([("tabs_list", json!({}))]));
    bench.must(bench.tool_done());
    let third = context::request(&bench.state, &bench.turn(), ToolOffer::Withheld).unwrap();
    assert!(second.starts_with(&first) && third.messages.starts_with(&second));
    assert!(serde_json::to_string(&second).unwrap().contains("unreadable"));
    assert!(third.tools.is_empty());
}
