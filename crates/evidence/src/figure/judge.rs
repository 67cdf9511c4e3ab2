//! Judges each figure of an answer: found in a source, derived, counted, or why not.

use super::binding::{is_of_another_page, is_of_another_row};
use super::count::counted;
use super::derive::{Cues, Operand, derive};
use super::ledger::{Entry, Ledger, Standing};
use super::matching::{Fit, fit};
use super::scan::{Reading, scan};
use super::{Figure, Value};
use crate::caps;
use crate::clause::{sentence_at, strip_at};
use crate::finding::{Claim, ClaimKind, Missing, Op, Proof, State};
use crate::words::Norm;

/// Every figure of the answer that a ranged test does not leave out.
pub(crate) fn figures(
    answer: &str,
    request: &str,
    ledger: &Ledger<'_>,
    keep: &dyn Fn(&Figure) -> bool,
) -> Vec<Claim> {
    let found = scan(answer, Reading::Answer, ledger.today, caps::ANSWER_FIGURES).figures;
    let figures: Vec<Figure> = found.into_iter().filter(|figure| keep(figure)).collect();
    let request_norm = Norm::of(request);
    let mut claims: Vec<Option<Claim>> =
        figures.iter().map(|figure| found_in_sources(figure, answer, ledger)).collect();
    // A derived figure that is right may be an operand of the next.
    for round in 0..3 {
        let mut changed = false;
        let mut tried = 0;
        for (at, figure) in figures.iter().enumerate() {
            if claims.get(at).is_some_and(Option::is_some) {
                continue;
            }
            tried += 1;
            if tried > caps::DERIVED_FIGURES {
                break;
            }
            let counted = if round == 0 { as_count(figure, answer, ledger) } else { None };
            let claim =
                counted.or_else(|| follows(figure, at, answer, &request_norm, &figures, &claims, ledger));
            if let (Some(claim), Some(place)) = (claim, claims.get_mut(at)) {
                *place = Some(claim);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    figures
        .iter()
        .zip(claims)
        .map(|(figure, claim)| claim.unwrap_or_else(|| lacking(figure, answer, ledger)))
        .collect()
}

fn proved(figure: &Figure, by: Vec<Proof>, op: Option<Op>) -> Claim {
    Claim { span: figure.span.clone(), kind: ClaimKind::Figure, state: State::Proved, by, op }
}

fn proofs(entries: &[&Entry], ledger: &Ledger<'_>) -> Vec<Proof> {
    let mut by: Vec<Proof> = entries.iter().map(|entry| ledger.proof(entry)).collect();
    crate::ordered::settle(&mut by);
    by
}

/// Every entry that the figure fits in some way.
fn sightings<'l>(figure: &Figure, ledger: &'l Ledger<'_>) -> Vec<(&'l Entry, Fit)> {
    let fitting = |entry: &'l Entry| (entry, fit(figure, &entry.figure));
    ledger.entries.iter().map(fitting).filter(|(_, fit)| *fit != Fit::None).collect()
}

fn of_kind<'l>(
    sighted: &[(&'l Entry, Fit)],
    ledger: &Ledger<'_>,
    standing: Standing,
    wanted: Fit,
) -> Vec<&'l Entry> {
    sighted
        .iter()
        .filter(|(entry, fit)| *fit == wanted && ledger.standing(entry) == standing)
        .map(|(entry, _)| *entry)
        .collect()
}

/// Proved or misattributed where it stands in a source, none where it does not.
fn found_in_sources(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> Option<Claim> {
    let sighted = sightings(figure, ledger);
    let fits = |standing: Standing, wanted: Fit| of_kind(&sighted, ledger, standing, wanted);
    for (wanted, op) in [(Fit::Same, None), (Fit::Converted, Some(Op::Unit))] {
        let current = fits(Standing::Current, wanted);
        let given = fits(Standing::Given, wanted);
        if current.is_empty() && given.is_empty() {
            continue;
        }
        let clause = strip_at(answer, figure.span.start);
        let plain = Norm::of(clause).any("respectively|分别");
        if given.is_empty()
            && !plain
            && (is_of_another_row(clause, &current, ledger) || is_of_another_page(clause, &current, ledger))
        {
            let by = proofs(&current, ledger);
            let state = State::Lacking(Missing::FigureMisattributed);
            return Some(Claim { span: figure.span.clone(), kind: ClaimKind::Figure, state, by, op: None });
        }
        let entries = [current, given].concat();
        return Some(proved(figure, proofs(&entries, ledger), op));
    }
    let remembered = "last time|earlier|before|previously|back then|at the time|when i|you told|remember*|当时|上次|之前|\
        刚才|先前|那时|前面|记得|记忆";
    let earlier = fits(Standing::Earlier, Fit::Same);
    let worded =
        Norm::of(answer.get(sentence_at(answer, figure.span.start)).unwrap_or_default()).any(remembered);
    (!earlier.is_empty() && worded).then(|| proved(figure, proofs(&earlier, ledger), None))
}

fn follows(
    figure: &Figure,
    at: usize,
    answer: &str,
    request: &Norm,
    figures: &[Figure],
    claims: &[Option<Claim>],
    ledger: &Ledger<'_>,
) -> Option<Claim> {
    let sentence = sentence_at(answer, figure.span.start);
    let text = answer.get(sentence.clone()).unwrap_or_default();
    let (mut stated, mut near): (Vec<Operand>, Vec<Operand>) = (Vec::new(), Vec::new());
    for (other, claim) in
        figures.iter().zip(claims).enumerate().filter(|(other, _)| *other != at).map(|(_, pair)| pair)
    {
        let Some(claim) = claim.as_ref().filter(|claim| claim.is_proved()) else { continue };
        let operand = Operand::of(other, &claim.by);
        if sentence.contains(&other.span.start) {
            near.push(operand.clone());
        }
        stated.push(operand);
    }
    for entry in ledger.entries.iter().filter(|entry| ledger.standing(entry) == Standing::Given) {
        stated.push(Operand::of(&entry.figure, &[ledger.proof(entry)]));
    }
    let cues = Cues::of(&Norm::of(text), request);
    let derived = derive(figure, &stated, &near, ledger, &cues)?;
    Some(proved(figure, derived.by, Some(derived.op)))
}

fn as_count(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> Option<Claim> {
    let text = answer.get(sentence_at(answer, figure.span.start)).unwrap_or_default();
    counted(whole_count(figure)?, text, answer, ledger).map(|by| proved(figure, by, Some(Op::Count)))
}

/// A whole number without a unit may be a count.
fn whole_count(figure: &Figure) -> Option<usize> {
    let number = figure.number().filter(|_| figure.unit.is_bare())?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
    (number.value >= 0.0 && number.value < 1000.0 && number.value.floor() == number.value)
        .then_some(number.value as usize)
}

/// Why it is not proved, and what was looked at.
fn lacking(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> Claim {
    let sighted = sightings(figure, ledger);
    let at = |standing: Standing, wanted: Fit| of_kind(&sighted, ledger, standing, wanted);
    let sentence = answer.get(sentence_at(answer, figure.span.start)).unwrap_or_default();
    let looked = || ledger.sources_at(Standing::Current).map(|source| source.proof).collect::<Vec<_>>();
    let mut by = looked();
    let masked =
        ledger.sources_at(Standing::Current).any(|source| source.text.trim_start().starts_with("[masked"));
    let mut why = |entries: Vec<&Entry>, reason: Missing| {
        (!entries.is_empty()).then(|| {
            by = proofs(&entries, ledger);
            reason
        })
    };
    let reason = why(at(Standing::Stale, Fit::Same), Missing::StaleRead)
        .or_else(|| why(at(Standing::Failed, Fit::Same), Missing::FigureFromFailedStep))
        .or_else(|| why(at(Standing::Current, Fit::OtherUnit), Missing::FigureWrongUnit))
        .or_else(|| why(at(Standing::Earlier, Fit::Same), Missing::StaleTurn))
        .or_else(|| why(at(Standing::Current, Fit::OverRounded), Missing::FigureOverRounded));
    let computed = matches!(figure.value, Value::Number(_)) && Cues::says_computed(&Norm::of(sentence));
    let reason = match reason {
        Some(reason) => reason,
        None if masked => Missing::FigureFromMasked,
        None if computed && !by.is_empty() => Missing::FigureWrongArithmetic,
        None => Missing::FigureNotFound,
    };
    Claim { span: figure.span.clone(), kind: ClaimKind::Figure, state: State::Lacking(reason), by, op: None }
}
