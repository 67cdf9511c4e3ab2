//! What panels are told, and what they show for it.

use super::ledger::Ledger;
use crate::panel::{Panel, PanelView, of};
use crate::world::World;
use fairlead_engine::{ThreadState, view};
use fairlead_protocol::approval::Approval;
use fairlead_protocol::event::{Event, Snapshot};
use fairlead_protocol::ids::{ThreadId, TurnId};
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::item::{Item, ItemBody, ItemEnding};
use fairlead_store::RowKey;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// An event is sent after the commit that makes it true, and the end of a Turn as often as it ends.
pub(super) fn premature(ledger: &mut Ledger, event: &Event) -> Option<String> {
    // Whoever hears of a child hears next that it went with its Thread, if that is stored already.
    let is_gone =
        |thread: &ThreadId| ledger.children.contains(thread) && !ledger.has(&RowKey::Thread(thread.clone()));
    if of(event).is_some_and(is_gone) {
        return None;
    }
    let is_true = match event {
        Event::TurnStart { turn, .. } => ledger.has(&RowKey::Run(turn.clone())),
        Event::TurnComplete { thread, turn, .. } => {
            let told = ledger.ends_told.entry(turn.clone()).or_default();
            *told += 1;
            let told = *told;
            // The entries of a Turn that ended with its Thread went with it.
            told <= ledger.ends(turn) || !ledger.has(&RowKey::Thread(thread.clone()))
        }
        Event::ItemStart { item, .. } | Event::ItemComplete { item, .. } => {
            is_live(item) || ledger.has(&RowKey::Node(item.id.clone()))
        }
        Event::RunUpdated { run, .. } => {
            let stored = ledger.rows.get(&RowKey::Run(run.turn.clone()));
            stored.and_then(|row| row.pointer("/phase/state"))
                == serde_json::to_value(run.state).ok().as_ref()
        }
        Event::ApprovalRequest { approval, .. } => {
            ledger.text(&RowKey::Approval(approval.id.clone()), "/status/status") == Some("open")
        }
        Event::ApprovalClosed { approval, .. } => {
            ledger.text(&RowKey::Approval(approval.clone()), "/status/status") != Some("open")
        }
        Event::InteractionRequest { interaction, .. } => {
            ledger.text(&RowKey::Interaction(interaction.id.clone()), "/status/status") == Some("open")
        }
        Event::InteractionClosed { interaction, .. } => {
            ledger.text(&RowKey::Interaction(interaction.clone()), "/status/status") != Some("open")
        }
        Event::SteersUpdated { steers, .. } => {
            steers.iter().all(|steer| ledger.has(&RowKey::Steer(steer.id.clone())))
        }
        Event::MemoriesUpdated { kept, gone } => {
            kept.iter().all(|memory| ledger.has(&RowKey::Memory(memory.id.clone())))
                && gone.iter().all(|id| !ledger.has(&RowKey::Memory(id.clone())))
        }
        Event::ThreadForked { thread, .. } => ledger.has(&RowKey::Thread(thread.id.clone())),
        Event::ThreadCreated { thread } => ledger.has(&RowKey::Thread(thread.id.clone())),
        Event::ThreadDeleted { thread } => !ledger.has(&RowKey::Thread(thread.clone())),
        // Answers are looked at when the world is at rest; the others speak of nothing that is stored alone.
        _ => true,
    };
    (!is_true).then(|| format!("panels were told what is not stored: {event:?}"))
}

fn is_live(item: &Item) -> bool {
    matches!(&item.body, ItemBody::AssistantMessage { ending: ItemEnding::Live { .. }, .. })
}

/// Memory, rows and panels show the same.
pub(super) fn at_rest(world: &mut World, thread: &ThreadId, stored: Option<&ThreadState>) -> Vec<String> {
    let mut problems = Vec::new();
    let shown = stored.and_then(|state| view::snapshot(state, None));
    let remembered = world.remembered(thread);
    if remembered != shown {
        problems.push(format!("{thread} is remembered as {remembered:?} and stored as {shown:?}"));
    }
    for panel in world.panels.values().filter(|panel| panel.thread == *thread && panel.view.is_connected) {
        problems.extend(
            shows(panel, shown.as_ref()).iter().map(|problem| format!("{}: {problem}", panel.client)),
        );
    }
    for panel in world.panels.values().filter(|panel| panel.view.is_connected) {
        let seen = panel.family.children.get(thread);
        problems.extend(
            seen.and_then(|view| shows_child(view, shown.as_ref()))
                .map(|problem| format!("{}: {problem} of {thread}", panel.client)),
        );
    }
    problems
}

/// What a panel shows below a step is what is stored of the child; of one that is gone it asks nothing.
fn shows_child(view: &PanelView, snapshot: Option<&Snapshot>) -> Option<String> {
    let shown: Vec<&Approval> = view.approvals.values().collect();
    let open = snapshot.map(|snapshot| snapshot.approvals.iter().collect()).unwrap_or_default();
    let items = snapshot.and_then(|snapshot| differs("items", &view.items, &snapshot.items));
    items.or_else(|| differs("cards", &shown, &open))
}

/// What a panel folded from events is what a new panel would be shown.
fn shows(panel: &Panel, snapshot: Option<&Snapshot>) -> Vec<String> {
    let view = &panel.view;
    let Some(snapshot) = snapshot else {
        return if view.items.is_empty() {
            Vec::new()
        } else {
            vec!["shows a Thread that is gone".to_owned()]
        };
    };
    let cards: Vec<&Approval> = view.approvals.values().collect();
    let stored: Vec<&Approval> = snapshot.approvals.iter().collect();
    let waits: Vec<&Interaction> = view.interactions.values().collect();
    let open: Vec<&Interaction> = snapshot.interactions.iter().collect();
    let listed = view.threads.get(&snapshot.thread.id.0);
    let problems = [
        differs("items", &view.items, &snapshot.items),
        differs("the run", &view.run, &snapshot.run),
        differs("the queue", &view.queue, &snapshot.queue),
        differs("how it is held", &view.queue_mode, &snapshot.queue_mode),
        differs("steers", &view.steers, &snapshot.steers),
        differs("forks", &view.forks, &snapshot.forks),
        differs("the plan", &view.plan, &snapshot.plan),
        differs("waits", &waits, &open),
        differs("cards", &cards, &stored),
        differs("in its list", &listed, &Some(&snapshot.thread)),
        view.live.as_ref().map(|live| format!("shows a reply that nobody gives: {live:?}")),
    ];
    problems.into_iter().flatten().chain(view.lost.iter().cloned()).collect()
}

fn differs<T: PartialEq + Debug>(what: &str, seen: &T, stored: &T) -> Option<String> {
    (seen != stored).then(|| format!("shows {what} {seen:?} where {stored:?} is stored"))
}

/// A Turn's end is told once each time it ends; a panel that missed it in a crash has it from its snapshot.
pub(super) fn ends(ledger: &Ledger, panel: &Panel, lives: u32) -> Vec<String> {
    let mut told: BTreeMap<&TurnId, usize> = BTreeMap::new();
    for (turn, _) in &panel.view.completed {
        *told.entry(turn).or_default() += 1;
    }
    let has_seen_all = lives == 1 && panel.has_seen_all && !panel.view.is_deleted;
    let own = |row: &Value| row.get("thread") == Some(&json!(panel.thread));
    let runs = ledger.rows.iter().filter_map(|(key, row)| match key {
        RowKey::Run(turn) if own(row) => Some(turn),
        _ => None,
    });
    runs.filter_map(|turn| {
        let (ended, told) = (ledger.ends(turn), told.get(turn).copied().unwrap_or_default());
        let is_right = if has_seen_all { told == ended } else { told <= ended };
        (!is_right).then(|| format!("{turn} ended {ended} times and was told {told} times"))
    })
    .collect()
}
