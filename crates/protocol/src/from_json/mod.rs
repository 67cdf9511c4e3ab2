//! From a JSON value to a type of ours. `derive(FromJson)` writes the part that differs from type to type, and `Deserialize` by way
//! of it; what can be shared is here, because it is shared in the wasm too.
//!
//! Objects are read from objects and words from texts, and in no other way: serde's own derive would also take a list for an object.

mod fields;
mod misfit;

pub use fairlead_derive::FromJson;
pub use fields::Fields;
pub use misfit::{Fault, Misfit};

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub trait FromJson: Sized {
    /// Texts and values are moved out; what is left behind is of no use.
    fn from_json(value: &mut Value) -> Result<Self, Misfit>;

    /// What a missing field is read as, if it may be missing.
    fn absent() -> Option<Self> {
        None
    }
}

/// `Deserialize` of every type that derives `FromJson`.
pub fn deserialize<'de, T: FromJson, D: Deserializer<'de>>(source: D) -> Result<T, D::Error> {
    let mut value = Value::deserialize(source)?;
    T::from_json(&mut value).map_err(D::Error::custom)
}

/// Which of these words the value is, as a position among them.
pub fn word(value: &Value, words: &'static [&'static str]) -> Result<usize, Misfit> {
    let Value::String(found) = value else {
        return Err(Misfit::kind("text", value));
    };
    words
        .iter()
        .position(|word| word == found)
        .ok_or_else(|| Misfit::new(Fault::Word { words, found: misfit::shortened(found) }))
}

impl FromJson for Value {
    fn from_json(value: &mut Value) -> Result<Self, Misfit> {
        Ok(value.take())
    }
}

impl FromJson for String {
    fn from_json(value: &mut Value) -> Result<Self, Misfit> {
        match value {
            Value::String(text) => Ok(std::mem::take(text)),
            other => Err(Misfit::kind("text", other)),
        }
    }
}

impl FromJson for bool {
    fn from_json(value: &mut Value) -> Result<Self, Misfit> {
        value.as_bool().ok_or_else(|| Misfit::kind("true or false", value))
    }
}

macro_rules! whole_number {
    ($($number:ty => $read:ident),+ $(,)?) => {
        $(impl FromJson for $number {
            fn from_json(value: &mut Value) -> Result<Self, Misfit> {
                value.$read().and_then(|number| number.try_into().ok()).ok_or_else(|| Misfit::whole_number(value))
            }
        })+
    };
}

whole_number!(u16 => as_u64, u32 => as_u64, u64 => as_u64, i32 => as_i64, i64 => as_i64);

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(value: &mut Value) -> Result<Self, Misfit> {
        if value.is_null() { Ok(None) } else { T::from_json(value).map(Some) }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(value: &mut Value) -> Result<Self, Misfit> {
        let Value::Array(items) = value else {
            return Err(Misfit::kind("a list", value));
        };
        let mut read = Self::with_capacity(items.len());
        for (at, item) in items.iter_mut().enumerate() {
            read.push(T::from_json(item).map_err(|misfit| misfit.at_item(at))?);
        }
        Ok(read)
    }
}
