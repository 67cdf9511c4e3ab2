//! The layout of the database in every version that was ever released, as a list of what each one added.
//!
//! A migration can add a table or an index and nothing else, so that no upgrade can drop data. A record that gains a field
//! gets it by a serde default when it is read.

use crate::row::Table;

/// The version that this build reads and writes.
pub const NEWEST: u32 = 5;

pub struct Migration {
    /// Versions count up from 1 without a gap.
    pub version: u32,
    pub adds: &'static [Addition],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Addition {
    Table(Table, PrimaryKey),
    Index(Table, Index),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrimaryKey {
    /// A field of the record.
    Field(&'static str),
    /// Several fields of the record, an array key.
    Fields(&'static [&'static str]),
    /// Not part of the record.
    OutOfLine,
}

/// Every index has an array key, so that all of them are read by the same kind of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Index {
    pub name: &'static str,
    pub paths: &'static [&'static str],
    pub uniqueness: Uniqueness,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    Unique,
    Shared,
}

pub const NODES_BY_SEQ: Index = unique("thread_seq", &["thread", "seq"]);
pub const NODES_BY_PARENT: Index = shared("parent", &["parent"]);
pub const RUNS_BY_STATE: Index = shared("state", &["phase.state"]);
pub const RUNS_BY_THREAD_STATE: Index = shared("thread_state", &["thread", "phase.state"]);
pub const RUNS_BY_AGE: Index = shared("thread_created", &["thread", "created_at"]);
pub const APPROVALS_BY_STATUS: Index = shared("thread_status", &["thread", "status.status"]);
pub const INTERACTIONS_BY_STATUS: Index = shared("thread_status", &["thread", "status.status"]);
pub const ATTACHMENTS_BY_THREAD: Index = shared("thread", &["thread", "created_at"]);
pub const ATTACHMENTS_BY_AGE: Index = shared("created_at", &["created_at"]);
pub const BLOBS_BY_THREAD: Index = shared("thread", &["thread"]);
pub const JOURNAL_BY_THREAD: Index = shared("thread", &["thread"]);
pub const STEERS_BY_ADMISSION: Index = shared("thread_admission", &["thread", "admission"]);
pub const EXCHANGES_BY_THREAD: Index = shared("thread", &["thread"]);
pub const EXCHANGE_BODIES_BY_THREAD: Index = shared("thread", &["thread"]);
pub const RECEIPTS_BY_EXPIRY: Index = shared("expires_at", &["expires_at"]);

pub const MIGRATIONS: [Migration; 5] = [
    Migration {
        version: 1,
        adds: &[
            Addition::Table(Table::Threads, PrimaryKey::Field("id")),
            Addition::Table(Table::Nodes, PrimaryKey::Field("id")),
            Addition::Index(Table::Nodes, NODES_BY_SEQ),
            Addition::Index(Table::Nodes, NODES_BY_PARENT),
            Addition::Table(Table::Runs, PrimaryKey::Field("id")),
            Addition::Index(Table::Runs, RUNS_BY_STATE),
            Addition::Index(Table::Runs, RUNS_BY_THREAD_STATE),
            Addition::Index(Table::Runs, RUNS_BY_AGE),
            Addition::Table(Table::Approvals, PrimaryKey::Field("id")),
            Addition::Index(Table::Approvals, APPROVALS_BY_STATUS),
            Addition::Table(Table::Receipts, PrimaryKey::Fields(&["client", "submission"])),
            Addition::Table(Table::Journal, PrimaryKey::Fields(&["run", "seq"])),
            Addition::Index(Table::Journal, JOURNAL_BY_THREAD),
            Addition::Table(Table::Connections, PrimaryKey::Field("id")),
            Addition::Table(Table::Settings, PrimaryKey::OutOfLine),
            Addition::Table(Table::Keys, PrimaryKey::OutOfLine),
        ],
    },
    Migration {
        version: 2,
        adds: &[
            Addition::Table(Table::Steers, PrimaryKey::Field("id")),
            Addition::Index(Table::Steers, STEERS_BY_ADMISSION),
            Addition::Table(Table::Rules, PrimaryKey::Field("id")),
            Addition::Index(Table::Receipts, RECEIPTS_BY_EXPIRY),
        ],
    },
    Migration {
        version: 3,
        adds: &[
            Addition::Table(Table::Interactions, PrimaryKey::Field("id")),
            Addition::Index(Table::Interactions, INTERACTIONS_BY_STATUS),
            Addition::Table(Table::Attachments, PrimaryKey::Field("id")),
            Addition::Index(Table::Attachments, ATTACHMENTS_BY_THREAD),
            Addition::Index(Table::Attachments, ATTACHMENTS_BY_AGE),
            Addition::Table(Table::Blobs, PrimaryKey::Field("id")),
            Addition::Index(Table::Blobs, BLOBS_BY_THREAD),
        ],
    },
    Migration { version: 4, adds: &[Addition::Table(Table::Memories, PrimaryKey::Field("id"))] },
    Migration {
        version: 5,
        adds: &[
            Addition::Table(Table::Exchanges, PrimaryKey::Field("id")),
            Addition::Index(Table::Exchanges, EXCHANGES_BY_THREAD),
            Addition::Table(Table::ExchangeBodies, PrimaryKey::Fields(&["exchange", "side"])),
            Addition::Index(Table::ExchangeBodies, EXCHANGE_BODIES_BY_THREAD),
        ],
    },
];

/// A table as one version has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLayout {
    pub table: Table,
    pub key: PrimaryKey,
    pub indexes: Vec<Index>,
}

/// Everything that the migrations up to `version` have added.
pub fn layout(version: u32) -> Vec<TableLayout> {
    let mut tables: Vec<TableLayout> = Vec::new();
    let released = MIGRATIONS.iter().filter(|migration| migration.version <= version);
    for addition in released.flat_map(|migration| migration.adds) {
        match *addition {
            Addition::Table(table, key) => tables.push(TableLayout { table, key, indexes: Vec::new() }),
            Addition::Index(table, index) => {
                if let Some(layout) = tables.iter_mut().find(|layout| layout.table == table) {
                    layout.indexes.push(index);
                }
            }
        }
    }
    tables
}

const fn unique(name: &'static str, paths: &'static [&'static str]) -> Index {
    Index { name, paths, uniqueness: Uniqueness::Unique }
}

const fn shared(name: &'static str, paths: &'static [&'static str]) -> Index {
    Index { name, paths, uniqueness: Uniqueness::Shared }
}

#[cfg(test)]
mod tests {
    use super::{Addition, MIGRATIONS, NEWEST, layout};
    use crate::row::Table;

    #[test]
    fn versions_count_up_from_one_to_the_newest() {
        let versions: Vec<u32> = MIGRATIONS.iter().map(|migration| migration.version).collect();
        assert_eq!(versions, (1..=NEWEST).collect::<Vec<_>>());
    }

    #[test]
    fn every_index_is_added_to_a_table_that_exists_by_then() {
        for migration in &MIGRATIONS {
            let declared = MIGRATIONS
                .iter()
                .filter(|earlier| earlier.version <= migration.version)
                .flat_map(|earlier| earlier.adds)
                .filter(|addition| matches!(addition, Addition::Index(..)))
                .count();
            let laid_out: usize = layout(migration.version).iter().map(|table| table.indexes.len()).sum();
            assert_eq!(laid_out, declared, "version {}", migration.version);
        }
    }

    #[test]
    fn no_table_is_added_twice() {
        let mut tables: Vec<Table> = layout(NEWEST).iter().map(|layout| layout.table).collect();
        let all = tables.len();
        tables.sort();
        tables.dedup();
        assert_eq!(tables.len(), all);
    }
}
