//! The model behind its endpoint: bytes in awkward splits, with time between them, and a record of what was asked.

use super::Brain;
use super::asked::{Asked, tokens};
use super::wire::{Fault, Say};
use crate::clock::VirtualClock;
use crate::dice::Dice;
use crate::fate::{Life, Point};
use crate::invariants::Violations;
use crate::vault::MemoryVault;
use fairlead_protocol::ids::KeyId;
use fairlead_providers::ResponseHead;
use fairlead_runtime::ports::{Clock, ModelPort, Veil};
use fairlead_runtime::{ModelHttp, ModelStream, TransportError};
use futures::future::LocalBoxFuture;
use futures::stream::{LocalBoxStream, StreamExt};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// What the endpoint saw, over all lives of the engine.
#[derive(Clone, Default)]
pub struct Transcript {
    asked: Rc<RefCell<Vec<Asked>>>,
    titles: Rc<RefCell<Vec<Asked>>>,
    notes: Rc<RefCell<Vec<Asked>>>,
    aborted: Rc<Cell<usize>>,
}

impl Transcript {
    pub fn requests(&self) -> Vec<Asked> {
        self.asked.borrow().clone()
    }

    pub fn count(&self) -> usize {
        self.asked.borrow().len()
    }

    /// Requests for a title, which are no part of any Turn.
    pub fn titles(&self) -> Vec<Asked> {
        self.titles.borrow().clone()
    }

    /// Requests for notes in place of a part of a history.
    pub fn notes(&self) -> Vec<Asked> {
        self.notes.borrow().clone()
    }

    /// Answers that were dropped before their end.
    pub fn aborted(&self) -> usize {
        self.aborted.get()
    }
}

/// How bytes come: their pieces and the time between them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WireShape {
    pub(crate) longest_piece: u64,
    pub(crate) pause_ms: u64,
}

pub(crate) struct ScriptedModel {
    pub(crate) brain: Brain,
    pub(crate) note_taker: Brain,
    pub(crate) transcript: Transcript,
    pub(crate) vault: Rc<MemoryVault>,
    pub(crate) life: Life,
    pub(crate) clock: VirtualClock,
    pub(crate) dice: Rc<Dice>,
    pub(crate) shape: WireShape,
    pub(crate) violations: Violations,
}

/// Longer than anybody waits for a list.
const SLOW_MS: u64 = 60_000;

type Piece = Result<Vec<u8>, TransportError>;

impl ModelPort for ScriptedModel {
    fn open(&self, call: ModelHttp) -> LocalBoxFuture<'static, Result<ModelStream, TransportError>> {
        let key = call.connection.key_in_use().filter(|_| call.entered.is_none());
        if let Some(Err(error)) = key.map(|key| self.vault.reveal(&call.connection.id, &key.id)) {
            // The word of it takes its time too: meanwhile the keys may have been unlocked.
            let (life, clock, pause) = (self.life.clone(), self.clock.clone(), self.shape.pause_ms);
            return Box::pin(async move {
                clock.sleep(pause).await;
                life.go_on().await;
                Err(error)
            });
        }
        let Some(body) = &call.body else { return self.list(&call) };
        let said = self.hear(body, key.map(|key| key.id.clone()));
        let (life, clock, pause) = (self.life.clone(), self.clock.clone(), self.shape.pause_ms);
        let tokens = tokens(body);
        let veil = self.vault.veil(&call.connection);
        let answer = said.map(|say| self.answer(&say, tokens, veil));
        Box::pin(async move {
            life.pass(Point::ModelAsked).await;
            clock.sleep(pause).await;
            life.go_on().await;
            answer.unwrap_or_else(|| {
                Err(TransportError::Unreachable { reason: "connection refused".to_owned() })
            })
        })
    }
}

impl ScriptedModel {
    /// The models of the endpoint; one whose address is of a slow host takes its time.
    fn list(&self, call: &ModelHttp) -> LocalBoxFuture<'static, Result<ModelStream, TransportError>> {
        let wait = if call.url.contains("//slow.") { SLOW_MS } else { self.shape.pause_ms };
        let bytes = br#"{"data":[{"id":"sim-1","context_length":32000},{"id":"sim-2"}]}"#;
        let head = ResponseHead {
            status: 200,
            headers: vec![("content-type".to_owned(), "application/json".to_owned())],
        };
        let veil = self.vault.veil(&call.connection);
        let answer = ModelStream { head, body: self.stream(bytes, End::Closes), veil };
        let (life, clock) = (self.life.clone(), self.clock.clone());
        Box::pin(async move {
            clock.sleep(wait).await;
            life.go_on().await;
            Ok(answer)
        })
    }

    /// `None`: nobody is there.
    fn hear(&self, body: &str, key: Option<KeyId>) -> Option<Say> {
        let Some(read) = Asked::read(self.transcript.count(), body) else {
            self.violations.add(format!("a request body that no model can read: {body}"));
            return None;
        };
        let asked = Asked { key, ..read };
        if asked.is_for_a_title() {
            let said = asked.request();
            self.transcript.titles.borrow_mut().push(asked);
            return Some(Say::text(format!("About {said}")));
        }
        if asked.is_for_notes() {
            let say = (self.note_taker)(&asked);
            self.transcript.notes.borrow_mut().push(asked);
            return (say.fault != Fault::Unreachable).then_some(say);
        }
        self.violations.request(&self.transcript.asked.borrow(), &asked);
        self.transcript.asked.borrow_mut().push(asked.clone());
        let say = (self.brain)(&asked);
        (say.fault != Fault::Unreachable).then_some(say)
    }

    fn answer(&self, say: &Say, asked: usize, veil: Option<Veil>) -> Result<ModelStream, TransportError> {
        let (status, kind, bytes) = match &say.fault {
            Fault::Refused { status, body } => (*status, "application/json", body.clone().into_bytes()),
            Fault::WebPage => {
                let page = "<!doctype html><title>Sign in</title><h1>Sign in to the network</h1>";
                (200, "text/html", page.as_bytes().to_vec())
            }
            Fault::None | Fault::Unreachable | Fault::Broken { .. } | Fault::Silent { .. } => {
                (200, "text/event-stream", say.bytes(asked))
            }
        };
        let end = match &say.fault {
            Fault::Broken { percent } => End::Breaks(*percent),
            Fault::Silent { percent } => End::Stays(*percent),
            Fault::None | Fault::Unreachable | Fault::Refused { .. } | Fault::WebPage => End::Closes,
        };
        let head = ResponseHead { status, headers: vec![("content-type".to_owned(), kind.to_owned())] };
        Ok(ModelStream { head, body: self.stream(&bytes, end), veil })
    }

    fn stream(&self, bytes: &[u8], end: End) -> LocalBoxStream<'static, Piece> {
        let sent = match end {
            End::Closes => bytes.len(),
            End::Breaks(percent) | End::Stays(percent) => bytes.len() * usize::from(percent) / 100,
        };
        let mut pieces = VecDeque::new();
        let mut rest = bytes.get(..sent).unwrap_or_default();
        while !rest.is_empty() {
            let size = 1 + usize::try_from(self.dice.below(self.shape.longest_piece)).unwrap_or_default();
            let (piece, behind) = rest.split_at(size.min(rest.len()));
            pieces.push_back(piece.to_vec());
            rest = behind;
        }
        let stream = Streaming {
            middle: pieces.len() / 2,
            pieces,
            end,
            life: self.life.clone(),
            clock: self.clock.clone(),
            pause_ms: self.shape.pause_ms,
            aborted: Rc::clone(&self.transcript.aborted),
            is_over: false,
        };
        futures::stream::unfold(stream, Streaming::next).boxed_local()
    }
}

#[derive(Clone, Copy)]
enum End {
    Closes,
    Breaks(u8),
    Stays(u8),
}

struct Streaming {
    pieces: VecDeque<Vec<u8>>,
    middle: usize,
    end: End,
    life: Life,
    clock: VirtualClock,
    pause_ms: u64,
    aborted: Rc<Cell<usize>>,
    is_over: bool,
}

impl Streaming {
    async fn next(mut self) -> Option<(Piece, Self)> {
        if self.is_over {
            return None;
        }
        self.clock.sleep(self.pause_ms).await;
        self.life.go_on().await;
        if self.pieces.len() == self.middle {
            self.life.pass(Point::ModelMidway).await;
        }
        if let Some(piece) = self.pieces.pop_front() {
            if self.pieces.is_empty() && matches!(self.end, End::Closes) {
                self.is_over = true;
                self.life.pass(Point::ModelAnswered).await;
            }
            return Some((Ok(piece), self));
        }
        match self.end {
            End::Closes => None,
            End::Breaks(_) => {
                self.is_over = true;
                Some((Err(TransportError::Unreachable { reason: "connection reset".to_owned() }), self))
            }
            End::Stays(_) => futures::future::pending().await,
        }
    }
}

impl Drop for Streaming {
    fn drop(&mut self) {
        if !self.is_over {
            self.aborted.set(self.aborted.get() + 1);
        }
    }
}
