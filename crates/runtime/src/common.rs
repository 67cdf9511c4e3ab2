//! What all actors share: settings, connections, rules and memories as they are stored now. Whoever commits a change of them changes
//! this copy in the same step.

use crate::exchange::Recorder;
use crate::hub::Load;
use crate::leases::Leases;
use crate::ports::Ports;
use crate::resting::Rests;
use fairlead_engine::ordered::OrderedMap;
use fairlead_engine::{SensitiveList, World};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::ids::{BrowserSession, ConnectionId, TabId, ThreadId};
use fairlead_protocol::memory::Memory;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::settings::{Language, Settings};

pub(crate) struct Common {
    settings: Settings,
    pub(crate) connections: Vec<Connection>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) memories: Vec<Memory>,
    /// Sensitive sites that everybody has.
    pub(crate) shipped: SensitiveList,
    /// Those, and the person's own.
    sensitive: SensitiveList,
    pub(crate) session: BrowserSession,
    /// The browser's own language.
    pub(crate) locale: String,
    pub(crate) load: Load,
    /// Tabs that the person has for a step of a Thread's Turn.
    pub(crate) taken: OrderedMap<ThreadId, TabId>,
    /// Who writes in which tab.
    pub(crate) leases: Leases,
    pub(crate) recorder: Recorder,
    pub(crate) rests: Rests,
}

impl Common {
    /// Before anything of it has been read.
    pub(crate) fn new(ports: &Ports, load: Load, recorder: Recorder) -> Self {
        Self {
            settings: Settings::default(),
            connections: Vec::new(),
            rules: Vec::new(),
            memories: Vec::new(),
            shipped: SensitiveList::default(),
            sensitive: SensitiveList::default(),
            session: ports.session.clone(),
            locale: ports.locale.clone(),
            load,
            taken: OrderedMap::new(),
            leases: Leases::default(),
            recorder,
            rests: Rests::default(),
        }
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Settings as they are now, and with them what is sensitive.
    pub(crate) fn settle(&mut self, settings: Settings) {
        self.sensitive = self.shipped.clone().with_own(&settings.sensitive_sites);
        self.settings = settings;
    }

    pub(crate) fn world(&self) -> World<'_> {
        World {
            settings: &self.settings,
            connections: &self.connections,
            rules: &self.rules,
            memories: &self.memories,
            sensitive: &self.sensitive,
            session: &self.session,
            locale: match self.settings.language {
                Language::Auto => &self.locale,
                Language::English => "en",
                Language::SimplifiedChinese => "zh-CN",
            },
        }
    }

    /// The tab that the person has for this Thread from here on.
    pub(crate) fn takes(&mut self, thread: &ThreadId, tab: Option<TabId>) {
        match tab {
            Some(tab) => self.taken.insert(thread.clone(), tab),
            None => {
                self.taken.remove(thread);
            }
        }
    }

    pub(crate) fn connection(&self, id: &ConnectionId) -> Option<&Connection> {
        self.connections.iter().find(|connection| connection.id == *id)
    }
}
