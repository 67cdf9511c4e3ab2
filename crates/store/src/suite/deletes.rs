//! What a commit takes away, and what it leaves.

use super::rows::{
    alone, approval, attachment, blob, connection, interaction, journal, memory, node, phase, receipt, rule,
    run, steer, thread,
};
use super::{Factory, Fault};
use crate::batch::{Batch, Delete};
use crate::error::StoreError;
use crate::port::Store;
use crate::row::RowKey;
use fairlead_protocol::ids::{
    AttachmentId, ClientId, NodeId, RuleId, Seq, SubmissionId, ThreadId, Timestamp, TurnId,
};
use fairlead_protocol::run::RunState;

pub async fn deletes_happen_before_puts(factory: &dyn Factory) {
    let store = factory.open("before").await.unwrap();
    store.commit(Batch::new().put(rule("r1")).put(rule("r2"))).await.unwrap();
    let batch = Batch::new()
        .put(rule("r1"))
        .delete(Delete::Row(RowKey::Rule(RuleId::new("r1"))))
        .delete(Delete::Row(RowKey::Rule(RuleId::new("r2"))));
    store.commit(batch).await.unwrap();
    assert_eq!(store.rules().await.unwrap().rows, vec![rule("r1")]);
}

pub async fn deleting_a_thread_removes_all_it_owns_but_receipts(factory: &dyn Factory) {
    let store = factory.open("deleted").await.unwrap();
    store.commit(whole_thread("a").put(rule("r1")).put(memory("m1")).put(connection("c1"))).await.unwrap();
    store.commit(whole_thread("b").put(receipt("before", 10))).await.unwrap();
    let kept = store.thread(&ThreadId::new("b")).await.unwrap();

    let delete = Batch::new().delete(Delete::Thread(ThreadId::new("a"))).put(receipt("deletion", 10));
    store.commit(delete).await.unwrap();

    assert_eq!(store.thread(&ThreadId::new("a")).await, Ok(None));
    assert_eq!(store.journal(&TurnId::new("a-t1"), Seq(1), 100).await, Ok(Default::default()));
    assert_eq!(store.threads().await.unwrap().rows, vec![thread("b", 1)]);
    assert_eq!(store.live_threads().await, Ok(vec![ThreadId::new("b")]));
    // Nothing of it comes back with a new row of the same id.
    store.commit(Batch::new().put(thread("a", 9))).await.unwrap();
    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap(), Some(alone(thread("a", 9))));
    assert_eq!(store.blob(&AttachmentId::new("a-f1")).await, Ok(None));

    assert_eq!(store.thread(&ThreadId::new("b")).await.unwrap(), kept);
    assert_eq!(store.journal(&TurnId::new("b-t1"), Seq(1), 100).await.unwrap().rows.len(), 3);
    assert_eq!(
        store.attachments().await.unwrap().rows,
        (1..=3).map(|at| attachment("b", at)).collect::<Vec<_>>()
    );
    assert_eq!(store.blob(&AttachmentId::new("b-f1")).await, Ok(Some(blob("b", 1))));
    assert_eq!(stored_receipts(&*store, &["before", "deletion"]).await, ["before", "deletion"]);
    assert_eq!(store.rules().await.unwrap().rows, vec![rule("r1")]);
    assert_eq!(store.memories().await.unwrap().rows, vec![memory("m1")]);
    assert_eq!(store.connections().await.unwrap().rows, vec![connection("c1")]);
}

pub async fn deleting_what_is_not_there_is_no_error(factory: &dyn Factory) {
    let store = factory.open("nothing").await.unwrap();
    let batch = Batch::new()
        .delete(Delete::Row(RowKey::Node(NodeId::new("none"))))
        .delete(Delete::Row(RowKey::Settings))
        .delete(Delete::Thread(ThreadId::new("none")))
        .delete(Delete::ExpiredReceipts { now: Timestamp(1) });
    assert_eq!(store.commit(batch).await, Ok(()));
}

pub async fn expired_receipts_are_removed(factory: &dyn Factory) {
    let store = factory.open("expired").await.unwrap();
    let batch = Batch::new().put(receipt("old", 9)).put(receipt("due", 10)).put(receipt("new", 11));
    store.commit(batch).await.unwrap();
    let sweep = Batch::new().delete(Delete::ExpiredReceipts { now: Timestamp(10) });
    store.commit(sweep).await.unwrap();
    assert_eq!(stored_receipts(&*store, &["old", "due", "new"]).await, ["new"]);
}

pub async fn an_aborted_delete_leaves_everything(factory: &dyn Factory) {
    let store = factory.open("undeleted").await.unwrap();
    store.commit(whole_thread("a")).await.unwrap();
    let before = store.thread(&ThreadId::new("a")).await.unwrap();
    factory.fail_next("undeleted", Fault::Abort);
    let delete = Batch::new().delete(Delete::Thread(ThreadId::new("a"))).put(receipt("deletion", 10));
    let error = store.commit(delete).await.unwrap_err();
    assert!(matches!(error, StoreError::Aborted { .. }), "{error:?}");
    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap(), before);
    assert_eq!(store.journal(&TurnId::new("a-t1"), Seq(1), 100).await.unwrap().rows.len(), 3);
    assert_eq!(store.blob(&AttachmentId::new("a-f3")).await, Ok(Some(blob("a", 3))));
    assert_eq!(stored_receipts(&*store, &["deletion"]).await, Vec::<String>::new());
}

fn whole_thread(id: &str) -> Batch {
    (1..=3).fold(Batch::new().put(thread(id, 1)).put(run(id, 1, phase(RunState::Ready))), |batch, seq| {
        let number = i64::try_from(seq).unwrap_or_default();
        batch
            .put(node(id, seq))
            .put(journal(id, seq))
            .put(steer(id, seq))
            .put(approval(id, number))
            .put(interaction(id, number))
            .put(attachment(id, number))
            .put(blob(id, number))
            .put(run(id, number + 1, phase(RunState::Completed)))
    })
}

async fn stored_receipts(store: &dyn Store, submissions: &[&str]) -> Vec<String> {
    let mut stored = Vec::new();
    for submission in submissions {
        let found = store.receipt(&ClientId::new("panel"), &SubmissionId::new(*submission)).await.unwrap();
        stored.extend(found.map(|receipt| receipt.submission.0));
    }
    stored
}
