//! What the driver needs from outside. Production ports are Chrome's, test ports are deterministic.

use crate::model_call::{ModelHttp, ModelStream, TransportError};
use fairlead_engine::probe::Look;
use fairlead_engine::watch::Glance;
use fairlead_engine::{Picture, Sight};
use fairlead_protocol::connection::{Connection, Secret};
use fairlead_protocol::event::Event;
use fairlead_protocol::ids::{
    BrowserSession, ConnectionId, ElementRef, KeyId, TabId, ThreadId, Timestamp, TurnId,
};
use fairlead_protocol::node::ResultOutcome;
use fairlead_protocol::notice::Notice;
use fairlead_protocol::page::{FileContent, TabRef};
use fairlead_protocol::run::Dispatch;
use fairlead_protocol::vault::KeyLock;
use fairlead_protocol::watch::Glimpse;
use fairlead_providers::without_key;
use fairlead_store::{ExchangeLog, Store};
use fairlead_tools::Tool;
use futures::future::LocalBoxFuture;
use std::rc::Rc;

/// One connected panel or settings page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PortId(pub u32);

#[derive(Clone)]
pub struct Ports {
    pub store: Rc<dyn Store>,
    pub exchanges: Rc<dyn ExchangeLog>,
    pub model: Rc<dyn ModelPort>,
    pub tools: Rc<dyn ToolPort>,
    pub sight: Rc<dyn SightPort>,
    pub watch: Rc<dyn WatchPort>,
    pub lent: Rc<dyn LentTabs>,
    pub vault: Rc<dyn Vault>,
    pub clock: Rc<dyn Clock>,
    pub alarms: Rc<dyn Alarms>,
    pub notices: Rc<dyn Notices>,
    pub chance: Rc<dyn Chance>,
    pub sink: Rc<dyn EventSink>,
    pub spawner: Rc<dyn Spawner>,
    pub session: BrowserSession,
    /// BCP 47, of the browser.
    pub locale: String,
}

pub trait ModelPort {
    /// Sends the request with the connection's key. Dropping the future or the stream aborts the request.
    fn open(&self, call: ModelHttp) -> LocalBoxFuture<'static, Result<ModelStream, TransportError>>;
}

/// Knows the key that a request was sent with, and takes it out of what is kept of the answer.
#[derive(Debug)]
pub struct Veil(Secret);

impl Veil {
    pub fn over(key: Secret) -> Self {
        Self(key)
    }

    /// The bytes without the key, and in how many places it stood.
    pub(crate) fn cover(&self, bytes: &[u8]) -> (Vec<u8>, u32) {
        without_key(bytes, &self.0.0)
    }
}

/// A call that was committed and may now run.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolOrder {
    /// The same id is the same dispatch: a page that saw it answers again and does not act again.
    pub id: String,
    pub thread: ThreadId,
    pub turn: TurnId,
    pub tool: Tool,
    /// The tab that it changes.
    pub changes: Option<TabId>,
    pub dispatch: Dispatch,
    /// The tab of the conversation.
    pub tab: Option<TabRef>,
    pub opens: Opens,
    /// What a call to give files to a page names.
    pub files: Vec<FileContent>,
}

/// Whether a tab that shows the address already may be used where one is opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opens {
    Shared,
    /// Always a new one, which is moved without asking whose it is. From its first moment it is known as lent to this child.
    Lent {
        child: ThreadId,
    },
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolYield {
    pub outcome: ResultOutcome,
    pub pictures: Vec<Picture>,
}

impl From<ResultOutcome> for ToolYield {
    fn from(outcome: ResultOutcome) -> Self {
        Self { outcome, pictures: Vec::new() }
    }
}

pub trait ToolPort {
    /// Never fails: what went wrong is a value that the model reads. Bounded in time by the port.
    fn run(&self, order: ToolOrder) -> LocalBoxFuture<'static, ToolYield>;
    /// A Turn of this Thread has come to its end: what was held in the browser for it is let go.
    fn let_go(&self, thread: &ThreadId);
    /// The Turn of this Thread that was at work is not any more: pages that it acted on are the person's again.
    fn hand_back(&self, thread: &ThreadId, pages: Pages);
    /// Marks an element for the person; best effort.
    fn show(&self, tab: TabId, element: ElementRef) -> LocalBoxFuture<'static, ()>;
}

/// Which pages may show that a Turn acts on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// Those that this life of the worker had show it.
    Known,
    /// A worker that died had any show it.
    Any,
}

/// Tabs that were opened for children. No row tells of them: a tab lives as long as the browser does, and so does what the browser
/// remembers of whose it is; a row would outlive both, and name a tab of the person's one day.
pub trait LentTabs {
    /// Those that are open and that the person has not made their own, by looking at them or keeping them.
    fn all(&self) -> LocalBoxFuture<'static, Vec<LentTab>>;
    /// Closes one, unless it is the person's by then. One that cannot be closed now stays among `all`.
    fn close(&self, tab: TabId) -> LocalBoxFuture<'static, ()>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LentTab {
    pub tab: TabId,
    pub child: ThreadId,
}

pub trait SightPort {
    /// Looks and never acts. Bounded in time by the port.
    fn look(&self, look: Look) -> LocalBoxFuture<'static, Sight>;
}

pub trait WatchPort {
    /// Asks the page that the look was judged on whether the condition holds, and stays for as long as `patience_ms` while it
    /// does not. A page that cannot be asked shows nothing yet. Bounded in time by the port.
    fn watch(&self, glance: Glance, patience_ms: u64) -> LocalBoxFuture<'static, Glimpse>;
}

/// Keys go in and never come out here; the model port knows where they are.
pub trait Vault {
    fn keep<'a>(
        &'a self,
        connection: &'a Connection,
        key: &'a KeyId,
        secret: &'a Secret,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>>;
    fn forget<'a>(
        &'a self,
        connection: &'a ConnectionId,
        key: &'a KeyId,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>>;
    fn lock_state(&self) -> KeyLock;
    /// Opens the keys until the browser ends, or somebody locks them.
    fn unlock<'a>(&'a self, passphrase: &'a Secret) -> LocalBoxFuture<'a, Result<(), VaultError>>;
    fn lock(&self) -> LocalBoxFuture<'_, Result<(), VaultError>>;
    /// Puts the keys of these connections under another passphrase, or under none. A crash leaves all of them as they were, or all as
    /// they shall be. Done once more it changes nothing.
    fn protect<'a>(
        &'a self,
        connections: &'a [Connection],
        current: Option<&'a Secret>,
        passphrase: Option<&'a Secret>,
    ) -> LocalBoxFuture<'a, Result<(), VaultError>>;
    /// All keys, and the passphrase with them.
    fn forget_all(&self) -> LocalBoxFuture<'_, Result<(), VaultError>>;
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VaultError {
    #[error("the key could not be stored: {reason}")]
    Unavailable { reason: String },
    #[error("the keys are locked")]
    Locked,
    #[error("this is not the passphrase")]
    WrongPassphrase,
}

pub trait Clock {
    fn now(&self) -> Timestamp;
    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()>;
}

/// What tells a person outside of the panel. It only opens the conversation; nothing is decided there.
pub trait Notices {
    /// In place of what stood there of the same Thread.
    fn show(&self, notice: &Notice);
    fn clear(&self, thread: &ThreadId);
}

/// Wakes the worker at a time, should it sleep then. The engine's own timer does the rest; an alarm that nobody needs any more
/// only wakes somebody for nothing.
pub trait Alarms {
    fn set(&self, name: &str, at: Timestamp);
    fn clear(&self, name: &str);
}

pub trait Chance {
    /// Text that no other call gets: lower-case letters and digits.
    fn seed(&self) -> String;
    /// From 0 up to and without 1.
    fn unit(&self) -> f64;
}

pub trait EventSink {
    fn send(&self, ports: &[PortId], event: &Event);
}

pub trait Spawner {
    fn spawn(&self, task: LocalBoxFuture<'static, ()>);
}
