//! JSON objects from a list of fields, by one function. `json!` writes every insertion out where it stands, and that was several
//! kilobytes of the wasm.

use serde_json::{Map, Value};

pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    filled(&mut fields.into_iter())
}

fn filled(fields: &mut dyn Iterator<Item = (&str, Value)>) -> Value {
    let mut object = Map::new();
    for (key, value) in fields {
        object.insert(key.to_owned(), value);
    }
    Value::Object(object)
}
