//! What a call asks, of whom and with which key: as it was meant, and what becomes of it where the endpoint takes it otherwise.

use fairlead_protocol::connection::{Connection, StoredKey};
use fairlead_protocol::conversation::{ModelError, ModelErrorKind, ModelRequest, Reply};
use fairlead_protocol::ids::KeyId;
use fairlead_providers::{REPLAY_STATE_LOST, without_refused, without_replay_state};
use std::borrow::Cow;

#[derive(Clone)]
pub(crate) struct Asking<'a> {
    pub(crate) connection: Cow<'a, Connection>,
    /// Owned where state had to be left out of it.
    pub(crate) request: Cow<'a, ModelRequest>,
    /// Keys that the endpoint did not take in this call, and what it said to each.
    refused: Vec<(StoredKey, ModelError)>,
    /// The key in use, if another was asked because it rests.
    rested: Option<KeyId>,
}

/// What a call that went through has taught about its endpoint.
#[derive(Debug)]
pub(crate) struct Lesson {
    pub(crate) connection: Connection,
    /// Keys that were not taken, or not asked because they rest.
    pub(crate) passed_over: Vec<KeyId>,
}

impl<'a> Asking<'a> {
    /// `awake`: keys that may be asked now. If the one in use may not, another is asked.
    pub(crate) fn new(connection: &'a Connection, request: &'a ModelRequest, awake: &[KeyId]) -> Self {
        let mut asking = Self {
            connection: Cow::Borrowed(connection),
            request: Cow::Borrowed(request),
            refused: Vec::new(),
            rested: None,
        };
        if let (Some(in_use), Some(other)) = (connection.key_in_use(), awake.first())
            && !awake.contains(&in_use.id)
        {
            asking.connection.to_mut().current = Some(other.clone());
            asking.rested = Some(in_use.id.clone());
        }
        asking
    }

    /// Requests that another key took the place of. They are no tries of the same thing.
    pub(crate) fn switches(&self) -> u32 {
        u32::try_from(self.refused.len()).unwrap_or(u32::MAX)
    }

    /// What can be sent at once instead. `None`: the same again, later, or nothing.
    pub(crate) fn instead(&self, error: &ModelError, awake: &[KeyId]) -> Option<Self> {
        self.eased(error).or_else(|| self.with_another_key(error, awake))
    }

    /// The same without what the endpoint says it cannot take: state that it cannot read any more, or a parameter. None if it says
    /// nothing of the kind, or there is nothing left to leave out.
    fn eased(&self, error: &ModelError) -> Option<Self> {
        if error.hint.as_deref() == Some(REPLAY_STATE_LOST) {
            let bare = without_replay_state(self.request.clone().into_owned());
            return (bare != *self.request).then(|| Self { request: Cow::Owned(bare), ..self.clone() });
        }
        let connection = without_refused(&self.connection, error)?;
        Some(Self { connection: Cow::Owned(connection), ..self.clone() })
    }

    /// The same with a key that was not refused yet, where it is the key that stands in the way: the next one, and before all others
    /// one that may be asked now.
    fn with_another_key(&self, error: &ModelError, awake: &[KeyId]) -> Option<Self> {
        weight(error.kind)?;
        let mut other = self.clone();
        other.refused.push((self.connection.key_in_use()?.clone(), error.clone()));
        let is_left = |key: &&StoredKey| other.refused.iter().all(|(refused, _)| refused.id != key.id);
        let left = || self.connection.keys.iter().filter(is_left).map(|key| &key.id);
        let next = left().find(|key| awake.contains(key)).or_else(|| left().next())?.clone();
        other.connection.to_mut().current = Some(next);
        Some(other)
    }

    /// The last word of an endpoint that took no key: what tells most of what to do, with what was said to each.
    pub(crate) fn of_all_keys(mut self, error: ModelError) -> ModelError {
        if self.refused.is_empty() || weight(error.kind).is_none() {
            return error;
        }
        let last = self.connection.key_in_use().cloned();
        self.refused.extend(last.map(|key| (key, error.clone())));
        let each = self.refused.iter().map(|(key, error)| format!("{}: {}", named(key), error.message));
        let message = each.collect::<Vec<_>>().join("; ");
        let telling = self.refused.into_iter().map(|(_, error)| error).min_by_key(|error| weight(error.kind));
        ModelError { message, ..telling.unwrap_or(error) }
    }

    /// As it is to be stored.
    pub(crate) fn answered(&self, reply: Reply) -> Reply {
        Reply { severed: matches!(self.request, Cow::Owned(_)), ..reply }
    }

    /// `None`: the connection served as it is.
    pub(crate) fn lesson(self) -> Option<Lesson> {
        match self.connection {
            Cow::Owned(connection) => Some(Lesson {
                connection,
                passed_over: self.refused.into_iter().map(|(key, _)| key.id).chain(self.rested).collect(),
            }),
            Cow::Borrowed(_) => None,
        }
    }
}

/// What passes by itself tells most, then what money cures. `None`: it would be the same with every key.
fn weight(kind: ModelErrorKind) -> Option<u8> {
    match kind {
        ModelErrorKind::RateLimit => Some(0),
        ModelErrorKind::Quota => Some(1),
        ModelErrorKind::Permission => Some(2),
        ModelErrorKind::Auth => Some(3),
        ModelErrorKind::OriginForbidden
        | ModelErrorKind::Overloaded
        | ModelErrorKind::Server
        | ModelErrorKind::Timeout
        | ModelErrorKind::BadRequest
        | ModelErrorKind::UnsupportedParam
        | ModelErrorKind::ContextLength
        | ModelErrorKind::ContentFilter
        | ModelErrorKind::NotFound
        | ModelErrorKind::TooLarge
        | ModelErrorKind::ToolUseFailed
        | ModelErrorKind::Network
        | ModelErrorKind::TruncatedStream
        | ModelErrorKind::Protocol => None,
    }
}

/// A key as the person knows it.
pub(crate) fn named(key: &StoredKey) -> String {
    match &key.hint {
        Some(hint) => format!("key …{hint}"),
        None => "key without a hint".to_owned(),
    }
}
