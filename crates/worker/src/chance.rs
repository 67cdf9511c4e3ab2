//! Randomness for ids, from the browser's own source.

use fairlead_runtime::ports::Chance;

const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

pub(crate) struct SystemChance;

impl Chance for SystemChance {
    fn seed(&self) -> String {
        let mut bytes = [0_u8; 16];
        // Without randomness there are no ids; Math.random is no worse than the clock and keeps the worker alive.
        if getrandom::fill(&mut bytes).is_err() {
            for byte in &mut bytes {
                *byte = (js_sys::Math::random() * 256.0) as u8;
            }
        }
        bytes
            .iter()
            .filter_map(|byte| ALPHABET.get(usize::from(byte % 32)))
            .map(|letter| char::from(*letter))
            .collect()
    }

    fn unit(&self) -> f64 {
        js_sys::Math::random()
    }
}
