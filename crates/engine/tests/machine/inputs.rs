//! What a person, a model or the clock says to a Thread, in short.

use crate::bench::{Bench, tab, thread};
use fairlead_engine::Input;
use fairlead_protocol::attachment::AttachmentDraft;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::conversation::{CallArgs, ModelStop, Reply, ReplyCall};
use fairlead_protocol::ids::{AttachmentId, InteractionId, NodeId, TurnId};
use fairlead_protocol::interaction::Response;
use fairlead_protocol::run::{Answerer, Overrides};
use serde_json::Value;

pub(crate) fn submit(text: &str) -> Input {
    submit_with(text, &[])
}

pub(crate) fn submit_with(text: &str, attachments: &[&str]) -> Input {
    Input::Command(CommandBody::TurnSubmit {
        thread: thread(),
        text: text.to_owned(),
        tab: Some(tab()),
        attachments: attachments.iter().map(|id| AttachmentId::new(*id)).collect(),
        overrides: Overrides::default(),
    })
}

pub(crate) fn enqueue(text: &str) -> Input {
    Input::Command(CommandBody::TurnEnqueue {
        thread: thread(),
        text: text.to_owned(),
        tab: Some(tab()),
        attachments: Vec::new(),
        overrides: Overrides::default(),
    })
}

pub(crate) fn steer(turn: TurnId, text: &str) -> Input {
    Input::Command(CommandBody::TurnSteer {
        thread: thread(),
        expected_turn: turn,
        text: text.to_owned(),
        attachments: Vec::new(),
    })
}

pub(crate) fn edit(turn: TurnId, text: &str) -> Input {
    beside(turn, Some(text))
}

pub(crate) fn regenerate(turn: TurnId) -> Input {
    beside(turn, None)
}

fn beside(turn: TurnId, text: Option<&str>) -> Input {
    Input::Command(CommandBody::TurnFork {
        thread: thread(),
        sibling_of: turn,
        text: text.map(str::to_owned),
        tab: None,
        overrides: Overrides::default(),
    })
}

pub(crate) fn select(node: NodeId) -> Input {
    Input::Command(CommandBody::ThreadSelectBranch { thread: thread(), node })
}

pub(crate) fn erase(turn: TurnId) -> Input {
    Input::Command(CommandBody::TurnDelete { thread: thread(), turn })
}

pub(crate) fn resume(turn: TurnId) -> Input {
    Input::Command(CommandBody::RunResume { thread: thread(), turn })
}

pub(crate) fn queue_update(turn: TurnId, text: &str) -> Input {
    Input::Command(CommandBody::QueueUpdate { thread: thread(), turn, text: text.to_owned() })
}

pub(crate) fn queue_remove(turn: TurnId) -> Input {
    Input::Command(CommandBody::QueueRemove { thread: thread(), turn })
}

pub(crate) fn queue_move(turn: TurnId, to: u32) -> Input {
    Input::Command(CommandBody::QueueMove { thread: thread(), turn, to })
}

pub(crate) fn queue_steer(turn: TurnId, expected_turn: TurnId) -> Input {
    Input::Command(CommandBody::QueueSteer { thread: thread(), turn, expected_turn })
}

pub(crate) fn queue_hold() -> Input {
    Input::Command(CommandBody::QueueHold { thread: thread() })
}

pub(crate) fn queue_release() -> Input {
    Input::Command(CommandBody::QueueRelease { thread: thread() })
}

/// To the wait that is open.
pub(crate) fn respond(bench: &Bench, response: Response) -> Input {
    let open = bench.state.interactions.keys().next().cloned();
    respond_to(open.unwrap_or(InteractionId::new("none")), response)
}

pub(crate) fn respond_to(interaction: InteractionId, response: Response) -> Input {
    Input::Command(CommandBody::InteractionRespond { thread: thread(), interaction, response })
}

pub(crate) fn answer(text: &str) -> Response {
    Response::Answer { text: text.to_owned() }
}

pub(crate) fn attach(id: &str, name: &str, media_type: &str, data: &str) -> Input {
    let attachment = AttachmentDraft {
        id: AttachmentId::new(id),
        name: name.to_owned(),
        media_type: media_type.to_owned(),
        data: data.to_owned(),
    };
    Input::Command(CommandBody::AttachmentsAdd { thread: thread(), attachment })
}

pub(crate) fn summary(bench: &Bench, answer: Option<&str>) -> Input {
    Input::SummaryMade {
        effect: bench.effect(),
        answer: answer.map(str::to_owned),
        usage: None,
        by: Answerer::Own,
    }
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
        severed: false,
        images: Vec::new(),
    }
}

pub(crate) fn call(name: &str, args: CallArgs) -> ReplyCall {
    ReplyCall { id: String::new(), name: name.to_owned(), args, opaque: None }
}

pub(crate) fn calls<'a>(calls: impl IntoIterator<Item = (&'a str, Value)>) -> Reply {
    let calls = calls.into_iter().map(|(name, value)| call(name, CallArgs::Parsed { value })).collect();
    Reply { calls, stop: ModelStop::ToolUse, ..says("") }
}
