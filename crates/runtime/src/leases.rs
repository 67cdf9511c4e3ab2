//! One write at a time in each tab, over all Threads. A call that writes holds its tab from before it touches it until it has come
//! to its end, or is aborted; others wait in the order in which they came. A call holds one tab at most and waits for nothing else
//! meanwhile, so nobody can wait in a circle. Readers hold nothing: a page is read as it is. After the wait the page compares its
//! document and element with what was judged, as it does for every write. A crash leaves no lease: it is a wait and no state.

use fairlead_protocol::ids::TabId;
use fairlead_protocol::page::TabRef;
use fairlead_protocol::tool::Effects;
use fairlead_tools::{AddressTab, Descriptor, Reach, Tool};
use futures::channel::oneshot;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

type Line = VecDeque<oneshot::Sender<Lease>>;

#[derive(Clone, Default)]
pub(crate) struct Leases {
    /// Tabs that are held, each with those who wait for it.
    held: Rc<RefCell<Vec<(TabId, Line)>>>,
}

/// Gives the tab on when it is dropped.
pub(crate) struct Lease {
    leases: Leases,
    tab: TabId,
}

impl Leases {
    /// Comes when the tab is free. Dropped before, it is the next one's turn.
    pub(crate) async fn take(&self, tab: TabId) -> Lease {
        loop {
            let turn = match self.line_up(tab) {
                Ok(lease) => return lease,
                Err(turn) => turn,
            };
            if let Ok(lease) = turn.await {
                return lease;
            }
        }
    }

    fn line_up(&self, tab: TabId) -> Result<Lease, oneshot::Receiver<Lease>> {
        let mut held = self.held.borrow_mut();
        if let Some((_, line)) = held.iter_mut().find(|(held, _)| *held == tab) {
            let (turn, mine) = oneshot::channel();
            line.push_back(turn);
            return Err(mine);
        }
        held.push((tab, VecDeque::new()));
        Ok(Lease { leases: self.clone(), tab })
    }

    fn next(&self, tab: TabId) -> Option<oneshot::Sender<Lease>> {
        let mut held = self.held.borrow_mut();
        let next = held.iter_mut().find(|(held, _)| *held == tab).and_then(|(_, line)| line.pop_front());
        if next.is_none() {
            held.retain(|(held, _)| *held != tab);
        }
        next
    }
}

/// The tab that a call changes something in.
pub(crate) fn written(declared: &Descriptor, tool: &Tool, tab: Option<&TabRef>) -> Option<TabId> {
    match (declared.effects, tool.reach()) {
        (
            Effects::Write,
            Reach::Page { .. }
            | Reach::Spot { .. }
            | Reach::Tab { .. }
            | Reach::Address { tab: AddressTab::Existing(_), .. },
        ) => tab.map(|tab| tab.id),
        (Effects::Write | Effects::Read, _) => None,
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(next) = self.leases.next(self.tab) {
            // Whoever does not wait any more drops what it is given, and so it goes on to the next.
            let _ = next.send(Lease { leases: self.leases.clone(), tab: self.tab });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    const ONE: TabId = TabId(1);
    const TWO: TabId = TabId(2);

    #[test]
    fn one_tab_is_held_once_and_passes_on_in_the_order_of_asking() {
        let leases = Leases::default();
        let first = leases.take(ONE).now_or_never().unwrap();
        let (mut second, mut third) = (Box::pin(leases.take(ONE)), Box::pin(leases.take(ONE)));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(third.as_mut().now_or_never().is_none());
        assert!(leases.take(TWO).now_or_never().is_some(), "another tab is another lease");
        drop(first);
        assert!(third.as_mut().now_or_never().is_none());
        let second = second.now_or_never().unwrap();
        drop(second);
        drop(third.now_or_never().unwrap());
        assert!(leases.held.borrow().is_empty(), "nothing is kept for a tab that nobody wants");
    }

    #[test]
    fn who_gives_up_waiting_keeps_nobody() {
        let leases = Leases::default();
        let first = leases.take(ONE).now_or_never().unwrap();
        let mut second = Box::pin(leases.take(ONE));
        let mut third = Box::pin(leases.take(ONE));
        assert!(second.as_mut().now_or_never().is_none() && third.as_mut().now_or_never().is_none());
        drop(second);
        drop(first);
        assert!(third.now_or_never().is_some());
    }

    #[test]
    fn who_gives_up_when_it_was_just_given_the_tab_gives_it_on() {
        let leases = Leases::default();
        let first = leases.take(ONE).now_or_never().unwrap();
        let mut second = Box::pin(leases.take(ONE));
        let mut third = Box::pin(leases.take(ONE));
        assert!(second.as_mut().now_or_never().is_none() && third.as_mut().now_or_never().is_none());
        drop(first);
        drop(second);
        assert!(third.now_or_never().is_some());
    }
}
