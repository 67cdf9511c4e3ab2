//! The table of tools as a whole: what a model is told of it, and the digest that a stored Run holds on to.

use crate::argument;
use crate::catalogue::catalogue;
use crate::declaration::Company;
use fairlead_protocol::canonical;
use fairlead_protocol::conversation::ToolSpec;
use fairlead_protocol::ids::Digest;
use fairlead_protocol::json::object;
use fairlead_protocol::to_json;
use serde_json::Value;
use std::sync::OnceLock;

/// The catalogue as a model is told of it.
pub fn specs() -> Vec<ToolSpec> {
    catalogue()
        .map(|descriptor| ToolSpec {
            name: descriptor.name.to_owned(),
            description: descriptor.description.to_owned(),
            schema: argument::schema(descriptor.fields),
        })
        .collect()
}

/// All that a stored Run relies on: schemas, safety metadata and bindings of every tool, as one generation.
pub fn generation() -> Digest {
    // The table does not change while the program runs.
    static GENERATION: OnceLock<Digest> = OnceLock::new();
    GENERATION.get_or_init(digest).clone()
}

fn digest() -> Digest {
    let tools: Vec<Value> = catalogue()
        .map(|one| {
            object([
                ("name", Value::from(one.name)),
                ("level", to_json::value(&one.level)),
                ("effects", to_json::value(&one.effects)),
                ("recovery", to_json::value(&one.recovery)),
                ("trust", to_json::value(&one.trust)),
                ("beside", Value::from(one.company == Company::Beside)),
                ("schema", argument::schema(one.fields)),
            ])
        })
        .collect();
    canonical::digest(&tools)
}
