//! A closed set of words, each with the code that is stored and sent: an enum, its codes, and serde by the same codes.

macro_rules! vocabulary {
    ($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $code:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        pub enum $name {
            $($(#[$word_doc])* #[serde(rename = $code)] $word,)+
        }

        impl $name {
            pub const ALL: &'static [Self] = &[$(Self::$word,)+];

            pub fn code(self) -> &'static str {
                match self {
                    $(Self::$word => $code,)+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.code())
            }
        }
    };
}

pub(crate) use vocabulary;
