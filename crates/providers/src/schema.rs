//! JSON Schemas of tools as an endpoint takes them. Only what the model is told changes; arguments are validated with
//! the original schema.

use crate::caps::{SCHEMA_DEPTH, SCHEMA_NODES};
use fairlead_protocol::connection::SchemaProfile;
use fairlead_protocol::json;
use serde_json::{Map, Value};

pub(crate) fn adapt(schema: &Value, profile: SchemaProfile) -> Value {
    let schema = with_object_root(schema);
    match profile {
        SchemaProfile::Standard => with_items(&schema, SCHEMA_DEPTH),
        SchemaProfile::Gemini => {
            let mut inliner = Inliner { root: &schema, nodes: SCHEMA_NODES };
            inliner.node(&schema, &mut Vec::new(), SCHEMA_DEPTH)
        }
    }
}

/// The wire wants an object at the root, without alternatives: those are merged into one set of properties.
fn with_object_root(schema: &Value) -> Value {
    let mut root = schema.as_object().cloned().unwrap_or_default();
    let required_of = |branch: &Value| -> Vec<Value> {
        branch.get("required").and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let mut properties = root.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
    let mut required = required_of(schema);
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let Some(Value::Array(branches)) = root.remove(keyword) else { continue };
        for (name, property) in
            branches.iter().filter_map(|branch| branch.get("properties")?.as_object()).flatten()
        {
            properties.entry(name.clone()).or_insert_with(|| property.clone());
        }
        let lists: Vec<Vec<Value>> = branches.iter().map(required_of).collect();
        let needed = lists
            .iter()
            .flatten()
            .filter(|name| keyword == "allOf" || lists.iter().all(|list| list.contains(name)));
        for name in needed {
            if !required.contains(name) {
                required.push(name.clone());
            }
        }
    }
    root.remove("not");
    root.remove("enum");
    root.insert("type".to_owned(), "object".into());
    root.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        root.insert("required".to_owned(), Value::Array(required));
    }
    Value::Object(root)
}

/// An array without `items` is refused: it gets the schema of anything.
fn with_items(value: &Value, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return value.clone() };
    match value {
        Value::Object(object) => {
            let mut out = Map::new();
            out.extend(object.iter().map(|(key, value)| (key.clone(), with_items(value, depth))));
            if is_type(object, "array")
                && !object.contains_key("items")
                && !object.contains_key("prefixItems")
            {
                out.insert("items".to_owned(), json::object([]));
            }
            Value::Object(out)
        }
        Value::Array(items) => Value::Array(items.iter().map(|item| with_items(item, depth)).collect()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn is_type(schema: &Map<String, Value>, name: &str) -> bool {
    schema.get("type").and_then(Value::as_str) == Some(name)
}

/// Keywords that the Gemini subset has; the others are dropped.
const GEMINI: [&str; 16] = [
    "type",
    "title",
    "description",
    "format",
    "nullable",
    "enum",
    "default",
    "required",
    "minItems",
    "maxItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "pattern",
    "minProperties",
];

/// What cannot be followed further.
fn anything() -> Value {
    json::object([("type", "object".into())])
}

struct Inliner<'a> {
    root: &'a Value,
    nodes: usize,
}

impl<'a> Inliner<'a> {
    /// `open` are the references on the way here: one that would come round again becomes a bare object.
    fn node(&mut self, schema: &'a Value, open: &mut Vec<&'a str>, depth: usize) -> Value {
        let (Some(depth), Some(nodes)) = (depth.checked_sub(1), self.nodes.checked_sub(1)) else {
            return anything();
        };
        self.nodes = nodes;
        let Some(object) = schema.as_object() else { return anything() };
        if let Some(reference) = object.get("$ref").and_then(Value::as_str) {
            let target = reference.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            return match target {
                Some(target) if !open.contains(&reference) => {
                    open.push(reference);
                    let inlined = self.node(target, open, depth);
                    open.pop();
                    inlined
                }
                Some(_) | None => anything(),
            };
        }
        let mut out = Map::new();
        for (key, value) in object {
            match (key.as_str(), value) {
                ("const", value) => {
                    out.insert("enum".to_owned(), Value::Array(vec![value.clone()]));
                    if value.is_string() && !object.contains_key("type") {
                        out.insert("type".to_owned(), "string".into());
                    }
                }
                ("properties", Value::Object(properties)) => {
                    let mut inner = Map::new();
                    inner.extend(
                        properties
                            .iter()
                            .map(|(name, property)| (name.clone(), self.node(property, open, depth))),
                    );
                    out.insert(key.clone(), Value::Object(inner));
                }
                ("items", Value::Object(_)) => {
                    out.insert(key.clone(), self.node(value, open, depth));
                }
                ("anyOf" | "oneOf", Value::Array(branches)) => {
                    self.alternatives(branches, &mut out, open, depth);
                }
                ("allOf", Value::Array(branches)) => {
                    for branch in branches {
                        if let Value::Object(inner) = self.node(branch, open, depth) {
                            merge(&mut out, inner);
                        }
                    }
                }
                ("type", Value::Array(types)) => one_type(types, &mut out),
                (keyword, value) if GEMINI.contains(&keyword) => {
                    out.insert(key.clone(), value.clone());
                }
                _ => {}
            }
        }
        if is_type(&out, "array") && !out.contains_key("items") {
            out.insert("items".to_owned(), json::object([("type", "string".into())]));
        }
        Value::Object(out)
    }

    /// "This or null" is a nullable this; other alternatives stay alternatives.
    fn alternatives(
        &mut self,
        branches: &'a [Value],
        out: &mut Map<String, Value>,
        open: &mut Vec<&'a str>,
        depth: usize,
    ) {
        let is_null = |branch: &&Value| branch.get("type").and_then(Value::as_str) == Some("null");
        let nullable = branches.iter().any(|branch| is_null(&branch));
        let mut real: Vec<Value> = Vec::new();
        for branch in branches.iter().filter(|branch| !is_null(branch)) {
            real.push(self.node(branch, open, depth));
        }
        if nullable {
            out.insert("nullable".to_owned(), true.into());
        }
        match (real.len(), real.pop()) {
            (1, Some(Value::Object(only))) => merge(out, only),
            (_, Some(last)) => {
                real.push(last);
                out.insert("anyOf".to_owned(), Value::Array(real));
            }
            (_, None) => {}
        }
    }
}

/// `["string", "null"]` is a nullable string.
fn one_type(types: &[Value], out: &mut Map<String, Value>) {
    if types.iter().any(|name| name == "null") {
        out.insert("nullable".to_owned(), true.into());
    }
    if let Some(first) = types.iter().find(|name| *name != "null") {
        out.insert("type".to_owned(), first.clone());
    }
}

fn merge(into: &mut Map<String, Value>, from: Map<String, Value>) {
    for (key, value) in from {
        match (into.get_mut(&key), value) {
            (Some(Value::Object(known)), Value::Object(more)) => known.extend(more),
            (Some(Value::Array(known)), Value::Array(more)) => {
                let new: Vec<Value> = more.into_iter().filter(|value| !known.contains(value)).collect();
                known.extend(new);
            }
            (Some(_), _) => {}
            (None, value) => {
                into.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn alternatives_at_the_root_become_one_object() {
        let schema = json!({"oneOf": [
            {"properties": {"a": {"type": "string"}, "b": {}}, "required": ["a", "b"]},
            {"properties": {"a": {"type": "string"}, "c": {}}, "required": ["a", "c"]},
        ]});
        let expected = json!({"type": "object", "required": ["a"],
            "properties": {"a": {"type": "string"}, "b": {}, "c": {}}});
        assert_eq!(adapt(&schema, SchemaProfile::Standard), expected);
    }

    #[test]
    fn arrays_get_items_at_any_depth() {
        let schema = json!({"type": "object", "properties": {"l": {"type": "array"}}});
        assert_eq!(adapt(&schema, SchemaProfile::Standard)["properties"]["l"]["items"], json!({}));
    }

    #[test]
    fn references_that_come_round_again_are_cut() {
        let schema = json!({"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}},
            "$defs": {"N": {"type": "object", "properties": {"next": {"$ref": "#/$defs/N"}, "v": {"type": "integer"}}}}});
        let expected = json!({"type": "object", "properties": {"n": {"type": "object", "properties":
            {"next": {"type": "object"}, "v": {"type": "integer"}}}}});
        assert_eq!(adapt(&schema, SchemaProfile::Gemini), expected);
    }

    #[test]
    fn references_that_multiply_are_bounded() {
        let mut defs = Map::new();
        for level in 0..20 {
            let next = json!({"$ref": format!("#/$defs/D{}", level + 1)});
            defs.insert(
                format!("D{level}"),
                json!({"type": "object", "properties": {"a": next, "b": next, "c": next}}),
            );
        }
        let schema = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/D0"}}, "$defs": defs});
        assert!(adapt(&schema, SchemaProfile::Gemini).to_string().len() < 2_000_000);
    }

    #[test]
    fn something_or_null_is_nullable() {
        let schema = json!({"type": "object", "properties": {
            "a": {"anyOf": [{"type": "string"}, {"type": "null"}]}, "b": {"type": ["integer", "null"]}}});
        let expected = json!({"type": "object", "properties": {
            "a": {"type": "string", "nullable": true}, "b": {"type": "integer", "nullable": true}}});
        assert_eq!(adapt(&schema, SchemaProfile::Gemini), expected);
    }
}
