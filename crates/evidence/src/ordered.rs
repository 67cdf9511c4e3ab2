//! Small lists in order. Insertion where they are nearly sorted, and a shell sort for words: the general sorts weigh more than the rest
//! of the crate's containers together.

/// Sorts by a key and keeps the order of equals.
pub(crate) fn order_by<T, K: PartialOrd>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0
            && matches!((items.get(at - 1), items.get(at)), (Some(before), Some(this)) if key(before) > key(this))
        {
            items.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Steps of a shell sort: few enough for the wasm, and no square of a long answer's words.
const GAPS: [usize; 9] = [1750, 701, 301, 132, 57, 23, 10, 4, 1];

/// Sorts and leaves each value once.
pub(crate) fn settle<T: Ord>(items: &mut Vec<T>) {
    for gap in GAPS {
        for end in gap..items.len() {
            let mut at = end;
            while at >= gap && items.get(at - gap) > items.get(at) {
                items.swap(at - gap, at);
                at -= gap;
            }
        }
    }
    items.dedup();
}

#[cfg(test)]
mod tests {
    use super::{order_by, settle};

    #[test]
    fn lists_are_ordered_and_each_value_is_left_once() {
        let mut items = vec![3, 1, 2, 3, 1];
        settle(&mut items);
        assert_eq!(items, [1, 2, 3]);
        let mut pairs = [(2, 'a'), (1, 'b'), (2, 'c')];
        order_by(&mut pairs, |pair| pair.0);
        assert_eq!(pairs, [(1, 'b'), (2, 'a'), (2, 'c')]);
    }
}
