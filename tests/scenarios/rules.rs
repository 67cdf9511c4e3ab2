//! What the person writes in the settings: rules and sites of their own, and "what would happen if …".

use crate::stage::{REQUEST, cart, own, settled, steps, stored_rules};
use fairlead_protocol::approval::{Answer, Scope};
use fairlead_protocol::command::CommandBody;
use fairlead_protocol::event::AckBody;
use fairlead_protocol::ids::RuleId;
use fairlead_protocol::permission::{Caution, OwnSite, Policy, Rule, RuleDraft, RuleVerdict, Trial};
use fairlead_protocol::settings::Settings;
use fairlead_protocol::tool::ToolErrorCode;
use fairlead_sim::browser::SHOP;
use fairlead_sim::panel::Answered;
use fairlead_sim::{PanelId, Person, Setup, World};

fn stored(world: &mut World, panel: PanelId) -> Vec<Rule> {
    own(&stored_rules(world, panel))
}

fn draft(id: &str, tool: &str, origin: &str, verdict: RuleVerdict) -> RuleDraft {
    RuleDraft { id: RuleId::new(id), tool: tool.to_owned(), origin: origin.to_owned(), verdict }
}

#[test]
fn a_rule_that_the_person_writes_holds_from_the_next_call_on_also_of_a_turn_that_runs() {
    let mut world = World::new(Setup { person: Person::away(), ..Setup::default() });
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let approval = world.view(panel).approvals.into_values().next().unwrap();
    let rule = draft("r1", " click ", "shop.example", RuleVerdict::Deny);
    world.send(panel, CommandBody::RulesSave { rule });
    settled(&mut world);
    let told = own(&world.view(panel).rules);
    assert_eq!(told.iter().map(|rule| rule.tool.as_str()).collect::<Vec<_>>(), ["click"]);
    let thread = world.thread_of(panel);
    let answer = Answer::Allow { scope: Scope::Once };
    world.send(
        panel,
        CommandBody::ApprovalRespond { thread, approval: approval.id, digest: approval.digest, answer },
    );
    settled(&mut world);
    assert_eq!(cart(&world), Vec::<String>::new(), "what was approved before is judged by the rules of now");
    world.crash();
    assert_eq!(stored(&mut world, panel).len(), 1);
    let same = draft("r1", "category:click", "*.example", RuleVerdict::Allow);
    world.send(panel, CommandBody::RulesSave { rule: same });
    settled(&mut world);
    assert_eq!(stored(&mut world, panel).len(), 1, "the same id is the same rule");
}

#[test]
fn a_rule_that_cannot_be_read_is_refused_at_its_field() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    for (tool, origin, field) in [
        ("clikc", "*", "rule.tool"),
        ("category:all", "*", "rule.tool"),
        ("", "*", "rule.tool"),
        ("click", "", "rule.origin"),
        ("click", "https://shop.example/cart", "rule.origin"),
        ("click", "shop.*", "rule.origin"),
    ] {
        let rule = draft("r1", tool, origin, RuleVerdict::Deny);
        let sent = world.send(panel, CommandBody::RulesSave { rule });
        settled(&mut world);
        match world.answer(panel, &sent) {
            Some(Answered::Rejected(refusal)) => {
                assert_eq!(refusal.field.as_deref(), Some(field), "{tool} {origin}");
            }
            other => panic!("{tool} {origin}: {other:?}"),
        }
    }
    assert!(world.view(panel).rules.is_empty());
}

#[test]
fn what_would_happen_is_told_by_the_judge_itself_and_nothing_happens() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    world.send(
        panel,
        CommandBody::RulesSave { rule: draft("r1", "click", "https://shop.example", RuleVerdict::Allow) },
    );
    settled(&mut world);
    let mut tried = |tool: &str, address: &str, text: &str| {
        let trial = Trial { tool: tool.to_owned(), address: address.to_owned(), text: text.to_owned() };
        let sent = world.send(panel, CommandBody::RulesTry { trial });
        settled(&mut world);
        match world.answer(panel, &sent) {
            Some(Answered::Acknowledged(AckBody::Trialled { trialled })) => {
                Ok((trialled.verdict, trialled.reason, trialled.rule))
            }
            Some(Answered::Rejected(refusal)) => Err(refusal.field.unwrap_or_default()),
            other => panic!("{other:?}"),
        }
    };
    let rule = Some(RuleId::new("r1"));
    assert_eq!(
        tried("click", "https://shop.example/cart", ""),
        Ok((RuleVerdict::Allow, "rule_allow".to_owned(), rule))
    );
    assert_eq!(
        tried("click", "https://other.example", ""),
        Ok((RuleVerdict::Ask, "policy_untrusted".to_owned(), None))
    );
    assert_eq!(
        tried("read_page", "https://other.example", ""),
        Ok((RuleVerdict::Allow, "policy_read".to_owned(), None))
    );
    assert_eq!(tried("navigate", "javascript:alert(1)", ""), Err("trial.address".to_owned()));
    assert_eq!(
        tried("navigate", "https://www.chase.com/", "").map(|(verdict, ..)| verdict),
        Ok(RuleVerdict::Deny)
    );
    assert_eq!(tried("click", "shop", ""), Err("trial.address".to_owned()));
    assert_eq!(tried("fly", "https://shop.example", ""), Err("trial.tool".to_owned()));
    assert_eq!(world.model.count(), 0);
}

/// Settings in which nothing is asked about, but for these sites.
fn with_own(own: &[(&str, Caution, Caution)]) -> CommandBody {
    let own_site = |&(site, reading, writing): &(&str, Caution, Caution)| OwnSite {
        site: site.to_owned(),
        reading,
        writing,
    };
    CommandBody::SettingsSet {
        settings: Settings {
            policy: Policy::Auto,
            sensitive_sites: own.iter().map(own_site).collect(),
            ..Settings::default()
        },
    }
}

#[test]
fn on_a_site_of_the_persons_own_reading_is_asked_about_and_writing_refused_also_by_the_next_worker() {
    let mut world = World::new(Setup { person: Person::with_scope(Scope::Once), ..Setup::default() });
    let panel = world.open("t1");
    world.send(panel, with_own(&[("shop.example", Caution::Ask, Caution::Deny)]));
    let rule = draft("r1", "click", SHOP, RuleVerdict::Allow);
    world.send(panel, CommandBody::RulesSave { rule });
    settled(&mut world);
    world.crash();
    let panel = world.open("t1");
    world.submit(panel, REQUEST);
    settled(&mut world);
    let made = steps(&world, panel);
    assert!(made.contains(&("read_page".to_owned(), Some(Ok(())))), "{made:?}");
    assert!(made.contains(&("click".to_owned(), Some(Err(ToolErrorCode::DeniedByPolicy)))), "{made:?}");
    assert!(world.view(panel).asked > 0, "a look was asked about");
    assert_eq!(cart(&world), Vec::<String>::new());
}

#[test]
fn a_site_that_is_taken_off_the_list_is_judged_as_any_other_from_then_on() {
    let mut world = World::new(Setup { person: Person::with_scope(Scope::Once), ..Setup::default() });
    let panel = world.open("t1");
    world.send(panel, with_own(&[("*", Caution::Deny, Caution::Deny)]));
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert!(cart(&world).is_empty());
    world.send(panel, with_own(&[]));
    world.submit(panel, REQUEST);
    settled(&mut world);
    assert_eq!((cart(&world).len(), world.view(panel).asked), (1, 0));
}

#[test]
fn what_is_no_site_is_refused_at_its_field_and_the_settings_stay() {
    let mut world = World::new(Setup::default());
    let panel = world.open("t1");
    for site in ["", "shop.*", "https://shop.example/cart"] {
        let sent = world.send(panel, with_own(&[(site, Caution::Ask, Caution::Ask)]));
        settled(&mut world);
        match world.answer(panel, &sent) {
            Some(Answered::Rejected(refusal)) => {
                assert_eq!(refusal.field.as_deref(), Some("settings.sensitive_sites"), "{site}");
            }
            other => panic!("{site}: {other:?}"),
        }
    }
    let sent = world.send(panel, CommandBody::SettingsGet);
    settled(&mut world);
    match world.answer(panel, &sent) {
        Some(Answered::Acknowledged(AckBody::Settings { settings })) => {
            assert_eq!(settings, Settings::default());
        }
        other => panic!("{other:?}"),
    }
}
