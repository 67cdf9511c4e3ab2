//! What is asked of a transaction, as data, and the one place that asks it: the reads and the commit differ in what they
//! ask and in what they make of the answers, not in how.

use crate::fault;
use crate::key::Range;
use fairlead_store::schema::Index;
use fairlead_store::{StoreError, Table};
use futures::future::{LocalBoxFuture, MaybeDone, maybe_done};
use futures::poll;
use rexie::Transaction;
use std::pin::Pin;
use wasm_bindgen::JsValue;

pub(crate) enum Request {
    /// Rows in the order of an index, or of their primary keys.
    Rows {
        table: Table,
        index: Option<Index>,
        range: Option<Range>,
        limit: Option<u32>,
    },
    /// The primary keys alone: what they stand for is not loaded.
    Keys {
        table: Table,
        index: Index,
        range: Range,
    },
    Put {
        table: Table,
        row: JsValue,
        /// For a table whose key is not part of the row.
        key: Option<JsValue>,
    },
    Delete {
        table: Table,
        key: JsValue,
    },
    DeleteAll {
        table: Table,
        range: Range,
    },
}

impl Request {
    pub(crate) fn all(table: Table) -> Self {
        Self::Rows { table, index: None, range: None, limit: None }
    }

    /// The row with this primary key, if it is there.
    pub(crate) fn row(table: Table, key: JsValue) -> Self {
        Self::Rows { table, index: None, range: Some(Range::only(key)), limit: None }
    }

    pub(crate) fn indexed(table: Table, index: Index, range: Range) -> Self {
        Self::Rows { table, index: Some(index), range: Some(range), limit: None }
    }

    pub(crate) fn keys(table: Table, index: Index, range: Range) -> Self {
        Self::Keys { table, index, range }
    }

    pub(crate) fn table(&self) -> Table {
        match self {
            Self::Rows { table, .. }
            | Self::Keys { table, .. }
            | Self::Put { table, .. }
            | Self::Delete { table, .. }
            | Self::DeleteAll { table, .. } => *table,
        }
    }

    /// The first poll sends it. A write is answered by nothing.
    async fn answer(self, transaction: &Transaction) -> Answer {
        let store = transaction.store(self.table().name())?;
        match self {
            Self::Rows { index, range, limit, .. } => {
                let range = range.map(Range::for_database).transpose()?;
                match index {
                    None => store.get_all(range, limit).await,
                    Some(index) => store.index(index.name)?.get_all(range, limit).await,
                }
            }
            Self::Keys { index, range, .. } => {
                store.index(index.name)?.get_all_keys(Some(range.for_database()?), None).await
            }
            Self::Put { row, key, .. } => store.put(&row, key.as_ref()).await.map(|_| Vec::new()),
            Self::Delete { key, .. } => store.delete(key).await.map(|()| Vec::new()),
            Self::DeleteAll { range, .. } => {
                store.delete(range.for_database()?.into()).await.map(|()| Vec::new())
            }
        }
    }
}

type Answer = rexie::Result<Vec<JsValue>>;

/// Requests that are under way at the same time. They are awaited to the end even if one fails: one that is dropped before
/// its event throws when the event comes.
pub(crate) struct Burst<'a>(Vec<MaybeDone<LocalBoxFuture<'a, Answer>>>);

impl<'a> Burst<'a> {
    /// None is awaited before all are sent.
    pub(crate) async fn send(transaction: &'a Transaction, requests: Vec<Request>) -> Self {
        let mut sent = Vec::with_capacity(requests.len());
        for request in requests {
            let answer: LocalBoxFuture<'a, Answer> = Box::pin(request.answer(transaction));
            let mut answer = maybe_done(answer);
            let _ = poll!(&mut answer);
            sent.push(answer);
        }
        Self(sent)
    }

    pub(crate) async fn settle(&mut self) {
        for request in &mut self.0 {
            request.await;
        }
    }

    /// Of those that have failed by now, the cause, where one has taken others with it. It is told once.
    pub(crate) fn failure(&mut self) -> Option<rexie::Error> {
        let mut consequence = None;
        for request in &mut self.0 {
            if let Some(answer) = Pin::new(request).output_mut()
                && let Err(error) = std::mem::replace(answer, Ok(Vec::new()))
            {
                if !fault::is_consequence(&error) {
                    return Some(error);
                }
                consequence = consequence.or(Some(error));
            }
        }
        consequence
    }
}

/// What these requests find, in their order.
pub(crate) async fn answers(
    transaction: &Transaction,
    requests: Vec<Request>,
) -> Result<Vec<Vec<JsValue>>, StoreError> {
    let mut burst = Burst::send(transaction, requests).await;
    burst.settle().await;
    let mut answers = Vec::with_capacity(burst.0.len());
    for request in &mut burst.0 {
        let answer = Pin::new(request).take_output().unwrap_or(Ok(Vec::new()));
        answers.push(answer.map_err(|error| fault::transaction(&error))?);
    }
    Ok(answers)
}
