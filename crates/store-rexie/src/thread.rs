//! A Thread and what comes with it, in two bursts of requests: what its indexes tell, then the Runs that they name, each once.

use crate::key;
use crate::read::{Answer, indexed, indexed_keys, state_key};
use crate::record::{Order, decode, decode_all, field, in_order};
use crate::together::together;
use fairlead_protocol::ids::ThreadId;
use fairlead_protocol::node::Node;
use fairlead_protocol::run::RunState;
use fairlead_store::schema;
use fairlead_store::{Loaded, Quarantined, RUNS_AT_LOAD, RowKey, StoredThread, Table, is_open, leaf_turn};
use futures::future::{FutureExt, join, join5};
use rexie::Transaction;
use std::collections::BTreeSet;
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

pub(crate) async fn load(transaction: &Transaction, id: ThreadId) -> Answer<Option<StoredThread>> {
    let owner = key::text(id.as_str());
    let own = RowKey::Thread(id);
    let all = || key::beginning(std::slice::from_ref(&owner));
    let open = || key::only(&[owner.clone(), key::text("open")]);
    let threads = transaction.store(Table::Threads.name())?;
    let ((row, nodes, runs, approvals, interactions), (steers, attachments)) = join(
        join5(
            threads.get(key::primary(&own)),
            indexed(transaction, Table::Nodes, schema::NODES_BY_SEQ, Some(all()?)),
            open_and_newest_runs(transaction, &owner),
            indexed(transaction, Table::Approvals, schema::APPROVALS_BY_STATUS, Some(open()?)),
            indexed(transaction, Table::Interactions, schema::INTERACTIONS_BY_STATUS, Some(open()?)),
        ),
        join(
            indexed(transaction, Table::Steers, schema::STEERS_BY_ADMISSION, Some(all()?)),
            indexed(transaction, Table::Attachments, schema::ATTACHMENTS_BY_THREAD, Some(all()?)),
        ),
    )
    .await;
    let thread = match row?.map(|row| decode(&own, &row)).transpose() {
        Ok(Some(thread)) => thread,
        Ok(None) => return Ok(Ok(None)),
        Err(error) => return Ok(Err(error)),
    };
    let mut quarantined = Vec::new();
    let nodes: Vec<Node> = keep(decode_all(Table::Nodes, &nodes?), &mut quarantined);
    let mut turns = runs?;
    turns.extend(leaf_turn(&thread, &nodes).map(|turn| turn.0.clone()));
    // Asked in the turn of the event loop that brought the last answer: the transaction is still open.
    let runs = in_order(runs_of(transaction, &owner, turns).await?, "created_at", Order::OldestFirst);
    let approvals = in_order(approvals?, "asked_at", Order::OldestFirst);
    let interactions = in_order(interactions?, "asked_at", Order::OldestFirst);
    Ok(Ok(Some(StoredThread {
        thread,
        nodes,
        runs: keep(decode_all(Table::Runs, &runs), &mut quarantined),
        approvals: keep(decode_all(Table::Approvals, &approvals), &mut quarantined),
        interactions: keep(decode_all(Table::Interactions, &interactions), &mut quarantined),
        steers: keep(decode_all(Table::Steers, &steers?), &mut quarantined),
        attachments: keep(decode_all(Table::Attachments, &attachments?), &mut quarantined),
        quarantined,
    })))
}

/// The ids of the Runs that a load brings whatever the leaf is, without reading one.
async fn open_and_newest_runs(transaction: &Transaction, owner: &JsValue) -> rexie::Result<BTreeSet<String>> {
    let states = RunState::ALL.into_iter().filter(|state| is_open(*state));
    let open =
        states.map(|state| (schema::RUNS_BY_THREAD_STATE, key::only(&[owner.clone(), state_key(state)])));
    let by_age = (schema::RUNS_BY_AGE, key::beginning(std::slice::from_ref(owner)));
    let found = together(open.chain([by_age]).map(|(index, range)| {
        async move { indexed_keys(transaction, Table::Runs, index, range?).await }.boxed_local()
    }));
    let mut open = found.await.into_iter().collect::<rexie::Result<Vec<_>>>()?;
    let by_age = open.pop().unwrap_or_default();
    let newest = by_age.into_iter().rev().take(usize::try_from(RUNS_AT_LOAD).unwrap_or(usize::MAX));
    Ok(open.into_iter().flatten().chain(newest).filter_map(|id| id.as_string()).collect())
}

/// Those of these Turns that are there, each a request of its own.
async fn runs_of(
    transaction: &Transaction,
    owner: &JsValue,
    turns: BTreeSet<String>,
) -> rexie::Result<Vec<JsValue>> {
    let store = &transaction.store(Table::Runs.name())?;
    let found = together(turns.iter().map(|turn| {
        async move { Ok(store.get(key::text(turn)).await?.into_iter().collect::<Vec<_>>()) }.boxed_local()
    }));
    let found = found.await.into_iter().collect::<rexie::Result<Vec<_>>>()?;
    // A damaged node may name another Thread's Run.
    Ok(found.into_iter().flatten().filter(|run| field(run, "thread").as_ref() == Some(owner)).collect())
}

fn keep<T>(loaded: Loaded<T>, quarantined: &mut Vec<Quarantined>) -> Vec<T> {
    quarantined.extend(loaded.quarantined);
    loaded.rows
}
