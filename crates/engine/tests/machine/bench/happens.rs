//! What may happen next to a Thread under test, as inputs.

use super::{Bench, thread};
use fairlead_engine::{Input, ModelFailure, ToolReport, view};
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::{CommandBody, Resolution};
use fairlead_protocol::conversation::{ModelErrorKind, Reply};
use fairlead_protocol::ids::{ApprovalId, Digest, NodeId};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::pause::Gesture;
use fairlead_protocol::run::RunErrorCode;
use fairlead_protocol::tool::{ToolErrorCode, ToolFailure};

impl Bench {
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

    pub(crate) fn finds_keys_locked(&self) -> Input {
        Input::KeysLocked { effect: self.effect() }
    }

    pub(crate) fn tool_done(&self) -> Input {
        self.tool_says("done")
    }

    pub(crate) fn tool_says(&self, content: &str) -> Input {
        let outcome = ResultOutcome::Done { content: content.to_owned(), tab: None };
        Input::ToolFinished { effect: self.effect(), report: report(outcome) }
    }

    pub(crate) fn tool_fails(&self, code: ToolErrorCode) -> Input {
        let outcome = ResultOutcome::Failed { failure: ToolFailure::new(code, "no", "else") };
        Input::ToolFinished { effect: self.effect(), report: report(outcome) }
    }

    pub(crate) fn interrupt(&self) -> Input {
        Input::Command(CommandBody::TurnInterrupt { thread: thread(), turn: self.turn() })
    }

    pub(crate) fn gesture(&self, gesture: Gesture) -> Input {
        Input::HandOnPage { turn: self.turn(), gesture }
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

pub(crate) fn report(outcome: ResultOutcome) -> ToolReport {
    ToolReport::alone(outcome, 1)
}
