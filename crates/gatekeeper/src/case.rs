//! One call on its way through the order of judgement: what is judged, and what the steps have found so far.

use crate::place::Place;
use crate::reason::{Flag, PayloadClass, Reason};
use crate::registry::{Category, Tool};
use crate::request::Request;
use crate::verdict::Grounds;
use fairlead_protocol::ids::RuleId;
use fairlead_protocol::ordered::OrderedSet;
use fairlead_protocol::tool::{Effects, Level};
use std::ops::ControlFlow;
use url::Url;

/// `Break` is the reason to deny; nothing after it is looked at.
pub(crate) type Step = ControlFlow<Reason>;

pub(crate) struct Case<'a> {
    pub(crate) request: &'a Request<'a>,
    pub(crate) tool: &'a Tool,
    pub(crate) places: Vec<Place>,
    /// Where a tool with an address would go.
    pub(crate) address: Option<Url>,
    /// The element is in a frame of another origin, or of none.
    pub(crate) is_framed: bool,
}

impl Case<'_> {
    /// A write by the registry or by the caller's word, whichever is stricter.
    pub(crate) fn writes(&self) -> bool {
        self.tool.writes() || self.request.call.effects == Effects::Write
    }

    /// Whoever lets another act in their place is asked, whatever anybody allowed: its own calls come later.
    pub(crate) fn hands_over_writes(&self) -> bool {
        self.tool.category == Category::Delegate && self.writes()
    }

    pub(crate) fn uses_debugger(&self) -> bool {
        self.tool.level == Level::L2 || self.request.call.level == Level::L2
    }
}

/// Reasons that force a question, in the order in which they are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Forced {
    RuleAsk,
    SensitivePayload,
    CrossSiteFlow,
    UrlData,
    CrossSiteAfterSensitive,
    RedirectCrossSite,
    Lookalike,
    PrivateNetwork,
    OpaqueOrigin,
    SensitiveRead,
    SensitiveWriteConfirm,
    AlwaysConfirm,
    AfterDenial,
}

impl Forced {
    pub(crate) const ALL: &'static [Self] = &[
        Self::RuleAsk,
        Self::SensitivePayload,
        Self::CrossSiteFlow,
        Self::UrlData,
        Self::CrossSiteAfterSensitive,
        Self::RedirectCrossSite,
        Self::Lookalike,
        Self::PrivateNetwork,
        Self::OpaqueOrigin,
        Self::SensitiveRead,
        Self::SensitiveWriteConfirm,
        Self::AlwaysConfirm,
        Self::AfterDenial,
    ];

    pub(crate) fn reason(self) -> Reason {
        match self {
            Self::RuleAsk => Reason::RuleAsk,
            Self::SensitivePayload => Reason::SensitivePayload,
            Self::CrossSiteFlow => Reason::CrossSiteFlow,
            Self::UrlData => Reason::UrlData,
            Self::CrossSiteAfterSensitive => Reason::CrossSiteAfterSensitive,
            Self::RedirectCrossSite => Reason::RedirectCrossSite,
            Self::Lookalike => Reason::Lookalike,
            Self::PrivateNetwork => Reason::PrivateNetwork,
            Self::OpaqueOrigin => Reason::OpaqueOrigin,
            Self::SensitiveRead => Reason::SensitiveRead,
            Self::SensitiveWriteConfirm => Reason::SensitiveWriteConfirm,
            Self::AlwaysConfirm => Reason::AlwaysConfirm,
            Self::AfterDenial => Reason::AfterDenial,
        }
    }

    /// A rule speaks for itself on the card; every other reason is flagged too.
    pub(crate) fn flag(self) -> Option<Flag> {
        match self {
            Self::RuleAsk => None,
            Self::SensitivePayload => Some(Flag::SensitivePayload),
            Self::CrossSiteFlow => Some(Flag::CrossSiteFlow),
            Self::UrlData => Some(Flag::UrlData),
            Self::CrossSiteAfterSensitive => Some(Flag::CrossSiteAfterSensitive),
            Self::RedirectCrossSite => Some(Flag::RedirectCrossSite),
            Self::Lookalike => Some(Flag::Lookalike),
            Self::PrivateNetwork => Some(Flag::PrivateNetwork),
            Self::OpaqueOrigin => Some(Flag::OpaqueOrigin),
            Self::SensitiveRead => Some(Flag::SensitiveRead),
            Self::SensitiveWriteConfirm => Some(Flag::SensitiveSite),
            Self::AlwaysConfirm => Some(Flag::AlwaysConfirm),
            Self::AfterDenial => Some(Flag::AfterDenial),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Findings {
    pub(crate) forced: OrderedSet<Forced>,
    pub(crate) flags: OrderedSet<Flag>,
    pub(crate) payload: OrderedSet<PayloadClass>,
    /// The rule to report.
    pub(crate) rule: Option<RuleId>,
    pub(crate) leave: Leave,
}

/// What stored rules say about every place of the call together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Leave {
    #[default]
    Unsaid,
    AllowedEverywhere,
}

impl Findings {
    pub(crate) fn force(&mut self, forced: Forced) {
        self.forced.insert(forced);
        self.flags.extend(forced.flag());
    }

    pub(crate) fn absorb(&mut self, other: Self) {
        self.forced.extend(other.forced);
        self.flags.extend(other.flags);
        self.payload.extend(other.payload);
        self.rule = self.rule.take().or(other.rule);
    }

    pub(crate) fn grounds(self, reason: Reason, case: &Case<'_>) -> Grounds {
        Grounds {
            reason,
            flags: self.flags.into_iter().collect(),
            forced: self.forced.into_iter().map(Forced::reason).collect(),
            rule: self.rule,
            payload: self.payload.into_iter().collect(),
            places: case.places.clone(),
            dispatch_url: case.address.as_ref().map(|url| url.as_str().to_owned()),
        }
    }
}
