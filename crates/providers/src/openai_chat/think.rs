//! Divides a text with `<think>` sections into reasoning and answer while it streams. A tag may be cut anywhere; what
//! could still become one is held back.

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// Where a text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Begin {
    InAnswer,
    /// The chat template has opened the section already.
    InThought,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Answer(String),
    Thought(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// At the start of a section that nobody opened in the text: the model may do so once more.
    Opening,
    Answer,
    /// Directly behind a closing tag: white space is dropped.
    AfterThought,
    Thought,
}

#[derive(Debug)]
pub(super) struct ThinkSplit {
    place: Place,
    held: String,
}

impl ThinkSplit {
    pub(super) fn new(begin: Begin) -> Self {
        let place = match begin {
            Begin::InAnswer => Place::Answer,
            Begin::InThought => Place::Opening,
        };
        Self { place, held: String::new() }
    }

    pub(super) fn push(&mut self, text: &str) -> Vec<Piece> {
        self.held.push_str(text);
        let mut pieces = Vec::new();
        if self.place == Place::Opening && !self.is_opened() {
            return pieces;
        }
        loop {
            let (tag, next) = match self.place {
                Place::Answer | Place::AfterThought => (OPEN, Place::Thought),
                Place::Opening | Place::Thought => (CLOSE, Place::AfterThought),
            };
            if let Some((before, after)) = self.held.split_once(tag) {
                let (before, after) = (before.to_owned(), after.to_owned());
                self.give(&before, &mut pieces);
                self.place = next;
                self.held = after;
            } else {
                let at = self.held.len() - possible_tag(&self.held, tag);
                let tail = self.held.split_off(at);
                let settled = std::mem::replace(&mut self.held, tail);
                self.give(&settled, &mut pieces);
                return pieces;
            }
        }
    }

    /// What was held back, now that no more text comes.
    pub(super) fn close(&mut self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let held = std::mem::take(&mut self.held);
        self.give(&held, &mut pieces);
        pieces
    }

    /// Drops an opening tag at the very start; false while what is there could still become one.
    fn is_opened(&mut self) -> bool {
        let text = self.held.trim_start();
        if text.len() < OPEN.len() && OPEN.starts_with(text) {
            return false;
        }
        if let Some(after) = text.strip_prefix(OPEN) {
            self.held = after.to_owned();
        }
        self.place = Place::Thought;
        true
    }

    fn give(&mut self, text: &str, pieces: &mut Vec<Piece>) {
        let text = match self.place {
            Place::AfterThought => text.trim_start(),
            Place::Opening | Place::Answer | Place::Thought => text,
        };
        if text.is_empty() {
            return;
        }
        match self.place {
            Place::Answer | Place::AfterThought => {
                self.place = Place::Answer;
                pieces.push(Piece::Answer(text.to_owned()));
            }
            Place::Opening | Place::Thought => pieces.push(Piece::Thought(text.to_owned())),
        }
    }
}

/// The length of the longest end of `text` that a tag begins with.
fn possible_tag(text: &str, tag: &str) -> usize {
    (1..tag.len())
        .rev()
        .find(|length| tag.get(..*length).is_some_and(|start| text.ends_with(start)))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// (reasoning, answer) of a text given whole, and cut everywhere.
    fn split(begin: Begin, text: &str) -> (String, String) {
        let run = |pieces: &[&str]| {
            let mut split = ThinkSplit::new(begin);
            let mut out = (String::new(), String::new());
            let mut take = |pieces: Vec<Piece>| {
                for piece in pieces {
                    match piece {
                        Piece::Thought(text) => out.0.push_str(&text),
                        Piece::Answer(text) => out.1.push_str(&text),
                    }
                }
            };
            pieces.iter().for_each(|piece| take(split.push(piece)));
            take(split.close());
            out
        };
        let whole = run(&[text]);
        for at in (0..text.len()).filter(|at| text.is_char_boundary(*at)) {
            assert_eq!(run(&[&text[..at], &text[at..]]), whole, "cut at {at}");
        }
        whole
    }

    fn both(reasoning: &str, answer: &str) -> (String, String) {
        (reasoning.to_owned(), answer.to_owned())
    }

    #[test]
    fn sections_become_reasoning_and_the_space_behind_them_goes() {
        assert_eq!(split(Begin::InAnswer, "<think>a</think>\n\nB <b> 1 < 2"), both("a", "B <b> 1 < 2"));
        assert_eq!(split(Begin::InAnswer, "x<think>a</think> y<think>b</think>z"), both("ab", "xyz"));
    }

    #[test]
    fn an_open_section_stays_reasoning_and_half_a_tag_stays_text() {
        assert_eq!(split(Begin::InAnswer, "<think>never closed </thi"), both("never closed </thi", ""));
        assert_eq!(split(Begin::InAnswer, "a <thi"), both("", "a <thi"));
    }

    #[test]
    fn a_text_that_begins_in_a_section_needs_no_opening_tag() {
        assert_eq!(split(Begin::InThought, "plan</think>\nanswer"), both("plan", "answer"));
        assert_eq!(split(Begin::InThought, "\n<think>plan</think>answer"), both("plan", "answer"));
        assert_eq!(split(Begin::InThought, "<thi"), both("<thi", ""));
    }
}
