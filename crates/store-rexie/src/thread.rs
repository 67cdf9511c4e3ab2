//! A Thread and what comes with it, in two bursts of requests: what its indexes tell, then the Runs that they name, each once.

use crate::key::{self, Range};
use crate::record::{Order, decode, decode_all, field, in_order};
use crate::request::{Request, answers};
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::node::Node;
use fairlead_protocol::run::RunState;
use fairlead_store::schema;
use fairlead_store::{
    Loaded, Quarantined, RUNS_AT_LOAD, RowKey, StoreError, StoredThread, Table, is_open, leaf_turn,
};
use rexie::Transaction;
use wasm_bindgen::JsValue;

/// What `load` reads.
pub(crate) const TABLES: [Table; 7] = [
    Table::Threads,
    Table::Nodes,
    Table::Runs,
    Table::Approvals,
    Table::Steers,
    Table::Interactions,
    Table::Attachments,
];

pub(crate) async fn load(transaction: Transaction, id: ThreadId) -> Result<Option<StoredThread>, StoreError> {
    let owner = key::text(id.as_str());
    let mut found = answers(&transaction, told_by_indexes(&owner)).await?.into_iter();
    let mut next = || found.next().unwrap_or_default();
    let (row, nodes, approvals, interactions) = (next(), next(), next(), next());
    let (steers, attachments, runs_by_age) = (next(), next(), next());
    let open_runs = found.flatten();

    let Some(row) = row.first() else { return Ok(None) };
    let thread = decode(RowKey::Thread(id), row)?;
    let mut quarantined = Vec::new();
    let nodes: Vec<Node> = keep(decode_all(Table::Nodes, &nodes), &mut quarantined);
    let newest = runs_by_age.into_iter().rev().take(usize::try_from(RUNS_AT_LOAD).unwrap_or(usize::MAX));
    let of_leaf = leaf_turn(&thread, &nodes).map(|turn| key::text(turn.as_str()));
    // Asked in the turn of the event loop that brought the last answer: the transaction is still open.
    let runs = answers(&transaction, each_once(open_runs.chain(newest).chain(of_leaf))).await?.concat();
    // A damaged node may name another Thread's Run.
    let runs = runs.into_iter().filter(|run| field(run, "thread").as_ref() == Some(&owner)).collect();
    let runs = in_order(runs, "created_at", Order::OldestFirst);
    let approvals = in_order(approvals, "asked_at", Order::OldestFirst);
    let interactions = in_order(interactions, "asked_at", Order::OldestFirst);
    Ok(Some(StoredThread {
        thread,
        nodes,
        runs: keep(decode_all(Table::Runs, &runs), &mut quarantined),
        approvals: keep(decode_all(Table::Approvals, &approvals), &mut quarantined),
        interactions: keep(decode_all(Table::Interactions, &interactions), &mut quarantined),
        steers: keep(decode_all(Table::Steers, &steers), &mut quarantined),
        attachments: keep(decode_all(Table::Attachments, &attachments), &mut quarantined),
        quarantined,
    }))
}

/// The Thread's rows, and the ids of the Runs that a load brings whatever the leaf is, without reading one.
fn told_by_indexes(owner: &JsValue) -> Vec<Request> {
    let all = || Range::beginning(std::slice::from_ref(owner));
    let open = || Range::only(key::array(&[owner.clone(), key::text("open")]));
    let mut requests = vec![
        Request::row(Table::Threads, owner.clone()),
        Request::indexed(Table::Nodes, schema::NODES_BY_SEQ, all()),
        Request::indexed(Table::Approvals, schema::APPROVALS_BY_STATUS, open()),
        Request::indexed(Table::Interactions, schema::INTERACTIONS_BY_STATUS, open()),
        Request::indexed(Table::Steers, schema::STEERS_BY_ADMISSION, all()),
        Request::indexed(Table::Attachments, schema::ATTACHMENTS_BY_THREAD, all()),
        Request::keys(Table::Runs, schema::RUNS_BY_AGE, all()),
    ];
    for state in RunState::ALL.into_iter().filter(|state| is_open(*state)) {
        let in_state = Range::only(key::array(&[owner.clone(), key::state(state)]));
        requests.push(Request::keys(Table::Runs, schema::RUNS_BY_THREAD_STATE, in_state));
    }
    requests
}

fn each_once(runs: impl Iterator<Item = JsValue>) -> Vec<Request> {
    let mut ids: Vec<JsValue> = Vec::new();
    for id in runs {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids.into_iter().map(|id| Request::row(Table::Runs, id)).collect()
}

fn keep<T>(loaded: Loaded<T>, quarantined: &mut Vec<Quarantined>) -> Vec<T> {
    quarantined.extend(loaded.quarantined);
    loaded.rows
}
