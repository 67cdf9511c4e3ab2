//! What the checker says: a verdict, the claims of the answer with what proves them, and what is missing.

use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every claim has its proof.
    Proved,
    /// Nothing was claimed of this Turn's work, a page or live data, and the request needs nothing.
    NotNeeded,
    /// Says plainly what failed or was left; what it claims besides is proved.
    HonestFailure,
    /// The gate rejects it.
    Unproved,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::NotNeeded => "not_needed",
            Self::HonestFailure => "honest_failure",
            Self::Unproved => "unproved",
        }
    }

    pub fn passes(self) -> bool {
        self != Self::Unproved
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimKind {
    Action,
    Figure,
    Navigation,
    Read,
    File,
}

impl ClaimKind {
    pub fn word(self) -> &'static str {
        match self {
            Self::Action => "action",
            Self::Figure => "figure",
            Self::Navigation => "navigation",
            Self::Read => "read",
            Self::File => "file",
        }
    }
}

/// Where a claim is shown: what the panel links to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// By `Step::n`.
    Step(u32),
    /// By place in `Turn::attached`.
    Attached(u32),
    Request,
    /// By place in `Turn::earlier`.
    Earlier(u32),
}

/// The one operation by which a figure follows from its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    Sum,
    Difference,
    Product,
    Ratio,
    PercentChange,
    Average,
    Unit,
    UnitPrice,
    Count,
}

impl Op {
    pub fn word(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Difference => "difference",
            Self::Product => "product",
            Self::Ratio => "ratio",
            Self::PercentChange => "percent_change",
            Self::Average => "average",
            Self::Unit => "unit",
            Self::UnitPrice => "unit_price",
            Self::Count => "count",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the answer.
    pub span: Range<usize>,
    pub kind: ClaimKind,
    pub state: State,
    /// What shows it or, under a claim that fails, what was looked at.
    pub by: Vec<Proof>,
    pub op: Option<Op>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Proved,
    Lacking(Missing),
}

impl Claim {
    pub fn is_proved(&self) -> bool {
        self.state == State::Proved
    }
}

/// Why a claim is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Missing {
    Denied,
    OutcomeUnknown,
    WriteFailed,
    NoWrite,
    ReadContradicts,
    NoReadAfterWrite,
    WrongPage,
    Partial,
    RequestPartMissing,
    Redirected,
    NotNavigated,
    NoFile,
    EmptyFile,
    ReadFailed,
    NoRead,
    StaleRead,
    CoverageIncomplete,
    NameNotFound,
    FigureWrongArithmetic,
    FigureWrongUnit,
    FigureOverRounded,
    FigureMisattributed,
    FigureFromFailedStep,
    FigureFromMasked,
    StaleTurn,
    FigureNotFound,
}

/// Code and what to tell the model, in the order of the enum.
const TABLE: [(Missing, &str, &str); 26] = [
    (Missing::Denied, "denied", "a step that the answer claims was denied: say that it was not done"),
    (
        Missing::OutcomeUnknown,
        "outcome_unknown",
        "nobody knows whether a step took effect: read the page and report what it shows",
    ),
    (
        Missing::WriteFailed,
        "write_failed",
        "the last attempt at a claimed act failed: try another way, or say that it failed",
    ),
    (
        Missing::NoWrite,
        "no_write",
        "no step did what the answer says or the request asks for: do it, or say that it was not done",
    ),
    (
        Missing::ReadContradicts,
        "read_contradicts",
        "the newest read of the page contradicts the answer: repair it, or report what the page shows",
    ),
    (
        Missing::NoReadAfterWrite,
        "no_read_after_write",
        "the page was not read after the act: read it and confirm the effect",
    ),
    (Missing::WrongPage, "wrong_page", "the work was on another page than the one that is meant: go there"),
    (
        Missing::Partial,
        "partial",
        "not everything that the answer claims was done and seen: finish it, or say what is left",
    ),
    (
        Missing::RequestPartMissing,
        "request_part_missing",
        "a part of the request was dropped: do it, or say that it is left",
    ),
    (
        Missing::Redirected,
        "redirected",
        "the address led elsewhere: say where it ended, or find the right one",
    ),
    (Missing::NotNavigated, "not_navigated", "the page was not opened: open it, or say that it is not open"),
    (Missing::NoFile, "no_file", "no tool finished the file: make it, or say that there is none"),
    (Missing::EmptyFile, "empty_file", "the file is empty: make it again, or say that it is empty"),
    (Missing::ReadFailed, "read_failed", "reading the page failed: read it again, or say that it failed"),
    (Missing::NoRead, "no_read", "the page was not read in this turn: read it before reporting from it"),
    (
        Missing::StaleRead,
        "stale_read",
        "the page changed after it was read: read it again before reporting from it",
    ),
    (
        Missing::CoverageIncomplete,
        "coverage_incomplete",
        "only a part was read: read the rest, or limit the statement to what was read",
    ),
    (
        Missing::NameNotFound,
        "name_not_found",
        "a number, code or quotation does not occur in any result: quote it as it stands there",
    ),
    (
        Missing::FigureWrongArithmetic,
        "figure_wrong_arithmetic",
        "a computed figure does not follow from the figures read: compute it again and name the operands",
    ),
    (
        Missing::FigureWrongUnit,
        "figure_wrong_unit",
        "a figure stands in the sources with another unit or currency",
    ),
    (
        Missing::FigureOverRounded,
        "figure_over_rounded",
        "a figure is not the source rounded to the digits shown",
    ),
    (
        Missing::FigureMisattributed,
        "figure_misattributed",
        "a figure belongs to another row or name in its source",
    ),
    (
        Missing::FigureFromFailedStep,
        "figure_from_failed_step",
        "a figure occurs only in a failed step: read it again",
    ),
    (
        Missing::FigureFromMasked,
        "figure_from_masked",
        "a figure's result is masked: read it back with recall_result",
    ),
    (
        Missing::StaleTurn,
        "stale_turn",
        "a figure is from an earlier turn: read the page again, or say that it is from then",
    ),
    (
        Missing::FigureNotFound,
        "figure_not_found",
        "a figure occurs in no result, attachment or request: read it from its source, or leave it out",
    ),
];

impl Missing {
    fn row(self) -> Option<&'static (Self, &'static str, &'static str)> {
        TABLE.iter().find(|row| row.0 == self)
    }

    pub fn code(self) -> &'static str {
        self.row().map_or("", |row| row.1)
    }

    fn advice(self) -> &'static str {
        self.row().map_or("", |row| row.2)
    }

    #[cfg(test)]
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub verdict: Verdict,
    /// In the order of the answer.
    pub claims: Vec<Claim>,
    /// Weightiest first, each once. Empty unless unproved.
    pub missing: Vec<Missing>,
}

/// What a rejected model is told: at most two of the reasons, so that it does the next thing and not all at once.
pub fn instruction(missing: &[Missing]) -> String {
    let mut text = String::from("The answer is not shown by this turn's results");
    for (at, reason) in missing.iter().take(2).enumerate() {
        text.push_str(if at == 0 { ": " } else { "; " });
        text.push_str(reason.advice());
    }
    text.push_str(". Then answer again.");
    text
}

#[cfg(test)]
mod tests {
    use super::{Missing, instruction};

    #[test]
    fn every_reason_has_its_own_code_and_advice() {
        let mut codes: Vec<_> = Missing::all().map(Missing::code).collect();
        assert!(Missing::all().all(|reason| !reason.advice().is_empty()));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), 26);
    }

    #[test]
    fn the_instruction_names_at_most_two_reasons() {
        let told = instruction(&[Missing::NoWrite, Missing::NoRead, Missing::Partial]);
        assert!(told.contains("no step did") && told.contains("not read in this turn"));
        assert!(!told.contains("not everything"));
    }
}
