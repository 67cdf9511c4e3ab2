//! Arguments of a tool, declared once: the struct, the check that names the field, and the JSON Schema.
//!
//! Written for a handful of plain types on purpose: a general schema validator costs more wasm than the engine.

use serde_json::{Map, Value, json};
use thiserror::Error;

/// Wrong arguments, said so that a model can mend them.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ArgumentError {
    #[error("arguments must be one JSON object, not {found}")]
    NotAnObject { found: &'static str },
    #[error("`{field}` is missing: {expected}")]
    Missing { field: &'static str, expected: &'static str },
    #[error("`{field}` must be {expected}, not {found}")]
    Wrong { field: &'static str, expected: &'static str, found: String },
    #[error("unknown field `{field}`; this tool takes {known}")]
    Unknown { field: String, known: String },
}

/// A type that an argument may have.
pub(crate) trait Argument: Sized {
    const EXPECTED: &'static str;
    const REQUIRED: bool = true;
    fn schema() -> Value;
    /// `None`: the value is of another type.
    fn read(value: &Value) -> Option<Self>;
    /// What an absent field means, where it may be absent.
    fn absent() -> Option<Self> {
        None
    }
}

/// A tool's arguments as a whole.
pub(crate) trait Arguments: Sized {
    fn schema() -> Value;
    fn parse(value: &Value) -> Result<Self, ArgumentError>;
}

impl Argument for String {
    const EXPECTED: &'static str = "a text";
    fn schema() -> Value {
        json!({"type": "string"})
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl Argument for bool {
    const EXPECTED: &'static str = "true or false";
    const REQUIRED: bool = false;
    fn schema() -> Value {
        json!({"type": "boolean"})
    }
    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }
    fn absent() -> Option<Self> {
        Some(false)
    }
}

impl Argument for u32 {
    const EXPECTED: &'static str = "a whole number from 0";
    fn schema() -> Value {
        json!({"type": "integer", "minimum": 0})
    }
    fn read(value: &Value) -> Option<Self> {
        // Models write 3000.0 as readily as 3000; the value is the same.
        let number = value.as_f64()?;
        (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
    }
}

impl Argument for Vec<String> {
    const EXPECTED: &'static str = "a list of texts";
    fn schema() -> Value {
        json!({"type": "array", "items": {"type": "string"}, "minItems": 1})
    }
    fn read(value: &Value) -> Option<Self> {
        match value {
            // One text where a list of one is meant is no mistake worth a round trip.
            Value::String(text) => Some(vec![text.clone()]),
            Value::Array(items) if !items.is_empty() => {
                items.iter().map(|item| item.as_str().map(str::to_owned)).collect()
            }
            Value::Array(_) | Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
        }
    }
}

impl<T: Argument> Argument for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;
    const REQUIRED: bool = false;
    fn schema() -> Value {
        T::schema()
    }
    fn read(value: &Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::read(value).map(Some) }
    }
    fn absent() -> Option<Self> {
        Some(None)
    }
}

pub(crate) fn object(value: &Value) -> Result<&Map<String, Value>, ArgumentError> {
    value.as_object().ok_or(ArgumentError::NotAnObject { found: kind(value) })
}

pub(crate) fn only(object: &Map<String, Value>, known: &[&'static str]) -> Result<(), ArgumentError> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(field) => Err(ArgumentError::Unknown {
            field: field.chars().take(60).collect(),
            known: if known.is_empty() { "no arguments".to_owned() } else { known.join(", ") },
        }),
    }
}

pub(crate) fn field<T: Argument>(
    object: &Map<String, Value>,
    field: &'static str,
) -> Result<T, ArgumentError> {
    match object.get(field) {
        None => T::absent().ok_or(ArgumentError::Missing { field, expected: T::EXPECTED }),
        Some(value) => T::read(value).ok_or_else(|| ArgumentError::Wrong {
            field,
            expected: T::EXPECTED,
            found: found(value),
        }),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn found(value: &Value) -> String {
    let text: String = value.to_string().chars().take(40).collect();
    format!("{} ({text})", kind(value))
}

/// Declares a struct of arguments. Each field has the key of its JSON, a Rust name and a description for the model.
macro_rules! arguments {
    ($(#[$meta:meta])* $name:ident { $($key:literal $field:ident : $ty:ty = $doc:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name { $(pub $field: $ty),* }

        impl $crate::argument::Arguments for $name {
            fn schema() -> serde_json::Value {
                #[allow(unused_mut)]
                let mut properties = serde_json::Map::new();
                #[allow(unused_mut)]
                let mut required: Vec<serde_json::Value> = Vec::new();
                $({
                    let mut schema = <$ty as $crate::argument::Argument>::schema();
                    if let Some(object) = schema.as_object_mut() {
                        object.insert("description".to_owned(), $doc.into());
                    }
                    properties.insert($key.to_owned(), schema);
                    if <$ty as $crate::argument::Argument>::REQUIRED {
                        required.push($key.into());
                    }
                })*
                serde_json::json!({
                    "type": "object", "properties": properties, "required": required, "additionalProperties": false
                })
            }

            fn parse(value: &serde_json::Value) -> Result<Self, $crate::argument::ArgumentError> {
                let object = $crate::argument::object(value)?;
                $crate::argument::only(object, &[$($key),*])?;
                Ok(Self { $($field: $crate::argument::field(object, $key)?),* })
            }
        }
    };
}

/// Lets an enum of the protocol stand as an argument: its words, and what it means when left out.
macro_rules! choice {
    ($ty:ty, $expected:literal, $($word:literal => $variant:expr),+ $(,)?) => {
        impl $crate::argument::Argument for $ty {
            const EXPECTED: &'static str = $expected;
            const REQUIRED: bool = false;
            fn schema() -> serde_json::Value {
                serde_json::json!({"type": "string", "enum": [$($word),+]})
            }
            fn read(value: &serde_json::Value) -> Option<Self> {
                match value.as_str()? {
                    $($word => Some($variant),)+
                    _ => None,
                }
            }
            fn absent() -> Option<Self> {
                Some(<$ty>::default())
            }
        }
    };
}

pub(crate) use {arguments, choice};
