//! Rules as the person writes them, and "what would happen if …": a call that nobody makes, judged as one would be, by the same judge.

use crate::input::World;
use crate::judgement::{Judgement, Word};
use fairlead_gatekeeper::{
    Call, Origin, OriginPattern, Reason, Request, Target, ThreadFacts, ToolPattern, check, known_tools,
    takes_address,
};
use fairlead_protocol::caps;
use fairlead_protocol::ids::Timestamp;
use fairlead_protocol::json::object;
use fairlead_protocol::permission::{OwnSite, Rule, RuleDraft, RuleSource, RuleVerdict, Trial, Trialled};
use fairlead_protocol::refusal::{Refusal, RefusalCode};
use fairlead_tools::descriptor;

/// A rule that the gatekeeper can read, or the field that it cannot.
pub fn written(draft: &RuleDraft) -> Result<Rule, Refusal> {
    let (tool, origin) = (draft.tool.trim(), draft.origin.trim());
    if draft.id.0.is_empty() || draft.id.0.len() > caps::ID_BYTES {
        return Err(bad("`rule.id` is empty or too long", "rule.id"));
    }
    match ToolPattern::parse(tool) {
        Ok(ToolPattern::Exact(name)) if !known_tools().any(|known| known == name) => {
            return Err(bad("there is no tool of this name", "rule.tool"));
        }
        Ok(_) => {}
        Err(_) => return Err(bad("write a tool's name, category:… or * for all", "rule.tool")),
    }
    OriginPattern::parse(origin).map_err(|_| no_site("rule.origin"))?;
    Ok(Rule {
        id: draft.id.clone(),
        tool: tool.to_owned(),
        origin: origin.to_owned(),
        verdict: draft.verdict,
        source: RuleSource::UserSetting,
    })
}

/// Sites that the person holds for sensitive: each has to be one that the gatekeeper can read.
pub fn are_sites(own: &[OwnSite]) -> Result<(), Refusal> {
    if own.len() > caps::OWN_SITES {
        let message = format!("{} sites are the most that are kept", caps::OWN_SITES);
        return Err(Refusal::new(RefusalCode::TooLarge, message).at("settings.sensitive_sites"));
    }
    let is_site = |own: &OwnSite| OriginPattern::parse(&own.site).is_ok();
    if own.iter().all(is_site) { Ok(()) } else { Err(no_site("settings.sensitive_sites")) }
}

/// In a new conversation that began on the page, if the tool acts on one.
pub fn tried(world: &World<'_>, trial: &Trial, now: Timestamp) -> Result<Trialled, Refusal> {
    let declared =
        descriptor(&trial.tool).ok_or_else(|| bad("there is no tool of this name", "trial.tool"))?;
    let address = trial.address.trim();
    let origin = Origin::parse(address)
        .ok_or_else(|| bad("this is not an address: write it whole, with https://", "trial.address"))?
        .to_string();
    let goes_there = takes_address(&trial.tool);
    let params = match goes_there {
        true => object([("url", address.into())]),
        false => object([("text", trial.text.as_str().into())]),
    };
    let call = Call { tool: trial.tool.clone(), level: declared.level, effects: declared.effects, params };
    let target = Target { tab_origin: (!goes_there).then_some(origin), ..Target::default() };
    let thread =
        ThreadFacts { user_origins: target.tab_origin.iter().cloned().collect(), ..ThreadFacts::default() };
    let verdict = check(&Request {
        policy: world.settings.policy,
        rules: world.rules,
        grants: &[],
        call: &call,
        target: &target,
        thread: &thread,
        sensitive: world.sensitive,
        now: now.0,
    });
    let by_rule = is_by_rule(verdict.reason());
    let Judgement { verdict, reason, flags, rule } = Judgement::from(&verdict);
    let verdict = match verdict {
        Word::Allow => RuleVerdict::Allow,
        Word::Ask => RuleVerdict::Ask,
        Word::Deny => RuleVerdict::Deny,
    };
    Ok(Trialled { verdict, reason: reason.to_owned(), flags, rule: rule.filter(|_| by_rule) })
}

fn no_site(field: &str) -> Refusal {
    bad("write a site as https://example.com, example.com, *.example.com, or * for all", field)
}

fn bad(message: &str, field: &str) -> Refusal {
    Refusal::new(RefusalCode::BadCommand, message).at(field)
}

/// Another rule than one that decided would only confuse.
fn is_by_rule(reason: Reason) -> bool {
    matches!(reason, Reason::RuleAllow | Reason::RuleAsk | Reason::RuleDeny)
}
