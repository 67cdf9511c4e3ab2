//! The tools that a request offers, and arguments cut to what their schemas declare. A script never calls a tool
//! that was not offered.

use crate::model::request::ToolDeclaration;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

#[derive(Clone, Debug, Default)]
pub(crate) struct Toolset {
    schemas: BTreeMap<String, Value>,
}

impl Toolset {
    pub(crate) fn of(tools: &[ToolDeclaration]) -> Self {
        let schemas =
            tools.iter().map(|t| (t.function.name.clone(), t.function.parameters.clone())).collect();
        Self { schemas }
    }

    pub(crate) fn offers(&self, tool: &str) -> bool {
        self.schemas.contains_key(tool)
    }

    /// Keeps what the schema knows, and fills what it requires with the first value that it allows.
    pub(crate) fn fit(&self, tool: &str, args: Value) -> Value {
        let Some(schema) = self.schemas.get(tool) else { return args };
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return args };
        let given = args.as_object().cloned().unwrap_or_default();
        let mut fitted: Map<String, Value> =
            given.into_iter().filter(|(name, _)| properties.contains_key(name)).collect();
        let required = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
        for name in required
            .iter()
            .filter_map(Value::as_str)
            .filter(|name| !properties.is_empty() && !name.is_empty())
        {
            let first = properties.get(name).and_then(first_legal);
            if let (false, Some(value)) = (fitted.contains_key(name), first) {
                fitted.insert(name.to_owned(), value);
            }
        }
        Value::Object(fitted)
    }

    /// Arguments that pick `option`, under the name and in the form that this schema wants.
    pub(crate) fn option_args(&self, element: &str, reference: &str, option: &str) -> Value {
        let mut args = Map::new();
        args.insert("element".to_owned(), element.into());
        args.insert("ref".to_owned(), reference.into());
        let properties = self.schemas.get("select_option").and_then(|s| s.get("properties"));
        let declared = ["options", "values", "option", "value", "label"]
            .into_iter()
            .find_map(|name| Some((name, properties?.get(name)?)));
        let (name, is_list) = declared.map_or(("options", true), |(name, schema)| {
            (name, schema.get("type").and_then(Value::as_str) == Some("array"))
        });
        let value = if is_list { Value::Array(vec![option.into()]) } else { option.into() };
        args.insert(name.to_owned(), value);
        self.fit("select_option", Value::Object(args))
    }
}

fn first_legal(schema: &Value) -> Option<Value> {
    if let Some(first) = schema.get("enum").and_then(Value::as_array).and_then(|all| all.first()) {
        return Some(first.clone());
    }
    match schema.get("type").and_then(Value::as_str)? {
        "boolean" => Some(Value::Bool(false)),
        "integer" | "number" => Some(schema.get("minimum").cloned().unwrap_or_else(|| 0.into())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn offering(name: &str, parameters: Value) -> Toolset {
        let tool = serde_json::from_value(json!({ "function": { "name": name, "parameters": parameters } }))
            .unwrap();
        Toolset::of(&[tool])
    }

    #[test]
    fn arguments_fit_the_schema_that_was_offered() {
        let tools = offering(
            "type",
            json!({ "type": "object", "required": ["ref", "mode"], "properties": { "ref": { "type": "string" }, "mode": { "enum": ["replace", "append"] } } }),
        );
        assert_eq!(
            tools.fit("type", json!({ "ref": "s1_2", "element": "Name" })),
            json!({ "ref": "s1_2", "mode": "replace" })
        );
        assert_eq!(tools.fit("other", json!({ "a": 1 })), json!({ "a": 1 }));
    }

    #[test]
    fn an_option_goes_where_the_schema_wants_it() {
        let list = offering(
            "select_option",
            json!({ "type": "object", "properties": { "ref": {}, "element": {}, "options": { "type": "array" } } }),
        );
        assert_eq!(
            list.option_args("Country", "r", "Peru"),
            json!({ "element": "Country", "ref": "r", "options": ["Peru"] })
        );
        let single = offering(
            "select_option",
            json!({ "type": "object", "properties": { "ref": {}, "value": { "type": "string" } } }),
        );
        assert_eq!(single.option_args("Country", "r", "Peru"), json!({ "ref": "r", "value": "Peru" }));
    }
}
