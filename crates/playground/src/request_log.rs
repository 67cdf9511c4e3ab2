//! What the model endpoint was asked and how each request ended, for tests that look from the server's side. Keys
//! are masked before they get here.

use crate::clock::UnixMillis;
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Older entries are dropped beyond this many.
const MOST_ENTRIES: usize = 1_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RequestId(u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    Open,
    Completed,
    /// The client went away before the end.
    Aborted,
    /// The server broke the stream on purpose.
    Cut,
}

/// What was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The next reply of a Turn.
    Turn,
    /// A title for a conversation.
    Title,
    /// Notes on a part of a conversation.
    Notes,
    /// No completion.
    Other,
}

#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    pub id: RequestId,
    pub kind: Kind,
    pub method: String,
    pub path: String,
    pub authorization: Option<String>,
    pub body: Value,
    pub status: u16,
    pub deltas: u32,
    pub ending: Ending,
    pub started_ms: UnixMillis,
    pub ended_ms: Option<UnixMillis>,
    /// From the last byte of the request to the last byte of the answer handed to the connection.
    pub duration_us: Option<u64>,
    pub aborted: bool,
    pub aborted_ms: Option<UnixMillis>,
}

/// What is known when a request arrives.
#[derive(Clone, Debug)]
pub(crate) struct Arrival {
    pub kind: Kind,
    pub method: String,
    pub path: String,
    pub authorization: Option<String>,
    pub body: Value,
}

#[derive(Debug, Default)]
struct Entries {
    next: u64,
    kept: VecDeque<Entry>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RequestLog(Arc<Mutex<Entries>>);

impl RequestLog {
    pub(crate) fn arrived(&self, arrival: Arrival) -> Serving {
        let mut entries = self.lock();
        entries.next += 1;
        let id = RequestId(entries.next);
        if entries.kept.len() >= MOST_ENTRIES {
            entries.kept.pop_front();
        }
        let Arrival { kind, method, path, authorization, body } = arrival;
        entries.kept.push_back(Entry {
            id,
            kind,
            method,
            path,
            authorization,
            body,
            status: 0,
            deltas: 0,
            ending: Ending::Open,
            started_ms: UnixMillis::now(),
            ended_ms: None,
            duration_us: None,
            aborted: false,
            aborted_ms: None,
        });
        Serving { log: self.clone(), id, started: Instant::now(), ending: Ending::Aborted }
    }

    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.lock().kept.iter().cloned().collect()
    }

    pub(crate) fn clear(&self) {
        self.lock().kept.clear();
    }

    fn update(&self, id: RequestId, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.lock().kept.iter_mut().find(|entry| entry.id == id) {
            change(entry);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that is being answered. Dropped before it was told how it ended, the client has gone away.
#[derive(Debug)]
pub(crate) struct Serving {
    log: RequestLog,
    id: RequestId,
    started: Instant,
    ending: Ending,
}

impl Serving {
    pub(crate) fn status(&self, status: u16) {
        self.log.update(self.id, |entry| entry.status = status);
    }

    pub(crate) fn sent_delta(&self) {
        self.log.update(self.id, |entry| entry.deltas += 1);
    }

    pub(crate) fn ends(&mut self, ending: Ending) {
        self.ending = ending;
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let now = UnixMillis::now();
        let took = u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX);
        let aborted = self.ending == Ending::Aborted;
        self.log.update(self.id, |entry| {
            entry.ending = self.ending;
            entry.ended_ms = Some(now);
            entry.duration_us = Some(took);
            entry.aborted = aborted;
            entry.aborted_ms = aborted.then_some(now);
        });
    }
}
