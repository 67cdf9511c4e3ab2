//! Which stored rule decides at a place. A partial order: an exception must be a deliberate, narrower and equally authoritative
//! statement, so a saved approval can never undo what the person forbade. The order of the table means nothing.

use crate::case::{Case, Findings, Forced, Leave, Step};
use crate::origin::Origin;
use crate::pattern::{OriginPattern, Specificity, ToolPattern};
use crate::place::Place;
use crate::reason::Reason;
use crate::registry::{self, Tool};
use crate::sought::Sought;
use fairlead_protocol::permission::{Rule, RuleSource, RuleVerdict};
use std::cmp::Reverse;
use std::ops::ControlFlow;

pub(crate) fn judge(case: &Case<'_>, findings: &mut Findings) -> Step {
    let rulings: Vec<Option<&Rule>> =
        case.places.iter().map(|place| ruling(case.request.rules, case.tool, place)).collect();
    let strictest = rulings.iter().flatten().max_by_key(|rule| restriction(rule.verdict));
    match strictest.map(|rule| (rule.verdict, &rule.id)) {
        Some((RuleVerdict::Deny, id)) => {
            findings.rule = Some(id.clone());
            return ControlFlow::Break(Reason::RuleDeny);
        }
        Some((RuleVerdict::Ask, id)) => {
            findings.rule = Some(id.clone());
            findings.force(Forced::RuleAsk);
        }
        Some((RuleVerdict::Allow, id)) if rulings.iter().all(Option::is_some) => {
            findings.rule = Some(id.clone());
            findings.leave = Leave::AllowedEverywhere;
        }
        Some((RuleVerdict::Allow, _)) | None => {}
    }
    ControlFlow::Continue(())
}

/// The rule that stands at a place after every beaten one is dropped.
pub(crate) fn ruling<'r>(rules: &'r [Rule], tool: &Tool, place: &Place) -> Option<&'r Rule> {
    let host = place.site().map(Origin::bare_host);
    let sought = Sought::new(host.as_deref());
    let matching: Vec<Claim<'r>> = rules
        .iter()
        .filter(|rule| ToolPattern::may_match(&rule.tool, tool) && sought.may_be_in(&rule.origin))
        .filter_map(Claim::read)
        .filter(|claim| claim.matches(tool, place))
        .collect();
    matching
        .iter()
        .filter(|claim| !matching.iter().any(|other| other.beats(claim)))
        .max_by_key(|claim| (restriction(claim.rule.verdict), claim.standing(), Reverse(&claim.rule.id)))
        .map(|claim| claim.rule)
}

/// A rule with its patterns read. One that cannot be read claims nothing; the settings page refuses to store it.
pub(crate) struct Claim<'r> {
    pub(crate) rule: &'r Rule,
    pub(crate) tool: ToolPattern,
    pub(crate) origin: OriginPattern,
}

impl<'r> Claim<'r> {
    pub(crate) fn read(rule: &'r Rule) -> Option<Self> {
        let tool = ToolPattern::parse(&rule.tool).ok()?;
        let origin = OriginPattern::parse(&rule.origin).ok()?;
        Some(Self { rule, tool, origin })
    }

    pub(crate) fn matches(&self, tool: &Tool, place: &Place) -> bool {
        match self.rule.verdict {
            RuleVerdict::Allow => {
                !self.is_void() && self.tool.matches_narrow(tool) && self.origin.matches_narrow(place)
            }
            RuleVerdict::Ask | RuleVerdict::Deny => {
                self.tool.matches_wide(tool) && self.origin.matches_wide(place)
            }
        }
    }

    /// A click on "always" says one tool on one site and can say no more, whatever was stored.
    fn is_void(&self) -> bool {
        match self.rule.source {
            RuleSource::ApprovalPersist => {
                !self.tool.is_exact() || !self.origin.is_exact() || registry::is_ungrantable(&self.rule.tool)
            }
            RuleSource::PluginDefault | RuleSource::UserSetting => false,
        }
    }

    fn standing(&self) -> (RuleSource, Specificity, Specificity) {
        (self.rule.source, self.tool.specificity(), self.origin.specificity())
    }

    /// Whether this looser rule sets a stricter one aside.
    fn beats(&self, other: &Claim<'_>) -> bool {
        let (ours, theirs) = (self.standing(), other.standing());
        restriction(self.rule.verdict) < restriction(other.rule.verdict)
            && ours.0 >= theirs.0
            && ours.1 >= theirs.1
            && ours.2 >= theirs.2
            && ours != theirs
    }
}

fn restriction(verdict: RuleVerdict) -> u8 {
    match verdict {
        RuleVerdict::Allow => 0,
        RuleVerdict::Ask => 1,
        RuleVerdict::Deny => 2,
    }
}
