//! Lists put in order. A sort of the standard library is made for millions and is two kilobytes of wasm for each kind of list; ours
//! have some hundreds of entries, mostly in order already, and a shell sort is a tenth of that.
//!
//! It does not keep the order of equals: keys have an id or a number in them that no two share.

pub fn order_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    order_by(items, |before, this| key(before) > key(this));
}

/// In order, and each value once.
pub fn settle<T: Ord>(items: &mut Vec<T>) {
    order_by(items, |before, this| before > this);
    items.dedup();
}

/// `is_behind` says that its first belongs behind its second.
pub fn order_by<T>(items: &mut [T], is_behind: impl Fn(&T, &T) -> bool) {
    let mut gap = widest_gap(items.len());
    while gap > 0 {
        for end in gap..items.len() {
            let mut at = end;
            while at >= gap
                && matches!((items.get(at - gap), items.get(at)), (Some(before), Some(this)) if is_behind(before, this))
            {
                items.swap(at - gap, at);
                at -= gap;
            }
        }
        gap /= 3;
    }
}

/// Knuth's gaps: 1, 4, 13, 40 ... A third of one, rounded down, is the one before.
fn widest_gap(length: usize) -> usize {
    let mut gap = 1;
    while gap < length / 3 {
        gap = 3 * gap + 1;
    }
    gap
}

#[cfg(test)]
mod tests {
    use super::{order_by_key, settle};

    /// The same numbers on every run, with many twice.
    fn numbers(count: u64) -> Vec<u64> {
        (0..count).map(|step| step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54).collect()
    }

    #[test]
    fn lists_of_any_length_are_put_in_order() {
        for length in (0..60).chain([500, 3_000]) {
            let mut ours: Vec<(u64, usize)> = numbers(length).into_iter().zip(0..).collect();
            let mut theirs = ours.clone();
            order_by_key(&mut ours, |pair| *pair);
            theirs.sort();
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn each_value_is_left_once() {
        for length in (0..60).chain([500, 3_000]) {
            let mut ours = numbers(length);
            let mut theirs = ours.clone();
            settle(&mut ours);
            theirs.sort();
            theirs.dedup();
            assert_eq!(ours, theirs);
        }
        let mut items = vec![3, 1, 2, 3, 1];
        settle(&mut items);
        assert_eq!(items, [1, 2, 3]);
    }
}
