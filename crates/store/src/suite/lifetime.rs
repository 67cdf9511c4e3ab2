//! What outlives a store: closing, reopening and upgrades.

use super::Factory;
use super::rows::{
    alone, approval, attachment, blob, connection, exchange, exchange_body, interaction, journal, memory,
    node, phase, receipt, rule, run, steer, thread,
};
use crate::batch::{Batch, Delete};
use crate::port::StoredThread;
use crate::row::{Row, RowKey, Table};
use crate::schema::{MIGRATIONS, layout};
use fairlead_protocol::exchange::Side;
use fairlead_protocol::ids::{
    AttachmentId, ClientId, ExchangeId, Seq, SubmissionId, ThreadId, Timestamp, TurnId,
};
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::{Settings, Theme};

pub async fn everything_is_there_after_reopening(factory: &dyn Factory) {
    let store = factory.open("reopened").await.unwrap();
    store.commit(every_row().into_iter().fold(Batch::new(), Batch::put)).await.unwrap();
    drop(store);
    assert_holds_all(factory, "reopened", |_| true).await;
}

pub async fn two_stores_of_one_database_see_each_other(factory: &dyn Factory) {
    let (one, other) = (factory.open("shared").await.unwrap(), factory.open("shared").await.unwrap());
    one.commit(Batch::new().put(thread("a", 1))).await.unwrap();
    assert_eq!(other.threads().await.unwrap().rows, vec![thread("a", 1)]);
    other.commit(Batch::new().put(thread("a", 2))).await.unwrap();
    assert_eq!(one.threads().await.unwrap().rows, vec![thread("a", 2)]);
}

pub async fn every_schema_version_is_upgraded_without_loss(factory: &dyn Factory) {
    for migration in &MIGRATIONS {
        let name = format!("version-{}", migration.version);
        let tables: Vec<Table> = layout(migration.version).iter().map(|layout| layout.table).collect();
        let rows = every_row().into_iter().filter(|row| tables.contains(&row.table())).collect();
        factory.write_at(&name, migration.version, rows).await.unwrap();
        for (_, key, path) in gained().iter().filter(|(since, ..)| migration.version < *since) {
            factory.forget(&name, key, path).await;
        }

        assert_holds_all(factory, &name, |table| tables.contains(&table)).await;

        // What the newer versions have added works on what the older one has written.
        let store = factory.open(&name).await.unwrap();
        let sweep = Delete::ExpiredReceipts { now: Timestamp(10) };
        store.commit(every_row().into_iter().fold(Batch::new(), Batch::put)).await.unwrap();
        store.commit(Batch::new().delete(sweep)).await.unwrap();
        assert_eq!(store.receipt(&ClientId::new("panel"), &SubmissionId::new("s1")).await, Ok(None));
        assert_eq!(store.rules().await.unwrap().rows, vec![rule("r1")]);
        assert_eq!(store.memories().await.unwrap().rows, vec![memory("m1")]);
    }
}

/// Fields of these rows that releases before a version did not write.
fn gained() -> Vec<(u32, RowKey, &'static [&'static str])> {
    let thread = || RowKey::Thread(ThreadId::new("a"));
    vec![
        (3, thread(), &["pinned"]),
        (3, thread(), &["archived"]),
        (3, thread(), &["titling"]),
        (3, thread(), &["queue"]),
        (3, thread(), &["activity"]),
        (3, RowKey::Run(TurnId::new("a-t2")), &["phase", "place"]),
        (3, RowKey::Settings, &["titles"]),
        (3, RowKey::Settings, &["limits"]),
        (3, RowKey::Settings, &["completion"]),
    ]
}

/// At least one row of every table that has rows.
fn every_row() -> Vec<Row> {
    vec![
        thread("a", 1).into(),
        node("a", 1).into(),
        node("a", 2).into(),
        run("a", 1, phase(RunState::WaitingApproval)).into(),
        run("a", 2, phase(RunState::Queued)).into(),
        steer("a", 1).into(),
        approval("a", 1).into(),
        interaction("a", 1).into(),
        attachment("a", 1).into(),
        blob("a", 1).into(),
        receipt("s1", 10).into(),
        journal("a", 1).into(),
        rule("r1").into(),
        memory("m1").into(),
        connection("c1").into(),
        settings().into(),
        exchange(Some("a"), 1).into(),
        exchange_body(Some("a"), 1, Side::Request).into(),
    ]
}

fn settings() -> Settings {
    Settings { theme: Theme::Dark, ..Settings::default() }
}

async fn assert_holds_all(factory: &dyn Factory, name: &str, had: impl Fn(Table) -> bool) {
    let store = factory.open(name).await.unwrap();
    let attachments = if had(Table::Attachments) { vec![attachment("a", 1)] } else { Vec::new() };
    assert_eq!(
        store.thread(&ThreadId::new("a")).await.unwrap(),
        Some(StoredThread {
            nodes: vec![node("a", 1), node("a", 2)],
            runs: vec![run("a", 1, phase(RunState::WaitingApproval)), run("a", 2, phase(RunState::Queued))],
            approvals: vec![approval("a", 1)],
            interactions: if had(Table::Interactions) { vec![interaction("a", 1)] } else { Vec::new() },
            steers: if had(Table::Steers) { vec![steer("a", 1)] } else { Vec::new() },
            attachments: attachments.clone(),
            ..alone(thread("a", 1))
        })
    );
    assert_eq!(store.attachments().await.unwrap().rows, attachments);
    let content = had(Table::Blobs).then(|| blob("a", 1));
    assert_eq!(store.blob(&AttachmentId::new("a-f1")).await, Ok(content));
    assert_eq!(store.threads().await.unwrap().rows, vec![thread("a", 1)]);
    assert_eq!(store.live_threads().await, Ok(vec![ThreadId::new("a")]));
    let entries = store.journal(&TurnId::new("a-t1"), Seq(1), 9).await.unwrap();
    assert_eq!(entries.rows, vec![journal("a", 1)]);
    let stored = store.receipt(&ClientId::new("panel"), &SubmissionId::new("s1")).await.unwrap();
    assert_eq!(stored, Some(receipt("s1", 10)));
    let rules = if had(Table::Rules) { vec![rule("r1")] } else { Vec::new() };
    assert_eq!(store.rules().await.unwrap().rows, rules);
    let memories = if had(Table::Memories) { vec![memory("m1")] } else { Vec::new() };
    assert_eq!(store.memories().await.unwrap().rows, memories);
    assert_eq!(store.connections().await.unwrap().rows, vec![connection("c1")]);
    assert_eq!(store.settings().await.unwrap(), Some(settings()));
    let log = factory.open_log(name).await.unwrap();
    let exchanges = if had(Table::Exchanges) { vec![exchange(Some("a"), 1)] } else { Vec::new() };
    assert_eq!(log.exchanges().await.unwrap().rows, exchanges);
    let body = had(Table::ExchangeBodies).then(|| exchange_body(Some("a"), 1, Side::Request));
    assert_eq!(log.exchange_body(&ExchangeId::new("x1"), Side::Request).await, Ok(body));
}
