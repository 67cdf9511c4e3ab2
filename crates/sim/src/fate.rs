//! Where the engine can be killed: every commit has a point before and one behind it, every effect has one before it starts,
//! one while it is under way and one behind its change of the world. The world counts them as they are passed; a run with a
//! plan dies at the numbers that it names.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Point {
    BeforeCommit,
    /// Stored, and nobody has been told.
    AfterCommit,
    ModelAsked,
    /// Some of the reply has streamed.
    ModelMidway,
    /// All of the reply has streamed and is not stored.
    ModelAnswered,
    BeforeTool,
    /// The world has changed and the outcome is under way.
    AfterTool,
}

/// Shared by everything that can pass a point, over all lives of the engine.
#[derive(Clone, Debug, Default)]
pub struct Fate {
    inner: Rc<RefCell<Inner>>,
}

#[derive(Debug, Default)]
struct Inner {
    armed: bool,
    deaths: BTreeSet<usize>,
    passed: Vec<Point>,
}

/// One life of the engine: its ports are deaf and dumb after its end, whatever still runs in it.
#[derive(Clone, Debug)]
pub(crate) struct Life {
    fate: Fate,
    alive: Rc<Cell<bool>>,
}

impl Fate {
    /// From here on points are counted, from 0, and those in `deaths` kill.
    pub fn arm(&self, deaths: impl IntoIterator<Item = usize>) {
        let mut inner = self.inner.borrow_mut();
        inner.armed = true;
        inner.passed.clear();
        inner.deaths = deaths.into_iter().collect();
    }

    pub fn disarm(&self) {
        self.inner.borrow_mut().armed = false;
    }

    /// Points passed since it was armed.
    pub fn passed(&self) -> Vec<Point> {
        self.inner.borrow().passed.clone()
    }

    fn kills(&self, point: Point) -> bool {
        let mut inner = self.inner.borrow_mut();
        if !inner.armed {
            return false;
        }
        let number = inner.passed.len();
        inner.passed.push(point);
        inner.deaths.contains(&number)
    }
}

impl Life {
    pub(crate) fn new(fate: &Fate) -> Self {
        Self { fate: fate.clone(), alive: Rc::new(Cell::new(true)) }
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.alive.get()
    }

    pub(crate) fn end(&self) {
        self.alive.set(false);
    }

    /// Goes on only if the engine survives the point.
    pub(crate) async fn pass(&self, point: Point) {
        if !self.is_over() && self.fate.kills(point) {
            self.end();
        }
        self.go_on().await;
    }

    /// The dead do nothing: whatever awaits this stays where it is until it is dropped.
    pub(crate) async fn go_on(&self) {
        if self.is_over() {
            futures::future::pending::<()>().await;
        }
    }
}
