//! What the checker says: a verdict, the claims of the answer with what proves them, and what is missing.

use fairlead_protocol::evidence::{ClaimKind, Missing, Operation};
use std::ops::Range;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Every claim has its proof, but for figures that are marked.
    Proved,
    /// Nothing was claimed of this Turn's work, a page or live data, and the request needs nothing.
    NotNeeded,
    /// Says plainly what failed or was left; what it claims besides is proved.
    HonestFailure,
    /// The gate rejects it.
    Unproved,
}

impl Verdict {
    pub fn passes(self) -> bool {
        self != Self::Unproved
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Bytes of the answer.
    pub span: Range<usize>,
    pub kind: ClaimKind,
    /// Why it is not proved.
    pub lacks: Option<Missing>,
    /// What shows it or, under a claim that fails, what was looked at.
    pub by: Vec<Proof>,
    pub operation: Option<Operation>,
}

impl Claim {
    pub fn is_proved(&self) -> bool {
        self.lacks.is_none()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub verdict: Verdict,
    /// In the order of the answer.
    pub claims: Vec<Claim>,
    /// Weightiest first, each once. Empty unless unproved: a mark is no reason.
    pub missing: Vec<Missing>,
}

/// What a rejected model is told: at most two of the reasons, so that it does the next thing and not all at once.
pub fn instruction(missing: &[Missing]) -> String {
    let mut text = String::from("The answer is not shown by this turn's results");
    for (at, reason) in missing.iter().take(2).enumerate() {
        text.push_str(if at == 0 { ": " } else { "; " });
        text.push_str(advice(*reason));
    }
    text.push_str(". Then answer again.");
    text
}

/// What the model is told to do about it.
fn advice(missing: Missing) -> &'static str {
    match missing {
        Missing::Denied => "a step that the answer claims was denied: say that it was not done",
        Missing::OutcomeUnknown => {
            "nobody knows whether a step took effect: read the page and report what it shows"
        }
        Missing::WriteFailed => {
            "the last attempt at a claimed act failed: try another way, or say that it failed"
        }
        Missing::NoWrite => {
            "no step did what the answer says or the request asks for: do it, or say that it was not done"
        }
        Missing::ReadContradicts => {
            "the newest read of the page contradicts the answer: repair it, or report what the page shows"
        }
        Missing::NoReadAfterWrite => "the page was not read after the act: read it and confirm the effect",
        Missing::WrongPage => "the work was on another page than the one that is meant: go there",
        Missing::Partial => {
            "not everything that the answer claims was done and seen: finish it, or say what is left"
        }
        Missing::RequestPartMissing => "a part of the request was dropped: do it, or say that it is left",
        Missing::Redirected => "the address led elsewhere: say where it ended, or find the right one",
        Missing::NotNavigated => "the page was not opened: open it, or say that it is not open",
        Missing::NoFile => "no tool finished the file: make it, or say that there is none",
        Missing::EmptyFile => "the file is empty: make it again, or say that it is empty",
        Missing::ReadFailed => "reading the page failed: read it again, or say that it failed",
        Missing::NoRead => "the page was not read in this turn: read it before reporting from it",
        Missing::StaleRead => "the page changed after it was read: read it again before reporting from it",
        Missing::CoverageIncomplete => {
            "only a part was read: read the rest, or limit the statement to what was read"
        }
        Missing::NameNotFound => {
            "a number, code or quotation does not occur in any result: quote it as it stands there"
        }
        Missing::FigureWrongArithmetic => {
            "a computed figure does not follow from the figures read: compute it again and name the operands"
        }
        Missing::FigureWrongUnit => "a figure stands in the sources with another unit or currency",
        Missing::FigureOverRounded => "a figure is not the source rounded to the digits shown",
        Missing::FigureMisattributed => "a figure belongs to another row or name in its source",
        Missing::FigureFromFailedStep => "a figure occurs only in a failed step: read it again",
        Missing::FigureFromMasked => "a figure's result is masked: read it back with recall_result",
        Missing::StaleTurn => {
            "a figure is from an earlier turn: read the page again, or say that it is from then"
        }
        Missing::FigureUnchecked => "a figure is computed or known, and no result shows it",
        Missing::FigureNotFound => {
            "a figure occurs in no result, attachment or request: read it from its source, or leave it out"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::instruction;
    use fairlead_protocol::evidence::Missing;

    #[test]
    fn the_instruction_names_at_most_two_reasons() {
        let told = instruction(&[Missing::NoWrite, Missing::NoRead, Missing::Partial]);
        assert!(told.contains("no step did") && told.contains("not read in this turn"));
        assert!(!told.contains("not everything"));
    }
}
