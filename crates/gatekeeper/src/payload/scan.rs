//! One text, all detectors. Each is linear in the length of the text; `from` is the byte after which a find has to end.

use super::{card, email, iban, secret};
use crate::reason::PayloadClass;
use fairlead_protocol::ordered::OrderedSet;

type Detector = fn(&str, usize) -> bool;

const DETECTORS: &[(PayloadClass, Detector)] = &[
    (PayloadClass::CardNumber, card::ends_after),
    (PayloadClass::Iban, iban::ends_after),
    (PayloadClass::PrivateKey, secret::private_key_ends_after),
    (PayloadClass::Jwt, secret::jwt_ends_after),
    (PayloadClass::ApiKey, secret::api_key_ends_after),
    (PayloadClass::Email, email::ends_after),
];

pub(super) fn classes(text: &str, from: usize, found: &mut OrderedSet<PayloadClass>) {
    for (class, is_in) in DETECTORS {
        if !found.as_slice().contains(class) && is_in(text, from) {
            found.insert(*class);
        }
    }
}
