//! One call of the model: request, stream, deltas, outcome. Tried again only before the first output.

use crate::asking::Asking;
use crate::common::Common;
use crate::exchange::{Occasion, Outgoing, Recorder, Recording};
use crate::hub::Hub;
use crate::live::Live;
use crate::ports::{Chance, Clock, ModelPort, Ports, Veil};
use crate::resting::Rests;
use fairlead_engine::ModelFailure;
use fairlead_protocol::caps::{MODEL_IDLE_MS, MODEL_TRIES};
use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::conversation::{Delta, ModelError, ModelErrorKind, ModelRequest, Reply};
use fairlead_protocol::event::Event;
use fairlead_protocol::exchange::{Ending, Method};
use fairlead_protocol::ids::{KeyId, ThreadId, TurnId};
use fairlead_protocol::item::RetryNotice;
use fairlead_protocol::run::{ModelCall, RunError, RunErrorCode};
use fairlead_providers::{
    BodyEnd, Decoder, HttpGet, HttpRequest, Options, Outcome, PromptCache, ResponseHead, Thinking, failure,
    request_with, retry_delay,
};
use futures::StreamExt;
use futures::future::{Either, select};
use futures::stream::LocalBoxStream;
use std::rc::Rc;

/// A request that still lacks its key.
#[derive(Clone, Debug)]
pub struct ModelHttp {
    pub connection: Connection,
    /// A key that was only just entered. Absent: the one in use, of the vault.
    pub entered: Option<Secret>,
    pub url: String,
    pub headers: Vec<(String, String)>,
    /// Absent for a GET.
    pub body: Option<String>,
}

impl ModelHttp {
    pub(crate) fn post(connection: Connection, request: HttpRequest) -> Self {
        let HttpRequest { url, headers, body } = request;
        Self { connection, entered: None, url, headers, body: Some(body) }
    }

    pub(crate) fn get(connection: Connection, entered: Option<Secret>, request: HttpGet) -> Self {
        let HttpGet { url, headers } = request;
        Self { connection, entered, url, headers, body: None }
    }
}

/// An answer that has begun. Dropping it aborts the request.
pub struct ModelStream {
    pub head: ResponseHead,
    pub body: LocalBoxStream<'static, Result<Vec<u8>, TransportError>>,
    /// Absent where no key was sent.
    pub veil: Option<Veil>,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransportError {
    #[error("the key of this connection cannot be read")]
    KeyUnreadable,
    #[error("the keys are locked")]
    KeysLocked,
    /// No answer: refused, unreachable, blocked by the browser.
    #[error("{reason}")]
    Unreachable { reason: String },
}

/// The means of a call, without the actor around it.
pub(crate) struct Caller {
    model: Rc<dyn ModelPort>,
    clock: Rc<dyn Clock>,
    chance: Rc<dyn Chance>,
    hub: Hub,
    recorder: Recorder,
    rests: Rests,
    occasion: Occasion,
}

/// Where a call's progress goes.
pub(crate) struct Progress {
    pub(crate) thread: ThreadId,
    pub(crate) turn: TurnId,
    pub(crate) call: ModelCall,
    pub(crate) live: Live,
    pub(crate) hub: Hub,
}

/// One try: what came of it, and whether anything of it had been shown.
struct Try {
    failure: ModelFailure,
    shown: bool,
}

impl Caller {
    pub(crate) fn new(ports: &Ports, hub: &Hub, common: &Common, occasion: Occasion) -> Self {
        Self {
            model: Rc::clone(&ports.model),
            clock: Rc::clone(&ports.clock),
            chance: Rc::clone(&ports.chance),
            hub: hub.clone(),
            recorder: common.recorder.clone(),
            rests: common.rests.clone(),
            occasion,
        }
    }

    pub(crate) async fn call(
        &self,
        connection: &Connection,
        asked: &ModelRequest,
        progress: &Progress,
    ) -> Result<Reply, ModelFailure> {
        let show = |deltas: &[Delta]| {
            progress.live.push(&progress.call.reply, progress.call.attempt, deltas);
            !deltas.is_empty()
        };
        let tell = |retry| {
            let (thread, turn) = (progress.thread.clone(), progress.turn.clone());
            progress.hub.tell_thread(&progress.thread, &Event::RunRetrying { thread, turn, retry });
        };
        let options = Options {
            // The next call begins with what this one was asked.
            prompt_cache: Some(PromptCache::On),
            thinking: connection.asks_to_think(&asked.model).then_some(Thinking::On),
            ..Options::default()
        };
        self.insist(connection, asked, &options, show, tell).await
    }

    /// With retries and without telling anybody.
    pub(crate) async fn patiently(
        &self,
        connection: &Connection,
        asked: &ModelRequest,
    ) -> Result<Reply, ModelFailure> {
        self.insist(connection, asked, &Options::default(), |_| false, |_| {}).await
    }

    /// What may pass by itself is waited for, as long as nothing of the reply was shown. What the endpoint says it cannot take is left
    /// out at once, and a key that it does not take makes way for another.
    async fn insist(
        &self,
        connection: &Connection,
        asked: &ModelRequest,
        options: &Options,
        mut show: impl FnMut(&[Delta]) -> bool,
        tell: impl Fn(RetryNotice),
    ) -> Result<Reply, ModelFailure> {
        let mut tries = 1;
        let mut asking = Asking::new(connection, asked, &self.awake(connection));
        loop {
            let Try { failure, shown } = match self.once(&asking, options, tries, &mut show).await {
                Ok(reply) => {
                    let reply = asking.answered(reply);
                    self.learn(asking);
                    return Ok(reply);
                }
                Err(failed) => failed,
            };
            let (error, partial) = match failure {
                ModelFailure::Provider { error, partial } if !shown => (error, partial),
                failure => return Err(failure),
            };
            let wait_ms = if let Some(instead) = self.instead(&asking, &error) {
                asking = instead;
                0
            } else if let Some(wait_ms) = retry_delay(&error, tries - asking.switches(), self.chance.unit()) {
                wait_ms
            } else {
                return Err(provider(asking.of_all_keys(error), partial));
            };
            tries += 1;
            let of = MODEL_TRIES + asking.switches();
            tell(RetryNotice {
                attempt: tries.min(of),
                of,
                wait_ms,
                kind: error.kind,
                message: error.message.clone(),
            });
            self.clock.sleep(wait_ms).await;
        }
    }

    /// Without retries and without telling anybody.
    pub(crate) async fn quietly(
        &self,
        connection: &Connection,
        asked: &ModelRequest,
    ) -> Result<(Reply, u32), ModelFailure> {
        let mut asking = Asking::new(connection, asked, &self.awake(connection));
        let mut attempt = 0;
        loop {
            attempt += 1;
            let mut pieces = 0;
            let count = |deltas: &[Delta]| {
                pieces += u32::try_from(deltas.len()).unwrap_or(u32::MAX);
                false
            };
            let failure = match self.once(&asking, &Options::default(), attempt, count).await {
                Ok(reply) => {
                    self.learn(asking);
                    return Ok((reply, pieces));
                }
                Err(failed) => failed.failure,
            };
            let ModelFailure::Provider { error, partial } = failure else { return Err(failure) };
            let Some(instead) = self.instead(&asking, &error) else {
                return Err(provider(asking.of_all_keys(error), partial));
            };
            asking = instead;
        }
    }

    fn awake(&self, connection: &Connection) -> Vec<KeyId> {
        self.rests.awake(connection, self.clock.now())
    }

    fn instead<'a>(&self, asking: &Asking<'a>, error: &ModelError) -> Option<Asking<'a>> {
        self.rests.note(&asking.connection, error, self.clock.now());
        asking.instead(error, &self.awake(&asking.connection))
    }

    /// What the endpoint had to be spared for this call, it is spared for the next; and the key that it took comes first.
    fn learn(&self, asking: Asking<'_>) {
        if let Some(lesson) = asking.lesson() {
            self.hub.learned(lesson);
        }
    }

    /// `show` says whether anybody has seen something of it.
    async fn once(
        &self,
        asking: &Asking<'_>,
        options: &Options,
        attempt: u32,
        show: impl FnMut(&[Delta]) -> bool,
    ) -> Result<Reply, Try> {
        let connection = asking.connection.as_ref();
        let request = request_with(connection, &asking.request, options).map_err(|error| {
            unsent(RunErrorCode::Model { kind: ModelErrorKind::BadRequest }, error.to_string())
        })?;
        let outgoing = Outgoing {
            connection,
            model: Some(&asking.request.model),
            attempt,
            method: Method::Post,
            url: &request.url,
            headers: &request.headers,
            body: Some(&request.body),
        };
        let mut recording = self.recorder.begin(&self.occasion, outgoing).await.map_err(|error| {
            unsent(RunErrorCode::Unrecorded, format!("the request could not be written down: {error}"))
        })?;
        let done = self.send(connection, request, &mut recording, show).await;
        match &done {
            Ok(reply) => recording.ends(Ending::Complete, reply.usage),
            Err(Try { failure, .. }) => {
                let usage = match failure {
                    ModelFailure::Provider { partial, .. } => {
                        partial.as_ref().and_then(|partial| partial.usage)
                    }
                    ModelFailure::Unsent { .. } => None,
                };
                recording.ends(Ending::Failed { error: told(failure) }, usage);
            }
        }
        done
    }

    async fn send(
        &self,
        connection: &Connection,
        request: HttpRequest,
        recording: &mut Recording,
        mut show: impl FnMut(&[Delta]) -> bool,
    ) -> Result<Reply, Try> {
        let unshown = |failure| Try { failure, shown: false };
        let opening = self.model.open(ModelHttp::post(connection.clone(), request));
        let stream = match select(opening, self.clock.sleep(MODEL_IDLE_MS)).await {
            Either::Left((opened, _)) => opened.map_err(|error| unshown(transport(&error)))?,
            Either::Right(_) => return Err(unshown(provider(silent(), None))),
        };
        let ModelStream { head, mut body, veil } = stream;
        recording.answered(&head, veil);
        let mut decoder = Decoder::new(connection, head, self.clock.now());
        let mut shown = false;
        let end = loop {
            if decoder.is_done() {
                break BodyEnd::Closed;
            }
            match select(body.next(), self.clock.sleep(MODEL_IDLE_MS)).await {
                Either::Left((Some(Ok(bytes)), _)) => {
                    recording.came(&bytes);
                    shown |= show(decoder.push(&bytes));
                }
                Either::Left((Some(Err(_)), _)) => break BodyEnd::Broken,
                Either::Left((None, _)) => break BodyEnd::Closed,
                Either::Right(_) => {
                    let partial = match decoder.finish(BodyEnd::Broken) {
                        // Its reason to stop had come; the server only forgot to hang up.
                        Outcome::Complete(reply) => return Ok(reply),
                        Outcome::Failed { partial, .. } => partial,
                    };
                    return Err(Try { failure: provider(silent(), partial), shown });
                }
            }
        };
        match decoder.finish(end) {
            Outcome::Complete(reply) => Ok(reply),
            Outcome::Failed { error, partial } => {
                shown |= partial.is_some();
                Err(Try { failure: provider(error, partial), shown })
            }
        }
    }
}

/// A failure as it is told beside what it failed.
pub(crate) fn told(failed: &ModelFailure) -> RunError {
    match failed {
        ModelFailure::Provider { error, .. } => {
            RunError { code: RunErrorCode::Model { kind: error.kind }, message: error.message.clone() }
        }
        ModelFailure::Unsent { code, message } => RunError { code: *code, message: message.clone() },
    }
}

/// Nothing has left.
fn unsent(code: RunErrorCode, message: String) -> Try {
    Try { failure: ModelFailure::Unsent { code, message }, shown: false }
}

/// Nothing was sent, and the same call may go out once the person has unlocked the keys.
pub(crate) fn met_locked_keys(failure: &ModelFailure) -> bool {
    matches!(failure, ModelFailure::Unsent { code: RunErrorCode::KeysLocked, .. })
}

fn provider(error: ModelError, partial: Option<Reply>) -> ModelFailure {
    ModelFailure::Provider { error, partial }
}

pub(crate) fn transport(error: &TransportError) -> ModelFailure {
    match error {
        TransportError::KeyUnreadable => {
            ModelFailure::Unsent { code: RunErrorCode::KeyUnreadable, message: error.to_string() }
        }
        TransportError::KeysLocked => {
            ModelFailure::Unsent { code: RunErrorCode::KeysLocked, message: error.to_string() }
        }
        TransportError::Unreachable { reason } => provider(failure(ModelErrorKind::Network, reason), None),
    }
}

fn silent() -> ModelError {
    failure(ModelErrorKind::Timeout, "the model sent nothing for 90 seconds")
}
