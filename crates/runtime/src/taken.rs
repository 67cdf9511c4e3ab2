//! Looking at tabs, but for those that a person has for a step that only they can take: no other Thread looks at one, and so
//! nothing is sent there, until it is given back.

use crate::common::Common;
use crate::ports::Ports;
use fairlead_engine::fault::{Fault, active};
use fairlead_engine::probe::Look;
use fairlead_engine::wait::with_person;
use fairlead_engine::{Probe, Probes, Sight};
use fairlead_protocol::ids::{TabId, ThreadId};
use futures::future::join_all;
use std::cell::RefCell;
use std::rc::Rc;

/// Eyes of one Thread.
#[derive(Clone)]
pub(crate) struct Eyes {
    pub(crate) ports: Ports,
    pub(crate) common: Rc<RefCell<Common>>,
    pub(crate) thread: ThreadId,
}

impl Eyes {
    pub(crate) async fn see(&self, looks: Vec<Probe>) -> Probes {
        let looks = looks.into_iter().map(|probe| {
            let sight = self.look(probe.look);
            async move { (probe.call, sight.await) }
        });
        Probes(join_all(looks).await.into_iter().collect())
    }

    pub(crate) async fn look(&self, look: Look) -> Sight {
        if let Look::Tab { tab } | Look::Page { tab, .. } | Look::Spot { tab, .. } = look
            && self.is_taken(tab)
        {
            return Sight::Failed { failure: with_person() };
        }
        self.ports.sight.look(look).await
    }

    pub(crate) fn is_taken(&self, tab: TabId) -> bool {
        let common = self.common.borrow();
        let is_taken = common.taken.iter().any(|(thread, taken)| *thread != self.thread && *taken == tab);
        is_taken && !active(Fault::TakenPageRead)
    }
}
