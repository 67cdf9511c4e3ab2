//! Arguments of a tool, declared once: the struct, the check that names the field, and the JSON Schema.
//!
//! Written for a handful of plain types on purpose: a general schema validator costs more wasm than the engine. For the same reason
//! what the macros make of a declaration is a table, and one function makes the schema of it.

use fairlead_protocol::json;
use serde_json::{Map, Value};
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
    const SHAPE: Shape;
    /// `None`: the value is of another type.
    fn read(value: &Value) -> Option<Self>;
    /// What an absent field means, where it may be absent.
    fn absent() -> Option<Self> {
        None
    }
}

/// What the JSON Schema says of a type.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    Text,
    /// A text that is written for somebody, with lines.
    Prose,
    /// An element as a snapshot named it.
    Ref,
    /// Of a page.
    Address,
    Flag,
    /// From 0.
    Count,
    Number,
    Texts,
    Numbers,
    Choice(&'static [&'static str]),
    /// A list of objects with these fields.
    Objects(&'static [Field]),
}

/// One argument, as the model is told of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) key: &'static str,
    pub(crate) shape: Shape,
    pub(crate) description: &'static str,
    pub(crate) required: bool,
}

impl Shape {
    fn schema(self) -> Map<String, Value> {
        let mut schema = Map::new();
        let kind = match self {
            Self::Text | Self::Prose | Self::Ref | Self::Address => "string",
            Self::Flag => "boolean",
            Self::Number => "integer",
            Self::Count => {
                schema.insert("minimum".to_owned(), Value::from(0));
                "integer"
            }
            Self::Texts => {
                schema.insert("items".to_owned(), Value::Object(Self::Text.schema()));
                schema.insert("minItems".to_owned(), Value::from(1));
                "array"
            }
            Self::Numbers => {
                schema.insert("items".to_owned(), Value::Object(Self::Number.schema()));
                schema.insert("minItems".to_owned(), Value::from(1));
                "array"
            }
            Self::Objects(fields) => {
                schema.insert("items".to_owned(), self::schema(fields));
                schema.insert("minItems".to_owned(), Value::from(1));
                "array"
            }
            Self::Choice(words) => {
                schema.insert("enum".to_owned(), Value::from(words));
                "string"
            }
        };
        schema.insert("type".to_owned(), Value::from(kind));
        schema
    }
}

/// The JSON Schema of an object with these fields and no others.
pub(crate) fn schema(fields: &[Field]) -> Value {
    let mut properties = Map::new();
    for field in fields {
        let mut schema = field.shape.schema();
        schema.insert("description".to_owned(), Value::from(field.description));
        properties.insert(field.key.to_owned(), Value::Object(schema));
    }
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.key).collect();
    json::object([
        ("type", Value::from("object")),
        ("properties", Value::Object(properties)),
        ("required", Value::from(required)),
        ("additionalProperties", Value::from(false)),
    ])
}

/// A tool's arguments as a whole.
pub(crate) trait Arguments: Sized {
    const FIELDS: &'static [Field];
    fn parse(value: &Value) -> Result<Self, ArgumentError>;
}

impl Argument for String {
    const EXPECTED: &'static str = "a text";
    const SHAPE: Shape = Shape::Text;
    fn read(value: &Value) -> Option<Self> {
        value.as_str().map(str::to_owned)
    }
}

impl Argument for bool {
    const EXPECTED: &'static str = "true or false";
    const REQUIRED: bool = false;
    const SHAPE: Shape = Shape::Flag;
    fn read(value: &Value) -> Option<Self> {
        value.as_bool()
    }
    fn absent() -> Option<Self> {
        Some(false)
    }
}

impl Argument for u32 {
    const EXPECTED: &'static str = "a whole number from 0";
    const SHAPE: Shape = Shape::Count;
    fn read(value: &Value) -> Option<Self> {
        // Models write 3000.0 as readily as 3000; the value is the same.
        let number = value.as_f64()?;
        (number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number)).then_some(number as u32)
    }
}

impl Argument for Vec<String> {
    const EXPECTED: &'static str = "a list of texts";
    const SHAPE: Shape = Shape::Texts;
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
    const SHAPE: Shape = T::SHAPE;
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

pub(crate) fn only(object: &Map<String, Value>, fields: &[Field]) -> Result<(), ArgumentError> {
    match object.keys().find(|key| !fields.iter().any(|field| field.key == key.as_str())) {
        None => Ok(()),
        Some(field) => {
            Err(ArgumentError::Unknown { field: field.chars().take(60).collect(), known: known(fields) })
        }
    }
}

fn known(fields: &[Field]) -> String {
    if fields.is_empty() {
        return "no arguments".to_owned();
    }
    fields.iter().map(|field| field.key).collect::<Vec<_>>().join(", ")
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
    ($(#[$meta:meta])* $name:ident { $($key:literal $field:ident : $ty:ty $(as $shape:ident)? = $doc:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name { $(pub $field: $ty),* }

        impl $crate::argument::Arguments for $name {
            const FIELDS: &'static [$crate::argument::Field] = &[$($crate::argument::Field {
                key: $key,
                shape: $crate::argument::shape!($ty $(, $shape)?),
                description: $doc,
                required: <$ty as $crate::argument::Argument>::REQUIRED,
            }),*];

            fn parse(value: &serde_json::Value) -> Result<Self, $crate::argument::ArgumentError> {
                let object = $crate::argument::object(value)?;
                $crate::argument::only(object, Self::FIELDS)?;
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
            const SHAPE: $crate::argument::Shape = $crate::argument::Shape::Choice(&[$($word),+]);
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

/// The shape of a type, or the narrower one that a field has.
macro_rules! shape {
    ($ty:ty) => {
        <$ty as $crate::argument::Argument>::SHAPE
    };
    ($ty:ty, $shape:ident) => {
        $crate::argument::Shape::$shape
    };
}

pub(crate) use {arguments, choice, shape};
