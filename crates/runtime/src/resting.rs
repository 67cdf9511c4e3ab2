//! Keys that were asked too fast, and until when their endpoint wants no more of them. Known as long as the worker lives; the next one
//! may ask once too early.

use fairlead_engine::ordered::OrderedMap;
use fairlead_protocol::connection::{Connection, StoredKey};
use fairlead_protocol::conversation::{ModelError, ModelErrorKind};
use fairlead_protocol::ids::{ConnectionId, KeyId, Timestamp};
use std::cell::RefCell;
use std::rc::Rc;

#[derive(Clone, Default)]
pub(crate) struct Rests {
    until: Rc<RefCell<OrderedMap<(ConnectionId, KeyId), Timestamp>>>,
}

impl Rests {
    /// What an endpoint said to a key, if it is to come again later.
    pub(crate) fn note(&self, connection: &Connection, error: &ModelError, now: Timestamp) {
        let (ModelErrorKind::RateLimit, Some(ms), Some(key)) =
            (error.kind, error.retry_after_ms, connection.key_in_use())
        else {
            return;
        };
        let until = Timestamp(now.0.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX)));
        self.until.borrow_mut().insert((connection.id.clone(), key.id.clone()), until);
    }

    /// Keys of the connection that may be asked now.
    pub(crate) fn awake(&self, connection: &Connection, now: Timestamp) -> Vec<KeyId> {
        let until = self.until.borrow();
        let is_awake = |key: &&StoredKey| {
            until.get(&(connection.id.clone(), key.id.clone())).is_none_or(|until| *until <= now)
        };
        connection.keys.iter().filter(is_awake).map(|key| key.id.clone()).collect()
    }
}
