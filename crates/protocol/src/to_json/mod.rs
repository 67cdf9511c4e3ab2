//! From a type of ours to JSON, as text or as a value. `derive(ToJson)` writes the part that differs from type to type, and
//! `Serialize` by way of it; what can be shared is here, because it is shared in the wasm too.
//!
//! The text is, to the byte, what `serde_json` writes.

mod text;
mod tree;
mod writer;

pub use fairlead_derive::ToJson;
pub use writer::Writer;

use serde::{Serialize, Serializer};
use serde_json::{Map, Number, Value};
use text::Text;
use tree::Tree;

pub trait ToJson {
    fn to_json(&self, into: &mut Writer<'_>);
}

pub fn text<T: ToJson + ?Sized>(of: &T) -> String {
    let mut text = Text::default();
    of.to_json(&mut Writer::new(&mut text));
    text.into_string()
}

pub fn value<T: ToJson + ?Sized>(of: &T) -> Value {
    let mut tree = Tree::default();
    of.to_json(&mut Writer::new(&mut tree));
    tree.into_value()
}

/// `Serialize` of every type that derives `ToJson`.
pub fn serialize<T: ToJson, S: Serializer>(of: &T, target: S) -> Result<S::Ok, S::Error> {
    value(of).serialize(target)
}

impl ToJson for str {
    fn to_json(&self, into: &mut Writer<'_>) {
        into.text(self);
    }
}

impl ToJson for String {
    fn to_json(&self, into: &mut Writer<'_>) {
        into.text(self);
    }
}

impl ToJson for bool {
    fn to_json(&self, into: &mut Writer<'_>) {
        into.bool(*self);
    }
}

macro_rules! whole_number {
    ($($number:ty),+) => {
        $(impl ToJson for $number {
            fn to_json(&self, into: &mut Writer<'_>) {
                into.number(&Number::from(*self));
            }
        })+
    };
}

whole_number!(u16, u32, u64, i32, i64);

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self, into: &mut Writer<'_>) {
        match self {
            Some(value) => value.to_json(into),
            None => into.null(),
        }
    }
}

impl<T: ToJson> ToJson for [T] {
    fn to_json(&self, into: &mut Writer<'_>) {
        into.begin_list();
        for item in self {
            item.to_json(into);
        }
        into.end_list();
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self, into: &mut Writer<'_>) {
        self.as_slice().to_json(into);
    }
}

impl<T: ToJson + ?Sized> ToJson for &T {
    fn to_json(&self, into: &mut Writer<'_>) {
        (**self).to_json(into);
    }
}

impl<A: ToJson, B: ToJson> ToJson for (A, B) {
    fn to_json(&self, into: &mut Writer<'_>) {
        into.begin_list();
        self.0.to_json(into);
        self.1.to_json(into);
        into.end_list();
    }
}

impl ToJson for Value {
    fn to_json(&self, into: &mut Writer<'_>) {
        match self {
            Self::Null => into.null(),
            Self::Bool(is) => into.bool(*is),
            Self::Number(number) => into.number(number),
            Self::String(text) => into.text(text),
            Self::Array(items) => items.to_json(into),
            Self::Object(fields) => fields.to_json(into),
        }
    }
}

impl ToJson for Map<String, Value> {
    fn to_json(&self, into: &mut Writer<'_>) {
        into.begin();
        for (name, value) in self {
            into.field(name, value);
        }
        into.end();
    }
}

#[cfg(test)]
mod tests;
