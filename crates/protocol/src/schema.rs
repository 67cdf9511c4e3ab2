//! One JSON Schema document over everything that crosses a boundary of the extension; the TypeScript twins and the schema
//! hash are made from it.

use crate::command::Command;
use crate::debugger::{DebugOrder, DebugReply};
use crate::event::Event;
use crate::fetching::{FetchOrder, FetchReply};
use crate::notice::Notice;
use crate::page::{PageReply, PageRequest};
use crate::pause::{Felt, PageSign};
use schemars::generate::SchemaSettings;
use serde_json::Value;

/// `$defs` holds every type by name; `properties` names the roots.
pub fn document() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let roots = serde_json::json!({
        "Command": generator.subschema_for::<Command>(),
        "Event": generator.subschema_for::<Event>(),
        "PageRequest": generator.subschema_for::<PageRequest>(),
        "PageReply": generator.subschema_for::<PageReply>(),
        "DebugOrder": generator.subschema_for::<DebugOrder>(),
        "DebugReply": generator.subschema_for::<DebugReply>(),
        "PageSign": generator.subschema_for::<PageSign>(),
        "Felt": generator.subschema_for::<Felt>(),
        "FetchOrder": generator.subschema_for::<FetchOrder>(),
        "FetchReply": generator.subschema_for::<FetchReply>(),
        "Notice": generator.subschema_for::<Notice>(),
    });
    let defs = generator.take_definitions(true);
    serde_json::json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "properties": roots, "$defs": defs })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_document_defines_commands_events_and_page_messages() {
        let document = super::document();
        for name in ["Command", "CommandBody", "Event", "PageRequest", "PageReply", "Approval", "Snapshot"] {
            assert!(document["$defs"].get(name).is_some(), "{name} is missing");
        }
    }
}
