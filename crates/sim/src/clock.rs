//! Time that stands still until the world has nothing else to do. A sleep that is dropped is forgotten, so that a timeout
//! nobody waits for any more never moves the clock.

use fairlead_protocol::ids::Timestamp;
use fairlead_runtime::ports::Clock;
use futures::future::LocalBoxFuture;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// Some moment in 2026.
const START: i64 = 1_790_000_000_000;

#[derive(Clone, Debug)]
pub struct VirtualClock {
    inner: Rc<RefCell<Inner>>,
}

#[derive(Debug)]
struct Inner {
    now: i64,
    count: u64,
    timers: BTreeMap<Due, Option<Waker>>,
}

/// The moment, then the order in which sleeps began.
type Due = (i64, u64);

impl Default for VirtualClock {
    fn default() -> Self {
        Self { inner: Rc::new(RefCell::new(Inner { now: START, count: 0, timers: BTreeMap::new() })) }
    }
}

impl VirtualClock {
    /// Goes to the next timer and rings it. `false`: there is none.
    pub fn advance(&self) -> bool {
        let waker = {
            let mut inner = self.inner.borrow_mut();
            let Some(((at, _), waker)) = inner.timers.pop_first() else { return false };
            inner.now = inner.now.max(at);
            waker
        };
        if let Some(waker) = waker {
            waker.wake();
        }
        true
    }

    /// When the next timer rings.
    pub fn next(&self) -> Option<Timestamp> {
        self.inner.borrow().timers.first_key_value().map(|((at, _), _)| Timestamp(*at))
    }

    /// Lets time pass without ringing anything that is not due by then.
    pub fn pass(&self, ms: u64) {
        let until = self.inner.borrow().now.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX));
        while self.next().is_some_and(|at| at.0 <= until) {
            self.advance();
        }
        self.inner.borrow_mut().now = until;
    }
}

impl Clock for VirtualClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.inner.borrow().now)
    }

    fn sleep(&self, ms: u64) -> LocalBoxFuture<'static, ()> {
        let mut inner = self.inner.borrow_mut();
        inner.count += 1;
        let due = (inner.now.saturating_add(i64::try_from(ms).unwrap_or(i64::MAX)), inner.count);
        inner.timers.insert(due, None);
        Box::pin(Sleep { clock: self.clone(), due })
    }
}

struct Sleep {
    clock: VirtualClock,
    due: Due,
}

impl Future for Sleep {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        match self.clock.inner.borrow_mut().timers.get_mut(&self.due) {
            Some(waker) => {
                *waker = Some(context.waker().clone());
                Poll::Pending
            }
            None => Poll::Ready(()),
        }
    }
}

impl Drop for Sleep {
    fn drop(&mut self) {
        self.clock.inner.borrow_mut().timers.remove(&self.due);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn time_moves_to_the_next_timer_that_someone_still_waits_for() {
        let clock = VirtualClock::default();
        let (late, early, dropped) = (clock.sleep(20), clock.sleep(10), clock.sleep(5));
        drop(dropped);
        let mut early = early;
        assert!((&mut early).now_or_never().is_none());
        assert!(clock.advance());
        assert_eq!(clock.now(), Timestamp(START + 10));
        assert!(early.now_or_never().is_some());
        drop(late);
        assert!(!clock.advance());
    }
}
