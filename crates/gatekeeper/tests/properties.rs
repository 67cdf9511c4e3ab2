//! What must hold in every world, tried in many small random ones. A failure names its seed; the seed is the test.

#[cfg(test)]
mod world;

use fairlead_gatekeeper::{
    ApprovalAnswer, Bound, Decision, Grounds, Observed, Policy, Reason, Rule, RuleId, RuleSource,
    RuleVerdict, Sender, Usage, Verdict, check, recheck,
};
use fairlead_protocol::ids::ApprovalId;
use serde_json::json;
use std::collections::BTreeSet;
use world::{Dice, World, severity};

const WORLDS: u64 = 6_000;

fn in_many_worlds(mut property: impl FnMut(&mut Dice, World, u64)) {
    for seed in 0..WORLDS {
        let mut dice = Dice::new(seed);
        let world = World::random(&mut dice);
        property(&mut dice, world, seed);
    }
}

#[test]
fn the_worlds_reach_most_of_the_vocabulary() {
    let mut reasons = BTreeSet::new();
    in_many_worlds(|_, world, _| {
        reasons.insert(world.verdict().reason().code());
    });
    for reason in [
        Reason::RuleDeny,
        Reason::RuleAsk,
        Reason::RuleAllow,
        Reason::SessionGrant,
        Reason::SensitiveSite,
        Reason::SensitiveRead,
        Reason::SensitiveWriteConfirm,
        Reason::SecretInUrl,
        Reason::SensitivePayload,
        Reason::CrossSiteFlow,
        Reason::Lookalike,
        Reason::OpaqueOrigin,
        Reason::PrivateNetwork,
        Reason::CloudMetadata,
        Reason::RepeatAfterDenial,
        Reason::AfterDenial,
        Reason::HostPermission,
        Reason::PasswordThirdParty,
        Reason::AlwaysConfirm,
        Reason::PolicyAlways,
        Reason::PolicyAuto,
        Reason::PolicyRead,
        Reason::PolicyUntrusted,
        Reason::PolicyBrowserData,
        Reason::UnknownTool,
        Reason::ExemptTool,
        Reason::BatchToolNotAllowed,
    ] {
        assert!(reasons.contains(reason.code()), "no world gives {reason}: {reasons:?}");
    }
}

#[test]
fn the_order_of_rules_and_grants_never_matters() {
    in_many_worlds(|dice, mut world, seed| {
        let before = world.verdict();
        dice.shuffle(&mut world.rules);
        dice.shuffle(&mut world.grants);
        assert_eq!(world.verdict(), before, "seed {seed}");
    });
}

#[test]
fn one_more_deny_never_loosens_anything() {
    in_many_worlds(|dice, mut world, seed| {
        let before = severity(&world.verdict());
        world.rules.push(Rule { verdict: RuleVerdict::Deny, ..world::rule(dice, 99) });
        assert!(severity(&world.verdict()) >= before, "seed {seed}");
    });
}

#[test]
fn one_more_ask_never_loosens_below_a_question() {
    in_many_worlds(|dice, mut world, seed| {
        // A narrow `ask` may be the person's exception from a broad `deny`; it can never become an `allow`.
        let before = severity(&world.verdict()).min(1);
        world.rules.push(Rule { verdict: RuleVerdict::Ask, ..world::rule(dice, 99) });
        assert!(severity(&world.verdict()) >= before, "seed {seed}");
    });
}

#[test]
fn no_grant_lifts_a_denial() {
    in_many_worlds(|dice, mut world, seed| {
        let before = world.verdict();
        for _ in 0..3 {
            world.grants.push(world::grant(dice, &world.call.tool));
        }
        if let Verdict::Deny(_) = before {
            assert_eq!(world.verdict(), before, "seed {seed}");
        }
    });
}

#[test]
fn no_rule_lifts_a_denial_that_is_not_of_a_rule() {
    in_many_worlds(|dice, mut world, seed| {
        let before = world.verdict();
        world.rules.extend((50..55).map(|n| world::rule(dice, n)));
        // The person can name a private address exactly; that is the one place where a rule speaks before the rules do.
        let is_final = !matches!(before.reason(), Reason::RuleDeny | Reason::PrivateNetwork);
        if severity(&before) == 2 && is_final {
            assert_eq!(severity(&world.verdict()), 2, "seed {seed}");
        }
    });
}

#[test]
fn a_saved_approval_never_undoes_what_the_person_said() {
    in_many_worlds(|_, mut world, seed| {
        world.rules.retain(|rule| rule.source == RuleSource::UserSetting);
        let before = world.verdict();
        for place in &before.grounds().places {
            world.rules.push(Rule {
                id: RuleId::new("saved"),
                tool: world.call.tool.clone(),
                origin: place.to_string(),
                verdict: RuleVerdict::Allow,
                source: RuleSource::ApprovalPersist,
            });
        }
        if matches!(before.reason(), Reason::RuleDeny | Reason::RuleAsk) {
            assert_eq!(world.verdict().reason(), before.reason(), "seed {seed}");
        }
    });
}

#[test]
fn a_stricter_policy_is_never_looser() {
    in_many_worlds(|_, mut world, seed| {
        let mut by = |policy| {
            world.policy = policy;
            severity(&world.verdict())
        };
        let (always, untrusted, auto) = (by(Policy::Always), by(Policy::Untrusted), by(Policy::Auto));
        assert!(always >= untrusted && untrusted >= auto, "seed {seed}");
    });
}

#[test]
fn what_is_dispatched_is_the_serialised_address_that_was_judged() {
    let mut sent = 0;
    in_many_worlds(|_, mut world, seed| {
        let before = world.verdict();
        let Some(address) = before.grounds().dispatch_url.clone() else { return };
        let raw = world.call.params["url"].as_str().unwrap();
        assert_eq!(address, url::Url::parse(raw).unwrap().as_str(), "seed {seed}");
        world.call.params["url"] = json!(address);
        assert_eq!(world.verdict(), before, "seed {seed}");
        sent += 1;
    });
    assert!(sent > 0);
}

#[test]
fn an_accepted_approval_lifts_every_question_and_no_denial() {
    in_many_worlds(|_, world, seed| {
        let request = world.request();
        let asked = check(&request);
        let answered = recheck(&request, &accepted(&world, asked.grounds()), &Observed::default());
        match asked {
            Verdict::Deny(_) => assert_eq!(answered, asked, "seed {seed}"),
            Verdict::Ask(_) | Verdict::Allow(_) => {
                assert_eq!((answered.word(), answered.reason()), ("allow", Reason::Approved), "seed {seed}");
            }
        }
    });
}

#[test]
fn an_approval_never_covers_a_question_that_the_person_was_not_shown() {
    let mut asked_again = 0;
    in_many_worlds(|dice, mut world, seed| {
        let shown = world.verdict();
        let approval = accepted(&world, shown.grounds());
        world.rules.push(Rule { verdict: RuleVerdict::Ask, ..world::rule(dice, 77) });
        let now = world.verdict();
        let is_new = now.grounds().forced.iter().any(|reason| !shown.grounds().forced.contains(reason));
        if severity(&now) == 1 && is_new {
            let answered = recheck(&world.request(), &approval, &Observed::default());
            assert_eq!((answered.word(), answered.reason()), ("ask", Reason::RuleAsk), "seed {seed}");
            asked_again += 1;
        }
    });
    assert!(asked_again > 0);
}

fn accepted(world: &World, shown: &Grounds) -> ApprovalAnswer {
    ApprovalAnswer {
        approval_id: ApprovalId::new("a1"),
        pending_id: ApprovalId::new("a1"),
        decision: Decision::Accept,
        from: Sender::ExtensionPage,
        thread: None,
        expires_at: None,
        usage: Usage::Fresh,
        bound: Bound {
            tool: world.call.tool.clone(),
            params: world.call.params.clone(),
            tab_id: None,
            tab_origin: world.target.tab_origin.clone(),
            frame_origin: world.target.frame_origin.clone(),
            doc_id: None,
            element: None,
            verdict_reason: shown.reason,
            forced: shown.forced.clone(),
        },
    }
}

#[test]
fn verdicts_survive_being_stored() {
    in_many_worlds(|_, world, seed| {
        let verdict = world.verdict();
        let text = serde_json::to_string(&verdict).unwrap();
        assert_eq!(serde_json::from_str::<Verdict>(&text).unwrap(), verdict, "seed {seed}: {text}");
    });
}
