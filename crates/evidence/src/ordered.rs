//! Claims in order, nearly sorted as they come: by insertion, which keeps the order of equals as `fairlead_protocol::order` does not.

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

#[cfg(test)]
mod tests {
    use super::order_by;

    #[test]
    fn equals_keep_their_order() {
        let mut pairs = [(2, 'a'), (1, 'b'), (2, 'c')];
        order_by(&mut pairs, |pair| pair.0);
        assert_eq!(pairs, [(1, 'b'), (2, 'a'), (2, 'c')]);
    }
}
