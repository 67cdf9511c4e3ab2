//! JSON as a value, built from the outside in.

use super::writer::Form;
use serde_json::{Map, Number, Value};

#[derive(Default)]
pub(super) struct Tree {
    whole: Value,
    /// What has begun and not ended, the innermost last.
    open: Vec<Open>,
}

enum Open {
    Object { fields: Map<String, Value>, name: String },
    List(Vec<Value>),
}

impl Tree {
    pub(super) fn into_value(self) -> Value {
        self.whole
    }

    fn put(&mut self, value: Value) {
        match self.open.last_mut() {
            Some(Open::Object { fields, name }) => {
                fields.insert(std::mem::take(name), value);
            }
            Some(Open::List(items)) => items.push(value),
            None => self.whole = value,
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Object { fields, .. }) => self.put(Value::Object(fields)),
            Some(Open::List(items)) => self.put(Value::Array(items)),
            None => {}
        }
    }
}

impl Form for Tree {
    fn begin(&mut self) {
        self.open.push(Open::Object { fields: Map::new(), name: String::new() });
    }

    fn name(&mut self, name: &str) {
        if let Some(Open::Object { name: next, .. }) = self.open.last_mut() {
            name.clone_into(next);
        }
    }

    fn end(&mut self) {
        self.close();
    }

    fn begin_list(&mut self) {
        self.open.push(Open::List(Vec::new()));
    }

    fn end_list(&mut self) {
        self.close();
    }

    fn text(&mut self, text: &str) {
        self.put(Value::String(text.to_owned()));
    }

    fn number(&mut self, number: &Number) {
        self.put(Value::Number(number.clone()));
    }

    fn bool(&mut self, is: bool) {
        self.put(Value::Bool(is));
    }

    fn null(&mut self) {
        self.put(Value::Null);
    }
}
