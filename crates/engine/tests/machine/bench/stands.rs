//! Threads that stand somewhere: one for each state, and what brings it there.

use super::{Bench, thread};
use crate::inputs::{call, calls, enqueue, says, submit};
use fairlead_engine::Input;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::conversation::{BrokenArgs, CallArgs, ModelStop, Reply};
use fairlead_protocol::pause::Gesture;
use fairlead_protocol::run::RunState;
use serde_json::{Value, json};

/// In which the prompt and the tools alone take a third.
pub(crate) const SMALL_WINDOW: u32 = 12_288;

/// Tokens that a small window has for the conversation, beside the prompt and the tools.
const SMALL_ROOM: u32 = 6_300;

impl Bench {
    /// A Thread whose first message was sent.
    pub(crate) fn streaming() -> Self {
        let mut bench = Self::new();
        bench.begin();
        bench
    }

    /// Sends the first message.
    pub(crate) fn begin(&mut self) {
        self.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        self.must(submit("hello"));
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
        bench.breaks_arguments();
        bench
    }

    /// The person used the page while it was clicked on.
    pub(crate) fn taken_over() -> Self {
        let mut bench = Self::clicking();
        bench.must(bench.gesture(Gesture::Touch));
        bench
    }

    /// The model sends arguments that do not parse until the Turn pauses.
    pub(crate) fn breaks_arguments(&mut self) {
        while self.state.live_run().is_some() {
            let args = CallArgs::Broken { raw: "{".to_owned(), why: BrokenArgs::Truncated };
            self.reply(Reply { calls: vec![call("read_page", args)], stop: ModelStop::ToolUse, ..says("") });
        }
    }

    /// The model has made these calls.
    fn calling<const N: usize>(made: [(&str, Value); N]) -> Self {
        let mut bench = Self::streaming();
        bench.reply(calls(made));
        bench
    }

    /// Waits for the person's word.
    pub(crate) fn asking() -> Self {
        let asked = json!({"question": "Which size?", "options": ["S", "M"]});
        Self::calling([("ask_user", asked), ("tabs_list", json!({}))])
    }

    /// Waits for the clock.
    pub(crate) fn sleeping() -> Self {
        Self::calling([("schedule_resume", json!({"minutes": 30, "reason": "the oven"}))])
    }

    /// The person has the page.
    pub(crate) fn acting() -> Self {
        let asked = json!({"what": "Sign in", "why": "It asks for your password"});
        Self::calling([("request_user_action", asked), ("read_page", json!({}))])
    }

    /// Waits for a page.
    pub(crate) fn watching() -> Self {
        Self::calling([("watch_page", json!({"text": "In stock", "timeout_minutes": 30}))])
    }

    /// A small window: the history waits to become notes.
    pub(crate) fn compacting() -> Self {
        let mut bench = Self::with_room(SMALL_ROOM);
        bench.reads(2_200);
        bench.reads(2_200);
        bench
    }

    /// The keys are locked.
    pub(crate) fn locked() -> Self {
        let mut bench = Self::streaming();
        bench.must(bench.finds_keys_locked());
        bench
    }

    /// One result took all the room that was left.
    pub(crate) fn full() -> Self {
        let mut bench = Self::with_room(SMALL_ROOM);
        bench.reads(6_000);
        bench
    }

    /// Like `with_window`, of a size that leaves this much for the conversation, however many tools there are.
    pub(crate) fn with_room(tokens: u32) -> Self {
        // A quarter of the window is kept for the reply.
        let around = |fixed: u32| (fixed + tokens) * 4 / 3;
        let fixed = |window: u32| {
            let bench = Self::with_window(window);
            let parts = &bench.state.run().unwrap().measure.as_ref().unwrap().occupancy.parts;
            parts.prompt + parts.tools
        };
        // A small window is told of fewer tools, which makes it smaller still.
        Self::with_window(around(fixed(around(fixed(1_000_000)))))
    }

    /// A Thread whose first message was sent to a model with this window.
    pub(crate) fn with_window(tokens: u32) -> Self {
        let mut bench = Self::new();
        bench.connections[0].models.first.context_window = Some(tokens);
        bench.must(Input::Command(CommandBody::ThreadCreate { thread: thread() }));
        bench.must(submit("hello"));
        bench
    }

    /// The model reads a page of about so many tokens.
    pub(crate) fn reads(&mut self, tokens: usize) {
        self.reply(calls([("read_page", json!({}))]));
        let page = format!("page {} {}", self.steps, "some ".repeat(tokens * 4 / 5));
        self.must(self.tool_says(&page));
    }

    /// A child of it works.
    pub(crate) fn delegating() -> Self {
        let mut bench = Self::streaming();
        bench.reply(calls([("delegate", json!({"role": "reader", "task": "Read."}))]));
        bench
    }

    /// A Turn was stopped, and a message that waited behind it is held.
    pub(crate) fn held() -> Self {
        let mut bench = Self::streaming();
        bench.must(enqueue("second"));
        bench.must(bench.interrupt());
        bench
    }

    /// A Turn runs, and a message waits behind it.
    pub(crate) fn behind() -> Self {
        let mut bench = Self::streaming();
        bench.must(enqueue("second"));
        bench
    }

    /// In each of these a Run owns the Thread.
    pub(crate) fn live() -> Vec<(&'static str, Self)> {
        Self::all().into_iter().filter(|(_, bench)| bench.state.live_run().is_some()).collect()
    }

    pub(crate) fn all() -> Vec<(&'static str, Self)> {
        vec![
            ("absent", Self::new()),
            ("streaming", Self::streaming()),
            ("reading", Self::executing("read_page")),
            ("navigating", Self::executing("navigate")),
            ("clicking", Self::clicking()),
            ("waiting", Self::waiting()),
            ("asking", Self::asking()),
            ("sleeping", Self::sleeping()),
            ("acting", Self::acting()),
            ("watching", Self::watching()),
            ("compacting", Self::compacting()),
            ("locked", Self::locked()),
            ("full", Self::full()),
            ("uncertain", Self::uncertain()),
            ("completed", Self::completed()),
            ("failed", Self::failed()),
            ("interrupted", Self::interrupted()),
            ("paused", Self::paused()),
            ("taken over", Self::taken_over()),
            ("behind", Self::behind()),
            ("held", Self::held()),
            ("delegating", Self::delegating()),
        ]
    }
}
