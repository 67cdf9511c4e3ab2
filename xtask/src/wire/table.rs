//! Shapes as data for `extension/wire/check.ts`. A string is a plain kind (small letter) or another type (capital); an object has
//! one member that says what it is.

use crate::error::{Error, Result};
use crate::wire::shape::{Field, Presence, Schema, Shape};
use serde_json::{Map, Value, json};

const HEAD: &str = "\
// Generated from crates/protocol by `cargo xtask wire`; changes here are lost.
// What check.ts checks by.

import type { Shape } from \"./check.ts\";

export const SHAPES: Record<string, Shape> = {
";

pub(crate) fn render(schema: &Schema) -> Result<String> {
    let mut out = HEAD.to_owned();
    for named in &schema.types {
        let row =
            serde_json::to_string(&data(&named.shape)).map_err(|why| Error::malformed(&named.name, why))?;
        out.push_str(&format!("  {}: {row},\n", named.name));
    }
    out.push_str("};\n");
    Ok(out)
}

fn data(shape: &Shape) -> Value {
    match shape {
        Shape::Anything => json!("anything"),
        Shape::Null => json!("null"),
        Shape::Boolean => json!("boolean"),
        Shape::Text => json!("string"),
        Shape::Number => json!("number"),
        Shape::Integer => json!("integer"),
        Shape::Natural => json!("natural"),
        Shape::OneOf(values) => json!({ "oneOf": values }),
        Shape::Reference(name) => json!(name),
        Shape::List(item) => json!({ "list": data(item) }),
        Shape::Record(value) => json!({ "record": data(value) }),
        Shape::Nullable(inner) => json!({ "nullable": data(inner) }),
        Shape::Object(fields) => json!({ "fields": members(fields) }),
        Shape::Tagged { tag, variants } => {
            let of: Map<String, Value> =
                variants.iter().map(|variant| (variant.value.clone(), members(&variant.fields))).collect();
            json!({ "tag": tag, "of": of })
        }
        Shape::Any(shapes) => json!({ "any": shapes.iter().map(data).collect::<Vec<_>>() }),
    }
}

/// A name that ends in `?` may be absent.
fn members(fields: &[Field]) -> Value {
    let each = fields.iter().map(|field| {
        let name = match field.presence {
            Presence::Always => field.name.clone(),
            Presence::MayBeAbsent => format!("{}?", field.name),
        };
        (name, data(&field.shape))
    });
    Value::Object(each.collect())
}
