//! Figures that are told and not held against an answer: its own knowledge or estimate where it says so, and what is computed in more
//! steps than are proved. They stand beside the answer as not proved. What is said to be read, or can be computed anew and comes out
//! otherwise, is not among them.

use super::Figure;
use super::chain::{Steps, chain};
use super::count::words_of;
use super::derive::Cues;
use super::equation::{self, Shown};
use super::judge::{Context, has_read_end, lacking};
use super::ledger::{Entry, Ledger, Standing};
use super::matching::shows;
use super::rows::Row;
use super::unit::{Family, Unit};
use crate::caps;
use crate::clause::{near, strip_at};
use crate::finding::Claim;
use crate::words::{Norm, is_one, part};
use fairlead_protocol::evidence::Missing;

/// Marks what is the answer's own word, and what follows in more than one operation: also from what is so marked.
pub(super) fn mark(claims: &mut [Option<Claim>], context: &Context<'_, '_>) {
    for _ in 0..3 {
        let mut changed = false;
        let lacking: Vec<usize> =
            (0..claims.len()).filter(|at| matches!(claims.get(*at), Some(None))).collect();
        for at in lacking.into_iter().take(caps::MARKED_FIGURES) {
            if let (Some(claim), Some(place)) = (marked(at, claims, context), claims.get_mut(at)) {
                *place = Some(claim);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
}

fn marked(at: usize, claims: &[Option<Claim>], context: &Context<'_, '_>) -> Option<Claim> {
    let (answer, ledger) = (context.answer, context.ledger);
    let figure = context.figures.get(at)?;
    let mut claim = lacking(figure, answer, ledger);
    let unsourced = matches!(
        claim.lacks,
        Some(
            Missing::FigureNotFound
                | Missing::FigureWrongArithmetic
                | Missing::FigureOverRounded
                | Missing::FigureWrongUnit
        )
    );
    if !unsourced
        || has_read_end(at, claims, context)
        || equation::computed(answer, context.figures, at) == Shown::Wrong
    {
        return None;
    }
    // What is close to a source and not rounded from it is no other figure.
    let close = claim.lacks == Some(Missing::FigureOverRounded);
    let is_marked = is_own_word(figure, answer, context.request.text(), ledger)
        || is_in_unknown_unit(at, claims, context)
        || !close && follows_in_steps(at, claims, context);
    claim.lacks = Some(Missing::FigureUnchecked);
    is_marked.then_some(claim)
}

/// Words for what comes out, where none says what was done.
const OUTCOMES: &str = "comes to|come to|came to|works out|work out|would be|would take|you need|youd need|cover|covers|enough for|would cost|takes you|at that rate|at this rate|i get|算下来|花|需要|就要|只要|相当于|折合";

/// Whether a computed figure follows in more than one operation.
fn follows_in_steps(at: usize, claims: &[Option<Claim>], context: &Context<'_, '_>) -> bool {
    let (answer, ledger) = (context.answer, context.ledger);
    let Some(figure) = context.figures.get(at) else { return false };
    let sentence = near(answer, figure.span.start);
    let said = Norm::of(part(answer, sentence.clone()));
    if !Cues::says_computed(&said) && !said.any(OUTCOMES) {
        return false;
    }
    let (mut beside, mut far) = (Row::new(), Row::new());
    for (other, claim) in context.figures.iter().zip(claims) {
        let shown = claim.as_ref().is_some_and(may_be_operand);
        if let Some(amount) = other.amount().filter(|_| shown) {
            let row = if sentence.contains(&other.span.start) { &mut beside } else { &mut far };
            row.push(amount);
        }
    }
    beside.extend(ledger.entries_at(Standing::Given).filter_map(|entry| entry.figure.amount()));
    let free = context.periods.iter().chain(context.free);
    far.extend(free.filter_map(|operand| Some((operand.number()?, operand.unit))));
    let beside = each_once(beside, &[]);
    // Between two numbers of its kind there is one difference.
    let of_kind: Row =
        beside.iter().filter(|(_, unit)| !unit.is_bare() && *unit == figure.unit).copied().collect();
    if let ([(one, _), (other, _)], Some(shown)) = (of_kind.as_slice(), figure.number())
        && Norm::of(strip_at(answer, figure.span.start)).any(LEFT)
    {
        return shows(shown.value, shown, figure.hedge, (one - other).abs());
    }
    // Of two numbers beside it that are alike, a number of times or a share is of just these.
    let alike =
        |family: Family| family != Family::Percent && beside.iter().all(|(_, unit)| unit.family == family);
    if matches!(figure.unit.family, Family::Times | Family::Percent)
        && matches!(beside.as_slice(), [(_, unit), _] if alike(unit.family))
    {
        return false;
    }
    let far = each_once(far, &beside);
    // The total of three, where the sources have three numbers: that is their sum.
    let is_of_all =
        |(value, unit): &(f64, Unit)| unit.is_bare() && *value > 1.0 && *value == far.len() as f64;
    if said.any("total|sum|altogether|总分|合计|总计|一共|总共")
        && beside.iter().any(is_of_all)
        && far
            .iter()
            .all(|(_, unit)| far.first().is_some_and(|(_, first)| unit == first) && unit.agrees(figure.unit))
    {
        return false;
    }
    // An average runs over all of a list, which is no chain.
    let average = Cues::of(&said, &Norm::default()).average;
    chain(figure, &beside, &far, if average { Steps::One } else { Steps::Two })
}

const LEFT: &str = "difference|cheaper|dearer|pricier|more expensive|saving|saves|left|short|还差|还剩|相差|便宜|贵|高出|多出|省|找回|找零";

/// Without those that are known.
fn each_once(row: Row, known: &[(f64, Unit)]) -> Row {
    let mut kept = Row::new();
    for number in row {
        if !known.contains(&number) && !kept.contains(&number) {
            kept.push(number);
        }
    }
    kept
}

/// `480 ml is about 2 cups`: the same again in a unit that has no table.
fn is_in_unknown_unit(at: usize, claims: &[Option<Claim>], context: &Context<'_, '_>) -> bool {
    const SAME: &str = "is|is about|about|is roughly|roughly|or about|or roughly|i e|thats about|that is about|equals|约合|相当于|约|也就是|即|折合|合|大约|差不多|大概";
    let Some((before, place)) = at.checked_sub(1).and_then(|left| Some((context.figures.get(left)?, left)))
    else {
        return false;
    };
    let Some(figure) = context.figures.get(at) else { return false };
    let between = Norm::of(part(context.answer, before.span.end..figure.span.start));
    let shown = claims.get(place).and_then(Option::as_ref).is_some_and(may_be_operand);
    let counted = part(context.answer, figure.span.end..).trim_start().starts_with(char::is_alphabetic);
    shown && counted && figure.unit.is_bare() && !before.unit.is_bare() && is_one(between.text(), SAME)
}

fn may_be_operand(claim: &Claim) -> bool {
    matches!(claim.lacks, None | Some(Missing::FigureUnchecked))
}

/// An answer that says whose word it is.
const OWN: &str = "general knowledge|as a rule|rule of thumb|as far as i know|from what i know|i know|in general|generally speaking|id estimate|\
    i estimate|my estimate|id guess|my guess|ballpark|estimating|back of the envelope|for comparison|for reference|common knowledge|\
    一般来说|一般而言|通常来说|通常来讲|一般来讲|就我所知|据我所知|我所知道|常识|按经验|凭经验|经验上|估算|估计|粗算|粗略|推算|我猜|行业惯例|参考一下|作为参考|按常见|同级|同类|同价位|similar ones|comparable|other brands|常见的|大致算";
/// What is usual may be told of the page's own thing too.
const USUAL: &str = "usually|typically|normally|commonly|often|most people|most adults|on average people|一般|通常|普遍|往往|多数|平时|大多";
/// What follows is no longer the page's.
const NOT_READ: &str = "general knowledge|not from the page|not on the page|my own estimate|the page itself doesnt|page doesnt give|不是页面|非页面|页面上没有写|不来自页面|我自己的估";

/// Whether the words around a figure say that it is the answer's own.
fn is_own_word(figure: &Figure, answer: &str, request: &str, ledger: &Ledger<'_>) -> bool {
    let sentence = near(answer, figure.span.start);
    let before = Norm::of(part(answer, sentence.start..figure.span.start));
    if before.any(OWN) || Norm::of(part(answer, sentence.clone())).any(NOT_READ) {
        return true;
    }
    before.any(USUAL) && !is_told_by_a_line(figure, &[part(answer, sentence), " ", request].concat(), ledger)
}

/// Whether a line of a source that shares a word with the sentence gives a figure of that kind.
fn is_told_by_a_line(figure: &Figure, sentence: &str, ledger: &Ledger<'_>) -> bool {
    let words = words_of(sentence);
    let of_kind = |entry: &&Entry| entry.figure.unit.family == figure.unit.family;
    ledger.entries_at(Standing::Current).filter(of_kind).take(caps::ROWS).any(|entry| {
        let line = || ledger.source(entry).and_then(|source| source.text.lines().nth(entry.line));
        line().is_some_and(|line| {
            words_of(line)
                .iter()
                .any(|word| word.chars().any(char::is_alphabetic) && word.len() > 3 && words.contains(word))
        })
    })
}
