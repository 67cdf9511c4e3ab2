//! What every wire's reply is put together from: the texts as they grow, the calls, and why it stopped.

use crate::caps::STOP_REASON_BYTES;
use crate::tool_names::ToolNames;
use fairlead_protocol::caps::{ATTACHMENTS_PER_MESSAGE, clip};
use fairlead_protocol::conversation::{
    BrokenArgs, CallArgs, Delta, ModelErrorKind, ModelStop, Opaque, Reply, ReplyCall, SentImage, Usage,
};
use fairlead_protocol::ordered::OrderedSet;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The texts of a reply so far.
#[derive(Debug, Default)]
pub(crate) struct Spoken {
    pub(crate) text: String,
    pub(crate) reasoning: String,
    pub(crate) refusal: String,
    pub(crate) images: Vec<SentImage>,
    pub(crate) usage: Option<Usage>,
}

/// What a reply says where its model sent a picture, which stands beside the text.
pub(crate) const SENT_IMAGE: &str = "\n\n[picture]\n\n";
/// The same of one that did not come with the reply: nobody fetches it, and it must not go unsaid.
pub(crate) const UNSHOWN_IMAGE: &str = "\n\n[image not shown: the model sent a picture]\n\n";

/// What an address holds by itself (RFC 2397).
pub(crate) fn of_data_url(url: &str) -> Option<SentImage> {
    let (media_type, data) = url.strip_prefix("data:")?.split_once(";base64,")?;
    Some(SentImage { media_type: media_type.to_owned(), data_b64: data.to_owned() })
}

impl Spoken {
    pub(crate) fn image(&mut self, image: Option<SentImage>, deltas: &mut Vec<Delta>) {
        match image {
            Some(image) if self.images.len() < ATTACHMENTS_PER_MESSAGE => {
                self.images.push(image);
                self.text(SENT_IMAGE.into(), deltas);
            }
            Some(_) | None => self.text(UNSHOWN_IMAGE.into(), deltas),
        }
    }

    pub(crate) fn text(&mut self, text: Cow<'_, str>, deltas: &mut Vec<Delta>) {
        if !text.is_empty() {
            self.text.push_str(&text);
            deltas.push(Delta::Text { text: text.into_owned() });
        }
    }

    pub(crate) fn reasoning(&mut self, text: Cow<'_, str>, deltas: &mut Vec<Delta>) {
        if !text.is_empty() {
            self.reasoning.push_str(&text);
            deltas.push(Delta::Reasoning { text: text.into_owned() });
        }
    }

    pub(crate) fn refusal(&mut self, text: Cow<'_, str>, deltas: &mut Vec<Delta>) {
        if !text.is_empty() {
            self.refusal.push_str(&text);
            deltas.push(Delta::Refusal { text: text.into_owned() });
        }
    }

    pub(crate) fn is_silent(&self) -> bool {
        self.text.is_empty() && self.reasoning.is_empty() && self.refusal.is_empty()
    }

    pub(crate) fn into_reply(
        self,
        calls: Vec<ReplyCall>,
        opaque: Vec<Opaque>,
        stop: ModelStop,
        names: &ToolNames,
    ) -> Reply {
        let mut calls = with_ids(calls);
        for call in &mut calls {
            call.name = names.own(&call.name).to_owned();
        }
        Reply {
            text: self.text,
            reasoning: self.reasoning,
            refusal: self.refusal,
            calls,
            usage: self.usage,
            stop,
            opaque,
            severed: false,
            images: self.images,
        }
    }
}

/// What a reply was made of by the time it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Calls,
    Refusal,
    Plain,
}

impl Content {
    pub(crate) fn of(spoken: &Spoken, has_calls: bool) -> Self {
        if has_calls {
            Self::Calls
        } else if !spoken.refusal.is_empty() {
            Self::Refusal
        } else {
            Self::Plain
        }
    }

    /// The stop of a reply that ended as it should. Calls win: several servers say `stop` beside them.
    pub(crate) fn stop(self) -> ModelStop {
        match self {
            Self::Calls => ModelStop::ToolUse,
            Self::Refusal => ModelStop::Refusal { category: None },
            Self::Plain => ModelStop::End,
        }
    }
}

/// What the reason means that a reply ended with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finish {
    Stop(ModelStop),
    /// The provider says that it failed, in the place where it says that it is done.
    Failure {
        kind: ModelErrorKind,
        reason: String,
    },
}

impl Finish {
    /// A reason that nobody here knows: whether the model was done is not known either.
    pub(crate) fn unknown(reason: &str) -> Self {
        Self::Stop(ModelStop::Unknown { raw: clip(reason, STOP_REASON_BYTES) })
    }
}

/// The arguments of a call. `stop` is what the reply ended with: it tells whether ones that do not parse were cut off.
pub(crate) fn arguments(raw: String, stop: &ModelStop) -> CallArgs {
    if raw.trim().is_empty() {
        return CallArgs::Parsed { value: Value::Object(Map::new()) };
    }
    match serde_json::from_str(&raw) {
        Ok(value) => CallArgs::Parsed { value },
        Err(_) => CallArgs::Broken { raw, why: why_broken(stop) },
    }
}

fn why_broken(stop: &ModelStop) -> BrokenArgs {
    match stop {
        ModelStop::MaxTokens | ModelStop::Error => BrokenArgs::Truncated,
        ModelStop::End
        | ModelStop::ToolUse
        | ModelStop::StopSequence
        | ModelStop::ContentFilter
        | ModelStop::Refusal { .. }
        | ModelStop::Pause
        | ModelStop::ContextWindow
        | ModelStop::Unknown { .. } => BrokenArgs::InvalidJson,
    }
}

/// Gives calls that came without an id one that no other call of this reply has. The engine sees to it that it is the only one of its
/// Thread.
pub(crate) fn with_ids(mut calls: Vec<ReplyCall>) -> Vec<ReplyCall> {
    let mut taken = OrderedSet::default();
    taken.extend(calls.iter().map(|call| call.id.clone()));
    for (at, call) in calls.iter_mut().enumerate().filter(|(_, call)| call.id.is_empty()) {
        call.id = format!("call_{at}");
        while !taken.insert(call.id.clone()) {
            call.id.push('x');
        }
    }
    calls
}
