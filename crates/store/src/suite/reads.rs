//! What the reads promise: which rows, and in which order.

use super::Factory;
use super::rows::{
    answered, approval, connection, interaction, journal, memory, node, phase, rule, run, skipped, steer,
    thread,
};
use crate::batch::Batch;
use crate::port::{RUNS_AT_LOAD, is_open};
use fairlead_protocol::ids::{
    AttachmentId, ClientId, NodeId, Seq, SubmissionId, ThreadId, Timestamp, TurnId,
};
use fairlead_protocol::node::Node;
use fairlead_protocol::run::{Run, RunState};
use fairlead_protocol::thread::Thread;

pub async fn what_was_never_stored_is_absent(factory: &dyn Factory) {
    let store = factory.open("absent").await.unwrap();
    assert_eq!(store.threads().await, Ok(Default::default()));
    assert_eq!(store.thread(&ThreadId::new("a")).await, Ok(None));
    assert_eq!(store.nodes_page(&ThreadId::new("a"), Seq(9), 5).await, Ok(Default::default()));
    assert_eq!(store.live_threads().await, Ok(Vec::new()));
    assert_eq!(store.receipt(&ClientId::new("panel"), &SubmissionId::new("s1")).await, Ok(None));
    assert_eq!(store.journal(&TurnId::new("a-t1"), Seq(1), 5).await, Ok(Default::default()));
    assert_eq!(store.attachments().await, Ok(Default::default()));
    assert_eq!(store.blob(&AttachmentId::new("a-f1")).await, Ok(None));
    assert_eq!(store.rules().await, Ok(Default::default()));
    assert_eq!(store.connections().await, Ok(Default::default()));
    assert_eq!(store.settings().await, Ok(None));
}

pub async fn threads_come_newest_first(factory: &dyn Factory) {
    let store = factory.open("threads").await.unwrap();
    let updated = |id: &str, at: i64| Thread { updated_at: Timestamp(at), ..thread(id, 1) };
    let batch = Batch::new()
        .put(updated("a", 20))
        .put(updated("b", 30))
        .put(updated("c", 9))
        .put(updated("d", 20))
        .put(updated("e", 100));
    store.commit(batch).await.unwrap();
    let ids: Vec<String> = store.threads().await.unwrap().rows.into_iter().map(|row| row.id.0).collect();
    assert_eq!(ids, ["e", "b", "a", "d", "c"]);
}

pub async fn nodes_come_in_the_order_of_seq(factory: &dyn Factory) {
    let store = factory.open("nodes").await.unwrap();
    // Ids sort as text: `n10` before `n2`.
    for seq in [10, 2, 11, 1, 3, 9, 4, 8, 5, 7, 6] {
        let batch = Batch::new().put(thread("a", 1)).put(node("a", seq)).put(node("b", seq));
        store.commit(batch).await.unwrap();
    }
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.nodes, (1..=11).map(|seq| node("a", seq)).collect::<Vec<_>>());
}

pub async fn nodes_are_paged_backwards(factory: &dyn Factory) {
    let store = factory.open("pages").await.unwrap();
    let rows = (1..=12).fold(Batch::new().put(node("b", 1)), |batch, seq| batch.put(node("a", seq)));
    store.commit(rows).await.unwrap();
    for (before, limit, expected) in
        [(13, 5, 8..=12), (8, 5, 3..=7), (3, 5, 1..=2), (13, 100, 1..=12), (100, 90, 10..=12)]
    {
        let page = store.nodes_page(&ThreadId::new("a"), Seq(before), limit).await.unwrap();
        let expected: Vec<_> = expected.map(|seq| node("a", seq)).collect();
        assert_eq!(page.rows, expected, "{limit} before {before}");
    }
    for (before, limit) in [(1, 5), (0, 5), (13, 0), (100, 5)] {
        let page = store.nodes_page(&ThreadId::new("a"), Seq(before), limit).await.unwrap();
        assert_eq!(page.rows, Vec::new(), "{limit} before {before}");
    }
}

pub async fn the_journal_is_paged_forwards_in_order(factory: &dyn Factory) {
    let store = factory.open("journal").await.unwrap();
    let rows =
        (1..=12).rev().fold(Batch::new().put(journal("b", 4)), |batch, seq| batch.put(journal("a", seq)));
    store.commit(rows).await.unwrap();
    for (from, limit, expected) in [(1, 5, 1..=5), (6, 5, 6..=10), (11, 5, 11..=12), (0, 100, 1..=12)] {
        let page = store.journal(&TurnId::new("a-t1"), Seq(from), limit).await.unwrap();
        let expected: Vec<_> = expected.map(|seq| journal("a", seq)).collect();
        assert_eq!(page.rows, expected, "{limit} from {from}");
    }
    for (from, limit) in [(13, 5), (1, 0)] {
        let page = store.journal(&TurnId::new("a-t1"), Seq(from), limit).await.unwrap();
        assert_eq!(page.rows, Vec::new(), "{limit} from {from}");
    }
}

pub async fn live_threads_are_those_with_a_live_or_queued_run(factory: &dyn Factory) {
    let store = factory.open("live").await.unwrap();
    let mut expected = Vec::new();
    for (state, index) in RunState::ALL.into_iter().zip(10..) {
        let id = format!("t{index}");
        let batch = Batch::new().put(run(&id, 1, phase(state))).put(run(&id, 2, phase(state))).put(run(
            &id,
            3,
            phase(RunState::Completed),
        ));
        store.commit(batch).await.unwrap();
        if state.is_live() || state == RunState::Queued {
            expected.push(ThreadId::new(id));
        }
    }
    assert_eq!(store.live_threads().await, Ok(expected));

    // A Run that moves on leaves the index with its old state.
    let ended = Batch::new().put(run("t10", 1, phase(RunState::Completed))).put(run(
        "t10",
        2,
        phase(RunState::Failed),
    ));
    store.commit(ended).await.unwrap();
    assert!(!store.live_threads().await.unwrap().contains(&ThreadId::new("t10")));
}

pub async fn a_thread_brings_its_open_runs_and_the_newest(factory: &dyn Factory) {
    let store = factory.open("runs").await.unwrap();
    // One Run of each state, then as many newer ones as a load brings by age: only the open ones are left of the old.
    let old: Vec<Run> =
        RunState::ALL.into_iter().zip(1..).map(|(state, at)| run("a", at, phase(state))).collect();
    let newest: Vec<Run> =
        (0..i64::from(RUNS_AT_LOAD)).map(|at| run("a", 100 + at, phase(RunState::Completed))).collect();
    let rows = old.iter().chain(&newest).cloned().fold(Batch::new().put(thread("a", 1)), Batch::put);
    store.commit(rows.put(run("b", 1, phase(RunState::Ready)))).await.unwrap();

    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    let open = old.into_iter().filter(|run| is_open(run.phase.state()));
    assert_eq!(stored.runs, open.chain(newest).collect::<Vec<_>>());
}

pub async fn a_thread_brings_the_run_of_its_leaf_however_old(factory: &dyn Factory) {
    let store = factory.open("leaf").await.unwrap();
    let all = i64::from(RUNS_AT_LOAD) + 8;
    let runs = (1..=all).map(|number| run("a", number, phase(RunState::Completed)));
    let of_turn = |seq, turn: &str| Node { turn: TurnId::new(turn), ..node("a", seq) };
    let rows = runs.fold(Batch::new(), Batch::put).put(run("b", 1, phase(RunState::Completed)));
    let nodes =
        [of_turn(1, "a-t3"), of_turn(2, &format!("a-t{all}")), of_turn(3, "none"), of_turn(4, "b-t1")];
    store.commit(nodes.into_iter().fold(rows, Batch::put)).await.unwrap();

    let newest: Vec<i64> = (9..=all).collect();
    let with_third: Vec<i64> = [3].into_iter().chain(9..=all).collect();
    // The leaf in an old Turn, in one that is loaded anyway, in one that is not there, and in another Thread's.
    for (leaf, expected) in [(1, &with_third), (2, &newest), (3, &newest), (4, &newest)] {
        let leaf = Some(NodeId::new(format!("a-n{leaf}")));
        store.commit(Batch::new().put(Thread { leaf, ..thread("a", 1) })).await.unwrap();
        let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
        let loaded: Vec<i64> = stored.runs.iter().map(|run| run.created_at.0).collect();
        assert_eq!(loaded, *expected, "{:?}", stored.thread.leaf);
    }
}

pub async fn a_thread_brings_open_interactions_in_order(factory: &dyn Factory) {
    let store = factory.open("waits").await.unwrap();
    let batch = Batch::new()
        .put(thread("a", 1))
        .put(interaction("a", 10))
        .put(interaction("a", 9))
        .put(skipped("a", 8))
        .put(interaction("b", 7));
    store.commit(batch).await.unwrap();
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.interactions, vec![interaction("a", 9), interaction("a", 10)]);

    store.commit(Batch::new().put(skipped("a", 9))).await.unwrap();
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.interactions, vec![interaction("a", 10)]);
}

pub async fn a_thread_brings_open_approvals_and_steers_in_order(factory: &dyn Factory) {
    let store = factory.open("open").await.unwrap();
    let batch = Batch::new()
        .put(thread("a", 1))
        .put(approval("a", 10))
        .put(approval("a", 9))
        .put(answered("a", 8))
        .put(approval("b", 7))
        .put(steer("a", 10))
        .put(steer("a", 9))
        .put(steer("b", 8));
    store.commit(batch).await.unwrap();
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.approvals, vec![approval("a", 9), approval("a", 10)]);
    assert_eq!(stored.steers, vec![steer("a", 9), steer("a", 10)]);

    store.commit(Batch::new().put(answered("a", 9))).await.unwrap();
    let stored = store.thread(&ThreadId::new("a")).await.unwrap().unwrap();
    assert_eq!(stored.approvals, vec![approval("a", 10)]);
}

pub async fn rules_memories_and_connections_come_in_the_order_of_their_ids(factory: &dyn Factory) {
    let store = factory.open("small").await.unwrap();
    let batch = Batch::new().put(rule("r2")).put(rule("r1")).put(connection("c2")).put(connection("c1"));
    store.commit(batch.put(memory("m2")).put(memory("m1"))).await.unwrap();
    assert_eq!(store.memories().await.unwrap().rows, vec![memory("m1"), memory("m2")]);
    assert_eq!(store.rules().await.unwrap().rows, vec![rule("r1"), rule("r2")]);
    assert_eq!(store.connections().await.unwrap().rows, vec![connection("c1"), connection("c2")]);
}
