//! A stream of server-sent events: each event flushed by itself, paced, and broken where the persona says so.

use crate::request_log::{Ending, Serving};
use crate::wire::chunks::Chunk;
use crate::wire::dialect::Dialect;
use crate::wire::persona::Fault;
use axum::body::{Body, Bytes};
use futures::stream;
use serde_json::Value;
use std::collections::VecDeque;
use std::io;
use std::time::Duration;

/// What the stream does next.
enum Move {
    Event(String),
    Delta(String),
    /// Ends without the rest.
    End,
    Break,
    Wait,
}

pub(crate) fn events(
    dialect: Dialect,
    chunks: Vec<Chunk>,
    fault: Fault,
    pace: Duration,
    serving: Serving,
) -> Body {
    let moves = script(dialect, chunks, fault);
    Body::from_stream(stream::unfold((moves, serving), move |(mut moves, mut serving)| async move {
        let data = match moves.pop_front() {
            None | Some(Move::End) => {
                serving.ends(Ending::Completed);
                return None;
            }
            Some(Move::Break) => {
                // What was sent before the break has to reach the client.
                tokio::task::yield_now().await;
                serving.ends(Ending::Cut);
                let broken = io::Error::new(io::ErrorKind::ConnectionAborted, "cut on purpose");
                return Some((Err(broken), (moves, serving)));
            }
            // Only the client's leaving ends this.
            Some(Move::Wait) => std::future::pending().await,
            Some(Move::Event(data)) => data,
            Some(Move::Delta(data)) => {
                if pace.is_zero() {
                    // Lets the connection flush what came before.
                    tokio::task::yield_now().await;
                } else {
                    tokio::time::sleep(pace).await;
                }
                serving.sent_delta();
                data
            }
        };
        let event = Bytes::from(data);
        Some((Ok::<Bytes, io::Error>(event), (moves, serving)))
    }))
}

fn script(dialect: Dialect, chunks: Vec<Chunk>, fault: Fault) -> VecDeque<Move> {
    let (at, broken) = match fault {
        Fault::Cut { after, .. } => (after, vec![Move::Break]),
        Fault::EarlyEnd { after } => (after, vec![Move::End]),
        Fault::Stall { after, .. } => (after, vec![Move::Wait]),
        Fault::Hang => (0, vec![Move::Wait]),
        Fault::ErrorEvent { after } => (after, vec![Move::Event(event(&dialect.error_event())), Move::End]),
        Fault::BadJson { after } => {
            (after, vec![Move::Event(framed("{\"choices\":[{\"delta\":{\"content\":"))])
        }
        Fault::None
        | Fault::NoArguments
        | Fault::BrokenArguments
        | Fault::RateLimited { .. }
        | Fault::ServerError { .. }
        | Fault::Html
        | Fault::Unauthorised => (usize::MAX, Vec::new()),
    };
    let mut broken = Some(broken).filter(|moves| !moves.is_empty());
    let mut moves = VecDeque::new();
    if fault == Fault::Hang {
        moves.extend(broken.take().unwrap_or_default());
        return moves;
    }
    let mut deltas = 0;
    for chunk in chunks {
        match chunk {
            Chunk::Frame(value) => moves.push_back(Move::Event(event(&value))),
            Chunk::Delta(value) => {
                if deltas == at {
                    moves.extend(broken.take().unwrap_or_default());
                }
                deltas += 1;
                moves.push_back(Move::Delta(event(&value)));
            }
        }
    }
    // A reply shorter than the place of the fault meets it at the end.
    moves.extend(broken.unwrap_or_default());
    moves.extend(dialect.end_marker().map(|marker| Move::Event(framed(marker))));
    moves
}

/// An event by its type, where it has one.
fn event(value: &Value) -> String {
    let name = value.get("type").and_then(Value::as_str).map(|name| format!("event: {name}\n"));
    format!("{}{}", name.unwrap_or_default(), framed(&value.to_string()))
}

fn framed(data: &str) -> String {
    format!("data: {data}\n\n")
}
