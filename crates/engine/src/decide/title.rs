//! A title from the model: best effort, beside the Turn, and never over what the person wrote. And none that tells what was erased.

use super::draft::Draft;
use super::thread::one_line;
use crate::fact::Fact;
use crate::fault::{Fault, active};
use crate::title::said;
use fairlead_protocol::conversation::Usage;
use fairlead_protocol::ids::TurnId;
use fairlead_protocol::thread::{Title, Titling};

/// `None`: the model gave none, and the first line stays.
pub(super) fn found(draft: &mut Draft<'_>, title: Option<&str>, usage: Option<Usage>) {
    let is_first_line =
        draft.state.thread.as_ref().is_some_and(|thread| matches!(thread.title, Title::FirstLine { .. }));
    let text = one_line(
        title
            .unwrap_or_default()
            .trim()
            .trim_matches(['"', '\'', '#', '*', '`', '.', '。', '“', '”', '《', '》', ' ']),
    );
    if is_first_line && !text.is_empty() {
        draft.add(Fact::ThreadRenamed { title: Title::Model { text } });
    }
    draft.add(Fact::TitlingChanged { titling: Titling::Settled, usage });
}

/// A worker died while the model was being asked, and may do so again: a title is not worth more than two calls.
pub(super) fn cut(draft: &mut Draft<'_>) {
    let titling = match draft.state.thread.as_ref().map(|thread| thread.titling) {
        Some(Titling::Wanted) => Titling::WantedAgain,
        Some(Titling::WantedAgain) if active(Fault::TitleAskedForEver) => return,
        Some(Titling::WantedAgain) => Titling::Settled,
        // It waits with the Turn; of one that is over, the first line stays.
        Some(Titling::Held) if draft.state.live_run().is_none() => Titling::Settled,
        Some(Titling::Settled | Titling::Held) | None => return,
    };
    draft.add(Fact::TitlingChanged { titling, usage: None });
}

pub(super) fn hold(draft: &mut Draft<'_>) {
    draft.add(Fact::TitlingChanged { titling: Titling::Held, usage: None });
}

/// Of one that was held.
pub(super) fn ask_again(draft: &mut Draft<'_>) {
    if draft.state.thread.as_ref().is_some_and(|thread| thread.titling == Titling::Held) {
        draft.add(Fact::TitlingChanged { titling: Titling::Wanted, usage: None });
    }
}

/// The title as it may stay once this message is erased: one that was made of it makes way for the first line that is left.
pub(super) fn without(draft: &mut Draft<'_>, erased: &Erased) {
    let is_made_of_it = draft.state.thread.as_ref().is_some_and(|thread| match &thread.title {
        Title::FirstLine { text } => *text == erased.first_line,
        Title::Model { .. } => erased.was_first,
        Title::None | Title::Person { .. } => false,
    });
    if !is_made_of_it {
        return;
    }
    let left = draft.state.path().into_iter().find_map(said).map(one_line).filter(|line| !line.is_empty());
    draft.add(Fact::ThreadRenamed { title: left.map_or(Title::None, |text| Title::FirstLine { text }) });
    // Whoever is asked for a title was told what is gone now.
    draft.add(Fact::TitlingChanged { titling: Titling::Settled, usage: None });
}

/// What a title may have been made of.
pub(super) struct Erased {
    first_line: String,
    /// On the path.
    was_first: bool,
}

impl Erased {
    /// Before it is.
    pub(super) fn of(draft: &Draft<'_>, turn: &TurnId) -> Self {
        let first_line = draft.state.turn_nodes(turn).find_map(said).map(one_line).unwrap_or_default();
        let first = draft.state.path().into_iter().find(|node| said(node).is_some());
        Self { first_line, was_first: first.is_some_and(|node| node.turn == *turn) }
    }
}
