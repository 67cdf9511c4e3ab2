//! The world of a replay: one connection and no rules. What the real one said is in the precedents.

use crate::file::Frozen;
use fairlead_engine::{SensitiveList, World};
use fairlead_protocol::connection::{Connection, KeyState, Quirks, Wire};
use fairlead_protocol::ids::{BrowserSession, ConnectionId};
use fairlead_protocol::settings::{LimitsProfile, Settings, Titles};

pub(crate) struct Ground {
    settings: Settings,
    connections: [Connection; 1],
    sensitive: SensitiveList,
    session: BrowserSession,
    locale: String,
}

impl Ground {
    pub(crate) fn of(frozen: &Frozen) -> Self {
        Self {
            settings: Settings {
                policy: frozen.policy,
                completion: frozen.completion,
                saving: frozen.context.map(|terms| terms.saving).unwrap_or_default(),
                limits: LimitsProfile::Own { limits: frozen.limits },
                // A title is the Thread's and no Turn's.
                titles: Titles::FirstLine,
                ..Settings::default()
            },
            connections: [Connection {
                id: ConnectionId::new(frozen.connection.clone()),
                name: String::new(),
                wire: Wire::OpenaiChat,
                base_url: String::new(),
                model: frozen.model.clone(),
                quirks: Quirks::default(),
                key: KeyState::Absent,
                prices: frozen.prices,
                context_window: frozen.context.map(|terms| terms.window),
            }],
            sensitive: SensitiveList::default(),
            session: BrowserSession::new("replay"),
            locale: frozen.locale.clone(),
        }
    }

    pub(crate) fn world(&self) -> World<'_> {
        World {
            settings: &self.settings,
            connections: &self.connections,
            rules: &[],
            memories: &[],
            sensitive: &self.sensitive,
            session: &self.session,
            locale: &self.locale,
        }
    }
}
