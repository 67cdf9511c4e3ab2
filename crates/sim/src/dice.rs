//! Randomness by count: the same seed always throws the same.

use fairlead_runtime::ports::Chance;
use std::cell::Cell;

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
#[derive(Debug)]
pub struct Dice {
    state: Cell<u64>,
}

impl Dice {
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { state: Cell::new(seed) }
    }

    pub fn throw(&self) -> u64 {
        let state = self.state.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.state.set(state);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 up to and without `end`; 0 for an empty range.
    pub fn below(&self, end: u64) -> u64 {
        self.throw().checked_rem(end).unwrap_or_default()
    }

    /// One of the two, `percent` times in a hundred the first.
    pub fn comes_up(&self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

impl Chance for Dice {
    fn seed(&self) -> String {
        const LETTERS: [char; 32] = [
            'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'j', 'k', 'm', 'n', 'p', 'q', 'r', 's', 't', 'u', 'v',
            'w', 'x', 'y', 'z', '2', '3', '4', '5', '6', '7', '8', '9', '0',
        ];
        let bits = self.throw();
        (0..12)
            .filter_map(|place| LETTERS.get(usize::try_from((bits >> (place * 5)) & 31).unwrap_or_default()))
            .collect()
    }

    fn unit(&self) -> f64 {
        // Every u32 is an f64.
        f64::from(u32::try_from(self.throw() >> 32).unwrap_or_default()) / (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_throws_the_same_and_no_text_comes_twice() {
        let (one, two) = (Dice::new(7), Dice::new(7));
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..1_000 {
            let text = one.seed();
            assert_eq!(text, two.seed());
            assert!(seen.insert(text));
        }
        assert!((0..1_000).all(|_| (0.0..1.0).contains(&one.unit())));
    }
}
