//! A path carried into another Thread: the same conversation under ids of its own.

use crate::bench::{Bench, thread, well_formed};
use crate::inputs::{answer, attach, calls, erase, regenerate, respond, says, steer, submit, submit_with};
use fairlead_engine::attached::Contents;
use fairlead_engine::fork::{Forked, fork};
use fairlead_engine::{Ids, Input, ThreadRows, ThreadState, context, tree, view};
use fairlead_protocol::attachment::Kept;
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::context::Carry;
use fairlead_protocol::evidence::Proof;
use fairlead_protocol::ids::{AttachmentId, NodeId, Seq, ThreadId, Timestamp};
use fairlead_protocol::item::ItemBody;
use fairlead_protocol::node::{Node, NodeBody};
use fairlead_protocol::refusal::RefusalCode;
use fairlead_protocol::thread::{Activity, QueueMode, Title, Titling};
use serde_json::json;
use std::collections::BTreeSet;

fn forked(state: &ThreadState, at: &NodeId) -> Forked {
    fork(state, at, &ThreadId::new("copy"), Carry::Whole, Timestamp(9_000), &Ids::new("copy"))
        .unwrap_or_else(|refusal| panic!("{}", refusal.message))
}

fn refused(state: &ThreadState, at: &NodeId) -> RefusalCode {
    match fork(state, at, &ThreadId::new("copy"), Carry::Whole, Timestamp(9_000), &Ids::new("copy")) {
        Ok(_) => panic!("it was forked"),
        Err(refusal) => refusal.code,
    }
}

/// The new Thread as a worker reads it.
fn loaded(forked: &Forked) -> ThreadState {
    ThreadState::load(ThreadRows {
        thread: forked.thread.clone(),
        nodes: forked.nodes.clone(),
        runs: Vec::new(),
        steers: Vec::new(),
        approvals: Vec::new(),
        interactions: Vec::new(),
        attachments: forked.attachments.iter().map(|copied| copied.to.clone()).collect(),
    })
}

/// What the model would be sent, nonces left out: they belong to the node.
fn told(state: &ThreadState, contents: &Contents) -> String {
    let text = serde_json::to_string(&context::messages(state, contents)).unwrap();
    let mut parts = text.split("nonce=\\\"");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |told, part| told + "nonce=" + &part[16..])
}

/// A Turn of everything: a read, an approved write, a question, a steer, a file, an answer with its evidence.
fn rich() -> Bench {
    let mut bench = Bench::completed();
    bench.must(attach("f", "notes.txt", "text/plain", "aGk="));
    bench.must(submit_with("buy it", &["f"]));
    bench.reply(calls([("read_page", json!({})), ("click", json!({"element": "Buy", "ref": "s1_1"}))]));
    bench.must(bench.tool_done());
    bench.must(bench.allow());
    bench.must(bench.tool_done());
    bench.must(steer(bench.turn(), "quickly"));
    bench.reply(calls([("ask_user", json!({"question": "Size?"})), ("read_page", json!({}))]));
    bench.must(respond(&bench, answer("M")));
    bench.must(bench.tool_done());
    bench.reply(says("bought"));
    bench
}

fn leaf(bench: &Bench) -> NodeId {
    bench.state.leaf().unwrap().clone()
}

fn proving(proof: &Proof) -> Option<&NodeId> {
    match proof {
        Proof::Step { call: id } | Proof::Attached { message: id } | Proof::Earlier { message: id } => {
            Some(id)
        }
        Proof::Request => None,
    }
}

/// Every node that a body names.
fn named(body: &NodeBody) -> Vec<&NodeId> {
    match body {
        NodeBody::ToolCall { reply, .. } | NodeBody::CompletionRejected { reply, .. } => vec![reply],
        NodeBody::ToolResult { call, .. }
        | NodeBody::ApprovalDecision { call, .. }
        | NodeBody::InteractionResponse { call, .. } => vec![call],
        NodeBody::AssistantMessage { evidence, .. } => {
            let claims = evidence.iter().flat_map(|evidence| &evidence.claims);
            claims.flat_map(|claim| &claim.by).filter_map(proving).collect()
        }
        NodeBody::TurnContext { .. }
        | NodeBody::UserMessage { .. }
        | NodeBody::ContextNote { .. }
        | NodeBody::ContextMasked { .. }
        | NodeBody::ContextCompacted { .. }
        | NodeBody::Tombstone
        | NodeBody::SystemNotice { .. } => Vec::new(),
    }
}

#[test]
fn the_model_is_told_the_same_in_both_and_the_person_is_shown_the_same() {
    let bench = rich();
    let forked = forked(&bench.state, &leaf(&bench));
    let copy = loaded(&forked);
    let contents = |id: &str| [(AttachmentId::new(id), "aGk=".to_owned())].into_iter().collect();
    let own = forked.attachments[0].to.id.0.clone();
    assert_eq!(told(&copy, &contents(&own)), told(&bench.state, &contents("f")));
    let bodies = |state: &ThreadState| -> Vec<ItemBody> {
        let items = view::snapshot(state, None).unwrap().items;
        let bare = |mut body: ItemBody| {
            if let ItemBody::UserMessage { attachments, .. } = &mut body {
                attachments.iter_mut().for_each(|one| one.link.id = AttachmentId::new(""));
            }
            if let ItemBody::AssistantMessage { evidence: Some(evidence), .. } = &mut body {
                evidence.claims.iter_mut().for_each(|claim| claim.by.clear());
            }
            body
        };
        items.into_iter().map(|item| bare(item.body)).collect()
    };
    assert_eq!(bodies(&copy), bodies(&bench.state));
    well_formed(&copy);
}

#[test]
fn every_id_is_new_and_names_what_it_named() {
    let bench = rich();
    let forked = forked(&bench.state, &leaf(&bench));
    let old: BTreeSet<&NodeId> = bench.state.nodes.iter().map(|node| &node.id).collect();
    let new: BTreeSet<&NodeId> = forked.nodes.iter().map(|node| &node.id).collect();
    assert!(old.is_disjoint(&new) && new.len() == forked.nodes.len());
    let turns = |nodes: &mut dyn Iterator<Item = &Node>| -> BTreeSet<String> {
        nodes.map(|node| node.turn.0.clone()).collect()
    };
    let (of_source, of_copy) = (turns(&mut bench.state.nodes.iter()), turns(&mut forked.nodes.iter()));
    assert!(of_source.is_disjoint(&of_copy), "a Run over there is not written of from here");
    assert_eq!(of_source.len(), of_copy.len());
    let mut parent = None;
    for (seq, (node, source)) in (1..).zip(forked.nodes.iter().zip(bench.state.path())) {
        assert_eq!((&node.parent, node.seq, &node.thread.0[..]), (&parent, Seq(seq), "copy"));
        assert_eq!(node.at, source.at);
        let place = |nodes: &[&Node], id: &NodeId| nodes.iter().position(|node| node.id == *id);
        let (there, here): (Vec<&Node>, Vec<&Node>) = (bench.state.path(), forked.nodes.iter().collect());
        for (one, other) in named(&node.body).into_iter().zip(named(&source.body)) {
            assert!(new.contains(one));
            assert_eq!(place(&here, one), place(&there, other));
        }
        parent = Some(node.id.clone());
    }
}

#[test]
fn the_new_thread_says_where_it_comes_from_and_carries_no_permission() {
    let mut bench = rich();
    let grant =
        fairlead_protocol::approval::Answer::Allow { scope: fairlead_protocol::approval::Scope::Once };
    assert!(matches!(bench.answer(grant), Input::Command(_)));
    bench.must(Input::Command(CommandBody::ThreadPin { thread: thread(), pinned: true }));
    bench.must(Input::Command(CommandBody::ThreadRename { thread: thread(), title: "Mine".to_owned() }));
    let row = forked(&bench.state, &leaf(&bench)).thread;
    assert_eq!(row.parent, Some(thread()));
    assert_eq!(row.title, Title::FirstLine { text: "Mine".to_owned() });
    assert_eq!(
        (row.titling, row.queue, row.activity),
        (Titling::Settled, QueueMode::Flowing, Activity::Idle)
    );
    assert!(!row.pinned && !row.archived && row.grants.is_empty());
    assert_eq!((row.stats.turns, row.stats.input_tokens), (2, 0));
    assert_eq!(row.user_origins, bench.state.thread.as_ref().unwrap().user_origins);
}

#[test]
fn files_are_copied_as_rows_of_the_new_thread_and_what_is_gone_stays_gone() {
    let mut bench = rich();
    bench.must(attach("g", "more.txt", "text/plain", "aGk="));
    bench.must(submit_with("and these", &["g", "f"]));
    bench.reply(says("ok"));
    let copies = forked(&bench.state, &leaf(&bench)).attachments;
    assert_eq!(copies.len(), 2, "each once, however often it is linked");
    for copied in &copies {
        assert_ne!(copied.from, copied.to.id);
        assert_eq!((copied.to.thread.0.as_str(), copied.to.kept), ("copy", Kept::Whole));
    }
    let mut gone = bench.state.attachments.get(&AttachmentId::new("f")).unwrap().clone();
    gone.kept = Kept::Evicted;
    bench.happens(fairlead_engine::Fact::AttachmentEvicted { attachment: gone });
    let forked = forked(&bench.state, &leaf(&bench));
    assert_eq!(forked.attachments.len(), 1);
    let shown = serde_json::to_string(&view::snapshot(&loaded(&forked), None).unwrap().items).unwrap();
    assert!(shown.contains("evicted"));
}

#[test]
fn a_cut_at_any_node_is_a_transcript_in_which_every_call_has_its_result() {
    let bench = rich();
    for node in bench.state.path() {
        let copy = loaded(&forked(&bench.state, &node.id));
        well_formed(&copy);
        assert!(tree::repaired_leaf(&copy).is_none());
        let rest = copy.path().len();
        assert!(rest >= bench.state.path().iter().position(|one| one.id == node.id).unwrap());
    }
    let reply = bench.state.path().into_iter().find(|node| match &node.body {
        NodeBody::AssistantMessage { ending, .. } => {
            serde_json::to_string(ending).unwrap().contains("tool_use")
        }
        _ => false,
    });
    let copy = loaded(&forked(&bench.state, &reply.unwrap().id));
    let results = copy.nodes.iter().filter(|node| matches!(node.body, NodeBody::ToolResult { .. }));
    assert_eq!(results.count(), 2, "the read and the write of that reply, and no later one");
}

#[test]
fn a_node_off_the_path_brings_its_own_path() {
    let mut bench = Bench::completed();
    bench.must(submit("first"));
    bench.reply(says("one"));
    let there = leaf(&bench);
    bench.must(regenerate(bench.turn()));
    bench.reply(says("two"));
    let copy = loaded(&forked(&bench.state, &there));
    let told = serde_json::to_string(&context::messages(&copy, &Contents::new())).unwrap();
    assert!(told.contains("one") && !told.contains("two"));
}

#[test]
fn what_was_erased_is_not_in_the_copy() {
    let mut bench = rich();
    let erased = bench.turn();
    bench.must(submit("last"));
    bench.reply(says("ok"));
    bench.must(erase(erased));
    let forked = forked(&bench.state, &leaf(&bench));
    assert!(!format!("{:?}", forked.nodes).contains("buy it"));
    assert_eq!(forked.thread.stats.turns, 2);
    assert!(forked.attachments.is_empty());
}

#[test]
fn the_turn_that_runs_is_not_forked_and_those_before_it_are() {
    for (name, live) in Bench::live() {
        let current = live.state.leaf().unwrap();
        assert_eq!(refused(&live.state, current), RefusalCode::Busy, "{name}");
    }
    let mut bench = Bench::completed();
    let before = leaf(&bench);
    bench.must(submit("more"));
    let copy = loaded(&forked(&bench.state, &before));
    assert_eq!(copy.path().len(), 3, "and nothing of the running one");
    let absent = ThreadState::absent(thread());
    assert_eq!(refused(&absent, &before), RefusalCode::UnknownThread);
    assert_eq!(refused(&bench.state, &NodeId::new("none")), RefusalCode::UnknownNode);
}

#[test]
fn the_copy_goes_on_by_itself() {
    let bench = rich();
    let copy = loaded(&forked(&bench.state, &leaf(&bench)));
    let facts = bench.would(&copy, &Input::Booted);
    assert_eq!(facts, [], "there is nothing to recover");
    let mut on = Bench::of(copy.clone());
    on.must(submit("thank you"));
    on.reply(says("well"));
    assert_eq!(on.state.path().len(), copy.path().len() + 3);
    let first = copy.path()[0].turn.clone();
    on.must(regenerate(first.clone()));
    on.reply(says("anew"));
    assert_eq!(tree::forks(&on.state).len(), 1);
    on.must(erase(first));
}
