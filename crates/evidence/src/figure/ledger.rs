//! The figures that an answer may draw on, each with the source and the line that it stands in.

use super::scan::{Reading, scan};
use super::{Figure, Value};
use crate::caps;
use crate::finding::Proof;
use crate::turn::Day;
use crate::words::{head, holds, is_digit, part};

/// How far a source can prove what holds now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Current,
    /// Given by the person.
    Given,
    /// Read before the page changed.
    Stale,
    /// What a failed step left behind.
    Failed,
    /// From an earlier Turn.
    Earlier,
}

#[derive(Debug)]
pub(crate) struct Source<'a> {
    pub(crate) proof: Proof,
    pub(crate) standing: Standing,
    pub(crate) text: &'a str,
    /// Title and host: a name that the answer may use for the whole source.
    pub(crate) title: &'a str,
    /// The power of ten in which it gives its bare numbers: `Revenue (in millions)`, 单位:万元.
    pub(crate) power: i32,
}

#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) source: usize,
    pub(crate) line: usize,
    pub(crate) figure: Figure,
}

#[derive(Debug, Default)]
pub(crate) struct Ledger<'a> {
    pub(crate) sources: Vec<Source<'a>>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) today: Option<Day>,
    /// How often each tool was tried, and how often it did and did not succeed.
    pub(crate) tries: Vec<usize>,
}

impl<'a> Ledger<'a> {
    pub(crate) fn add(&mut self, proof: Proof, standing: Standing, text: &'a str, title: &'a str) {
        let text = head(text, caps::SOURCE_BYTES);
        let left = caps::SOURCE_FIGURES.saturating_sub(self.entries.len());
        let source = self.sources.len();
        let (mut line, mut seen) = (0, 0);
        let cells = is_table(text).then(|| with_cells_apart(text));
        let figures = scan(cells.as_deref().unwrap_or(text), Reading::Source, self.today, left).figures;
        for figure in figures {
            let from = figure.span.start.max(seen);
            line += part(text, seen..from).matches('\n').count();
            seen = from;
            self.entries.push(Entry { source, line, figure });
        }
        self.sources.push(Source { proof, standing, text, title, power: power_of(text) });
    }

    pub(crate) fn source(&self, entry: &Entry) -> Option<&Source<'a>> {
        self.sources.get(entry.source)
    }

    pub(crate) fn standing(&self, entry: &Entry) -> Standing {
        self.source(entry).map_or(Standing::Failed, |source| source.standing)
    }

    pub(crate) fn proof(&self, entry: &Entry) -> Proof {
        self.source(entry).map_or(Proof::Request, |source| source.proof)
    }

    /// Entries that prove something now.
    pub(crate) fn usable(&self) -> impl Iterator<Item = &Entry> {
        self.entries
            .iter()
            .filter(|entry| matches!(self.standing(entry), Standing::Current | Standing::Given))
    }

    pub(crate) fn entries_at(&self, standing: Standing) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| self.standing(entry) == standing)
    }

    pub(crate) fn sources_at(&self, standing: Standing) -> impl Iterator<Item = &Source<'a>> {
        self.sources.iter().filter(move |source| source.standing == standing)
    }
}

fn power_of(text: &str) -> i32 {
    const SAID: [(&str, i32); 3] = [
        ("in thousands|thousands|(千元|(千元|单位:千|单位:千", 3),
        ("(万|(万|/万元|单位:万|单位:万|单位 万", 4),
        ("in millions|(millions|$m|(百万|(百万|单位:百万|单位:百万", 6),
    ];
    let text = head(text, caps::PERIOD_BYTES);
    if holds(text, "(亿|(亿|单位:亿|单位:亿") {
        return 8;
    }
    SAID.iter().find(|(words, _)| holds(text, words)).map_or(0, |(_, power)| *power)
}

/// Lines of cells that commas part, under a head of names. A comma between digits there is none of a number.
fn is_table(text: &str) -> bool {
    let cells = |line: &str| line.matches(',').count();
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next().unwrap_or_default();
    let names = !head.contains(", ") && !head.split(',').any(|cell| cell.trim().starts_with(is_digit));
    cells(head) > 0 && names && text.lines().count() > 1 && lines.all(|line| cells(line) >= cells(head))
}

/// The same text, byte for byte, with tabs for the commas that stand in no quotes.
fn with_cells_apart(text: &str) -> String {
    let mut quoted = false;
    let part = |symbol: char| {
        quoted = quoted != (symbol == '"');
        if symbol == ',' && !quoted { '\t' } else { symbol }
    };
    text.chars().map(part).collect()
}

impl Figure {
    /// The year of a date, for an answer that says only that.
    pub(crate) fn year(&self) -> Option<f64> {
        match self.value {
            Value::Date { year, .. } => year.map(f64::from),
            Value::Number(_) | Value::Clock { .. } => None,
        }
    }
}
