//! The engine as the service worker loads it: what JavaScript may call, and Chrome's side of every port of the driver.
//!
//! Nothing is decided here. A panic ends this instance: the hook tells the shell, which drops it whole and boots another
//! from the same rows.

mod alarms;
mod chance;
mod chrome;
mod clock;
mod debugger;
mod downloads;
mod fetch;
mod fetching;
mod frames;
mod group_tools;
mod json;
mod lent_tabs;
mod listening;
mod navigation;
mod notices;
mod origin;
mod page;
mod page_tools;
mod past_tools;
mod permission;
mod sight;
mod sink;
mod tab_moves;
mod tab_tools;
mod tabs;
mod tool_host;
mod vault;
mod watching;

use fairlead_protocol::ids::BrowserSession;
use fairlead_runtime::Runtime;
use fairlead_runtime::ports::{PortId, Ports, Spawner};
use fairlead_store_rexie::RexieStore;
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

const DATABASE: &str = "fairlead";

#[wasm_bindgen]
extern "C" {
    /// What the shell does for the engine.
    pub type Shell;
    /// Sends one text to each of these Ports.
    #[wasm_bindgen(method)]
    fn deliver(this: &Shell, ports: Vec<u32>, text: &str);
    /// This instance has panicked and must not be called again.
    #[wasm_bindgen(method)]
    fn trapped(this: &Shell, message: &str);
    /// Tells the person, by a notice as text.
    #[wasm_bindgen(method)]
    fn notify(this: &Shell, notice: &str);
    /// Nothing of this Thread is to be told any more.
    #[wasm_bindgen(method)]
    fn quiet(this: &Shell, thread: &str);
    /// Does what an order of the debugger says, as text, and answers as text.
    #[wasm_bindgen(method, catch)]
    async fn debug(this: &Shell, order: &str) -> Result<JsValue, JsValue>;
    /// Gets what an order says, as text, and answers as text.
    #[wasm_bindgen(method, catch)]
    async fn fetch(this: &Shell, order: &str) -> Result<JsValue, JsValue>;
    /// The Thread's Turn has ended: tabs that were attached for it alone are let go.
    #[wasm_bindgen(method, js_name = letGo)]
    fn let_go(this: &Shell, thread: &str);
    /// The Turn is about to change something in this tab: from here on what the person does there is told.
    #[wasm_bindgen(method)]
    async fn hold(this: &Shell, tab: i32, thread: &str, turn: &str) -> JsValue;
    /// The Thread's Turn does not work any more. `everywhere`: a worker that died may have held any tab.
    #[wasm_bindgen(method, js_name = handBack)]
    fn hand_back(this: &Shell, thread: &str, everywhere: bool);
    #[wasm_bindgen(method, getter)]
    fn session(this: &Shell) -> String;
    #[wasm_bindgen(method, getter)]
    fn language(this: &Shell) -> String;
}

thread_local! {
    static SHELL: RefCell<Option<Rc<Shell>>> = const { RefCell::new(None) };
}

#[wasm_bindgen]
pub struct Engine {
    runtime: Runtime,
}

#[wasm_bindgen]
impl Engine {
    /// Opens the database and boots what its rows say.
    pub async fn start(shell: Shell) -> Result<Engine, JsError> {
        let shell = Rc::new(shell);
        SHELL.with(|slot| *slot.borrow_mut() = Some(Rc::clone(&shell)));
        std::panic::set_hook(Box::new(|info| {
            console_error_panic_hook::hook(info);
            SHELL.with(|slot| {
                if let Some(shell) = slot.borrow().as_ref() {
                    shell.trapped(&info.to_string());
                }
            });
        }));
        let store = RexieStore::open(DATABASE).await?;
        let vault =
            vault::KeyVault::open(store.vault()).await.map_err(|error| JsError::new(&error.to_string()))?;
        let (session, locale) = (BrowserSession::new(shell.session()), shell.language());
        let store = Rc::new(store);
        let debugger = debugger::Debugger::new(Rc::clone(&shell));
        let ports = Ports {
            exchanges: Rc::<RexieStore>::clone(&store),
            store,
            model: Rc::new(fetch::FetchModel::new(vault.clone())),
            tools: Rc::new(tool_host::ToolHost::new(debugger.clone(), Rc::clone(&shell))),
            sight: Rc::new(sight::Sights::new(debugger)),
            watch: Rc::new(watching::Watches),
            lent: Rc::new(lent_tabs::ChromeTabs),
            vault: Rc::new(vault),
            clock: Rc::new(clock::WallClock),
            alarms: Rc::new(alarms::ChromeAlarms),
            notices: Rc::new(notices::ShellNotices::new(Rc::clone(&shell))),
            chance: Rc::new(chance::SystemChance),
            sink: Rc::new(sink::ShellSink::new(shell)),
            spawner: Rc::new(LocalSpawner),
            session,
            locale,
        };
        Ok(Self { runtime: Runtime::start(ports) })
    }

    pub fn receive(&self, port: u32, text: &str) {
        self.runtime.receive(PortId(port), text);
    }

    /// The person took sites back in the browser, which names them by match patterns.
    pub fn withdrawn(&self, patterns: Vec<String>) {
        self.runtime.withdrawn(patterns);
    }

    pub fn disconnected(&self, port: u32) {
        self.runtime.disconnected(PortId(port));
    }

    /// What the person did in a tab that is held, as text.
    pub fn gestured(&self, hand: &str) {
        if let Ok(hand) = serde_json::from_str(hand) {
            self.runtime.gestured(hand);
        }
    }

    /// Something runs that a stopped worker would have to take up again.
    #[wasm_bindgen(getter)]
    pub fn busy(&self) -> bool {
        self.runtime.is_busy()
    }
}

struct LocalSpawner;

impl Spawner for LocalSpawner {
    fn spawn(&self, task: LocalBoxFuture<'static, ()>) {
        wasm_bindgen_futures::spawn_local(task);
    }
}

/// What an exception says.
fn reason(error: &JsValue) -> String {
    match js_sys::Reflect::get(error, &JsValue::from_str("message"))
        .ok()
        .and_then(|message| message.as_string())
    {
        Some(message) => message,
        None => error.as_string().unwrap_or_else(|| "an unknown failure".to_owned()),
    }
}
