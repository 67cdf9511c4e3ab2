//! One life of the engine: the real runtime on ports that belong to the world.

use crate::alarms::AlarmClock;
use crate::browser::{BrowserPort, Pace, Web};
use crate::chronicle::Chronicle;
use crate::clock::VirtualClock;
use crate::dice::Dice;
use crate::fate::{Fate, Life};
use crate::invariants::Violations;
use crate::model::{ScriptedModel, Transcript, WireShape};
use crate::notices::{NoticeBoard, NoticePort};
use crate::sink::{Inboxes, RecordingSink};
use crate::store::CrashingStore;
use crate::vault::MemoryVault;
use crate::world::Setup;
use fairlead_protocol::ids::BrowserSession;
use fairlead_protocol::node::ResultOutcome;
use fairlead_runtime::Runtime;
use fairlead_runtime::ports::{Ports, Spawner};
use fairlead_store::MemoryStore;
use futures::executor::{LocalPool, LocalSpawner};
use futures::future::LocalBoxFuture;
use futures::task::LocalSpawnExt;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// One life.
pub(crate) struct Engine {
    pub(crate) pool: LocalPool,
    pub(crate) runtime: Runtime,
    pub(crate) life: Life,
}

/// What outlives the engine.
#[derive(Clone)]
pub(crate) struct Parts {
    pub(crate) clock: VirtualClock,
    pub(crate) fate: Fate,
    pub(crate) rows: MemoryStore,
    pub(crate) read_ms: Rc<Cell<u64>>,
    pub(crate) web: Rc<RefCell<Web>>,
    pub(crate) answered: Rc<RefCell<BTreeMap<String, ResultOutcome>>>,
    pub(crate) model: Transcript,
    pub(crate) vault: Rc<MemoryVault>,
    pub(crate) inboxes: Inboxes,
    pub(crate) violations: Violations,
    pub(crate) dice: Rc<Dice>,
    pub(crate) alarms: AlarmClock,
    pub(crate) notices: NoticeBoard,
    pub(crate) chronicle: Chronicle,
    /// Changes with every start of the browser.
    pub(crate) session: BrowserSession,
}

impl Engine {
    pub(crate) fn start(parts: &Parts, setup: &Setup) -> Self {
        let pool = LocalPool::new();
        let life = Life::new(&parts.fate);
        let browser = Rc::new(BrowserPort {
            web: Rc::clone(&parts.web),
            answered: Rc::clone(&parts.answered),
            life: life.clone(),
            rows: parts.rows.clone(),
            clock: parts.clock.clone(),
            dice: Rc::clone(&parts.dice),
            pace: Pace { look_ms: 2 + setup.jitter_ms / 4, act_ms: 20 + setup.jitter_ms },
            violations: parts.violations.clone(),
        });
        let store = CrashingStore {
            rows: parts.rows.clone(),
            life: life.clone(),
            clock: parts.clock.clone(),
            dice: Rc::clone(&parts.dice),
            latency_ms: setup.jitter_ms,
            read_ms: Rc::clone(&parts.read_ms),
            violations: parts.violations.clone(),
            chronicle: parts.chronicle.clone(),
        };
        let model = ScriptedModel {
            brain: Rc::clone(&setup.brain),
            note_taker: Rc::clone(&setup.note_taker),
            transcript: parts.model.clone(),
            vault: Rc::clone(&parts.vault),
            life: life.clone(),
            clock: parts.clock.clone(),
            dice: Rc::clone(&parts.dice),
            shape: WireShape { longest_piece: 160, pause_ms: 3 },
            violations: parts.violations.clone(),
        };
        let sink = RecordingSink {
            life: life.clone(),
            inboxes: Rc::clone(&parts.inboxes),
            violations: parts.violations.clone(),
        };
        let notices = NoticePort {
            board: parts.notices.clone(),
            life: life.clone(),
            rows: parts.rows.clone(),
            violations: parts.violations.clone(),
        };
        let ports = Ports {
            store: Rc::new(store),
            exchanges: Rc::new(parts.rows.clone()),
            model: Rc::new(model),
            tools: Rc::<BrowserPort>::clone(&browser),
            sight: Rc::<BrowserPort>::clone(&browser),
            watch: Rc::<BrowserPort>::clone(&browser),
            lent: browser,
            vault: Rc::<MemoryVault>::clone(&parts.vault),
            clock: Rc::new(parts.clock.clone()),
            alarms: Rc::new(parts.alarms.clone()),
            notices: Rc::new(notices),
            chance: Rc::<Dice>::clone(&parts.dice),
            sink: Rc::new(sink),
            spawner: Rc::new(PoolSpawner(pool.spawner())),
            session: parts.session.clone(),
            locale: "en".to_owned(),
        };
        Self { runtime: Runtime::start(ports), pool, life }
    }
}

struct PoolSpawner(LocalSpawner);

impl Spawner for PoolSpawner {
    fn spawn(&self, task: LocalBoxFuture<'static, ()>) {
        // The pool is gone only when its engine is being dropped.
        let _ = self.0.spawn_local(task);
    }
}
