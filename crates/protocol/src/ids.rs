//! Newtypes for everything that is named, counted or timed. Ids are opaque text; who makes them is the id source's affair.

use crate::from_json::FromJson;
use crate::to_json::ToJson;
use std::fmt;

macro_rules! text_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ToJson, FromJson)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub String);

        impl $name {
            pub fn new(text: impl Into<String>) -> Self {
                Self(text.into())
            }
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

macro_rules! count {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, ToJson, FromJson)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(transparent)]
        pub struct $name(pub $inner);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

text_id!(/// One conversation.
    ThreadId);
text_id!(/// One stored fact of a conversation.
    NodeId);
text_id!(/// One Turn and the Run that is its durable record: they share the id.
    TurnId);
text_id!(/// One question to the person about one call.
    ApprovalId);
text_id!(/// One wait for the person or for a time, outside of an approval.
    InteractionId);
text_id!(/// One thing that is remembered.
    MemoryId);
text_id!(/// A file or picture that goes with a message.
    AttachmentId);
text_id!(/// A panel, for as long as it lives; half of a receipt's key.
    ClientId);
text_id!(/// One command as its sender named it; the other half of a receipt's key.
    SubmissionId);
text_id!(/// A configured model endpoint.
    ConnectionId);
text_id!(/// One key of a connection.
    KeyId);
text_id!(/// A stored permission rule.
    RuleId);
text_id!(/// One request to a model's endpoint.
    ExchangeId);
text_id!(/// One document of one tab, as the content script in it names itself.
    DocumentId);
text_id!(/// An element as the snapshot named it: `s{document nonce}_{n}`.
    ElementRef);
text_id!(/// An effect that the state asks for; equal ids are the same effect.
    EffectId);
text_id!(/// Lower-case hexadecimal SHA-256.
    Digest);
text_id!(/// One run of the browser: session grants die with it.
    BrowserSession);

impl KeyId {
    /// The key of a connection from the time when it had one, which had no id.
    pub fn of_one() -> Self {
        Self::new("one")
    }
}

count!(/// Milliseconds since the Unix epoch.
    Timestamp(i64));
count!(/// Position in a Thread's nodes or a Run's journal; starts at 1 and has no gaps.
    Seq(u64));
count!(/// Chrome's tab id.
    TabId(i32));
count!(/// Which try of a model call; a panel drops the deltas of a dead one.
    Attempt(u32));
count!(/// Revision of a Thread's row; a commit names the one that it was decided on.
    Revision(u64));

impl Seq {
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl Attempt {
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

impl Revision {
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}
