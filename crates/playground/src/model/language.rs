//! The language of the request, in which the answer is given.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    English,
    Chinese,
}

impl Language {
    /// A request with any Han character is answered in Chinese.
    pub(crate) fn of(text: &str) -> Self {
        if text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) {
            Self::Chinese
        } else {
            Self::English
        }
    }

    pub(crate) fn pick<T>(self, english: T, chinese: T) -> T {
        match self {
            Self::English => english,
            Self::Chinese => chinese,
        }
    }
}
