//! What a Thread's actor owes its relations: children that nobody waits for any more are told so, and a child tells whoever waits
//! for it; a child that has ended leaves no tab behind. What a word does not reach, because the worker died in between, follows from
//! the rows at the next start.

use crate::actor::Actor;
use crate::delegates::stored;
use crate::journal;
use crate::tidying::tidy;
use fairlead_engine::delegation::has_work;
use fairlead_engine::{Fact, Input, Probes, ThreadState, delegation};
use fairlead_protocol::delegation::Delegation;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::pause::{Gesture, HandOnPage};
use fairlead_store::StoreError;

impl Actor {
    /// Children hear that nobody waits for them any more, and who waits for a child hears that something has changed.
    pub(crate) fn tell_family(&self, before: &ThreadState, facts: &[Fact]) {
        for child in delegation::let_go(before, facts, &self.state) {
            self.hub.disown(&child);
        }
        let gone: Vec<_> = facts.iter().flat_map(|fact| journal::gone(before, fact)).collect();
        for child in &gone {
            self.hub.forsake(child);
            self.hub.outdated(child);
        }
        let has_ended = self.is_child() && has_work(before) && !has_work(&self.state);
        if has_ended {
            self.hub.unheard(&self.id);
        }
        if has_ended || !gone.is_empty() {
            tidy(&self.ports);
        }
        if !gone.is_empty() {
            // What they asked is not asked any more.
            self.ports.notices.clear(&self.id);
        }
        let activity = |state: &ThreadState| state.thread.as_ref().map(|thread| thread.activity);
        if self.is_child() && activity(before) != activity(&self.state) {
            self.hub.changed(&self.id);
        }
    }

    /// A child's page is the conversation's: whoever uses it has taken it from the whole Turn.
    pub(crate) async fn gestured(&mut self, turn: TurnId, gesture: Gesture) {
        let _ = self.sound().await;
        let Some(Delegation { thread, turn: caller, .. }) = self.state.delegated().cloned() else {
            return self.outcome(Input::HandOnPage { turn, gesture }, &Probes::none()).await;
        };
        if self.state.live_run().is_some_and(|run| run.id == turn) {
            self.hub.pass_on(HandOnPage { thread, turn: caller, gesture });
        }
    }

    pub(crate) fn is_child(&self) -> bool {
        self.state.delegated().is_some()
    }

    /// It has work to do, and the call that it was begun for is not out any more.
    pub(crate) async fn is_disowned(&self) -> Result<bool, StoreError> {
        let Some(delegated) = self.state.delegated() else { return Ok(false) };
        if !has_work(&self.state) {
            return Ok(false);
        }
        let patron = stored(self.ports.store.as_ref(), &delegated.thread).await?;
        Ok(!delegation::is_awaited(patron.as_ref(), &delegated.call))
    }
}
