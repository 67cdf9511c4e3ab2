//! Counts: a number proved by how many things there are, in the answer's own list, the rows of one result, or the steps.

use super::ledger::{Ledger, Standing};
use crate::finding::Proof;
use crate::words::is_chinese;

/// What counts a number, if anything does.
pub(crate) fn counted(
    wanted: usize,
    sentence: &str,
    answer: &str,
    ledger: &Ledger<'_>,
) -> Option<Vec<Proof>> {
    if wanted < 2 {
        return None;
    }
    let current = || ledger.sources_at(Standing::Current);
    if let Some(source) = current().find(|source| rows(source.text, sentence).contains(&wanted)) {
        return Some(vec![source.proof]);
    }
    let all: Vec<Proof> = current().map(|source| source.proof).collect();
    if listed(sentence) == wanted || items(answer) == wanted {
        return Some(all);
    }
    None
}

/// Lines of a list or a table in the answer.
fn items(answer: &str) -> usize {
    let lines = || answer.lines().map(str::trim_start);
    let bullets = lines()
        .filter(|line| {
            line.starts_with(['-', '*', '•']) && !line.starts_with("**") && !line.starts_with("---")
                || line.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['.', ')', '、'])
                    && line.starts_with(|c: char| c.is_ascii_digit())
        })
        .count();
    let table = lines().filter(|line| line.starts_with('|')).count();
    if bullets > 0 { bullets } else { table.saturating_sub(2) }
}

/// How many things a sentence lists.
fn listed(sentence: &str) -> usize {
    let tail = sentence.split_once([':', '\u{ff1a}', '—', '(', '\u{ff08}']).map(|split| split.1);
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

/// The counts of one result: its rows of each role, its lines of a table, and those of them that hold a word of the sentence.
fn rows(text: &str, sentence: &str) -> Vec<usize> {
    let mut counts = Vec::new();
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let role = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let mut roles: Vec<String> = lines.iter().map(|line| role(line)).collect();
    roles.sort_unstable();
    roles.dedup();
    for name in roles.iter().filter(|name| name.chars().all(|c| c.is_ascii_lowercase())) {
        let same: Vec<&str> = lines.iter().filter(|line| role(line) == *name).copied().collect();
        counts.push(same.len());
        counts.extend(words_of(sentence).iter().map(|word| holding(&same, word)));
    }
    let table: Vec<&str> =
        lines.iter().filter(|line| line.contains(',') || line.contains('\t')).copied().collect();
    if table.len() == lines.len() && table.len() > 1 {
        counts.push(table.len() - 1);
        counts.extend(words_of(sentence).iter().map(|word| holding(&table, word)));
    }
    counts.push(lines.len());
    counts
}

fn holding(lines: &[&str], word: &str) -> usize {
    lines.iter().filter(|line| line.to_lowercase().contains(word)).count()
}

/// Words of a sentence: Latin ones whole, Chinese ones as pairs of signs.
pub(crate) fn words_of(sentence: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut latin = String::new();
    let mut earlier: Option<char> = None;
    for symbol in sentence.chars().chain([' ']) {
        if symbol.is_alphanumeric() && !is_chinese(symbol) {
            latin.extend(symbol.to_lowercase());
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
    words.sort_unstable();
    words.dedup();
    words
}

#[cfg(test)]
mod tests {
    use super::{items, listed, rows, words_of};

    #[test]
    fn things_are_counted_in_lists_and_rows() {
        assert_eq!(items("- a\n- b\n- c"), 3);
        assert_eq!(items("| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"), 2);
        assert_eq!(listed("两种票:成人 12.50 美元,儿童 8 美元"), 2);
        assert_eq!(listed("Three points stand out: a, b, and c"), 3);
        assert!(rows("listitem \"a\"\nlistitem \"b\"\nbutton \"x\"", "").contains(&2));
        assert!(rows("row \"a paid\"\nrow \"b paid\"\nrow \"c open\"", "two are paid").contains(&2));
        assert!(rows("n,v\na,1\nb,2\nc,3", "").contains(&3));
    }

    #[test]
    fn words_are_latin_ones_and_pairs_of_signs() {
        assert_eq!(words_of("G 线已发货"), ["g", "发货", "已发", "线已"]);
    }
}
