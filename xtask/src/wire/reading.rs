//! JSON Schema, as schemars writes it, into shapes.

use crate::error::{Error, Result};
use crate::wire::shape::{Field, Named, Presence, Schema, Shape, Variant};
use serde_json::{Map, Value};
use std::collections::BTreeSet;

type Object = Map<String, Value>;

/// Keywords that say nothing about the shape, or whose meaning Rust checks when it reads the value.
const SILENT: [&str; 12] = [
    "$schema",
    "additionalProperties",
    "default",
    "description",
    "format",
    "maximum",
    "maxItems",
    "maxLength",
    "minItems",
    "minLength",
    "minimum",
    "title",
];

pub(crate) fn read(document: &Value) -> Result<Schema> {
    let defs = document
        .get("$defs")
        .and_then(Value::as_object)
        .ok_or_else(|| Error::malformed("the schema", "it has no $defs"))?;
    let reading = Reading { defs };
    let mut types = Vec::new();
    for (name, schema) in defs {
        types.push(Named { name: name.clone(), doc: doc(schema), shape: reading.shape(schema, name)? });
    }
    types.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(Schema { types })
}

struct Reading<'a> {
    defs: &'a Object,
}

impl Reading<'_> {
    fn shape(&self, schema: &Value, at: &str) -> Result<Shape> {
        let object = match schema {
            Value::Bool(true) => return Ok(Shape::Anything),
            Value::Object(object) => object,
            Value::Null | Value::Bool(false) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
                return Err(refused(at, "a schema that is not an object"));
            }
        };
        if let Some(variants) = object.get("oneOf").or_else(|| object.get("anyOf")).and_then(Value::as_array)
        {
            known(object, &["oneOf", "anyOf"], at)?;
            return self.choice(variants, at);
        }
        if let Some(values) = strings(object) {
            known(object, &["const", "enum", "type"], at)?;
            return Ok(Shape::OneOf(values));
        }
        if object.contains_key("properties") {
            return Ok(Shape::Object(self.fields(object, at)?));
        }
        if let Some(target) = object.get("$ref") {
            known(object, &["$ref"], at)?;
            return Ok(Shape::Reference(self.target(target, at)?.to_owned()));
        }
        self.typed(object, at)
    }

    fn typed(&self, object: &Object, at: &str) -> Result<Shape> {
        match object.get("type") {
            None if object.keys().all(|key| SILENT.contains(&key.as_str())) => Ok(Shape::Anything),
            Some(Value::String(kind)) => self.of_kind(kind, object, at),
            Some(Value::Array(kinds)) => {
                let kinds: Vec<&str> = kinds.iter().filter_map(Value::as_str).collect();
                match kinds.as_slice() {
                    [kind, "null"] | ["null", kind] => {
                        Ok(Shape::Nullable(Box::new(self.of_kind(kind, object, at)?)))
                    }
                    other => Err(refused(at, &format!("the types {other:?}"))),
                }
            }
            other => Err(refused(at, &format!("the type {other:?}"))),
        }
    }

    fn of_kind(&self, kind: &str, object: &Object, at: &str) -> Result<Shape> {
        known(object, &["type", "items"], at)?;
        match kind {
            "null" => Ok(Shape::Null),
            "boolean" => Ok(Shape::Boolean),
            "string" => Ok(Shape::Text),
            "number" => Ok(Shape::Number),
            "integer" if object.get("minimum").and_then(Value::as_u64).is_some() => Ok(Shape::Natural),
            "integer" => Ok(Shape::Integer),
            "array" => match object.get("items") {
                Some(items) => Ok(Shape::List(Box::new(self.shape(items, at)?))),
                None => Ok(Shape::List(Box::new(Shape::Anything))),
            },
            "object" => match object.get("additionalProperties") {
                Some(Value::Bool(false)) => Ok(Shape::Object(Vec::new())),
                Some(values) => Ok(Shape::Record(Box::new(self.shape(values, at)?))),
                None => Ok(Shape::Object(Vec::new())),
            },
            other => Err(refused(at, &format!("the type `{other}`"))),
        }
    }

    fn choice(&self, variants: &[Value], at: &str) -> Result<Shape> {
        if let Some(values) =
            variants.iter().map(|each| strings(each.as_object()?)).collect::<Option<Vec<_>>>()
        {
            return Ok(Shape::OneOf(values.into_iter().flatten().collect()));
        }
        if let [one, other] = variants {
            let is_null = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("null");
            match (is_null(one), is_null(other)) {
                (false, true) => return Ok(Shape::Nullable(Box::new(self.shape(one, at)?))),
                (true, false) => return Ok(Shape::Nullable(Box::new(self.shape(other, at)?))),
                (true, true) | (false, false) => {}
            }
        }
        if let Some(tag) = common_tag(variants) {
            let variants = variants.iter().map(|each| self.variant(each, &tag, at)).collect::<Result<_>>()?;
            return Ok(Shape::Tagged { tag, variants });
        }
        Ok(Shape::Any(variants.iter().map(|each| self.shape(each, at)).collect::<Result<_>>()?))
    }

    fn variant(&self, schema: &Value, tag: &str, at: &str) -> Result<Variant> {
        let object = schema.as_object().ok_or_else(|| refused(at, "a variant that is not an object"))?;
        let value = tag_value(object, tag).ok_or_else(|| refused(at, "a variant without its tag"))?;
        let mut fields = self.fields(object, &format!("{at}.{value}"))?;
        fields.retain(|field| field.name != tag);
        Ok(Variant { value, doc: doc(schema), fields })
    }

    /// A struct inside a tagged variant comes as `$ref` beside `properties`: its fields are the variant's.
    fn fields(&self, object: &Object, at: &str) -> Result<Vec<Field>> {
        known(object, &["properties", "required", "type", "$ref"], at)?;
        let mut fields = match object.get("$ref") {
            Some(target) => {
                let name = self.target(target, at)?;
                match self.shape(self.defs.get(name).unwrap_or(&Value::Null), name)? {
                    Shape::Object(fields) => fields,
                    other => return Err(refused(at, &format!("{name} beside fields, which is {other:?}"))),
                }
            }
            None => Vec::new(),
        };
        let required: BTreeSet<&str> = object
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        for (name, schema) in object.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let inner = self.shape(schema, &format!("{at}.{name}"))?;
            let (presence, shape) = match (required.contains(name.as_str()), inner) {
                (true, shape) => (Presence::Always, shape),
                // serde leaves an absent option out, so that null never stands there.
                (false, Shape::Nullable(shape)) => (Presence::MayBeAbsent, *shape),
                (false, shape) => (Presence::MayBeAbsent, shape),
            };
            fields.push(Field { name: name.clone(), doc: doc(schema), presence, shape });
        }
        Ok(fields)
    }

    fn target<'s>(&self, reference: &'s Value, at: &str) -> Result<&'s str> {
        reference
            .as_str()
            .and_then(|text| text.strip_prefix("#/$defs/"))
            .filter(|name| self.defs.contains_key(*name))
            .ok_or_else(|| refused(at, &format!("the reference {reference}")))
    }
}

/// The strings that a schema lists, when it does nothing else.
fn strings(object: &Object) -> Option<Vec<String>> {
    match (object.get("const"), object.get("enum")) {
        (Some(Value::String(value)), None) => Some(vec![value.clone()]),
        (None, Some(Value::Array(values))) => {
            values.iter().map(|value| value.as_str().map(str::to_owned)).collect()
        }
        _ => None,
    }
}

fn common_tag(variants: &[Value]) -> Option<String> {
    let first = variants.first()?.get("properties")?.as_object()?;
    first
        .keys()
        .find(|name| {
            variants.iter().all(|each| each.as_object().is_some_and(|each| tag_value(each, name).is_some()))
        })
        .cloned()
}

fn tag_value(object: &Object, tag: &str) -> Option<String> {
    object.get("properties")?.get(tag)?.get("const")?.as_str().map(str::to_owned)
}

fn doc(schema: &Value) -> Option<String> {
    schema.get("description").and_then(Value::as_str).map(str::to_owned)
}

/// A keyword this reader does not know could make the twin looser than the type.
fn known(object: &Object, expected: &[&str], at: &str) -> Result<()> {
    match object.keys().find(|key| !expected.contains(&key.as_str()) && !SILENT.contains(&key.as_str())) {
        Some(key) => Err(refused(at, &format!("the keyword `{key}`"))),
        None => Ok(()),
    }
}

fn refused(at: &str, what: &str) -> Error {
    Error::malformed(format!("the schema of {at}"), format!("this generator does not read {what}"))
}
