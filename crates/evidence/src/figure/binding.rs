//! Ties a figure to the row it stands in: an answer that gives one row's figure to another row's name is not proved by it.

use super::count::words_of;
use super::ledger::{Entry, Ledger, Standing};
use super::matching::{Fit, fit};
use super::scan::{Reading, scan};
use super::{Figure, Value};
use crate::caps;
use crate::words::{Norm, is_digit, is_one, one_of, part};

/// Whether the clause names another row than those in which the figure stands.
pub(crate) fn is_of_another_row(clause: &str, found: &[&Entry], ledger: &Ledger<'_>) -> bool {
    let words = words_of(clause);
    let rows = rows(found, ledger);
    let headed = headed(clause, &rows);
    if headed == Headed::Own {
        return false;
    }
    let mut others = scan(clause, Reading::Answer, ledger.today, 12).figures;
    others.retain(|other| !found.iter().any(|entry| fit(other, &entry.figure) == Fit::Same));
    if is_of_another_time(found, &others, &rows) {
        return true;
    }
    let names = |label: &str| {
        let of = words_of(label);
        of.into_iter().filter(|word| !is_number(word) && !is_one(word, EMPTY)).collect::<Vec<_>>()
    };
    let labels: Vec<Vec<String>> = rows.iter().map(|row| names(row.label)).collect();
    // Words that more than one row has tell nothing.
    let telling = |at: usize, word: &String| {
        let holds = |at: usize| rows.get(at).is_some_and(|row| row.holds);
        let is_alike = |other: usize| !holds(at) && !holds(other);
        labels
            .iter()
            .enumerate()
            .all(|(other, label)| other == at || is_alike(other) || !label.contains(word))
    };
    let named = |at: usize| {
        labels.get(at).is_some_and(|label| label.iter().any(|word| words.contains(word) && telling(at, word)))
    };
    let own: Vec<usize> = (0..rows.len())
        .filter(|at| rows.get(*at).is_some_and(|row| row.holds))
        .take(caps::ROW_SOURCES)
        .collect();
    if own.is_empty() || own.iter().any(|at| named(*at)) {
        return false;
    }
    // Rows that have no name of their own cannot be mistaken.
    let nameless =
        |at: &usize| labels.get(*at).is_none_or(|label| !label.iter().any(|word| telling(*at, word)));
    if headed == Headed::None && own.iter().any(nameless) {
        return false;
    }
    // A row whose own figure the clause gives too is named for that one.
    let has_its_own = |row: &Row<'_>| {
        // A number in its name is none of its figures.
        let of_name = |figure: &Figure| {
            head(row.label).is_some_and(|head| head.contains(part(clause, figure.span.clone())))
        };
        row.entries
            .iter()
            .any(|entry| others.iter().any(|other| !of_name(other) && fit(other, &entry.figure) == Fit::Same))
    };
    rows.iter()
        .enumerate()
        .any(|(at, row)| !row.holds && (named(at) || headed == Headed::Other(at)) && !has_its_own(row))
}

/// A row may be called after a time or a day: `08:20 | 11 seats`.
fn is_of_another_time(found: &[&Entry], others: &[Figure], rows: &[Row<'_>]) -> bool {
    // A time of its own is no figure that another time has.
    if found.iter().any(|entry| entry.figure.number().is_none()) {
        return false;
    }
    let is_time = |figure: &Figure| figure.number().is_none();
    let begins = |row: &Row<'_>| {
        row.entries.first().is_some_and(|first| {
            let same = |other: &Figure| is_time(other) && fit(other, &first.figure) == Fit::Same;
            is_time(&first.figure) && others.iter().any(same)
        })
    };
    !rows.iter().any(|row| row.holds && begins(row)) && rows.iter().any(|row| !row.holds && begins(row))
}

/// Words that name nothing.
const EMPTY: &str = "on|in|at|with|the|of|by|for|to|and|is|are|was|a|an|from|until|up|as|it|its|your|you|this|that|or|per|has|have|be|will";

/// Whose head a clause names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Headed {
    Own,
    Other(usize),
    None,
}

/// By the heads of the rows, where they have one: what stands before a tab, a bar, a colon or a comma.
fn headed(clause: &str, rows: &[Row<'_>]) -> Headed {
    let clause = Norm::of(clause);
    let named = |row: &Row<'_>| {
        let Some(head) = head(row.label).map(Norm::of) else { return false };
        let text = head.text();
        text.chars().count() > 1 && text.chars().any(char::is_alphabetic) && clause.has(text)
    };
    if rows.iter().any(|row| row.holds && named(row)) {
        return Headed::Own;
    }
    rows.iter().position(|row| !row.holds && named(row)).map_or(Headed::None, Headed::Other)
}

fn head(label: &str) -> Option<&str> {
    label.split_once(one_of("\t|:\u{ff1a},")).map(|split| split.0)
}

/// Whether the clause names another page than those in which the figure stands, by a word that only that page's title has.
pub(crate) fn is_of_another_page(clause: &str, found: &[&Entry], ledger: &Ledger<'_>) -> bool {
    let words = words_of(clause);
    let titles: Vec<Vec<String>> = ledger.sources.iter().map(|source| words_of(source.title)).collect();
    let told = |at: usize| {
        let others = || titles.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, title)| title);
        titles.get(at).is_some_and(|title| {
            title.iter().any(|word| {
                words.contains(word) && !others().any(|other| other != title && other.contains(word))
            })
        })
    };
    let holds = |at: usize| found.iter().any(|entry| entry.source == at);
    let gives_its_own = |at: usize| {
        let figures = scan(clause, Reading::Answer, ledger.today, 12).figures;
        let stated = |figure| {
            ledger.entries.iter().any(|entry| entry.source == at && fit(figure, &entry.figure) == Fit::Same)
        };
        figures.iter().any(stated)
    };
    let named = |at: &usize| {
        told(*at) && ledger.sources.get(*at).is_some_and(|source| source.standing == Standing::Current)
    };
    let all: Vec<usize> = (0..titles.len()).filter(named).collect();
    !all.is_empty()
        && all.iter().all(|at| !holds(*at) && !gives_its_own(*at))
        && found.iter().all(|entry| ledger.source(entry).is_some_and(|source| !source.title.is_empty()))
}

struct Row<'a> {
    label: &'a str,
    /// Whether the figure stands in it.
    holds: bool,
    entries: &'a [Entry],
}

/// The rows with figures of that kind in the sources that hold the figure.
fn rows<'a>(found: &[&Entry], ledger: &'a Ledger<'_>) -> Vec<Row<'a>> {
    let mut rows = Vec::new();
    let Some(own) = found.first() else { return rows };
    let held = |entry: &Entry| found.iter().any(|own| own.source == entry.source && own.line == entry.line);
    let mut sources: Vec<usize> = found.iter().map(|entry| entry.source).collect();
    sources.dedup();
    for source in sources.into_iter().take(caps::ROW_SOURCES) {
        let from = ledger.entries.partition_point(|entry| entry.source < source);
        let to = ledger.entries.partition_point(|entry| entry.source <= source);
        let entries = ledger.entries.get(from..to).unwrap_or_default();
        let lines: Vec<&str> =
            ledger.sources.get(source).map(|source| source.text.lines().collect()).unwrap_or_default();
        for row in entries.chunk_by(|one, next| one.line == next.line).take(caps::ROWS) {
            let Some(first) = row.first().filter(|_| row.iter().any(|entry| is_alike(own, entry))) else {
                continue;
            };
            let written = lines.get(first.line).copied().unwrap_or_default();
            rows.push(Row { label: label(written), holds: held(first), entries: row });
        }
    }
    rows
}

/// Rows are compared where they hold figures of one kind.
fn is_alike(one: &Entry, other: &Entry) -> bool {
    match (one.figure.value, other.figure.value) {
        (Value::Number(_), Value::Number(_)) => one.figure.unit.family == other.figure.unit.family,
        (Value::Date { .. }, Value::Date { .. }) | (Value::Clock { .. }, Value::Clock { .. }) => true,
        (Value::Number(_) | Value::Date { .. } | Value::Clock { .. }, _) => false,
    }
}

/// The name of a row: its text, without the role that a snapshot gives it.
fn label(line: &str) -> &str {
    let line = line.trim_start_matches(one_of(" -+~")).trim_end();
    match line.split_once(' ') {
        Some((role, rest)) if rest.starts_with('"') && role.chars().all(|c| c.is_ascii_lowercase()) => rest,
        Some(_) | None => line,
    }
}

fn is_number(word: &str) -> bool {
    word.starts_with(is_digit)
}

#[cfg(test)]
mod tests {
    use super::is_of_another_row;
    use crate::figure::ledger::{Ledger, Standing};
    use crate::finding::Proof;

    fn misattributed(clause: &str, text: &str, digits: &str) -> bool {
        let mut ledger = Ledger::default();
        ledger.add(Proof::Step(1), Standing::Current, text, "");
        let found: Vec<_> =
            ledger.entries.iter().filter(|entry| text[entry.figure.span.clone()].contains(digits)).collect();
        is_of_another_row(clause, &found, &ledger)
    }

    #[test]
    fn swapped_rows_are_seen() {
        let table = "线路,发车\nG 线,8:15\nK 线,9:40";
        assert!(misattributed("G 线 9:40 发车", table, "9:40"));
        assert!(!misattributed("K 线 9:40 发车", table, "9:40"));
        let list = "listitem \"Oak shelf $80\"\nlistitem \"Pine shelf $60\"";
        assert!(misattributed("the oak one costs $60", list, "60"));
        assert!(!misattributed("it costs $60", list, "60"));
        assert!(!misattributed("pine is $20 less than oak at $60", list, "60"));
    }
}
