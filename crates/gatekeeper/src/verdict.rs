//! The answer to a call: allow, ask or deny, with everything that the card, the journal and the dispatcher need from it.

use crate::place::Place;
use crate::reason::{Flag, PayloadClass, Reason};
use fairlead_protocol::ids::RuleId;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    Allow(Grounds),
    Ask(Grounds),
    Deny(Grounds),
}

impl Verdict {
    pub fn grounds(&self) -> &Grounds {
        match self {
            Self::Allow(grounds) | Self::Ask(grounds) | Self::Deny(grounds) => grounds,
        }
    }

    pub fn reason(&self) -> Reason {
        self.grounds().reason
    }

    /// `allow`, `ask` or `deny`.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Allow(_) => "allow",
            Self::Ask(_) => "ask",
            Self::Deny(_) => "deny",
        }
    }

    /// How much a verdict holds back; of several that apply the greatest stands.
    pub(crate) fn severity(&self) -> u8 {
        match self {
            Self::Allow(_) => 0,
            Self::Ask(_) => 1,
            Self::Deny(_) => 2,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grounds {
    pub reason: Reason,
    /// Sorted, each once.
    pub flags: Vec<Flag>,
    /// Every reason that forces a question, most urgent first. An approval covers these and no others.
    #[serde(default)]
    pub forced: Vec<Reason>,
    /// The stored rule that decided, or the one that would have allowed the call had nothing else asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<RuleId>,
    /// Kinds of secret found in what would be sent.
    #[serde(default)]
    pub payload: Vec<PayloadClass>,
    /// Every place the call touches; a grant for the session needs one entry for each.
    #[serde(default)]
    pub places: Vec<Place>,
    /// What a tool with an address must be given: the serialisation of the address that was judged, never the model's text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dispatch_url: Option<String>,
}

impl Grounds {
    pub(crate) fn bare(reason: Reason) -> Self {
        Self {
            reason,
            flags: Vec::new(),
            forced: Vec::new(),
            rule: None,
            payload: Vec::new(),
            places: Vec::new(),
            dispatch_url: None,
        }
    }
}
