//! A value that is not what its type says: where, and what was expected. Of what stands there no more is told than its kind, or a
//! word that should have been another: values may be secrets.

use serde_json::Value;
use std::fmt;

/// How much of an unknown word or field is repeated, in characters.
const SHOWN: usize = 40;

/// Boxed, because nearly everything is read without one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit(Box<Found>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    /// `body.tab.id`, `threads[2].title`; empty for the value itself.
    path: String,
    fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    Kind {
        expected: &'static str,
        found: &'static str,
    },
    Word {
        words: &'static [&'static str],
        found: String,
    },
    Missing,
    Unknown {
        field: String,
    },
    /// The right kind of value, which the type would not be made from.
    Refused {
        reason: String,
    },
}

impl Misfit {
    pub(super) fn new(fault: Fault) -> Self {
        Self(Box::new(Found { path: String::new(), fault }))
    }

    pub(super) fn kind(expected: &'static str, value: &Value) -> Self {
        let found = match value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::String(_) => "text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        Self::new(Fault::Kind { expected, found })
    }

    pub(super) fn whole_number(value: &Value) -> Self {
        let expected = "a whole number";
        match value {
            Value::Number(number) if number.is_f64() => {
                Self::new(Fault::Kind { expected, found: "a fraction" })
            }
            Value::Number(_) => Self::new(Fault::Kind { expected, found: "one out of range" }),
            other => Self::kind(expected, other),
        }
    }

    pub fn refused(reason: &dyn fmt::Display) -> Self {
        Self::new(Fault::Refused { reason: reason.to_string() })
    }

    pub(super) fn in_field(mut self, name: &str) -> Self {
        let dot = if self.0.path.is_empty() || self.0.path.starts_with('[') { "" } else { "." };
        self.0.path = [name, dot, &self.0.path].concat();
        self
    }

    pub(super) fn at_item(mut self, at: usize) -> Self {
        let dot = if self.0.path.is_empty() || self.0.path.starts_with('[') { "" } else { "." };
        self.0.path = format!("[{at}]{dot}{}", self.0.path);
        self
    }

    pub fn path(&self) -> &str {
        &self.0.path
    }

    pub fn fault(&self) -> &Fault {
        &self.0.fault
    }
}

pub(super) fn shortened(text: &str) -> String {
    text.chars().take(SHOWN).collect()
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.path.is_empty() {
            write!(f, "{}: ", self.0.path)?;
        }
        match &self.0.fault {
            Fault::Kind { expected, found } => write!(f, "expected {expected}, found {found}"),
            Fault::Word { words, found } => write!(f, "expected one of {}, found {found}", words.join(", ")),
            Fault::Missing => f.write_str("missing"),
            Fault::Unknown { field } => write!(f, "unknown field {field}"),
            Fault::Refused { reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for Misfit {}
