//! What is kept of requests to models, in tables of the same database.

use crate::database::RexieStore;
use crate::record::{Order, decode_all, in_order};
use crate::request::Request;
use crate::{commit, read};
use fairlead_protocol::exchange::{Exchange, ExchangeBody, Side};
use fairlead_protocol::ids::ExchangeId;
use fairlead_store::{Batch, ExchangeLog, Loaded, RowKey, StoreError, Table};
use futures::future::LocalBoxFuture;

impl ExchangeLog for RexieStore {
    fn write(&self, batch: Batch) -> LocalBoxFuture<'static, Result<(), StoreError>> {
        commit::start(&self.connection, batch)
    }

    fn exchanges(&self) -> LocalBoxFuture<'static, Result<Loaded<Exchange>, StoreError>> {
        let rows = read::find(&self.connection, vec![Request::all(Table::Exchanges)]);
        Box::pin(async {
            let rows = in_order(rows.await?, "sent_at", Order::NewestFirst);
            Ok(decode_all(Table::Exchanges, &rows))
        })
    }

    fn exchange_body(
        &self,
        exchange: &ExchangeId,
        side: Side,
    ) -> LocalBoxFuture<'static, Result<Option<ExchangeBody>, StoreError>> {
        self.one(RowKey::ExchangeBody(exchange.clone(), side))
    }
}
