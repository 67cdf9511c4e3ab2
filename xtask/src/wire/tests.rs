//! The generator against a document of its own, small enough to read, and against the protocol's.

use super::{hash, reading, table, typescript};
use serde_json::{Value, json};

fn sample() -> Value {
    json!({
        "$defs": {
            "Id": { "type": "string", "description": "A name." },
            "Colour": { "oneOf": [
                { "const": "red", "type": "string", "description": "Like fire." },
                { "enum": ["green", "blue"], "type": "string" },
            ] },
            "Thing": {
                "type": "object",
                "properties": {
                    "id": { "$ref": "#/$defs/Id", "description": "Its own." },
                    "count": { "type": "integer", "minimum": 0, "format": "uint32" },
                    "depth": { "type": "integer", "format": "int32" },
                    "tags": { "type": "array", "items": { "type": "string" } },
                    "by_name": { "type": "object", "additionalProperties": { "$ref": "#/$defs/Colour" } },
                    "note": { "type": ["string", "null"] },
                    "owner": { "anyOf": [{ "$ref": "#/$defs/Id" }, { "type": "null" }] },
                    "extra": true,
                },
                "required": ["id", "count", "depth", "tags", "by_name", "owner", "extra"],
            },
            "Change": { "oneOf": [
                { "type": "object", "properties": { "type": { "const": "none", "type": "string" } }, "required": ["type"] },
                {
                    "type": "object",
                    "description": "Another colour.",
                    "properties": {
                        "type": { "const": "paint.set", "type": "string" },
                        "colour": { "$ref": "#/$defs/Colour" },
                        "ref": { "anyOf": [{ "$ref": "#/$defs/Id" }, { "type": "null" }] },
                    },
                    "required": ["type", "colour"],
                },
                {
                    "type": "object",
                    "properties": { "type": { "const": "replace", "type": "string" } },
                    "required": ["type"],
                    "$ref": "#/$defs/Thing",
                },
            ] },
        }
    })
}

#[test]
fn every_shape_becomes_its_type() {
    let types = typescript::render(&reading::read(&sample()).unwrap());
    for expected in [
        "/** A name. */\nexport type Id = string;\n",
        "export type Colour = \"red\" | \"green\" | \"blue\";\n",
        "export interface Thing {\n",
        "  /** Its own. */\n  id: Id;\n",
        "  by_name: Record<string, Colour>;\n",
        "  count: number;\n",
        "  extra: unknown;\n",
        "  note?: string;\n",
        "  owner: Id | null;\n",
        "  tags: string[];\n",
        "  | { type: \"none\" }",
        "  /** Another colour. */\n  | { type: \"paint.set\"; colour: Colour; ref?: Id }",
        "export interface ByName {\n  Change: Change;\n",
    ] {
        assert!(types.contains(expected), "missing {expected:?} in:\n{types}");
    }
}

#[test]
fn a_struct_inside_a_variant_gives_it_its_fields() {
    let table = table::render(&reading::read(&sample()).unwrap()).unwrap();
    let change = table.lines().find(|line| line.starts_with("  Change:")).unwrap();
    assert!(change.contains("\"replace\":{\"by_name\""), "{change}");
}

#[test]
fn the_table_marks_what_may_be_absent() {
    let table = table::render(&reading::read(&sample()).unwrap()).unwrap();
    assert!(table.contains("\"note?\":\"string\""), "{table}");
    assert!(table.contains("\"owner\":{\"nullable\":\"Id\"}"), "{table}");
    assert!(table.contains("  Colour: {\"oneOf\":[\"red\",\"green\",\"blue\"]},"), "{table}");
}

#[test]
fn a_keyword_that_is_not_understood_is_refused_by_name() {
    let document = json!({ "$defs": { "Odd": { "type": "string", "pattern": "^a" } } });
    let why = reading::read(&document).unwrap_err().to_string();
    assert!(why.contains("Odd") && why.contains("pattern"), "{why}");
}

#[test]
fn a_reference_to_nothing_is_refused() {
    let document = json!({ "$defs": { "Odd": { "$ref": "#/$defs/Gone" } } });
    assert!(reading::read(&document).unwrap_err().to_string().contains("Gone"));
}

#[test]
fn prose_does_not_change_the_hash_and_a_field_named_description_does() {
    let before = hash::of(&sample()).unwrap();
    let mut prose = sample();
    prose["$defs"]["Id"]["description"] = json!("Another comment.");
    assert_eq!(hash::of(&prose).unwrap(), before);
    let mut field = sample();
    field["$defs"]["Thing"]["properties"]["description"] = json!({ "type": "string" });
    assert_ne!(hash::of(&field).unwrap(), before);
}

#[test]
fn the_hash_is_sixteen_hexadecimal_digits() {
    let hash = hash::of(&sample()).unwrap();
    assert_eq!(hash.len(), 16);
    assert!(hash.chars().all(|digit| digit.is_ascii_hexdigit()));
}

#[test]
fn the_protocol_is_read_whole() {
    let schema = reading::read(&fairlead_protocol::schema::document()).unwrap();
    assert!(schema.types.iter().any(|named| named.name == "Event"));
}
