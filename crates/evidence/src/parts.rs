//! A request cut into the parts that may each order or ask something, and which of them only name things.

use crate::act::hosts;
use crate::words::{Norm, is_one, words};

/// Words in an address or a file's name ask for nothing.
pub(crate) fn without_addresses(text: &str) -> String {
    let is_address = |token: &str| token.contains('@') || token.contains("://") || !hosts(token).is_empty();
    let mut plain = text.to_owned();
    let mut at = 0;
    for token in text.split_inclusive(|c: char| !(c.is_ascii_graphic()) || matches!(c, '"' | '(' | ')' | ','))
    {
        let word = token.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '/');
        if is_address(word) {
            plain.replace_range(at..at + word.len(), &"_".repeat(word.len()));
        }
        at += token.len();
    }
    plain
}

pub(crate) struct Part {
    pub(crate) norm: Norm,
    pub(crate) asks: bool,
    /// Behind a word that joins it to the part before.
    pub(crate) goes_on: bool,
}

/// A request is many: cut at sentences, commas and the words that join deeds.
pub(crate) fn parts(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for clause in crate::clause::clauses(text) {
        let asks = clause.asks;
        let mut rest = clause.norm.text().to_owned();
        for joint in words(" and then | and | then |然后|再|并且|并|顺便|接着") {
            rest = rest.replace(joint, "\n");
        }
        parts.extend(
            rest.split('\n')
                .map(Norm::of)
                .enumerate()
                .filter(|(_, norm)| !norm.text().is_empty())
                .map(|(at, norm)| Part { norm, asks, goes_on: at > 0 }),
        );
    }
    parts
}

impl Part {
    /// `email alerts` behind `Turn off SMS and`: a word that is a verb elsewhere, and here names one thing more.
    pub(crate) fn is_noun(&self) -> bool {
        const BOTH: &str = "email|mail|message|text|comment|report|file|order|book|post|share|invite|star|like|follow|vote|log|record|note|search|filter|sort|call|\
            review|check|list|address|name|sign|display|block|push|play|reply|forward|pin|tip|claim|return|refund|cancel|close|travel|order|print|download|export|update|limit|place";
        let mut tokens = self.norm.text().split(' ');
        let (Some(first), Some(second), None) = (tokens.next(), tokens.next(), tokens.next()) else {
            return false;
        };
        self.goes_on && is_one(first, BOTH) && second.len() > 3 && second.ends_with('s')
    }

    /// `don't send it yet` orders nothing; to forget nothing and to let nothing happen again is an order.
    pub(crate) fn forbids(&self) -> bool {
        const FORBIDS: &str = "别|先别|但别|可别|就别|千万别|暂时别|不要|先不要|但不要|千万不要|不用|先不用|不必|先不|暂时不|无需";
        self.norm.starts(FORBIDS).is_some() && !self.norm.any("忘|漏|再|让|自动")
    }
}
