//! What `commit` promises.

use super::rows::{
    alone, approval, attachment, blob, connection, interaction, journal, memory, node, phase, receipt, rule,
    run, steer, thread,
};
use super::{Factory, Fault};
use crate::batch::{Batch, Delete};
use crate::error::StoreError;
use crate::port::{Store, StoredThread};
use crate::row::RowKey;
use fairlead_protocol::conversation::CallArgs;
use fairlead_protocol::ids::{AttachmentId, ClientId, NodeId, Revision, Seq, SubmissionId, ThreadId, TurnId};
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::run::RunState;
use fairlead_protocol::settings::{Settings, Theme};
use fairlead_protocol::thread::Title;
use futures::future::join;
use serde_json::json;

pub async fn committed_rows_are_read_back(factory: &dyn Factory) {
    let store = factory.open("committed").await.unwrap();
    let settings = Settings { theme: Theme::Dark, ..Settings::default() };
    let batch = Batch::new()
        .put(thread("a", 1))
        .put(node("a", 1))
        .put(run("a", 1, phase(RunState::StreamingModel)))
        .put(steer("a", 1))
        .put(approval("a", 1))
        .put(interaction("a", 1))
        .put(attachment("a", 1))
        .put(blob("a", 1))
        .put(receipt("s1", 10))
        .put(journal("a", 1))
        .put(rule("r1"))
        .put(memory("m1"))
        .put(connection("c1"))
        .put(settings.clone());
    store.commit(batch).await.unwrap();

    assert_eq!(
        store.thread(&ThreadId::new("a")).await.unwrap(),
        Some(StoredThread {
            nodes: vec![node("a", 1)],
            runs: vec![run("a", 1, phase(RunState::StreamingModel))],
            approvals: vec![approval("a", 1)],
            interactions: vec![interaction("a", 1)],
            steers: vec![steer("a", 1)],
            attachments: vec![attachment("a", 1)],
            ..alone(thread("a", 1))
        })
    );
    assert_eq!(store.attachments().await.unwrap().rows, vec![attachment("a", 1)]);
    assert_eq!(store.blob(&AttachmentId::new("a-f1")).await, Ok(Some(blob("a", 1))));
    assert_eq!(
        store.receipt(&ClientId::new("panel"), &SubmissionId::new("s1")).await.unwrap(),
        Some(receipt("s1", 10))
    );
    assert_eq!(store.journal(&TurnId::new("a-t1"), Seq(1), 10).await.unwrap().rows, vec![journal("a", 1)]);
    assert_eq!(store.rules().await.unwrap().rows, vec![rule("r1")]);
    assert_eq!(store.memories().await.unwrap().rows, vec![memory("m1")]);
    assert_eq!(store.connections().await.unwrap().rows, vec![connection("c1")]);
    assert_eq!(store.settings().await.unwrap(), Some(settings));
}

/// Arguments come from a model: any key and any nesting that JSON has.
pub async fn every_json_value_is_kept_as_it_was(factory: &dyn Factory) {
    let store = factory.open("values").await.unwrap();
    let value = json!({
        "__proto__": { "toJSON": 1 }, "constructor": null, "": [[], {}], "length": -1,
        "numbers": [0, -1, 0.5, 1e300, 9_007_199_254_740_991_u64, -9_007_199_254_740_991_i64],
        "text": "价格 \u{0} \u{1F6D2} \" \\ \u{2028}",
        "deep": { "a": { "b": [{ "c": [true, false, null] }] } },
    });
    let call = Node {
        body: NodeBody::ToolCall {
            reply: NodeId::new("a-n0"),
            call_id: "call".to_owned(),
            tool: "click".to_owned(),
            arguments: CallArgs::Parsed { value },
            opaque: None,
        },
        ..node("a", 1)
    };
    store.commit(Batch::new().put(call.clone())).await.unwrap();
    assert_eq!(store.nodes_page(&call.thread, Seq(2), 1).await.unwrap().rows, vec![call]);
}

pub async fn an_aborted_commit_leaves_nothing(factory: &dyn Factory) {
    let store = factory.open("aborted").await.unwrap();
    store.commit(Batch::new().put(thread("a", 1)).put(node("a", 1))).await.unwrap();
    let before = store.thread(&ThreadId::new("a")).await.unwrap();

    factory.fail_next("aborted", Fault::Abort);
    let error = store.commit(second_turn()).await.unwrap_err();

    assert!(matches!(error, StoreError::Aborted { .. }), "{error:?}");
    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap(), before);
    assert_no_second_turn(&*store).await;
    store.commit(second_turn()).await.unwrap();
    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap().unwrap().nodes.len(), 3);
}

pub async fn a_commit_without_space_leaves_nothing_and_says_why(factory: &dyn Factory) {
    let store = factory.open("quota").await.unwrap();
    store.commit(Batch::new().put(thread("a", 1)).put(node("a", 1))).await.unwrap();
    let before = store.thread(&ThreadId::new("a")).await.unwrap();

    factory.fail_next("quota", Fault::Quota);
    assert_eq!(store.commit(second_turn()).await, Err(StoreError::QuotaExceeded));

    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap(), before);
    assert_no_second_turn(&*store).await;
}

pub async fn a_commit_decided_on_another_revision_is_refused_and_leaves_nothing(factory: &dyn Factory) {
    let store = factory.open("conflict").await.unwrap();
    store.commit(Batch::new().put(thread("a", 4)).put(node("a", 1))).await.unwrap();
    let before = store.thread(&ThreadId::new("a")).await.unwrap();

    assert_eq!(
        store.commit(second_turn().expecting(ThreadId::new("a"), Revision(3))).await,
        Err(StoreError::Conflict { thread: ThreadId::new("a"), expected: Revision(3), stored: Revision(4) })
    );
    assert_eq!(store.thread(&ThreadId::new("a")).await.unwrap(), before);
    assert_no_second_turn(&*store).await;
    store.commit(second_turn().expecting(ThreadId::new("a"), Revision(4))).await.unwrap();
}

pub async fn a_new_thread_is_expected_at_revision_zero(factory: &dyn Factory) {
    let store = factory.open("new").await.unwrap();
    let new = || Batch::new().expecting(ThreadId::new("a"), Revision(0)).put(thread("a", 1));
    store.commit(new()).await.unwrap();
    assert_eq!(
        store.commit(new()).await,
        Err(StoreError::Conflict { thread: ThreadId::new("a"), expected: Revision(0), stored: Revision(1) })
    );
}

pub async fn of_two_commits_decided_on_one_revision_one_is_stored(factory: &dyn Factory) {
    let store = factory.open("race").await.unwrap();
    let rename = |title: &str| {
        let title = Title::Person { text: title.to_owned() };
        let mut renamed = thread("a", 1);
        renamed.title = title;
        Batch::new().expecting(ThreadId::new("a"), Revision(0)).put(renamed)
    };
    let (first, second) = join(store.commit(rename("first")), store.commit(rename("second"))).await;

    let lost =
        StoreError::Conflict { thread: ThreadId::new("a"), expected: Revision(0), stored: Revision(1) };
    assert_eq!((first, second), (Ok(()), Err(lost)));
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap().thread;
    assert_eq!(stored.title.text(), "first");
}

pub async fn a_commit_decided_on_two_threads_is_refused_if_either_has_moved_on(factory: &dyn Factory) {
    let store = factory.open("both").await.unwrap();
    store.commit(Batch::new().put(thread("a", 4)).put(thread("b", 7)).put(node("b", 1))).await.unwrap();
    let before = store.thread(&ThreadId::new("b")).await.unwrap();
    let both = |a, b| {
        let batch = Batch::new().expecting(ThreadId::new("a"), Revision(a));
        let batch = batch.expecting(ThreadId::new("b"), Revision(b));
        batch.put(thread("a", 5)).put(thread("b", 8)).delete(Delete::Row(RowKey::Node(NodeId::new("b-n1"))))
    };
    let moved = |thread: &str, expected, stored| {
        let (expected, stored) = (Revision(expected), Revision(stored));
        Err(StoreError::Conflict { thread: ThreadId::new(thread), expected, stored })
    };

    assert_eq!(store.commit(both(3, 7)).await, moved("a", 3, 4));
    assert_eq!(store.commit(both(4, 6)).await, moved("b", 6, 7));
    assert_eq!(store.commit(both(3, 6)).await, moved("a", 3, 4), "the first one is named");
    assert_eq!(store.thread(&ThreadId::new("b")).await.unwrap(), before);
    let (first, second) = join(store.commit(both(4, 7)), store.commit(both(4, 7))).await;
    assert_eq!((first, second), (Ok(()), moved("a", 4, 5)));
    let stored = store.thread(&ThreadId::new("b")).await.unwrap();
    assert_eq!(stored, Some(alone(thread("b", 8))));
}

pub async fn concurrent_commits_of_two_threads_are_both_stored(factory: &dyn Factory) {
    let store = factory.open("concurrent").await.unwrap();
    for revision in 1..=5 {
        let step = |id: &str| {
            Batch::new()
                .expecting(ThreadId::new(id), Revision(revision - 1))
                .put(thread(id, revision))
                .put(node(id, revision))
        };
        let (a, b) = join(store.commit(step("a")), store.commit(step("b"))).await;
        assert_eq!((a, b), (Ok(()), Ok(())));
    }
    for id in ["a", "b"] {
        let stored = store.thread(&ThreadId::new(id)).await.unwrap().unwrap();
        assert_eq!(stored.thread, thread(id, 5));
        assert_eq!(stored.nodes, (1..=5).map(|seq| node(id, seq)).collect::<Vec<_>>());
    }
}

pub async fn two_nodes_in_one_place_abort_the_whole_commit(factory: &dyn Factory) {
    let store = factory.open("places").await.unwrap();
    store.commit(Batch::new().put(thread("a", 1)).put(node("a", 1))).await.unwrap();
    let impostor = Node { id: NodeId::new("impostor"), ..node("a", 1) };

    let batch = Batch::new().put(thread("a", 2)).put(impostor).put(node("a", 2));
    let error = store.commit(batch).await.unwrap_err();

    assert!(matches!(error, StoreError::Aborted { .. }), "{error:?}");
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!((stored.thread, stored.nodes), (thread("a", 1), vec![node("a", 1)]));
}

pub async fn of_two_puts_of_one_key_the_later_stays(factory: &dyn Factory) {
    let store = factory.open("twice").await.unwrap();
    store.commit(Batch::new().put(thread("a", 1)).put(thread("a", 2))).await.unwrap();
    assert_eq!(store.threads().await.unwrap().rows, vec![thread("a", 2)]);
}

pub async fn a_dropped_commit_is_stored_whole(factory: &dyn Factory) {
    let store = factory.open("dropped").await.unwrap();
    let seqs = 1..=50;
    drop(store.commit(seqs.clone().map(|seq| node("a", seq)).fold(Batch::new(), Batch::put)));
    // A later commit is answered after it.
    store.commit(Batch::new().put(thread("a", 1))).await.unwrap();
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.nodes, seqs.map(|seq| node("a", seq)).collect::<Vec<_>>());
}

pub async fn commits_are_stored_in_the_order_of_their_calls(factory: &dyn Factory) {
    let store = factory.open("ordered").await.unwrap();
    let first = store.commit(Batch::new().put(thread("a", 1)));
    let second = store.commit(Batch::new().put(thread("a", 2)));
    let (second, first) = join(second, first).await;
    assert_eq!((first, second), (Ok(()), Ok(())));
    assert_eq!(store.threads().await.unwrap().rows, vec![thread("a", 2)]);
}

pub async fn a_large_commit_is_stored_whole(factory: &dyn Factory) {
    let store = factory.open("large").await.unwrap();
    let rows = (1..=400).fold(Batch::new().put(thread("a", 1)), |batch, seq| {
        batch.put(node("a", seq)).put(journal("a", seq))
    });
    store.commit(rows).await.unwrap();
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.nodes, (1..=400).map(|seq| node("a", seq)).collect::<Vec<_>>());
    let entries = store.journal(&TurnId::new("a-t1"), Seq(1), 500).await.unwrap();
    assert_eq!(entries.rows, (1..=400).map(|seq| journal("a", seq)).collect::<Vec<_>>());
}

pub async fn an_empty_commit_is_stored(factory: &dyn Factory) {
    let store = factory.open("empty").await.unwrap();
    assert_eq!(store.commit(Batch::new()).await, Ok(()));
    assert_eq!(
        store.commit(Batch::new().expecting(ThreadId::new("a"), Revision(1))).await,
        Err(StoreError::Conflict { thread: ThreadId::new("a"), expected: Revision(1), stored: Revision(0) })
    );
}

/// Writes to every table that a Turn writes to.
fn second_turn() -> Batch {
    Batch::new()
        .put(node("a", 2))
        .put(node("a", 3))
        .put(run("a", 2, phase(RunState::Ready)))
        .put(approval("a", 1))
        .put(journal("a", 1))
        .put(receipt("s1", 10))
        .put(thread("a", 5))
}

async fn assert_no_second_turn(store: &dyn Store) {
    assert_eq!(store.receipt(&ClientId::new("panel"), &SubmissionId::new("s1")).await, Ok(None));
    assert_eq!(store.journal(&TurnId::new("a-t1"), Seq(1), 10).await.unwrap().rows, Vec::new());
    assert_eq!(store.live_threads().await, Ok(Vec::new()));
}
