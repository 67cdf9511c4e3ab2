//! Rows as the plain objects that IndexedDB holds, and back.
//!
//! By way of JSON's text both ways, which is exact and, for rows of text, several times faster than walking an object field
//! by field. `JSON.parse` also defines a key `__proto__`, which a model may write in its arguments, where assignment would
//! set the object's prototype and lose it.

use crate::key;
use fairlead_protocol::from_json::FromJson;
use fairlead_protocol::to_json;
use fairlead_store::{Loaded, Quarantined, Row, RowKey, StoreError, Table};
use js_sys::{JSON, Reflect};
use serde_json::Value;
use wasm_bindgen::JsValue;

pub(crate) struct Record {
    pub(crate) object: JsValue,
    /// Of its JSON.
    pub(crate) bytes: usize,
}

pub(crate) fn encode(row: &Row) -> Result<Record, StoreError> {
    let text = to_json::text(row);
    let object = JSON::parse(&text)
        .map_err(|error| StoreError::Unencodable { key: row.key(), reason: format!("{error:?}") })?;
    Ok(Record { object, bytes: text.len() })
}

pub(crate) fn decode<T: FromJson>(key: RowKey, row: &JsValue) -> Result<T, StoreError> {
    read(row).map_err(|reason| StoreError::Corrupt { key, reason })
}

/// Reads what can be read and says what cannot.
pub(crate) fn decode_all<T: FromJson>(table: Table, rows: &[JsValue]) -> Loaded<T> {
    let mut loaded = Loaded::default();
    for row in rows {
        match read(row) {
            Ok(row) => loaded.rows.push(row),
            Err(reason) => loaded.quarantined.push(Quarantined { table, key: key_text(table, row), reason }),
        }
    }
    loaded
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    OldestFirst,
    NewestFirst,
}

/// In the order of a time of theirs, then of their ids. Rows are placed before they are decoded, one by one, so that no
/// table brings a sort of its own; one without the time cannot be decoded, and where it stands does not matter.
pub(crate) fn in_order(rows: Vec<JsValue>, time: &str, order: Order) -> Vec<JsValue> {
    let mut placed: Vec<(f64, String, JsValue)> = Vec::with_capacity(rows.len());
    for row in rows {
        let at = field(&row, time).and_then(|at| at.as_f64()).unwrap_or_default();
        let at = match order {
            Order::OldestFirst => at,
            Order::NewestFirst => -at,
        };
        let id = field(&row, "id").and_then(|id| id.as_string()).unwrap_or_default();
        let place =
            placed.partition_point(|(before, other, _)| *before < at || (*before == at && *other < id));
        placed.insert(place, (at, id, row));
    }
    placed.into_iter().map(|(_, _, row)| row).collect()
}

/// A field of a row that is not decoded.
pub(crate) fn field(row: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(row, &key::text(name)).ok()
}

fn read<T: FromJson>(row: &JsValue) -> Result<T, String> {
    T::from_json(&mut json(row)?).map_err(|misfit| misfit.to_string())
}

fn json(row: &JsValue) -> Result<Value, String> {
    let text = JSON::stringify(row).ok().and_then(|text| text.as_string());
    let text = text.ok_or_else(|| "not a JSON object".to_owned())?;
    serde_json::from_str(&text).map_err(|error| error.to_string())
}

/// The primary key is part of every row of a table that is loaded by the many.
fn key_text(table: Table, row: &JsValue) -> String {
    let fields: &[&str] = match table {
        Table::Receipts => &["client", "submission"],
        Table::Journal => &["run", "seq"],
        Table::ExchangeBodies => &["exchange", "side"],
        Table::Threads
        | Table::Nodes
        | Table::Runs
        | Table::Steers
        | Table::Approvals
        | Table::Interactions
        | Table::Attachments
        | Table::Blobs
        | Table::Rules
        | Table::Memories
        | Table::Connections
        | Table::Settings
        | Table::Exchanges
        | Table::Keys => &["id"],
    };
    let parts = fields.iter().map(|name| {
        let part = field(row, name).unwrap_or(JsValue::UNDEFINED);
        part.as_string().or_else(|| JSON::stringify(&part).ok()?.as_string()).unwrap_or_default()
    });
    parts.collect::<Vec<_>>().join("/")
}
