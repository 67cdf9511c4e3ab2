//! The words of what was read and attached, gathered once, and how many of a text's words are among them.

use crate::caps;
use crate::figure::count::words_of;
use crate::scene::Scene;
use crate::words::head;
use fairlead_protocol::order::settle;

#[derive(Debug, Default)]
pub(crate) struct Reported {
    words: Vec<String>,
}

impl Reported {
    pub(crate) fn of(scene: &Scene<'_>) -> Self {
        let attached = scene.turn.attached.iter().map(|attached| attached.text);
        let mut words = Vec::new();
        for text in scene.reads().map(|read| read.result).chain(attached) {
            words.extend(words_of(head(text, caps::REPORT_BYTES)));
        }
        settle(&mut words);
        Self { words }
    }

    /// The share of a text's telling words.
    pub(crate) fn share<'w>(&self, text: impl Iterator<Item = &'w String>) -> f64 {
        let (mut held, mut all) = (0.0, 0.0);
        for word in text.filter(|word| word.len() > 3) {
            all += 1.0;
            held += if self.words.binary_search(word).is_ok() { 1.0 } else { 0.0 };
        }
        if all > 0.0 { held / all } else { 0.0 }
    }
}
