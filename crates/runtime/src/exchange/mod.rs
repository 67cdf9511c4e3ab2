//! What leaves for a model's endpoint is written down before it leaves, and completed at its end, whatever that is: a request that was
//! dropped is one that was stopped, and one whose worker died stays as one that was sent.

mod body;

use crate::ports::{Clock, Ports, Spawner, Veil};
use body::Received;
use fairlead_protocol::connection::Connection;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::exchange::{
    BodyFacts, Ending, Exchange, ExchangeBody, ExchangeState, HeaderLine, Method, Purpose, ReceivedResponse,
    SentRequest, Side,
};
use fairlead_protocol::ids::{ExchangeId, ThreadId, Timestamp, TurnId};
use fairlead_providers::{ResponseHead, masked_auth_header, masked_headers, masked_url};
use fairlead_store::exchange_log::{beyond_bounds, ended, forgotten, sent};
use fairlead_store::{ExchangeLog, StoreError};
use std::cell::Cell;
use std::rc::Rc;

/// Writes down what all of one life of the engine send.
#[derive(Clone)]
pub(crate) struct Recorder {
    log: Rc<dyn ExchangeLog>,
    clock: Rc<dyn Clock>,
    spawner: Rc<dyn Spawner>,
    /// What no other life is called.
    life: String,
    count: Rc<Cell<u64>>,
}

/// What a request is for.
#[derive(Clone, Debug)]
pub(crate) struct Occasion {
    pub(crate) purpose: Purpose,
    /// Absent for what belongs to no conversation.
    pub(crate) turn: Option<(ThreadId, TurnId)>,
}

/// A request as it is handed to the browser, but for its key.
pub(crate) struct Outgoing<'a> {
    pub(crate) connection: &'a Connection,
    pub(crate) model: Option<&'a str>,
    pub(crate) attempt: u32,
    pub(crate) method: Method,
    pub(crate) url: &'a str,
    pub(crate) headers: &'a [(String, String)],
    pub(crate) body: Option<&'a str>,
}

/// A request that has left. Dropped before it was told how it ended, it was stopped.
pub(crate) struct Recording {
    recorder: Recorder,
    exchange: Exchange,
    answer: Option<Answer>,
    is_over: bool,
}

/// An answer that has begun.
struct Answer {
    at: Timestamp,
    head: ResponseHead,
    veil: Option<Veil>,
    received: Received,
}

impl Recorder {
    pub(crate) fn new(ports: &Ports, life: String) -> Self {
        let (log, clock) = (Rc::clone(&ports.exchanges), Rc::clone(&ports.clock));
        Self { log, clock, spawner: Rc::clone(&ports.spawner), life, count: Rc::default() }
    }

    /// What fails here may not be sent.
    pub(crate) async fn begin(
        &self,
        occasion: &Occasion,
        outgoing: Outgoing<'_>,
    ) -> Result<Recording, StoreError> {
        let kept = outgoing.body.map(body::of_request);
        let (facts, text) = kept.unzip();
        let exchange = self.exchange(occasion, &outgoing, facts);
        let body = text.map(|text| body_row(&exchange, Side::Request, text));
        let exchange = match self.log.write(sent(exchange.clone(), body)).await {
            Ok(()) => exchange,
            Err(missing @ StoreError::Missing { .. }) => return Err(missing),
            // Without its body it takes next to no room.
            Err(_) => {
                let exchange = without_body(exchange);
                self.log.write(sent(exchange.clone(), None)).await?;
                exchange
            }
        };
        Ok(Recording { recorder: self.clone(), exchange, answer: None, is_over: false })
    }

    fn exchange(&self, occasion: &Occasion, outgoing: &Outgoing<'_>, body: Option<BodyFacts>) -> Exchange {
        let Outgoing { connection, model, attempt, method, url, headers, .. } = outgoing;
        let mut headers = lines(masked_headers(headers));
        if connection.key_in_use().is_some() {
            headers.extend(lines(vec![masked_auth_header(connection)]));
        }
        self.count.set(self.count.get() + 1);
        let (thread, turn) = occasion.turn.clone().unzip();
        Exchange {
            id: ExchangeId(format!("{}.{}", self.life, self.count.get())),
            purpose: occasion.purpose,
            thread,
            turn,
            connection: connection.id.clone(),
            connection_name: connection.name.clone(),
            model: model.map(str::to_owned),
            attempt: *attempt,
            sent_at: self.clock.now(),
            request: SentRequest { method: *method, url: masked_url(url), headers, body },
            state: ExchangeState::Sent,
        }
    }

    /// Beside whatever goes on: nobody waits for it.
    fn finish(&self, exchange: Exchange, body: Option<ExchangeBody>) {
        let log = Rc::clone(&self.log);
        self.spawner.spawn(Box::pin(async move {
            // One that was deleted meanwhile stays deleted; one that cannot be completed stays as it was sent.
            if log.write(ended(exchange, body)).await.is_ok()
                && let Ok(all) = log.exchanges().await
            {
                let beyond = beyond_bounds(&all.rows);
                if !beyond.is_empty() {
                    // They are tried again after the next request.
                    let _ = log.write(forgotten(beyond)).await;
                }
            }
        }));
    }
}

impl Recording {
    pub(crate) fn answered(&mut self, head: &ResponseHead, veil: Option<Veil>) {
        let at = self.recorder.clock.now();
        self.answer = Some(Answer { at, head: head.clone(), veil, received: Received::default() });
    }

    pub(crate) fn came(&mut self, bytes: &[u8]) {
        if let Some(answer) = &mut self.answer {
            answer.received.push(bytes);
        }
    }

    pub(crate) fn ends(mut self, ending: Ending, usage: Option<Usage>) {
        self.complete(ending, usage);
    }

    fn complete(&mut self, ending: Ending, usage: Option<Usage>) {
        self.is_over = true;
        let (response, text) = self.answer.take().map(Answer::told).unzip();
        let at = self.recorder.clock.now();
        let state = ExchangeState::Ended { at, ending, response, usage };
        let exchange = Exchange { state, ..self.exchange.clone() };
        let body = text.map(|text| body_row(&exchange, Side::Response, text));
        self.recorder.finish(exchange, body);
    }
}

impl Drop for Recording {
    fn drop(&mut self) {
        if !self.is_over {
            self.complete(Ending::Stopped, None);
        }
    }
}

impl Answer {
    fn told(self) -> (ReceivedResponse, String) {
        let (body, text) = self.received.told(self.veil.as_ref());
        let headers = lines(masked_headers(&self.head.headers));
        (ReceivedResponse { at: self.at, status: self.head.status, headers, body }, text)
    }
}

fn body_row(exchange: &Exchange, side: Side, text: String) -> ExchangeBody {
    ExchangeBody { exchange: exchange.id.clone(), side, thread: exchange.thread.clone(), text }
}

fn without_body(mut exchange: Exchange) -> Exchange {
    if let Some(body) = &mut exchange.request.body {
        body.kept = 0;
    }
    exchange
}

fn lines(headers: Vec<(String, String)>) -> Vec<HeaderLine> {
    headers.into_iter().map(|(name, value)| HeaderLine { name, value }).collect()
}
