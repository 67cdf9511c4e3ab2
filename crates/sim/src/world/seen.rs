//! What a test sees of a world: what its panels show, what is stored, and what was wrong.

use super::{PanelId, World};
use crate::browser::SHOP_TAB;
use crate::invariants;
use crate::panel::{Answered, Panel, PanelView, Person};
use fairlead_engine::ThreadState;
use fairlead_protocol::event::{Event, Snapshot};
use fairlead_protocol::ids::{SubmissionId, ThreadId, TurnId};
use fairlead_protocol::page::TabRef;

impl World {
    pub fn view(&self, panel: PanelId) -> PanelView {
        self.panels.get(&panel).map(|panel| panel.view.clone()).unwrap_or_default()
    }

    pub fn answer(&self, panel: PanelId, submission: &SubmissionId) -> Option<Answered> {
        self.panels.get(&panel)?.view.answers.get(submission).cloned()
    }

    /// Messages for a Turn that was over, which the panels of now have sent again as new ones.
    pub fn sent_anew(&self) -> usize {
        self.panels.values().map(|panel| panel.sent_anew).sum()
    }

    /// Answers that the panels of now have had.
    pub fn answers(&self) -> impl Iterator<Item = &Answered> {
        self.panels.values().flat_map(|panel| panel.view.answers.values())
    }

    pub fn client(&self, panel: PanelId) -> Option<&Panel> {
        self.panels.get(&panel)
    }

    /// The Turn that the panel's strip shows.
    pub fn turn(&self, panel: PanelId) -> Option<TurnId> {
        Some(self.panels.get(&panel)?.view.run.as_ref()?.turn.clone())
    }

    pub fn thread_of(&self, panel: PanelId) -> ThreadId {
        self.panels.get(&panel).map_or(ThreadId::new(""), |panel| panel.thread.clone())
    }

    /// The shop's tab, if it is open.
    pub fn front(&self) -> Option<TabRef> {
        let web = self.web.borrow();
        web.tab(SHOP_TAB).ok().map(|(tab, _)| tab)
    }

    /// The Thread as its rows say.
    pub fn stored(&self, thread: &ThreadId) -> Option<ThreadState> {
        invariants::stored(&self.rows, thread)
    }

    /// The Thread as the engine has it in memory, asked for on a Port of its own.
    pub(crate) fn remembered(&mut self, thread: &ThreadId) -> Option<Snapshot> {
        let port = self.port();
        let mut probe = Panel::new(&format!("probe{}", port.0), thread.clone(), port, Person::away());
        let command = probe.greeting();
        // Time stands still for it.
        let read_ms = self.read_ms.replace(0);
        self.post(port, &command);
        self.engine.pool.run_until_stalled();
        self.read_ms.set(read_ms);
        let heard = self.inboxes.borrow_mut().remove(&port).unwrap_or_default();
        self.engine.runtime.disconnected(port);
        self.engine.pool.run_until_stalled();
        heard.into_iter().find_map(|event| match event {
            Event::Initialized { snapshot, .. } => snapshot,
            _ => None,
        })
    }

    /// What was wrong so far; nothing, if the engine is right.
    pub fn violations(&self) -> Vec<String> {
        self.violations.all()
    }
}
