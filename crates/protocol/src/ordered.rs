//! A map in the order of its keys and a set, each as one sorted list: what a `BTreeMap` does for many entries and many kinds, for a
//! few and in a fraction of its code. The wasm had 80 KB of trees before.

use std::borrow::Borrow;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedMap<K, V> {
    entries: Vec<(K, V)>,
}

impl<K, V> Default for OrderedMap<K, V> {
    fn default() -> Self {
        Self { entries: Vec::new() }
    }
}

impl<K: Ord, V> OrderedMap<K, V> {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn place<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.entries.binary_search_by(|(held, _)| held.borrow().cmp(key))
    }

    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        self.entries.get(place).map(|(_, value)| value)
    }

    pub fn get_mut<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        self.entries.get_mut(place).map(|(_, value)| value)
    }

    pub fn contains_key<Q: Ord + ?Sized>(&self, key: &Q) -> bool
    where
        K: Borrow<Q>,
    {
        self.place(key).is_ok()
    }

    /// Replaces what the key had.
    pub fn insert(&mut self, key: K, value: V) {
        match self.place(&key) {
            Ok(place) => {
                if let Some(entry) = self.entries.get_mut(place) {
                    *entry = (key, value);
                }
            }
            Err(place) => self.entries.insert(place, (key, value)),
        }
    }

    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        let place = self.place(key).ok()?;
        Some(self.entries.remove(place).1)
    }

    pub fn retain(&mut self, mut is_kept: impl FnMut(&K, &mut V) -> bool) {
        self.entries.retain_mut(|(key, value)| is_kept(key, value));
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&K, &V)> + ExactSizeIterator {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = (&K, &mut V)> {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    pub fn keys(&self) -> impl DoubleEndedIterator<Item = &K> + ExactSizeIterator {
        self.entries.iter().map(|(key, _)| key)
    }

    pub fn values(&self) -> impl DoubleEndedIterator<Item = &V> + ExactSizeIterator {
        self.entries.iter().map(|(_, value)| value)
    }

    pub fn into_keys(self) -> impl DoubleEndedIterator<Item = K> {
        self.entries.into_iter().map(|(key, _)| key)
    }

    pub fn into_values(self) -> impl DoubleEndedIterator<Item = V> {
        self.entries.into_iter().map(|(_, value)| value)
    }
}

impl<K: Ord, V> Extend<(K, V)> for OrderedMap<K, V> {
    fn extend<T: IntoIterator<Item = (K, V)>>(&mut self, entries: T) {
        for (key, value) in entries {
            self.insert(key, value);
        }
    }
}

impl<K: Ord, V> FromIterator<(K, V)> for OrderedMap<K, V> {
    fn from_iter<T: IntoIterator<Item = (K, V)>>(entries: T) -> Self {
        let mut map = Self::new();
        map.extend(entries);
        map
    }
}

impl<K, V> IntoIterator for OrderedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// Values in their order, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderedSet<T> {
    values: Vec<T>,
}

impl<T> Default for OrderedSet<T> {
    fn default() -> Self {
        Self { values: Vec::new() }
    }
}

impl<T: Ord> OrderedSet<T> {
    /// Whether it is new.
    pub fn insert(&mut self, value: T) -> bool {
        match self.values.binary_search(&value) {
            Ok(_) => false,
            Err(place) => {
                self.values.insert(place, value);
                true
            }
        }
    }

    pub fn remove(&mut self, value: &T) {
        self.values.retain(|other| other != value);
    }

    pub fn contains(&self, value: &T) -> bool {
        self.values.binary_search(value).is_ok()
    }

    pub fn as_slice(&self) -> &[T] {
        &self.values
    }
}

impl<T: Ord> Extend<T> for OrderedSet<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        for value in values {
            self.insert(value);
        }
    }
}

impl<T> IntoIterator for OrderedSet<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::{OrderedMap, OrderedSet};
    use std::collections::{BTreeMap, BTreeSet};

    #[test]
    fn it_holds_what_a_tree_holds_in_the_same_order() {
        let mut tree = BTreeMap::new();
        let mut map = OrderedMap::new();
        for step in 0_u32..500 {
            let key = step.wrapping_mul(2_654_435_761) % 97;
            if step % 3 == 0 {
                assert_eq!(map.remove(&key), tree.remove(&key));
            } else {
                map.insert(key, step);
                tree.insert(key, step);
            }
            assert!(map.iter().eq(tree.iter()) && map.get(&key) == tree.get(&key));
        }
    }

    #[test]
    fn a_set_holds_each_value_once_and_says_which_are_new() {
        let mut tree = BTreeSet::new();
        let mut set = OrderedSet::default();
        for step in 0_u32..500 {
            let value = step.wrapping_mul(2_654_435_761) % 97;
            if step % 3 == 0 {
                tree.remove(&value);
                set.remove(&value);
            } else {
                assert_eq!(set.insert(value), tree.insert(value));
            }
            assert!(set.as_slice().iter().eq(&tree) && set.contains(&value) == tree.contains(&value));
        }
    }
}
