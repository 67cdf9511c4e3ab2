//! Secrets in what a call would send. Values are looked at, not the names of parameters; what is done depends on the kind of secret,
//! on whose site it goes to, and on how. No allow rule and no grant is asked.

mod card;
mod email;
mod field;
mod iban;
mod kept;
mod scan;
mod secret;
mod text;

use crate::case::{Case, Findings, Forced, Step};
use crate::flow;
use crate::judge::is_first_party;
use crate::network;
use crate::origin::{Origin, Scheme};
use crate::place::Place;
use crate::reason::{Flag, PayloadClass, Reason};
use crate::registry::Category;
use fairlead_protocol::ordered::OrderedSet;
pub use kept::looks_secret;
use std::ops::ControlFlow;
pub(crate) use text::{Outgoing, clean, readings, squash};

pub(crate) fn judge(case: &Case<'_>, findings: &mut Findings) -> Step {
    if !case.writes() || !case.places.iter().any(carries_away) {
        return ControlFlow::Continue(());
    }
    let outgoing = Outgoing::of(&case.request.call.params, case.tool.reach, case.address.as_ref());
    let mut classes = OrderedSet::default();
    for reading in outgoing.readings() {
        scan::classes(reading, 0, &mut classes);
    }
    classes.extend(field::class(case));
    if case.tool.category == Category::Fill {
        for typed in &outgoing.values {
            scan_rolling(case, typed, &mut classes);
        }
        if outgoing.values.len() > 1 {
            // A number spread over several boxes of one form.
            scan::classes(&clean(&outgoing.values.concat()), 0, &mut classes);
        }
    }
    weigh(case, &classes, findings)?;
    flow::judge(case, &outgoing, findings);
    ControlFlow::Continue(())
}

/// The same for text that several items of a batch type one after the other.
pub(crate) fn judge_typed(case: &Case<'_>, typed: &str, findings: &mut Findings) -> Step {
    let mut classes = OrderedSet::default();
    for reading in readings(typed) {
        scan::classes(&reading, 0, &mut classes);
    }
    scan_rolling(case, typed, &mut classes);
    weigh(case, &classes, findings)
}

fn carries_away(place: &Place) -> bool {
    match place {
        Place::Site(_) | Place::Opaque => true,
        Place::Blank | Place::Browser => false,
    }
}

/// A secret typed in pieces: the text that went to the same origin before, and this. Only what ends in the new text counts.
fn scan_rolling(case: &Case<'_>, typed: &str, classes: &mut OrderedSet<PayloadClass>) {
    for before in &case.request.thread.recent_typed {
        let goes_here = Origin::parse(&before.origin)
            .is_some_and(|origin| case.places.iter().any(|place| place.site() == Some(&origin)));
        if goes_here {
            let mut joined = clean(&before.text);
            let from = joined.len();
            joined.push_str(&clean(typed));
            scan::classes(&joined, from, classes);
        }
    }
}

#[derive(Clone, Copy)]
enum Party {
    First,
    Third,
}

#[derive(Clone, Copy)]
enum Carrier {
    Address,
    Body,
}

#[derive(Clone, Copy)]
enum Transport {
    Plain,
    Encrypted,
}

enum Outcome {
    /// Nobody's business: the person's own address on the person's own site.
    Ordinary,
    Ask,
    Deny(Reason),
}

fn weigh(case: &Case<'_>, classes: &OrderedSet<PayloadClass>, findings: &mut Findings) -> Step {
    let carrier = if case.address.is_some() { Carrier::Address } else { Carrier::Body };
    let mut refusal = None;
    for place in case.places.iter().filter(|place| carries_away(place)) {
        let (party, transport) = standing(case, place);
        for &class in classes.as_slice() {
            match outcome(class, party, carrier, transport) {
                Outcome::Ordinary => continue,
                Outcome::Ask => findings.force(Forced::SensitivePayload),
                Outcome::Deny(reason) => refusal = refusal.or(Some(reason)),
            }
            findings.payload.insert(class);
            flag_third_party(party, findings);
        }
    }
    refusal.map_or(ControlFlow::Continue(()), ControlFlow::Break)
}

fn flag_third_party(party: Party, findings: &mut Findings) {
    match party {
        Party::First => {}
        Party::Third => {
            findings.flags.insert(Flag::ThirdParty);
        }
    }
}

fn standing(case: &Case<'_>, place: &Place) -> (Party, Transport) {
    match place.site() {
        None => (Party::Third, Transport::Encrypted),
        Some(origin) => {
            let party = if is_first_party(case.request, origin) { Party::First } else { Party::Third };
            // Nobody listens between a browser and its own machine.
            let is_plain = origin.scheme() == Scheme::Http && !network::is_loopback(origin.host());
            (party, if is_plain { Transport::Plain } else { Transport::Encrypted })
        }
    }
}

fn outcome(class: PayloadClass, party: Party, carrier: Carrier, transport: Transport) -> Outcome {
    use PayloadClass as Class;
    match (class, party, carrier, transport) {
        (
            Class::CardNumber | Class::ApiKey | Class::PrivateKey | Class::Jwt,
            Party::Third,
            Carrier::Address,
            _,
        ) => Outcome::Deny(Reason::SecretInUrl),
        (Class::CardNumber | Class::ApiKey | Class::PrivateKey | Class::Jwt, _, _, Transport::Plain) => {
            Outcome::Deny(Reason::SensitiveOverHttp)
        }
        (Class::CardNumber | Class::ApiKey | Class::PrivateKey | Class::Jwt, _, _, Transport::Encrypted) => {
            Outcome::Ask
        }
        (Class::Password, Party::Third, Carrier::Address, _) => Outcome::Deny(Reason::SecretInUrl),
        (Class::Password, Party::Third, Carrier::Body, _) => Outcome::Deny(Reason::PasswordThirdParty),
        (Class::Password, Party::First, _, Transport::Plain) => Outcome::Deny(Reason::SensitiveOverHttp),
        (Class::Password, Party::First, _, Transport::Encrypted) => Outcome::Ask,
        (Class::Iban | Class::Email, Party::First, _, _) => Outcome::Ordinary,
        (Class::Iban, Party::Third, _, Transport::Plain) => Outcome::Deny(Reason::SensitiveOverHttp),
        (Class::Iban, Party::Third, _, Transport::Encrypted) | (Class::Email, Party::Third, _, _) => {
            Outcome::Ask
        }
    }
}
