//! What the server remembers between requests: the shop with its cart, the request log and the counted attempts.

use crate::request_log::RequestLog;
use crate::sites::shop::Shop;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Attempts are counted for at most this many conversations; then counting starts anew.
const MOST_CONVERSATIONS: usize = 10_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct World {
    pub log: RequestLog,
    shop: Arc<Mutex<Shop>>,
    attempts: Arc<Mutex<BTreeMap<String, u32>>>,
}

impl World {
    pub(crate) fn shop(&self) -> MutexGuard<'_, Shop> {
        self.shop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many requests of this conversation came before this one.
    pub(crate) fn count_attempt(&self, conversation: String) -> u32 {
        let mut attempts = self.attempts.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts.len() >= MOST_CONVERSATIONS {
            attempts.clear();
        }
        let count = attempts.entry(conversation).or_default();
        let before = *count;
        *count = count.saturating_add(1);
        before
    }

    pub(crate) fn reset(&self) {
        self.log.clear();
        *self.shop() = Shop::default();
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
