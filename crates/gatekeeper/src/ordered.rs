//! A handful of words, each once and in order. What a `BTreeSet` does for many, in a fraction of its code.

#[derive(Clone, Debug)]
pub(crate) struct Ordered<T>(Vec<T>);

impl<T: Ord> Ordered<T> {
    pub(crate) fn insert(&mut self, word: T) {
        if let Err(place) = self.0.binary_search(&word) {
            self.0.insert(place, word);
        }
    }

    pub(crate) fn remove(&mut self, word: &T) {
        self.0.retain(|other| other != word);
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.0
    }
}

impl<T> Default for Ordered<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Ord> Extend<T> for Ordered<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, words: I) {
        words.into_iter().for_each(|word| self.insert(word));
    }
}

impl<T> IntoIterator for Ordered<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}
