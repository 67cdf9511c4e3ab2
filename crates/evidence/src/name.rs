//! Identifiers and quotations that an answer reports: they occur in a source letter by letter, or they were made up.

use crate::caps;
use crate::figure::ledger::{Ledger, Standing};
use crate::figure::scan::{Reading, scan};
use crate::finding::Claim;
use crate::scene::Scene;
use crate::words::{is_digit, is_letter_or_digit, part};
use fairlead_protocol::evidence::{ClaimKind, Missing};

/// Codes of the answer that no source, address or argument holds. Short ones are too often words of a trade.
pub(crate) fn unknown(scene: &Scene<'_>, ledger: &Ledger<'_>) -> Vec<Claim> {
    let mut known = String::new();
    for source in &ledger.sources {
        squeeze(source.text, &mut known);
        // A trunk zero in brackets is not dialled.
        squeeze(&source.text.replace("(0)", ""), &mut known);
    }
    for step in scene.steps {
        squeeze(step.url(), &mut known);
        squeeze(step.page.map_or("", |page| page.title), &mut known);
        crate::act::each_text(step.args, &mut |text| squeeze(text, &mut known));
    }
    scan(scene.answer, Reading::Answer, None, caps::ANSWER_FIGURES)
        .names
        .into_iter()
        .filter(|span| {
            let name = scene.answer.get(span.clone()).unwrap_or_default();
            let mut wanted = String::new();
            squeeze(name, &mut wanted);
            let wanted = wanted.trim();
            let digits = name.chars().filter(char::is_ascii_digit).count();
            let version = name.matches('.').count() > 1;
            let unknown = !known.contains(wanted);
            unknown
                && (digits > 2 && (wanted.len() > 3 || version)
                    || has_sibling(name, ledger)
                    || has_shape_of_others(name, ledger))
        })
        .map(|span| Claim {
            span,
            kind: ClaimKind::Read,
            lacks: Some(Missing::NameNotFound),
            by: Vec::new(),
            operation: None,
        })
        .collect()
}

/// A seat or a room, `16D`, where a source has only others of that shape.
fn has_shape_of_others(name: &str, ledger: &Ledger<'_>) -> bool {
    let is_shaped = |token: &str| match token.as_bytes() {
        [first, second, third] => {
            first.is_ascii_digit() && second.is_ascii_digit() && third.is_ascii_uppercase()
        }
        _ => false,
    };
    let others = |text: &str| {
        text.split(|sign: char| !sign.is_alphanumeric()).filter(|token| is_shaped(token)).count()
    };
    is_shaped(name) && ledger.sources_at(Standing::Current).any(|source| others(source.text) > 1)
}

/// A short name, `L2`, of which a source has only others of its letters, `L3`.
fn has_sibling(name: &str, ledger: &Ledger<'_>) -> bool {
    let letters = name.trim_end_matches(is_digit);
    let is_short = letters.len() < 3 && name.len() < letters.len() + 3;
    let lettered = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_uppercase());
    let after = |text: &str, at: usize| {
        let alone = !part(text, ..at).ends_with(is_letter_or_digit);
        alone && part(text, at + letters.len()..).starts_with(is_digit)
    };
    is_short
        && lettered
        && ledger
            .sources_at(Standing::Current)
            .any(|source| source.text.match_indices(letters).any(|(at, _)| after(source.text, at)))
}

/// Letters and digits alone, in lower case.
fn squeeze(text: &str, into: &mut String) {
    into.extend(text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()));
    into.push(' ');
}
