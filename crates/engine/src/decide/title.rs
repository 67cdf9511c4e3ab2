//! A title from the model: best effort, beside the Turn, and never over what the person wrote.

use super::draft::Draft;
use super::thread::one_line;
use crate::fact::Fact;
use fairlead_protocol::conversation::Usage;
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
