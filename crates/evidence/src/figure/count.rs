//! Counts: a number proved by how many things there are, in the answer's own list, the rows of one result, or the steps.

use super::ledger::{Ledger, Standing};
use crate::caps;
use crate::finding::Proof;
use crate::snapshot::role;
use crate::words::{is_chinese, is_digit, one_of};
use fairlead_protocol::order::settle;

/// What counts a number, if anything does.
pub(crate) fn counted(
    wanted: usize,
    sentence: &str,
    at: usize,
    answer: &str,
    ledger: &Ledger<'_>,
) -> Option<Vec<Proof>> {
    if wanted < 2 {
        return None;
    }
    let current = || ledger.sources_at(Standing::Current);
    let words = words_of(sentence);
    if let Some(source) =
        current().take(caps::ROW_SOURCES).find(|source| has_rows(source.text, wanted, &words))
    {
        return Some(vec![source.proof]);
    }
    if ledger.tries.contains(&wanted) {
        return Some(Vec::new());
    }
    let all: Vec<Proof> = current().map(|source| source.proof).collect();
    if listed(sentence, at) == wanted || items(answer) == wanted {
        return Some(all);
    }
    None
}

/// Lines of a list or a table in the answer.
fn items(answer: &str) -> usize {
    let lines = || answer.lines().map(str::trim_start);
    let bullets = lines()
        .filter(|line| {
            line.starts_with(one_of("-*•")) && !line.starts_with("**") && !line.starts_with("---")
                || line.trim_start_matches(is_digit).starts_with(one_of(".)、")) && line.starts_with(is_digit)
        })
        .count();
    let table = lines().filter(|line| line.starts_with('|')).count();
    if bullets > 0 { bullets } else { table.saturating_sub(2) }
}

/// How many things a sentence lists that gives their number at a byte: not as one of them.
fn listed(sentence: &str, at: usize) -> usize {
    let tail = sentence
        .split_once(one_of(":\u{ff1a}—(\u{ff08}"))
        .filter(|(head, _)| at < head.len())
        .map(|split| split.1);
    let pieces = |text: &str, marks: &[char]| {
        let text = text.replace(" and ", ",").replace('和', "、").replace(",,", ",").replace(", ,", ",");
        text.split(marks).filter(|piece| piece.chars().any(char::is_alphanumeric)).count()
    };
    let whole = pieces(sentence, &['、']);
    match tail {
        Some(tail) => pieces(tail, &['、', ',', '\u{ff0c}', ';', '\u{ff1b}']),
        None if whole > 1 => whole,
        None => 0,
    }
}

/// Whether one result has so many rows of a role, lines of a table, or such that hold a word of the sentence.
fn has_rows(text: &str, wanted: usize, words: &[String]) -> bool {
    let lines: Vec<String> = text
        .lines()
        .map(|line| line.trim().to_ascii_lowercase())
        .filter(|line| !line.is_empty())
        .take(caps::ROWS)
        .collect();
    if lines.len() < wanted {
        return false;
    }
    let mut roles: Vec<&str> = lines.iter().map(|line| role(line)).collect();
    settle(&mut roles);
    let counted = |of: &dyn Fn(&String) -> bool, head: usize| {
        let all = lines.iter().filter(|line| of(line)).count();
        let holding =
            |word: &String| lines.iter().filter(|line| of(line) && line.contains(word.as_str())).count();
        all == wanted + head || all > wanted && words.iter().any(|word| holding(word) == wanted)
    };
    let table = lines.len() > 1 && lines.iter().all(|line| line.contains(one_of(",\t")));
    let plain =
        !lines.iter().any(|line| line.contains('"') || line.starts_with("tab ") || line.starts_with("* tab"));
    plain && lines.len() == wanted
        || table && counted(&|_| true, 1)
        || roles.iter().any(|name| {
            name.chars().all(|c| c.is_ascii_lowercase())
                // Texts and controls are not what an answer counts.
                && !matches!(*name, "text" | "heading" | "paragraph" | "status")
                && counted(&|line| role(line) == *name, 0)
        })
}

/// Words of a sentence: Latin ones whole, Chinese ones as pairs of signs.
#[inline(never)]
pub(crate) fn words_of(sentence: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut latin = String::new();
    let mut earlier: Option<char> = None;
    for symbol in sentence.chars().chain([' ']) {
        if symbol.is_alphanumeric() && !is_chinese(symbol) {
            latin.push(symbol.to_ascii_lowercase());
            earlier = None;
            continue;
        }
        if !latin.is_empty() {
            words.push(std::mem::take(&mut latin));
        }
        if is_chinese(symbol) {
            words.extend(earlier.map(|first| [first, symbol].iter().collect()));
            earlier = Some(symbol);
        } else {
            earlier = None;
        }
    }
    settle(&mut words);
    words
}

#[cfg(test)]
mod tests {
    use super::{has_rows, items, listed, words_of};

    #[test]
    fn things_are_counted_in_lists_and_rows() {
        assert_eq!(items("- a\n- b\n- c"), 3);
        assert_eq!(items("| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"), 2);
        assert_eq!(listed("两种票:成人 12.50 美元,儿童 8 美元", 0), 2);
        assert_eq!(listed("Three points stand out: a, b, and c", 0), 3);
        assert_eq!(listed("Booked: Friday, three seats, row B", 16), 0);
        assert!(has_rows("listitem \"a\"\nlistitem \"b\"\nbutton \"x\"", 2, &[]));
        assert!(has_rows("row \"a paid\"\nrow \"b paid\"\nrow \"c open\"", 2, &words_of("two are paid")));
        assert!(has_rows("n,v\na,1\nb,2\nc,3", 3, &[]));
    }

    #[test]
    fn words_are_latin_ones_and_pairs_of_signs() {
        assert_eq!(words_of("G 线已发货"), ["g", "发货", "已发", "线已"]);
    }
}
