//! What a read costs: how many rows the database hands out, whatever else it holds.

use super::Factory;
use super::rows::{
    answered, approval, attachment, blob, interaction, journal, node, phase, run, skipped, steer, thread,
};
use crate::batch::{Batch, Delete};
use crate::port::RUNS_AT_LOAD;
use fairlead_protocol::ids::{NodeId, Seq, ThreadId};
use fairlead_protocol::run::RunState;

/// Of the Thread's own rows it leaves out what is settled: old Runs, answered approvals and interactions, the journal, and
/// what attachments are made of.
pub async fn opening_a_long_thread_reads_its_own_rows_and_no_others(factory: &dyn Factory) {
    let name = "long";
    let store = factory.open(name).await.unwrap();
    for other in ["0", "b", "c"] {
        store.commit(long_thread(other, 500)).await.unwrap();
    }
    store.commit(long_thread("a", 1_000)).await.unwrap();

    let before = factory.rows_read(name);
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    let read = factory.rows_read(name) - before;

    assert_eq!(stored.nodes.len(), 1_000);
    let newest_runs = u64::from(RUNS_AT_LOAD);
    let (own_row, nodes, leaf_run, open_runs) = (1, 1_000, 1, 2);
    let (approvals, interactions, steers, attachments) = (3, 3, 3, 3);
    assert_eq!(
        read,
        own_row
            + nodes
            + newest_runs
            + leaf_run
            + open_runs
            + approvals
            + interactions
            + steers
            + attachments
    );
}

pub async fn a_page_of_nodes_reads_no_more_than_its_limit(factory: &dyn Factory) {
    let name = "page";
    let store = factory.open(name).await.unwrap();
    store.commit(long_thread("a", 200)).await.unwrap();
    let before = factory.rows_read(name);
    store.nodes_page(&ThreadId::new("a"), Seq(150), 20).await.unwrap();
    assert_eq!(factory.rows_read(name) - before, 20);
}

/// 200 MB of it fit into a database, and not into a worker.
pub async fn listing_attachments_and_deleting_threads_read_no_content(factory: &dyn Factory) {
    let name = "content";
    let store = factory.open(name).await.unwrap();
    store.commit(long_thread("a", 3)).await.unwrap();
    store.commit(long_thread("b", 3)).await.unwrap();

    let before = factory.rows_read(name);
    assert_eq!(store.attachments().await.unwrap().rows.len(), 6);
    assert_eq!(factory.rows_read(name) - before, 6);

    let before = factory.rows_read(name);
    store.commit(Batch::new().delete(Delete::Thread(ThreadId::new("a")))).await.unwrap();
    assert_eq!(factory.rows_read(name) - before, 0);
    assert_eq!(store.attachments().await.unwrap().rows.len(), 3);
}

/// So many nodes, a hundred Turns, and three of everything else that may wait or belong; as many of each are settled. The
/// leaf is in the oldest Turn, and the next two are paused.
fn long_thread(id: &str, nodes: u64) -> Batch {
    let mut batch = Batch::new();
    let mut row = thread(id, 1);
    row.leaf = Some(NodeId::new(format!("{id}-n{nodes}")));
    batch = (1..=nodes).fold(batch.put(row), |batch, seq| batch.put(node(id, seq)).put(journal(id, seq)));
    batch = (1..=100).fold(batch, |batch, number| {
        let state = if number == 2 || number == 3 { RunState::PausedLimit } else { RunState::Completed };
        batch.put(run(id, number, phase(state)))
    });
    (1..=3).fold(batch, |batch, number| {
        batch
            .put(approval(id, number))
            .put(answered(id, number + 3))
            .put(interaction(id, number))
            .put(skipped(id, number + 3))
            .put(steer(id, number.unsigned_abs()))
            .put(attachment(id, number))
            .put(blob(id, number))
    })
}
