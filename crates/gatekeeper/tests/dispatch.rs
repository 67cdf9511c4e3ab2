//! The second look before an approved call is sent: one thing differs, nothing is sent.

use fairlead_gatekeeper::{
    ApprovalAnswer, Bound, Call, Decision, Effects, HostPermission, Level, Observed, Policy, Reason, Request,
    Sender, SensitiveList, Target, ThreadFacts, Usage, recheck,
};
use fairlead_protocol::ids::{ApprovalId, DocumentId, TabId, ThreadId};
use serde_json::json;

fn call() -> Call {
    Call {
        tool: "click".to_owned(),
        level: Level::L1,
        effects: Effects::Write,
        params: json!({"ref": "s1", "n": 1}),
    }
}

fn target() -> Target {
    Target { tab_origin: Some("https://shop.test".to_owned()), ..Target::default() }
}

fn approval() -> ApprovalAnswer {
    ApprovalAnswer {
        approval_id: ApprovalId::new("a1"),
        pending_id: ApprovalId::new("a1"),
        decision: Decision::Accept,
        from: Sender::ExtensionPage,
        thread: Some(ThreadId::new("t1")),
        expires_at: Some(2000),
        usage: Usage::Fresh,
        bound: Bound {
            tool: "click".to_owned(),
            params: json!({"n": 1.0, "ref": "s1"}),
            tab_id: Some(TabId(1)),
            tab_origin: Some("https://shop.test".to_owned()),
            frame_origin: None,
            doc_id: Some(DocumentId::new("d1")),
            element: Some("button|Buy".to_owned()),
            verdict_reason: Reason::PolicyUntrusted,
            forced: Vec::new(),
        },
    }
}

fn unchanged() -> Observed {
    Observed {
        tab_id: Some(TabId(1)),
        tab_origin: Some("https://SHOP.test:443".to_owned()),
        frame_origin: Some("https://shop.test".to_owned()),
        doc_id: Some(DocumentId::new("d1")),
        element: Some("button|Buy".to_owned()),
        hit: Some(true),
        host_permission: HostPermission::Granted,
    }
}

fn answer(
    call: &Call,
    target: &Target,
    approval: &ApprovalAnswer,
    observed: &Observed,
) -> (&'static str, Reason) {
    let thread = ThreadFacts { id: ThreadId::new("t1"), ..ThreadFacts::default() };
    let sensitive = SensitiveList::default();
    let request = Request {
        policy: Policy::Untrusted,
        rules: &[],
        grants: &[],
        call,
        target,
        thread: &thread,
        sensitive: &sensitive,
        now: 1000,
    };
    let verdict = recheck(&request, approval, observed);
    (verdict.word(), verdict.reason())
}

#[test]
fn an_unchanged_target_written_another_way_is_sent() {
    assert_eq!(answer(&call(), &target(), &approval(), &unchanged()), ("allow", Reason::Approved));
    assert_eq!(answer(&call(), &target(), &approval(), &Observed::default()), ("allow", Reason::Approved));
}

#[test]
fn each_difference_has_its_reason_and_the_first_in_order_is_told() {
    let mut approval = approval();
    let mut observed = unchanged();
    let mut expect = |change: &dyn Fn(&mut ApprovalAnswer, &mut Observed), word: &str, reason: Reason| {
        change(&mut approval, &mut observed);
        assert_eq!(answer(&call(), &target(), &approval, &observed), (word, reason));
    };
    // From the last in order to the first: each change is added to the ones before and takes precedence.
    expect(&|_, seen| seen.host_permission = HostPermission::Missing, "deny", Reason::HostPermission);
    expect(&|_, seen| seen.hit = Some(false), "deny", Reason::Occluded);
    expect(&|_, seen| seen.element = Some("button|Delete".to_owned()), "deny", Reason::ElementChanged);
    expect(&|_, seen| seen.doc_id = Some(DocumentId::new("d2")), "deny", Reason::StaleDocument);
    expect(&|_, seen| seen.tab_id = Some(TabId(2)), "deny", Reason::TargetDrift);
    expect(&|answer, _| answer.bound.params = json!({"ref": "s2"}), "deny", Reason::ApprovalMismatch);
    expect(&|answer, _| answer.expires_at = Some(1000), "deny", Reason::ApprovalExpired);
    expect(&|answer, _| answer.decision = Decision::Decline, "deny", Reason::UserDeclined);
    expect(&|answer, _| answer.usage = Usage::Spent, "deny", Reason::ApprovalReplayed);
    expect(&|answer, _| answer.thread = Some(ThreadId::new("t2")), "ask", Reason::ApprovalUnknown);
    expect(&|answer, _| answer.from = Sender::ContentScript, "ask", Reason::ApprovalUntrustedSender);
}

#[test]
fn a_request_for_another_place_than_the_card_showed_is_drift() {
    let elsewhere = Target { tab_origin: Some("https://www.shop.test".to_owned()), ..Target::default() };
    assert_eq!(answer(&call(), &elsewhere, &approval(), &Observed::default()), ("deny", Reason::TargetDrift));
    let framed = Target { frame_origin: Some("https://ads.test".to_owned()), ..target() };
    assert_eq!(answer(&call(), &framed, &approval(), &Observed::default()), ("deny", Reason::TargetDrift));
}

#[test]
fn what_was_bound_and_is_gone_has_changed() {
    let mut approval = approval();
    assert_eq!(answer(&call(), &target(), &approval, &unchanged()), ("allow", Reason::Approved));
    approval.bound.element = None;
    assert_eq!(answer(&call(), &target(), &approval, &unchanged()), ("deny", Reason::ElementChanged));
}

#[test]
fn an_approved_address_is_the_same_however_it_is_written_and_no_other() {
    let navigate = |url: &str| Call {
        tool: "navigate".to_owned(),
        level: Level::L0,
        effects: Effects::Write,
        params: json!({"url": url}),
    };
    let mut approval = approval();
    approval.bound.tool = "navigate".to_owned();
    approval.bound.params = json!({"url": "https://news.test"});
    let sent = |url: &str| answer(&navigate(url), &target(), &approval, &Observed::default());
    assert_eq!(sent("HTTPS://news.test:443/"), ("allow", Reason::Approved));
    assert_eq!(sent("https://news.test/a"), ("deny", Reason::ApprovalMismatch));
}

#[test]
fn an_approval_survives_being_stored_and_an_unknown_sender_is_elsewhere() {
    let stored = serde_json::to_value(approval()).unwrap();
    assert_eq!(serde_json::from_value::<ApprovalAnswer>(stored.clone()).unwrap(), approval());
    let mut forged = stored;
    forged["from"] = json!("devtools");
    assert_eq!(serde_json::from_value::<ApprovalAnswer>(forged).unwrap().from, Sender::Elsewhere);
}
