//! Requests of one transaction that are under way at the same time.

use futures::future::{LocalBoxFuture, MaybeDone, maybe_done};
use futures::poll;
use std::pin::Pin;

pub(crate) type Begun<'a, T> = MaybeDone<LocalBoxFuture<'a, T>>;

/// The first poll of a request sends it, and none is awaited before all are sent.
pub(crate) async fn begin<'a, T>(requests: impl Iterator<Item = LocalBoxFuture<'a, T>>) -> Vec<Begun<'a, T>> {
    let mut begun: Vec<_> = requests.map(maybe_done).collect();
    for request in &mut begun {
        let _ = poll!(request);
    }
    begun
}

/// The answers in the order of the requests, when all are there.
pub(crate) async fn together<'a, T>(requests: impl Iterator<Item = LocalBoxFuture<'a, T>>) -> Vec<T> {
    let mut begun = begin(requests).await;
    let mut answers = Vec::with_capacity(begun.len());
    for request in &mut begun {
        Pin::new(&mut *request).await;
        answers.extend(Pin::new(request).take_output());
    }
    answers
}
