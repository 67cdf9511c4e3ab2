//! A page that is waited for: looked at now, and then as often as the wait says. Each look is judged by the Thread's actor on what
//! the tab shows at that moment. An alarm stands until the end of the wait is stored, so that a worker which was stopped meanwhile
//! looks again.

use crate::actor::Actor;
use crate::mailbox::Letter;
use crate::ports::Ports;
use crate::taken::Eyes;
use fairlead_engine::attached::Contents;
use fairlead_engine::probe::Look;
use fairlead_engine::watch::{Next, Watchful, after, glance, next};
use fairlead_engine::{Ctx, Hoard, Ids, Input, Probes, Seen, Sight, due};
use fairlead_protocol::ids::EffectId;
use fairlead_protocol::watch::{Glimpse, Watch};
use futures::channel::{mpsc, oneshot};
use futures::future::{Either, LocalBoxFuture, select};
use std::rc::Rc;

/// How long a page stays with one question; a worker that is stopped sooner loses nothing by it.
const PATIENCE_MS: u64 = 20_000;
/// A page that does not even say what it is.
const SILENCE_MS: u64 = 15_000;

pub(crate) fn watch(
    eyes: Eyes,
    letters: mpsc::UnboundedSender<Letter>,
    effect: EffectId,
    watch: Watch,
) -> LocalBoxFuture<'static, Input> {
    Box::pin(async move {
        let ports = &eyes.ports;
        loop {
            let again = next(&watch, ports.clock.now());
            ports.alarms.set(&effect.0, again);
            let glimpse = match look(&eyes, &letters, &watch).await {
                Watchful::Look(glance) => {
                    let left = u64::try_from(watch.until.0 - ports.clock.now().0).unwrap_or_default();
                    let asked = ports.watch.watch(glance, left.min(PATIENCE_MS));
                    bounded(ports, PATIENCE_MS + SILENCE_MS, asked).await.unwrap_or(Glimpse::NotYet)
                }
                Watchful::Later => Glimpse::NotYet,
                Watchful::Over(failure) => {
                    return Input::Watched { effect, seen: Seen::Over { failure } };
                }
            };
            if let Next::Tell(seen) = after(&watch, &glimpse, ports.clock.now()) {
                return Input::Watched { effect, seen };
            }
            while let Ok(wait @ 1..) = u64::try_from(again.0 - ports.clock.now().0) {
                ports.clock.sleep(wait).await;
            }
        }
    })
}

/// What the tab shows now, and the actor's word on reading it.
async fn look(eyes: &Eyes, letters: &mpsc::UnboundedSender<Letter>, watch: &Watch) -> Watchful {
    let looking = eyes.look(Look::Page { tab: watch.tab.id, element: None, others: Vec::new() });
    let Some(sight) = bounded(&eyes.ports, SILENCE_MS, Box::pin(looking)).await else {
        return Watchful::Later;
    };
    let (answer, answered) = oneshot::channel();
    let asked = letters.unbounded_send(Letter::MayLook { sight, answer });
    match (asked, answered.await) {
        (Ok(()), Ok(watchful)) => watchful,
        // The actor is gone, and this with it.
        (Err(_), _) | (_, Err(oneshot::Canceled)) => Watchful::Later,
    }
}

/// `None`: it took too long.
async fn bounded<T>(ports: &Ports, ms: u64, work: LocalBoxFuture<'_, T>) -> Option<T> {
    match select(work, ports.clock.sleep(ms)).await {
        Either::Left((done, _)) => Some(done),
        Either::Right(_) => None,
    }
}

impl Actor {
    pub(crate) fn eyes(&self) -> Eyes {
        let (ports, common, thread) = (self.ports.clone(), Rc::clone(&self.common), self.id.clone());
        Eyes { ports, common, thread }
    }

    /// May the page that is waited for be looked at, as its tab is now?
    pub(crate) async fn may_look(&mut self, sight: &Sight) -> Watchful {
        if self.sound().await.is_err() {
            return Watchful::Later;
        }
        let (now, ids) = (self.ports.clock.now(), Ids::new(self.ports.chance.seed()));
        let (probes, hoard, contents) = (Probes::none(), Hoard::default(), Contents::new());
        let common = self.common.borrow();
        let ctx = Ctx {
            now,
            ids: &ids,
            world: common.world(),
            probes: &probes,
            live: None,
            hoard: &hoard,
            contents: &contents,
        };
        glance(&self.state, &ctx, sight)
    }

    /// A wait that is over needs its alarm no more; one that is not stored as over still does.
    pub(crate) fn hush(&self, input: &Input) {
        if let Input::Woken { effect } | Input::Watched { effect, .. } = input
            && !due(&self.state).contains_key(effect)
        {
            self.ports.alarms.clear(&effect.0);
        }
    }
}
