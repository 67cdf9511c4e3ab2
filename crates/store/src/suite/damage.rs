//! A row that cannot be read is reported and stands in nobody's way.

use super::Factory;
use super::rows::{
    approval, attachment, blob, connection, interaction, journal, memory, node, phase, rule, run, steer,
    thread,
};
use crate::batch::Batch;
use crate::error::StoreError;
use crate::port::Quarantined;
use crate::row::{RowKey, Table};
use fairlead_protocol::ids::{
    ApprovalId, AttachmentId, ConnectionId, InteractionId, MemoryId, NodeId, Revision, RuleId, Seq, ThreadId,
    TurnId,
};
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::Settings;

pub async fn damaged_rows_are_quarantined_and_block_no_others(factory: &dyn Factory) {
    let name = "quarantine";
    let store = factory.open(name).await.unwrap();
    let batch = (1..=3).fold(Batch::new().put(thread("a", 1)), |batch, seq| {
        let number = i64::try_from(seq).unwrap_or_default();
        batch
            .put(node("a", seq))
            .put(journal("a", seq))
            .put(steer("a", seq))
            .put(approval("a", number))
            .put(interaction("a", number))
            .put(attachment("a", number))
            .put(run("a", number, phase(RunState::Ready)))
            .put(rule(&format!("r{seq}")))
            .put(memory(&format!("m{seq}")))
            .put(connection(&format!("c{seq}")))
    });
    store.commit(batch).await.unwrap();
    let damaged = [
        (RowKey::Node(NodeId::new("a-n2")), "body"),
        (RowKey::Run(TurnId::new("a-t2")), "environment"),
        (RowKey::Run(TurnId::new("a-t3")), "phase"),
        (RowKey::Approval(ApprovalId::new("a-a2")), "ask"),
        (RowKey::Interaction(InteractionId::new("a-i2")), "wait"),
        (RowKey::Attachment(AttachmentId::new("a-f2")), "kept"),
        (RowKey::Steer(NodeId::new("a-s2")), "at"),
        (RowKey::Journal(TurnId::new("a-t1"), Seq(2)), "depth"),
        (RowKey::Rule(RuleId::new("r2")), "verdict"),
        (RowKey::Memory(MemoryId::new("m2")), "source"),
        (RowKey::Connection(ConnectionId::new("c2")), "wire"),
    ];
    for (key, field) in &damaged {
        factory.spoil(name, key, field).await;
    }

    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.nodes, vec![node("a", 1), node("a", 3)]);
    assert_eq!(stored.runs, vec![run("a", 1, phase(RunState::Ready))]);
    assert_eq!(stored.approvals, vec![approval("a", 1), approval("a", 3)]);
    assert_eq!(stored.interactions, vec![interaction("a", 1), interaction("a", 3)]);
    assert_eq!(stored.steers, vec![steer("a", 1), steer("a", 3)]);
    assert_eq!(stored.attachments, vec![attachment("a", 1), attachment("a", 3)]);
    assert_eq!(
        places(&stored.quarantined),
        [
            (Table::Nodes, "a-n2"),
            (Table::Runs, "a-t2"),
            (Table::Runs, "a-t3"),
            (Table::Steers, "a-s2"),
            (Table::Approvals, "a-a2"),
            (Table::Interactions, "a-i2"),
            (Table::Attachments, "a-f2"),
        ]
    );
    let attachments = store.attachments().await.unwrap();
    assert_eq!(attachments.rows, vec![attachment("a", 1), attachment("a", 3)]);
    assert_eq!(places(&attachments.quarantined), [(Table::Attachments, "a-f2")]);
    let page = store.nodes_page(&ThreadId::new("a"), Seq(4), 9).await.unwrap();
    assert_eq!(page.rows, vec![node("a", 1), node("a", 3)]);
    assert_eq!(places(&page.quarantined), [(Table::Nodes, "a-n2")]);
    let entries = store.journal(&TurnId::new("a-t1"), Seq(1), 9).await.unwrap();
    assert_eq!(entries.rows, vec![journal("a", 1), journal("a", 3)]);
    assert_eq!(places(&entries.quarantined), [(Table::Journal, "a-t1/2")]);
    let rules = store.rules().await.unwrap();
    assert_eq!(rules.rows, vec![rule("r1"), rule("r3")]);
    assert_eq!(places(&rules.quarantined), [(Table::Rules, "r2")]);
    let memories = store.memories().await.unwrap();
    assert_eq!(memories.rows, vec![memory("m1"), memory("m3")]);
    assert_eq!(places(&memories.quarantined), [(Table::Memories, "m2")]);
    let connections = store.connections().await.unwrap();
    assert_eq!(connections.rows, vec![connection("c1"), connection("c3")]);
    assert_eq!(places(&connections.quarantined), [(Table::Connections, "c2")]);
}

pub async fn a_damaged_run_whose_state_is_legible_has_its_thread_started(factory: &dyn Factory) {
    let name = "legible";
    let store = factory.open(name).await.unwrap();
    store.commit(Batch::new().put(run("a", 1, phase(RunState::Ready)))).await.unwrap();
    factory.spoil(name, &RowKey::Run(TurnId::new("a-t1")), "environment").await;
    assert_eq!(store.live_threads().await, Ok(vec![ThreadId::new("a")]));
}

pub async fn a_thread_with_a_damaged_row_is_corrupt_and_others_load(factory: &dyn Factory) {
    let name = "corrupt";
    let store = factory.open(name).await.unwrap();
    store.commit(Batch::new().put(thread("a", 1)).put(thread("b", 1)).put(node("b", 1))).await.unwrap();
    let key = RowKey::Thread(ThreadId::new("a"));
    factory.spoil(name, &key, "title").await;

    let threads = store.threads().await.unwrap();
    assert_eq!(threads.rows, vec![thread("b", 1)]);
    assert_eq!(places(&threads.quarantined), [(Table::Threads, "a")]);
    let error = store.thread(&ThreadId::new("a")).await.unwrap_err();
    assert!(matches!(&error, StoreError::Corrupt { key: damaged, .. } if *damaged == key), "{error:?}");
    assert_eq!(store.thread(&ThreadId::new("b")).await.unwrap().unwrap().nodes, vec![node("b", 1)]);
}

pub async fn a_damaged_run_of_the_leaf_is_quarantined_once(factory: &dyn Factory) {
    let name = "leaf-run";
    let store = factory.open(name).await.unwrap();
    let batch = Batch::new().put(thread("a", 1)).put(node("a", 1)).put(run("a", 1, phase(RunState::Ready)));
    store.commit(batch).await.unwrap();
    factory.spoil(name, &RowKey::Run(TurnId::new("a-t1")), "environment").await;
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!((stored.runs, places(&stored.quarantined)), (Vec::new(), vec![(Table::Runs, "a-t1")]));
}

pub async fn a_damaged_single_row_is_corrupt(factory: &dyn Factory) {
    let name = "single";
    let store = factory.open(name).await.unwrap();
    store.commit(Batch::new().put(Settings::default())).await.unwrap();
    factory.spoil(name, &RowKey::Settings, "theme").await;
    let error = store.settings().await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { key: RowKey::Settings, .. }), "{error:?}");

    store.commit(Batch::new().put(blob("a", 1))).await.unwrap();
    let key = RowKey::Blob(AttachmentId::new("a-f1"));
    factory.forget(name, &key, &["data"]).await;
    let error = store.blob(&AttachmentId::new("a-f1")).await.unwrap_err();
    assert!(matches!(&error, StoreError::Corrupt { key: damaged, .. } if *damaged == key), "{error:?}");
}

pub async fn a_commit_replaces_a_damaged_row(factory: &dyn Factory) {
    let name = "repaired";
    let store = factory.open(name).await.unwrap();
    store.commit(Batch::new().put(rule("r1"))).await.unwrap();
    factory.spoil(name, &RowKey::Rule(RuleId::new("r1")), "verdict").await;
    store.commit(Batch::new().put(rule("r1"))).await.unwrap();
    let rules = store.rules().await.unwrap();
    assert_eq!((rules.rows, rules.quarantined), (vec![rule("r1")], Vec::new()));
}

pub async fn a_thread_of_unknown_revision_refuses_commits(factory: &dyn Factory) {
    let name = "revision";
    let store = factory.open(name).await.unwrap();
    store.commit(Batch::new().put(thread("a", 1))).await.unwrap();
    let key = RowKey::Thread(ThreadId::new("a"));
    factory.spoil(name, &key, "revision").await;
    let batch = Batch::new().expecting(ThreadId::new("a"), Revision(1)).put(node("a", 1));
    let error = store.commit(batch).await.unwrap_err();
    assert!(matches!(&error, StoreError::Corrupt { key: damaged, .. } if *damaged == key), "{error:?}");
    assert_eq!(store.nodes_page(&ThreadId::new("a"), Seq(2), 1).await.unwrap().rows, Vec::new());
}

fn places(quarantined: &[Quarantined]) -> Vec<(Table, &str)> {
    let mut places: Vec<_> = quarantined.iter().map(|row| (row.table, row.key.as_str())).collect();
    places.sort_unstable();
    assert!(quarantined.iter().all(|row| !row.reason.is_empty()), "{quarantined:?}");
    places
}
