//! Judges each figure of an answer: found in a source, derived, counted, or why not.

use super::binding::{is_of_another_page, is_of_another_row};
use super::calendar::month_and_day;
use super::count::{counted, words_of};
use super::derive::{Cues, Operand, Operands, Place, derive, free_operands};
use super::discount;
use super::equation::{self, Shown};
use super::ledger::{Entry, Ledger, Standing};
use super::marked::mark;
use super::matching::{Fit, fit};
use super::periods::periods;
use super::scan::{Reading, scan};
use super::spelling::is_of_name;
use super::unit::{BARE, Family};
use super::zones::shifts;
use super::{Figure, Half, Number, Value, ten};
use crate::caps;
use crate::clause::{near, strip_at};
use crate::finding::{Claim, Proof};
use crate::tone::reports_failure;
use crate::turn::Day;
use crate::words::{Norm, head, is_digit, is_one, one_of, part};
use fairlead_protocol::evidence::{ClaimKind, Missing, Operation};
use fairlead_protocol::order::settle;
use std::ops::Range;

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
    for (figure, claim) in figures.iter().zip(&mut claims).filter(|(_, claim)| claim.is_none()) {
        let constant = equation::is_constant(answer, figure)
            || is_length_of_month(figure, &figures, ledger)
            || is_assumed(answer, figure);
        *claim = constant.then(|| proved(figure, Vec::new(), Some(Operation::Product)));
    }
    slashed_days(answer, &figures, &mut claims, ledger);
    let whole = Norm::of(answer);
    let spoken = |table: &str| whole.any(table) || request_norm.any(table);
    let heads: Vec<Norm> = ledger
        .sources_at(Standing::Current)
        .take(caps::ROW_SOURCES)
        .map(|source| Norm::of(head(source.text, caps::PERIOD_BYTES)))
        .collect();
    let sources = |table: &str| heads.iter().any(|head| head.any(table));
    let base = Operands {
        periods: periods(&spoken, &sources),
        shifts: shifts(&spoken, &sources),
        ..Operands::default()
    };
    let free = free_operands(ledger);
    let context = Context {
        answer,
        request: &request_norm,
        figures: &figures,
        free: &free,
        periods: &base.periods,
        ledger,
    };
    // A derived figure that is right may be an operand of the next.
    for round in 0..3 {
        let mut changed = false;
        let mut tried = 0;
        for (at, figure) in figures.iter().enumerate() {
            // What stands in another row only may still be computed.
            if claims.get(at).is_some_and(|claim| claim.as_ref().is_some_and(Claim::is_proved)) {
                continue;
            }
            tried += 1;
            if tried > caps::DERIVED_FIGURES {
                break;
            }
            let counted = if round == 0 { as_count(figure, answer, ledger) } else { None };
            let follows = || follows(at, &claims, &context, base.clone());
            let claim = counted.or_else(|| match equation::computed(answer, &figures, at) {
                Shown::Of(operands) => of_operands(figure, operands, &claims).or_else(follows),
                // What the answer shows of it decides.
                Shown::Wrong => None,
                Shown::Nothing => follows(),
            });
            if let (Some(claim), Some(place)) = (claim, claims.get_mut(at)) {
                *place = Some(claim);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    mark(&mut claims, &context);
    figures
        .iter()
        .zip(claims)
        .map(|(figure, claim)| claim.unwrap_or_else(|| lacking(figure, answer, ledger)))
        .collect()
}

/// `11/6`, where a source speaks of that day.
fn slashed_days(answer: &str, figures: &[Figure], claims: &mut [Option<Claim>], ledger: &Ledger<'_>) {
    for (at, pair) in figures.windows(2).enumerate() {
        let [first, second] = pair else { continue };
        if part(answer, first.span.end..second.span.start) != "/" {
            continue;
        }
        let Some((value, _)) = month_and_day(answer, first.span.start) else { continue };
        let day = Figure { span: first.span.start..second.span.end, value, ..first.clone() };
        let by: Vec<&Entry> = ledger.usable().filter(|entry| fit(&day, &entry.figure) == Fit::Same).collect();
        if !by.is_empty() {
            let by = proofs(&by, ledger);
            for (figure, claim) in pair.iter().zip(claims.iter_mut().skip(at)) {
                *claim = Some(proved(figure, by.clone(), None));
            }
        }
    }
}

/// `比如超 5 公斤`: the first number of an example is chosen freely; what follows from it is computed.
fn is_assumed(answer: &str, figure: &Figure) -> bool {
    const EXAMPLES: &str = "比如|例如|举例|for example|for instance|eg|say|assuming|assume|suppose|at an average of|at a typical|假设|假定|按平均";
    let before = part(answer, near(answer, figure.span.start).start..figure.span.start);
    let clause = before.rsplit(one_of(",\u{ff0c};\u{ff1b}:\u{ff1a}(")).next().unwrap_or_default();
    Norm::of(clause).starts(EXAMPLES).is_some()
        && !clause.contains(is_digit)
        && figure.unit.family != Family::Percent
}

/// `31 天` beside October: the calendar says so.
fn is_length_of_month(figure: &Figure, figures: &[Figure], ledger: &Ledger<'_>) -> bool {
    let Some(number) = figure.number().filter(|_| figure.unit.family == Family::Duration) else {
        return false;
    };
    let has_length = |other: &Figure| match other.value {
        Value::Date { year, month, .. } => {
            let days = days_of_month(year.or(ledger.today.map(|today| today.year)), month);
            number.value == f64::from(days) && figure.unit.scale == 86_400.0
        }
        Value::Number(_) | Value::Clock { .. } => false,
    };
    figures.iter().chain(ledger.usable().map(|entry| &entry.figure)).any(has_length)
}

fn days_of_month(year: Option<i32>, month: u8) -> i32 {
    let first = Day { year: year.unwrap_or(2001), month, day: 1 };
    first.plus_months(1).number() - first.number()
}

fn proved(figure: &Figure, by: Vec<Proof>, op: Option<Operation>) -> Claim {
    Claim { span: figure.span.clone(), kind: ClaimKind::Figure, lacks: None, by, operation: op }
}

fn proofs(entries: &[&Entry], ledger: &Ledger<'_>) -> Vec<Proof> {
    let mut by: Vec<Proof> = entries.iter().map(|entry| ledger.proof(entry)).collect();
    settle(&mut by);
    by
}

/// Every entry that the figure fits in some way.
fn sightings<'l>(figure: &Figure, answer: &str, ledger: &'l Ledger<'_>) -> Vec<(&'l Entry, Fit)> {
    let counts = counted_kind(answer, figure);
    let fitting = |entry: &'l Entry| {
        let power = ledger.source(entry).map_or(0, |source| source.power);
        let fits = match fit(figure, &entry.figure) {
            Fit::None | Fit::OtherUnit if power > 0 && entry.figure.unit.is_bare() => {
                in_power(figure, power).map_or(Fit::None, |figure| fit(&figure, &entry.figure))
            }
            fits => fits,
        };
        // Three people are not three fields.
        let others = counts.is_some() && {
            let of = ledger.source(entry).and_then(|source| counted_kind(source.text, &entry.figure));
            of.is_some() && of != counts
        };
        let source = ledger.source(entry).map_or("", |source| source.text);
        let others = others || discount::differ(answer, figure, source, &entry.figure);
        (entry, if others { Fit::None } else { fits })
    };
    ledger.entries.iter().map(fitting).filter(|(_, fit)| *fit != Fit::None).collect()
}

/// Whether the Chinese measure word behind a number counts people; none where there is none, or one for whatever it may be.
fn counted_kind(text: &str, figure: &Figure) -> Option<bool> {
    let next = part(text, figure.span.end..).trim_start().chars().next().filter(|_| figure.unit.is_bare())?;
    let people = "位人名".contains(next);
    (people || "项件张条款本台辆只双把杯碗盒箱瓶页间".contains(next)).then_some(people)
}

/// `at 6:45 pm, and it starts at 7:15`: the second is of the same half of the day.
fn in_the_evening(figure: &Figure, answer: &str) -> Figure {
    let before = || Norm::of(part(answer, near(answer, figure.span.start).start..figure.span.start));
    match figure.value {
        Value::Clock { minutes, half: Half::Unsaid } if before().any("pm|p m") => {
            Figure { value: Value::Clock { minutes, half: Half::Open }, ..figure.clone() }
        }
        Value::Clock { .. } | Value::Number(_) | Value::Date { .. } => figure.clone(),
    }
}

/// The figure as a column gives it whose head says in what.
fn in_power(figure: &Figure, power: i32) -> Option<Figure> {
    let number = figure.number()?;
    let value = number.value / ten(power);
    let value = Value::Number(Number { value, other: None, shown: number.shown - power, ..number });
    Some(Figure { value, unit: BARE, ..figure.clone() })
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
    let evening = &in_the_evening(figure, answer);
    let sighted = sightings(evening, answer, ledger);
    let fits = |standing: Standing, wanted: Fit| of_kind(&sighted, ledger, standing, wanted);
    for (wanted, op) in [(Fit::Same, None), (Fit::Converted, Some(Operation::Unit))] {
        let current = fits(Standing::Current, wanted);
        let given = fits(Standing::Given, wanted);
        if current.is_empty() && given.is_empty() {
            continue;
        }
        let clause = strip_at(answer, figure.span.start);
        // An operand belongs to its computation, whatever that is called.
        let computes = part(answer, figure.span.end..).trim_start().starts_with(one_of("×÷="))
            || part(answer, ..figure.span.start).trim_end().ends_with(one_of("×÷"));
        let plain = computes || Norm::of(clause).any("respectively|分别");
        if given.is_empty()
            && !plain
            && (is_of_another_row(clause, &current, ledger) || is_of_another_page(clause, &current, ledger))
        {
            let by = proofs(&current, ledger);
            let lacks = Some(Missing::FigureMisattributed);
            return Some(Claim {
                span: figure.span.clone(),
                kind: ClaimKind::Figure,
                lacks,
                by,
                operation: None,
            });
        }
        let entries = [current, given].concat();
        return Some(proved(figure, proofs(&entries, ledger), op));
    }
    let remembered = "last time|earlier|before|previously|back then|at the time|when i|you told|remember*|当时|上次|之前|\
        刚才|先前|那时|前面|记得|记忆";
    let earlier = fits(Standing::Earlier, Fit::Same);
    let worded = Norm::of(answer.get(near(answer, figure.span.start)).unwrap_or_default()).any(remembered);
    if !earlier.is_empty() && worded {
        return Some(proved(figure, proofs(&earlier, ledger), None));
    }
    // What a report of a failure tells of it: `server error 502`.
    let failed = fits(Standing::Failed, Fit::Same);
    let reports = || reports_failure(&Norm::of(part(answer, near(answer, figure.span.start))));
    if !failed.is_empty() && reports() {
        return Some(proved(figure, proofs(&failed, ledger), None));
    }
    let shown = is_short_year(figure, answer, ledger)
        || is_day_of_month(figure, answer, ledger)
        || is_of_name(figure, answer, ledger);
    shown.then(|| proved(figure, Vec::new(), None))
}

/// `30 日` of a page that writes 11月30日.
fn is_day_of_month(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> bool {
    let signed = part(answer, figure.span.end..).trim_start().starts_with(one_of("日号"));
    let Some(number) = figure.number().filter(|_| signed && figure.unit.is_bare()) else { return false };
    ledger.usable().any(|entry| match entry.figure.value {
        Value::Date { day, .. } => f64::from(day) == number.value,
        Value::Number(_) | Value::Clock { .. } => false,
    })
}

/// 26 年 of a page that writes 2026 or 26Q3.
fn is_short_year(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> bool {
    let Some(digits) = part(answer, figure.span.clone()).strip_suffix('年').map(str::trim) else {
        return false;
    };
    let two = digits.len() == 2 && digits.chars().all(is_digit);
    let held = |text: &str| {
        text.match_indices(digits).any(|(at, _)| {
            part(text, ..at).ends_with("20") || part(text, at + digits.len()..).starts_with('Q')
        })
    };
    two && ledger.sources_at(Standing::Current).any(|source| held(source.text))
}

/// What all figures of an answer are judged by.
pub(super) struct Context<'c, 'a> {
    pub(super) answer: &'c str,
    pub(super) request: &'c Norm,
    pub(super) figures: &'c [Figure],
    pub(super) free: &'c [Operand],
    pub(super) periods: &'c [Operand],
    pub(super) ledger: &'c Ledger<'a>,
}

/// `329 × 2 − 50 = 608`, whose operands are proved.
fn of_operands(figure: &Figure, operands: Range<usize>, claims: &[Option<Claim>]) -> Option<Claim> {
    let mut by = Vec::new();
    for operand in claims.get(operands)? {
        by.extend(&operand.as_ref().filter(|claim| claim.is_proved())?.by);
    }
    settle(&mut by);
    Some(proved(figure, by, Some(Operation::Sum)))
}

fn follows(
    at: usize,
    claims: &[Option<Claim>],
    context: &Context<'_, '_>,
    mut from: Operands,
) -> Option<Claim> {
    let (answer, ledger) = (context.answer, context.ledger);
    let figure = context.figures.get(at)?;
    let sentence = near(answer, figure.span.start);
    let text = answer.get(sentence.clone()).unwrap_or_default();
    let mut line = usize::MAX;
    // What stands in the same sentence is said of it.
    let place_of =
        |other: &Figure| if sentence.contains(&other.span.start) { Place::Given } else { Place::Answer };
    for (place, (other, claim)) in context.figures.iter().zip(claims).enumerate() {
        let Some(claim) = claim.as_ref().filter(|claim| place != at && claim.is_proved()) else { continue };
        let operand = Operand::of(other, &claim.by, place_of(other));
        if sentence.contains(&other.span.start) {
            from.near.push(operand.clone());
        }
        let start = line_start(answer, other.span.start);
        if let Some(amount) = other.amount().filter(|_| is_listed(part(answer, start..))) {
            if line != start {
                from.listed.push(Vec::new());
                line = start;
            }
            from.listed.last_mut()?.push(amount);
        }
        from.stated.push(operand);
    }
    for entry in ledger.entries_at(Standing::Given) {
        from.stated.push(Operand::of(&entry.figure, &[ledger.proof(entry)], Place::Given));
    }
    from.words = words_of(&[text, " ", context.request.text()].concat());
    from.words.retain(|word| word.len() > 2 && word.chars().all(char::is_alphabetic));
    let cues = Cues::of(&Norm::of(text), context.request);
    if has_read_end(at, claims, context) {
        return None;
    }
    let derived = derive(figure, &from, context.free, ledger, &cues)?;
    Some(proved(figure, derived.by, Some(derived.op)))
}

/// `5–10 working days`: where one end of a range was read, the other was too.
pub(super) fn has_read_end(at: usize, claims: &[Option<Claim>], context: &Context<'_, '_>) -> bool {
    let is_range = |first: usize, second: usize| {
        context.figures.get(first).zip(context.figures.get(second)).is_some_and(|(first, second)| {
            let between = part(context.answer, first.span.end..second.span.start).trim();
            first.unit == second.unit
                && (is_one(between, "–|-|—|~|～") || !first.unit.is_bare() && is_one(between, "to|至|到"))
        })
    };
    let is_read = |at: usize| {
        let claim = claims.get(at).and_then(Option::as_ref);
        claim.is_some_and(|claim| claim.is_proved() && claim.operation.is_none())
    };
    is_range(at, at + 1) && is_read(at + 1)
        || at.checked_sub(1).is_some_and(|before| is_range(before, at) && is_read(before))
}

fn line_start(text: &str, at: usize) -> usize {
    part(text, ..at).rfind('\n').map_or(0, |found| found + 1)
}

/// A line of a list or a table.
fn is_listed(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(one_of("-|•")) || line.starts_with("* ") || line.starts_with(is_digit)
}

fn as_count(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> Option<Claim> {
    let sentence = near(answer, figure.span.start);
    let at = figure.span.start - sentence.start;
    counted(whole_count(figure)?, part(answer, sentence), at, answer, ledger)
        .map(|by| proved(figure, by, Some(Operation::Count)))
}

/// A whole number without a unit may be a count.
fn whole_count(figure: &Figure) -> Option<usize> {
    // 两点 may be two points.
    if let Value::Clock { minutes, half: Half::Open } = figure.value {
        return minutes.is_multiple_of(60).then_some(usize::from(minutes / 60));
    }
    let number = figure.number().filter(|_| figure.unit.is_bare())?;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked
    (number.value >= 0.0 && number.value < 1000.0 && number.value.floor() == number.value)
        .then_some(number.value as usize)
}

/// Why it is not proved, and what was looked at.
pub(super) fn lacking(figure: &Figure, answer: &str, ledger: &Ledger<'_>) -> Claim {
    let sighted = sightings(figure, answer, ledger);
    let at = |standing: Standing, wanted: Fit| of_kind(&sighted, ledger, standing, wanted);
    let sentence = answer.get(near(answer, figure.span.start)).unwrap_or_default();
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
    Claim { span: figure.span.clone(), kind: ClaimKind::Figure, lacks: Some(reason), by, operation: None }
}
