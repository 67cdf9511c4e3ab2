//! The gatekeeper's word, as the journal keeps it.

use fairlead_gatekeeper::Verdict;
use fairlead_protocol::ids::RuleId;

/// The gatekeeper's word on one call, with the rule that made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub verdict: Word,
    pub reason: &'static str,
    pub flags: Vec<String>,
    pub rule: Option<RuleId>,
}

impl From<&Verdict> for Judgement {
    fn from(verdict: &Verdict) -> Self {
        let grounds = verdict.grounds();
        Self {
            verdict: match verdict {
                Verdict::Allow(_) => Word::Allow,
                Verdict::Ask(_) => Word::Ask,
                Verdict::Deny(_) => Word::Deny,
            },
            reason: grounds.reason.code(),
            flags: grounds.flags.iter().map(|flag| flag.code().to_owned()).collect(),
            rule: grounds.rule.clone(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    Allow,
    Ask,
    Deny,
}

impl Word {
    pub fn name(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}
