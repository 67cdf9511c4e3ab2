//! Values of a type, made from its JSON Schema: every variant comes up, and fields that may be missing are so half of the time.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// SplitMix64: the same samples on every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.roll() % end as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

pub(crate) struct Sampler {
    schema: Value,
    dice: Dice,
}

impl Sampler {
    pub(crate) fn of<T: JsonSchema>() -> Self {
        let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
        Self { schema: generator.into_root_schema_for::<T>().to_value(), dice: Dice(7) }
    }

    pub(crate) fn dice(&mut self) -> &mut Dice {
        &mut self.dice
    }

    pub(crate) fn sample(&mut self) -> Value {
        value(&self.schema, &self.schema, &mut self.dice, 0)
    }
}

fn value(schema: &Value, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    if schema == &Value::Bool(true)
        || schema.as_object().is_some_and(|schema| schema.keys().all(|key| key == "description"))
    {
        return dice.pick(&[json!(null), json!({"free": [1, "x"]}), json!("free"), json!(0.5)]).clone();
    }
    // What `$ref`, a tag's properties and choices say counts together.
    let mut made = Map::new();
    let mut alone = None;
    let mut take = |part: Value| match part {
        Value::Object(fields) => made.extend(fields),
        other => alone = Some(other),
    };
    if let Some(path) = schema.get("$ref").and_then(Value::as_str) {
        let name = path.strip_prefix("#/$defs/").unwrap();
        take(value(&root["$defs"][name], root, dice, depth + 1));
    }
    for choice in ["oneOf", "anyOf"] {
        if let Some(Value::Array(branches)) = schema.get(choice) {
            // Deep down the last one, which is `null` where there is one: recursion has to end.
            let branch = if depth > 12 { branches.last().unwrap() } else { dice.pick(branches) };
            take(value(branch, root, dice, depth + 1));
        }
    }
    if let Some(word) = schema.get("const") {
        take(word.clone());
    } else if let Some(Value::Array(words)) = schema.get("enum") {
        take(dice.pick(words).clone());
    } else if let Some(kind) = schema.get("type") {
        let kinds: Vec<&str> = match kind {
            Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        let kind = *dice.pick(kinds.as_slice());
        take(plain(kind, schema, root, dice, depth));
    }
    alone.unwrap_or(Value::Object(made))
}

fn plain(kind: &str, schema: &Value, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    match kind {
        "null" => Value::Null,
        "boolean" => json!(dice.below(2) == 0),
        "string" => json!(dice.pick(&["", "a text", "\u{4ef7}\u{683c}", "null"])),
        "integer" => match schema.get("format").and_then(Value::as_str) {
            Some("uint16" | "uint32") => json!(dice.pick(&[0, 1, 65_535])),
            Some("uint64") => json!(dice.pick(&[0, 7, u64::MAX])),
            Some("int32") => json!(dice.pick(&[i32::MIN, 0, i32::MAX])),
            Some("int64") => json!(dice.pick(&[i64::MIN, -1, i64::MAX])),
            other => panic!("no samples of {other:?}"),
        },
        "array" => {
            let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or_default() as usize;
            let count = least + if depth > 12 { 0 } else { dice.below(3) };
            (0..count).map(|_| value(&schema["items"], root, dice, depth + 1)).collect()
        }
        "object" => object(schema, root, dice, depth),
        other => panic!("no samples of {other}"),
    }
}

fn object(schema: &Value, root: &Value, dice: &mut Dice, depth: usize) -> Value {
    let empty = Map::new();
    let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    let required =
        |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|one| one == name));
    let mut made = Map::new();
    for (name, property) in properties {
        if required(name) || (depth <= 12 && dice.below(2) == 0) {
            made.insert(name.clone(), value(property, root, dice, depth + 1));
        }
    }
    Value::Object(made)
}
