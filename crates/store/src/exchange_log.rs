//! The port to what is kept of requests to models. It is apart from the commits of conversations: none of them waits for it, and it
//! is written where no conversation is, too.

use crate::batch::{Batch, Delete};
use crate::error::StoreError;
use crate::port::Loaded;
use crate::row::RowKey;
use fairlead_protocol::caps::{EXCHANGES, EXCHANGES_BYTES};
use fairlead_protocol::exchange::{Exchange, ExchangeBody, Side};
use fairlead_protocol::ids::ExchangeId;
use futures::future::LocalBoxFuture;

pub trait ExchangeLog {
    /// Writes the whole batch or nothing. The work begins with the call.
    fn write(&self, batch: Batch) -> LocalBoxFuture<'static, Result<(), StoreError>>;

    /// The newest first. Their bodies are not read.
    fn exchanges(&self) -> LocalBoxFuture<'static, Result<Loaded<Exchange>, StoreError>>;

    /// What is kept of a body; none where there was none.
    fn exchange_body(
        &self,
        exchange: &ExchangeId,
        side: Side,
    ) -> LocalBoxFuture<'static, Result<Option<ExchangeBody>, StoreError>>;
}

/// A request that is about to leave. `Missing`, if the Thread that it is for is not there any more.
pub fn sent(exchange: Exchange, body: Option<ExchangeBody>) -> Batch {
    let batch = match &exchange.thread {
        Some(thread) => Batch::new().needing(RowKey::Thread(thread.clone())),
        None => Batch::new(),
    };
    body.into_iter().fold(batch.put(exchange), Batch::put)
}

/// What came of it. `Missing`, if it was deleted meanwhile: it does not come back.
pub fn ended(exchange: Exchange, body: Option<ExchangeBody>) -> Batch {
    let batch = Batch::new().needing(RowKey::Exchange(exchange.id.clone()));
    body.into_iter().fold(batch.put(exchange), Batch::put)
}

/// Deletes them and their bodies.
pub fn forgotten(exchanges: impl IntoIterator<Item = ExchangeId>) -> Batch {
    exchanges.into_iter().fold(Batch::new(), |batch, id| {
        batch
            .delete(Delete::Row(RowKey::ExchangeBody(id.clone(), Side::Request)))
            .delete(Delete::Row(RowKey::ExchangeBody(id.clone(), Side::Response)))
            .delete(Delete::Row(RowKey::Exchange(id)))
    })
}

/// Those, of all from the newest on, that are too many or whose bodies have no room. The newest always stays.
pub fn beyond_bounds(newest_first: &[Exchange]) -> Vec<ExchangeId> {
    let mut bytes = 0_u64;
    let kept = newest_first.iter().take(EXCHANGES).enumerate().take_while(|(place, exchange)| {
        bytes = bytes.saturating_add(exchange.kept_bytes());
        *place == 0 || bytes <= EXCHANGES_BYTES
    });
    let kept = kept.count();
    newest_first.iter().skip(kept).map(|exchange| exchange.id.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::beyond_bounds;
    use fairlead_protocol::caps::{EXCHANGES, EXCHANGES_BYTES};
    use fairlead_protocol::exchange::{
        BodyFacts, BodyForm, Exchange, ExchangeState, Method, Purpose, SentRequest,
    };
    use fairlead_protocol::ids::{ConnectionId, Digest, ExchangeId, Timestamp};

    fn exchange(number: usize, kept: u64) -> Exchange {
        let body =
            BodyFacts { bytes: kept, digest: Digest(String::new()), kept, form: BodyForm::Text, masked: 0 };
        Exchange {
            id: ExchangeId::new(number.to_string()),
            purpose: Purpose::Title,
            thread: None,
            turn: None,
            connection: ConnectionId::new("c"),
            connection_name: String::new(),
            model: None,
            attempt: 1,
            sent_at: Timestamp(0),
            request: SentRequest {
                method: Method::Post,
                url: String::new(),
                headers: Vec::new(),
                body: Some(body),
            },
            state: ExchangeState::Sent,
        }
    }

    fn beyond(kept: &[u64]) -> Vec<String> {
        let all: Vec<Exchange> = kept.iter().enumerate().map(|(at, kept)| exchange(at, *kept)).collect();
        beyond_bounds(&all).into_iter().map(|id| id.0).collect()
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many() {
        assert_eq!(beyond(&[1; EXCHANGES]), Vec::<String>::new());
        assert_eq!(beyond(&[1; EXCHANGES + 2]), [EXCHANGES.to_string(), (EXCHANGES + 1).to_string()]);
    }

    #[test]
    fn the_oldest_go_when_their_bodies_have_no_room_and_none_older_than_one_that_went_stays() {
        assert_eq!(beyond(&[EXCHANGES_BYTES - 1, 1]), Vec::<String>::new());
        assert_eq!(beyond(&[EXCHANGES_BYTES - 1, 2, 0]), ["1", "2"]);
    }

    #[test]
    fn the_newest_stays_whatever_it_takes() {
        assert_eq!(beyond(&[EXCHANGES_BYTES + 1, 1]), ["1"]);
    }
}
