//! Requests to models: written before they leave, completed at their end, gone with their Thread.

use super::Factory;
use super::rows::{exchange, exchange_body, thread};
use crate::batch::{Batch, Delete};
use crate::error::StoreError;
use crate::exchange_log::{ended, forgotten, sent};
use crate::row::RowKey;
use fairlead_protocol::exchange::{Ending, Exchange, ExchangeState, Side};
use fairlead_protocol::ids::{ExchangeId, ThreadId, Timestamp};

pub async fn an_exchange_and_its_bodies_are_read_back_the_newest_first(factory: &dyn Factory) {
    let (store, log) = (factory.open("log").await.unwrap(), factory.open_log("log").await.unwrap());
    store.commit(Batch::new().put(thread("a", 1))).await.unwrap();
    for number in [1, 3, 2] {
        let body = exchange_body(Some("a"), number, Side::Request);
        log.write(sent(exchange(Some("a"), number), Some(body))).await.unwrap();
    }
    let over = over(exchange(Some("a"), 3));
    log.write(ended(over.clone(), Some(exchange_body(Some("a"), 3, Side::Response)))).await.unwrap();

    let stored = log.exchanges().await.unwrap();
    assert_eq!(stored.rows, [over.clone(), exchange(Some("a"), 2), exchange(Some("a"), 1)]);
    for side in [Side::Request, Side::Response] {
        let body = exchange_body(Some("a"), 3, side);
        assert_eq!(log.exchange_body(&over.id, side).await, Ok(Some(body)));
    }
    assert_eq!(log.exchange_body(&id(1), Side::Response).await, Ok(None));
}

pub async fn an_exchange_is_not_written_for_a_thread_that_is_gone(factory: &dyn Factory) {
    let log = factory.open_log("no-thread").await.unwrap();
    let body = exchange_body(Some("a"), 1, Side::Request);
    let refused = log.write(sent(exchange(Some("a"), 1), Some(body))).await;
    assert_eq!(refused, Err(StoreError::Missing { key: RowKey::Thread(ThreadId::new("a")) }));
    assert_eq!(log.exchanges().await, Ok(Default::default()));
    assert_eq!(log.exchange_body(&id(1), Side::Request).await, Ok(None));
    // One of no Thread needs none.
    log.write(sent(exchange(None, 2), None)).await.unwrap();
    assert_eq!(log.exchanges().await.unwrap().rows, [exchange(None, 2)]);
}

pub async fn the_end_of_an_exchange_that_was_deleted_is_not_written(factory: &dyn Factory) {
    let log = factory.open_log("deleted-exchange").await.unwrap();
    log.write(sent(exchange(None, 1), Some(exchange_body(None, 1, Side::Request)))).await.unwrap();
    log.write(forgotten([id(1)])).await.unwrap();
    let late = ended(over(exchange(None, 1)), Some(exchange_body(None, 1, Side::Response)));
    assert_eq!(log.write(late).await, Err(StoreError::Missing { key: RowKey::Exchange(id(1)) }));
    assert_eq!(log.exchanges().await, Ok(Default::default()));
    assert_eq!(log.exchange_body(&id(1), Side::Response).await, Ok(None));
}

pub async fn exchanges_go_with_their_thread_and_others_stay(factory: &dyn Factory) {
    let name = "exchanges-of-threads";
    let (store, log) = (factory.open(name).await.unwrap(), factory.open_log(name).await.unwrap());
    store.commit(Batch::new().put(thread("a", 1)).put(thread("b", 1))).await.unwrap();
    for (owner, number) in [(Some("a"), 1), (Some("b"), 2), (None, 3)] {
        let body = exchange_body(owner, number, Side::Request);
        log.write(sent(exchange(owner, number), Some(body))).await.unwrap();
    }
    store.commit(Batch::new().delete(Delete::Thread(ThreadId::new("a")))).await.unwrap();
    assert_eq!(log.exchanges().await.unwrap().rows, [exchange(None, 3), exchange(Some("b"), 2)]);
    assert_eq!(log.exchange_body(&id(1), Side::Request).await, Ok(None));
    let kept = exchange_body(Some("b"), 2, Side::Request);
    assert_eq!(log.exchange_body(&id(2), Side::Request).await, Ok(Some(kept)));
    // They may go alone.
    store.commit(Batch::new().delete(Delete::Exchanges(ThreadId::new("b")))).await.unwrap();
    assert_eq!(log.exchanges().await.unwrap().rows, [exchange(None, 3)]);
    assert_eq!(log.exchange_body(&id(2), Side::Request).await, Ok(None));
    assert_eq!(store.threads().await.unwrap().rows, [thread("b", 1)]);
}

pub async fn forgotten_exchanges_take_their_bodies_along(factory: &dyn Factory) {
    let log = factory.open_log("forgotten").await.unwrap();
    for number in 1..=3 {
        log.write(sent(exchange(None, number), Some(exchange_body(None, number, Side::Request))))
            .await
            .unwrap();
    }
    log.write(forgotten([id(1), id(3)])).await.unwrap();
    assert_eq!(log.exchanges().await.unwrap().rows, [exchange(None, 2)]);
    assert_eq!(log.exchange_body(&id(1), Side::Request).await, Ok(None));
    assert!(log.exchange_body(&id(2), Side::Request).await.unwrap().is_some());
}

fn id(number: i64) -> ExchangeId {
    exchange(None, number).id
}

fn over(exchange: Exchange) -> Exchange {
    let at = Timestamp(exchange.sent_at.0 + 5);
    let state = ExchangeState::Ended { at, ending: Ending::Stopped, response: None, usage: None };
    Exchange { state, ..exchange }
}
