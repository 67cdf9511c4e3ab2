//! Notifications: after the commit that makes them true, and only of a Thread that no panel shows. Whoever comes to look clears them.

use crate::actor::Actor;
use fairlead_engine::ThreadState;
use fairlead_engine::fault::{Fault, active};
use fairlead_engine::notice::{Told, notice, place, told};

impl Actor {
    pub(crate) fn tell_the_person(&self, before: &ThreadState) {
        match told(before, &self.state) {
            Told::AsBefore => {}
            // It went with its Thread while it was told that this commit is stored.
            Told::Anew(_) | Told::Over if self.hub.is_forsaken(&self.id) => {}
            Told::Anew(occasion)
                if !self.hub.is_heard(place(&self.state)) || active(Fault::NoticeToALooker) =>
            {
                let common = self.common.borrow();
                let world = common.world();
                match notice(&self.state, occasion, world.settings, world.locale) {
                    Some(notice) => self.ports.notices.show(&notice),
                    None => self.ports.notices.clear(place(&self.state)),
                }
            }
            Told::Anew(_) | Told::Over => self.ports.notices.clear(place(&self.state)),
        }
    }

    /// Somebody looks at the Thread.
    pub(crate) fn seen(&self) {
        self.ports.notices.clear(place(&self.state));
    }
}
