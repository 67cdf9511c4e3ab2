//! A journal's file: each table with its rows.

use fairlead_protocol::approval::Approval;
use fairlead_protocol::attachment::{Attachment, Blob};
use fairlead_protocol::connection::Connection;
use fairlead_protocol::interaction::Interaction;
use fairlead_protocol::memory::Memory;
use fairlead_protocol::node::Node;
use fairlead_protocol::permission::Rule;
use fairlead_protocol::row::{JournalRow, Receipt, Steer};
use fairlead_protocol::run::Run;
use fairlead_protocol::settings::Settings;
use fairlead_protocol::thread::Thread;
use fairlead_sim::World;
use fairlead_store::{Batch, Row, RowKey, Table};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

pub(super) fn path_of(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("journals").join(format!("{name}.json"))
}

/// Tables in their order, each with its rows. What is kept of requests is beside the conversations and no part of them.
pub(super) fn written(world: &World) -> Value {
    let mut tables = Map::new();
    let is_ours = |key: &RowKey| !matches!(key.table(), Table::Exchanges | Table::ExchangeBodies);
    for (key, row) in world.rows.snapshot().into_iter().filter(|(key, _)| is_ours(key)) {
        let rows = tables.entry(key.table().name()).or_insert(json!([]));
        rows.as_array_mut().unwrap().push(row);
    }
    Value::Object(tables)
}

pub(crate) fn read(name: &str) -> Batch {
    let text = std::fs::read_to_string(path_of(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let tables: Map<String, Value> = serde_json::from_str(&text).unwrap();
    let mut batch = Batch::new();
    for (table, rows) in tables {
        for row in rows.as_array().unwrap() {
            let table = [Table::Threads, Table::Nodes, Table::Runs, Table::Approvals, Table::Receipts]
                .into_iter()
                .chain([Table::Journal, Table::Rules, Table::Connections, Table::Steers])
                .chain([
                    Table::Interactions,
                    Table::Attachments,
                    Table::Blobs,
                    Table::Memories,
                    Table::Settings,
                ])
                .find(|known| known.name() == table)
                .unwrap_or_else(|| panic!("no table {table}"));
            batch.puts.push(row_of(table, row));
        }
    }
    batch
}

fn row_of(table: Table, row: &Value) -> Row {
    fn parse<T: DeserializeOwned>(row: &Value) -> T {
        T::deserialize(row).unwrap_or_else(|error| panic!("{error} in {row}"))
    }
    match table {
        Table::Threads => Row::Thread(parse::<Thread>(row)),
        Table::Nodes => Row::Node(parse::<Node>(row)),
        Table::Runs => Row::Run(parse::<Run>(row)),
        Table::Approvals => Row::Approval(parse::<Approval>(row)),
        Table::Receipts => Row::Receipt(parse::<Receipt>(row)),
        Table::Journal => Row::Journal(parse::<JournalRow>(row)),
        Table::Rules => Row::Rule(parse::<Rule>(row)),
        Table::Memories => Row::Memory(parse::<Memory>(row)),
        Table::Connections => Row::Connection(parse::<Connection>(row)),
        Table::Steers => Row::Steer(parse::<Steer>(row)),
        Table::Interactions => Row::Interaction(parse::<Interaction>(row)),
        Table::Attachments => Row::Attachment(parse::<Attachment>(row)),
        Table::Blobs => Row::Blob(parse::<Blob>(row)),
        Table::Settings => Row::Settings(parse::<Settings>(row)),
        Table::Exchanges | Table::ExchangeBodies | Table::Keys => panic!("no journal has rows of {table}"),
    }
}
