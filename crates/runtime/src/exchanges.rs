//! What is kept of requests to models, as the person looks at it.

use crate::desk::Desk;
use crate::reading::Submitted;
use crate::receipts::receipt;
use crate::stumble::Stumble;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::exchange::Side;
use fairlead_protocol::ids::{ExchangeId, TurnId};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_store::exchange_log::forgotten;

impl Desk {
    /// The newest first.
    pub(crate) async fn exchanges(&self, turn: Option<&TurnId>) -> Result<AckBody, Stumble> {
        let mut exchanges = self.ports.exchanges.exchanges().await?.rows;
        exchanges.retain(|exchange| turn.is_none() || exchange.turn.as_ref() == turn);
        Ok(AckBody::Exchanges { exchanges })
    }

    pub(crate) async fn exchange(&self, id: &ExchangeId) -> Result<AckBody, Stumble> {
        let log = &self.ports.exchanges;
        let all = log.exchanges().await?.rows;
        let exchange = all.into_iter().find(|exchange| exchange.id == *id).ok_or_else(|| {
            Refusal::new(RefusalCode::UnknownExchange, "this request is not kept any more").at("exchange")
        })?;
        let request = log.exchange_body(id, Side::Request).await?.map(|body| body.text);
        let response = log.exchange_body(id, Side::Response).await?.map(|body| body.text);
        Ok(AckBody::Exchange { exchange, request, response })
    }

    pub(crate) async fn clear_exchanges(&self, command: &Submitted) -> Result<AckBody, Stumble> {
        let log = &self.ports.exchanges;
        let all = log.exchanges().await?;
        // One that cannot be read is deleted by its key.
        let unread = all.quarantined.into_iter().map(|row| ExchangeId(row.key));
        let ids = all.rows.into_iter().map(|exchange| exchange.id).chain(unread);
        let body = AckBody::Done;
        log.write(forgotten(ids).put(receipt(command, &body, self.ports.clock.now()))).await?;
        Ok(body)
    }
}
